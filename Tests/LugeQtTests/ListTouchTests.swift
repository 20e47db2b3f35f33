import LugeCore
import LugeEngine
import Testing

@testable import LugeQt

@Suite("The finger that moves a list")
struct ListTouchTests {
  private var touch = ListTouch()
  private static let row = ListHit(position: 3, row: RowID(item: ItemID(7), part: 0))

  private mutating func send(
    _ phase: TouchEvent.Phase, _ x: Double, _ y: Double, id: Int = 1, time: Double = 0,
    isMoving: Bool = false, mayPull: Bool = true
  ) -> String {
    let event = TouchEvent(id: id, phase: phase, position: Point(x: x, y: y), time: time)
    let outcome = touch.handle(event, scale: 2, isMoving: isMoving) { point in
      mayPull && point.y < 1000 ? Self.row : nil
    }
    switch outcome {
    case .nothing: return "nothing"
    case .touched(let stopsMotion): return stopsMotion ? "stops" : "touched"
    case .dragged(let isFirst): return isFirst ? "drag begins" : "dragged"
    case .pulled(let hit, let part, let isFirst):
      return "\(isFirst ? "pull begins" : "pulled") \(hit.row.item.rawValue) \(part)"
    case .released(let hit, let part): return "released \(hit.row.item.rawValue) \(part)"
    case .tapped: return "tapped"
    case .lifted: return "lifted"
    case .cancelled(let hit): return "cancelled \(hit?.row.item.rawValue ?? 0)"
    }
  }

  @Test("A short touch that hardly moves is a tap; a long one, or on a moving list, is none")
  mutating func tap() {
    #expect(send(.began, 100, 100) == "touched")
    #expect(send(.moved, 110, 115) == "nothing")
    #expect(send(.ended, 110, 115, time: 0.4) == "tapped")
    #expect(send(.began, 100, 100, time: 1) == "touched")
    #expect(send(.ended, 100, 100, time: 1.5) == "lifted")
    #expect(send(.began, 100, 100, isMoving: true) == "stops")
    #expect(send(.ended, 100, 100) == "lifted")
  }

  @Test("Beyond the slop the list follows the finger, wherever that goes")
  mutating func drag() {
    _ = send(.began, 100, 100)
    #expect(send(.moved, 100, 116) == "nothing")
    #expect(send(.moved, 100, 117) == "drag begins")
    #expect(send(.moved, 300, 117) == "dragged", "not sideways any more")
    #expect(send(.ended, 300, 117) == "lifted")
    #expect(send(.moved, 300, 200) == "nothing", "there is no finger")
  }

  @Test("A row that is pulled sideways follows the finger until it is lifted or taken")
  mutating func pull() {
    _ = send(.began, 100, 100)
    #expect(send(.moved, 164, 110) == "pull begins 7 0.5")
    #expect(send(.moved, 100, 300) == "pulled 7 0.0", "not along any more")
    #expect(send(.ended, 228, 300) == "released 7 1.0")
    _ = send(.began, 100, 100)
    #expect(send(.moved, 36, 100) == "pull begins 7 -0.5")
    #expect(send(.cancelled, 36, 100) == "cancelled 7")
    #expect(send(.began, 100, 100) == "touched")
    #expect(send(.cancelled, 100, 100) == "cancelled 0")
  }

  @Test("Where nothing can be pulled, or not clearly sideways, no row follows")
  mutating func noPull() {
    _ = send(.began, 100, 100)
    #expect(send(.moved, 164, 100, mayPull: false) == "nothing")
    #expect(send(.moved, 164, 133) == "drag begins")
    _ = send(.ended, 164, 133)
    _ = send(.began, 100, 1100)
    #expect(send(.moved, 200, 1100) == "nothing", "there is no row")
  }

  @Test("Further fingers change nothing, until the first has left")
  mutating func others() {
    _ = send(.began, 100, 100)
    #expect(send(.began, 500, 500, id: 2) == "nothing")
    #expect(send(.moved, 500, 700, id: 2) == "nothing")
    #expect(send(.ended, 500, 700, id: 2) == "nothing")
    #expect(send(.moved, 100, 150) == "drag begins")
    #expect(send(.ended, 100, 150) == "lifted")
    #expect(send(.began, 500, 500, id: 2) == "touched")
  }
}
