import LugeCore
import LugeEngine
import Testing

@testable import LugeQt

@Suite("A row that is pulled sideways on a touchpad")
struct WheelSwipeTests {
  private var swipe = WheelSwipe()
  private static let row = ListHit(position: 3, row: RowID(item: ItemID(7), part: 0))

  /// Sends an event at a time, on a list with a scale of 2 and notches of 100 pixels.
  private mutating func send(
    across: Double = 0, along: Double = 0, notchesAcross: Double = 0,
    _ phase: WheelEvent.Phase = .moved, at time: Double = 0, isMoving: Bool = false, y: Double = 100
  ) -> String {
    let event = WheelEvent(
      position: Point(x: 100, y: y), pixels: along, notches: 0, pixelsAcross: across,
      notchesAcross: notchesAcross, phase: phase, modifiers: [], time: time)
    let outcome = swipe.handle(
      event, at: time, notch: 100, scale: 2, isMoving: isMoving
    ) { $0.y < 1000 ? Self.row : nil }
    switch outcome {
    case .scrolls: return "scrolls"
    case .nothing: return "nothing"
    case .pulled(let hit, let part): return "pulled \(hit.row.item.rawValue) \(part)"
    case .released(let hit, let part): return "released \(hit.row.item.rawValue) \(part)"
    }
  }

  @Test("It follows the fingers until they leave, however they move then")
  mutating func pull() {
    #expect(send(across: 32, along: 4) == "pulled 7 0.25")
    #expect(send(across: 32, along: 300, isMoving: true) == "pulled 7 0.5", "not along any more")
    #expect(send(across: -128) == "pulled 7 -0.5")
    #expect(send(.ended) == "released 7 -0.5")
    #expect(send(across: 40, .momentum) == "scrolls")
    #expect(send(across: 64) == "pulled 7 0.5", "from the beginning")
    #expect(send(across: 40, .momentum) == "nothing")
  }

  @Test("The list scrolls where the fingers move along it, where it moves, and where no row is")
  mutating func scrolls() {
    #expect(send(along: 40) == "scrolls")
    #expect(send(across: 40, along: 30) == "scrolls")
    #expect(send(across: 40, isMoving: true) == "scrolls")
    #expect(send(across: 40, y: 2000) == "scrolls")
    #expect(send(.ended) == "scrolls")
    #expect(swipe.release(at: 9)?.part == nil)
  }

  @Test("A step of a tilted wheel pulls half as far as the notches of a touchpad")
  mutating func tilted() {
    #expect(send(notchesAcross: 1, .none) == "pulled 7 \(50.0 / 128)")
    swipe = WheelSwipe()
    #expect(send(notchesAcross: 0.5, .none) == "pulled 7 \(50.0 / 128)")
  }

  @Test("Fingers whose device does not report that they left are released after a while")
  mutating func timeout() throws {
    _ = send(across: 64, .none, at: 5)
    _ = send(across: 64, .none, at: 5.2)
    #expect(swipe.release(at: 5.2 + WheelSwipe.timeout / 2)?.part == nil)
    let outcome = swipe.release(at: 5.2 + WheelSwipe.timeout)
    let released = try #require(outcome)
    #expect(released.row.row == Self.row.row && released.part == 1)
    #expect(swipe.release(at: 9)?.part == nil)
  }
}
