import LugeCore
import LugeTestSupport
import Testing

@testable import LugeQt

@Suite("Fingers over heavy views")
struct HeavyViewTouchTests {
  private var touch = HeavyViewTouch()
  /// A view from 100 to 200, and one from 300 to 400.
  private static func find(_ point: Point) -> HeavyViewTouch.Place? {
    switch point.y {
    case 100..<200: HeavyViewTouch.Place(key: ImageKey("a"), origin: Point(x: 0, y: 100))
    case 300..<400: HeavyViewTouch.Place(key: ImageKey("b"), origin: Point(x: 0, y: 300))
    default: nil
    }
  }

  /// The first finger.
  private mutating func send(
    _ phase: TouchEvent.Phase, _ x: Double, _ y: Double, time: Double = 0, isGone: Bool = false
  ) -> HeavyViewTouch.Outcome {
    send(phase, 1, x, y, time: time, isGone: isGone)
  }

  private mutating func send(
    _ phase: TouchEvent.Phase, _ id: Int, _ x: Double, _ y: Double, time: Double = 0,
    isGone: Bool = false
  ) -> HeavyViewTouch.Outcome {
    touch.handle(
      TouchEvent(id: id, phase: phase, position: Point(x: x, y: y), time: time), slop: 8,
      place: Self.find,
      current: { key in isGone ? nil : Self.find(Point(x: 0, y: key == ImageKey("a") ? 100 : 300)) }
    )
  }

  @Test("A finger that goes sideways drags in the view; the list's drag ends")
  mutating func drag() {
    #expect(send(.began, 50, 150).isForList)
    #expect(send(.moved, 54, 151).isForList, "nobody can tell yet")
    let begun = send(.moved, 70, 153)
    #expect(begun.key == ImageKey("a") && !begun.isForList && begun.cancelsList)
    #expect(
      begun.events == [
        .pressed(Point(x: 50, y: 50), isAlternate: false), .moved(Point(x: 70, y: 53)),
      ])
    #expect(begun.takesFocus)
    // Once it drags it goes wherever it likes.
    let far = send(.moved, 20, 320)
    #expect(far.events == [.moved(Point(x: 20, y: 220))] && far.key == ImageKey("a"))
    let end = send(.ended, 20, 320)
    #expect(end.events == [.released(Point(x: 20, y: 220))] && !end.isForList)
    #expect(send(.began, 5, 5).isForList)
  }

  @Test("A finger that goes up or down scrolls the list, also over a view")
  mutating func scroll() {
    #expect(send(.began, 50, 150).isForList)
    let moved = send(.moved, 53, 170)
    #expect(moved.isForList && moved.events.isEmpty && !moved.cancelsList)
    #expect(send(.moved, 190, 170).isForList, "decided once")
    let second = send(.began, 2, 60, 150)
    #expect(second.isForList && second.events.isEmpty, "a list that scrolls is not pinched")
    #expect(send(.ended, 2, 60, 150).events.isEmpty)
    #expect(send(.ended, 190, 170).isForList)
  }

  @Test("A tap points and clicks, and takes the keys")
  mutating func tap() {
    _ = send(.began, 50, 310, time: 1)
    let tap = send(.ended, 52, 312, time: 1.2)
    let point = Point(x: 52, y: 12)
    #expect(
      tap.events == [.moved(point), .pressed(point, isAlternate: false), .released(point)])
    #expect(tap.key == ImageKey("b") && tap.cancelsList && tap.takesFocus)
    _ = send(.began, 50, 310, time: 2)
    #expect(send(.ended, 52, 312, time: 3).events.isEmpty, "too long for a tap")
  }

  @Test("Two fingers on one view pinch it; on two views they do not")
  mutating func pinch() {
    _ = send(.began, 1, 100, 150)
    let second = send(.began, 2, 200, 150)
    #expect(!second.isForList && second.cancelsList)
    let apart = send(.moved, 2, 300, 150)
    #expect(
      apart.events == [
        .pinched(factor: 2, from: Point(x: 150, y: 50), to: Point(x: 200, y: 50))
      ])
    // Fingers that meet do not divide by nothing.
    let met = send(.moved, 1, 300, 150)
    guard case .pinched(let factor, _, _)? = met.events.first else {
      Issue.record("no pinch: \(met)")
      return
    }
    #expect(factor == 1.0 / 200)
    #expect(send(.ended, 1, 300, 150).events.isEmpty)
    #expect(send(.moved, 2, 320, 150).events.isEmpty, "the finger that is left drags nothing")
    #expect(send(.ended, 2, 320, 150).events.isEmpty)

    _ = send(.began, 1, 100, 150)
    #expect(send(.began, 2, 100, 350).isForList)
    #expect(send(.moved, 1, 180, 150).events.isEmpty)
  }

  @Test("A drag that a second finger joins ends and becomes a pinch")
  mutating func joined() {
    _ = send(.began, 1, 100, 150)
    _ = send(.moved, 1, 130, 150)
    let second = send(.began, 2, 200, 150)
    #expect(second.events == [.released(Point(x: 30 + 100, y: 50))])
    #expect(send(.moved, 2, 210, 150).events.count == 1)
  }

  @Test("A view that goes away takes its fingers along")
  mutating func gone() {
    _ = send(.began, 50, 150)
    _ = send(.moved, 80, 150)
    let lost = send(.moved, 90, 150, isGone: true)
    #expect(lost.key == nil && lost.events.isEmpty && !lost.isForList)
    #expect(send(.ended, 90, 150).events.isEmpty)
  }

  @Test(
    "Whatever fingers do, presses and releases of a view come in pairs", arguments: UInt64(0)..<200)
  mutating func pairs(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var down: Set<Int> = []
    var isPressed = false
    for _ in 0..<120 {
      let id = Int.random(in: 1...3, using: &random)
      let phase: TouchEvent.Phase =
        if !down.contains(id) {
          .began
        } else {
          Int.random(in: 0..<12, using: &random) == 0
            ? .cancelled : Int.random(in: 0..<4, using: &random) == 0 ? .ended : .moved
        }
      let outcome = send(
        phase, id, Double.random(in: 0..<400, using: &random),
        Double.random(in: 0..<400, using: &random))
      switch phase {
      case .began: down.insert(id)
      case .ended: down.remove(id)
      case .cancelled: down = []
      case .moved: break
      }
      for event in outcome.events {
        switch event {
        case .pressed:
          #expect(!isPressed)
          isPressed = true
        case .released:
          #expect(isPressed)
          isPressed = false
        case .pinched(let factor, _, _): #expect(factor > 0 && factor.isFinite && !isPressed)
        default: break
        }
      }
      if !outcome.events.isEmpty { #expect(outcome.key != nil) }
      if down.isEmpty { #expect(!isPressed) }
    }
  }
}
