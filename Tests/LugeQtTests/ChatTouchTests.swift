import Foundation
import Testing

/// Fingers where a point is two pixels and lines begin at the right.
@Suite(
  "Touch at scale 2, mirrored", .timeLimit(.minutes(5)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct ChatTouchTests {
  private let window: ChatWindow

  init() throws {
    window = try ChatWindow(
      on: (1000, 1300), environment: ["QT_SCALE_FACTOR": "2", "LUGE_LANGUAGE": "qps-plocm"])
  }

  /// Points of a finger that goes from one place to another in ten steps.
  private func finger(_ from: (x: Int, y: Int), to end: (x: Int, y: Int)) -> String {
    let steps = (0...10).map { step in
      let place = (from.x + (end.x - from.x) * step / 10, from.y + (end.y - from.y) * step / 10)
      return "touch \(step == 0 ? "began" : "moved") \(place.0) \(place.1)"
    }
    return (steps + ["touch ended \(end.x) \(end.y)"]).joined(separator: "\n")
  }

  @Test("A held finger lifts its message and opens its menu")
  func longPress() throws {
    _ = try window.state()
    func pixels() throws -> [UInt32] { try window.display.pixels(width: 1000, height: 1300) }
    let before = try pixels()
    try window.send("touch began 330 300")
    let deadline = Date(timeIntervalSinceNow: 20)
    var lifted: String?
    while lifted == nil, Date() < deadline { lifted = try window.state()["lifted"] }
    // Everything else is dimmed: the list, and the strip of the scroll bar, which is at the left.
    func isDimmed(_ x: Int, _ now: [UInt32]) -> Bool {
      let dimmed = (0..<1300).count {
        now[$0 * 1000 + x] & 0xFF < before[$0 * 1000 + x] & 0xFF
      }
      return dimmed > 500
    }
    var areDimmed = false
    while !areDimmed, Date() < deadline {
      let now = try pixels()
      areDimmed = [4, 30].allSatisfy { isDimmed($0, now) }
    }
    #expect(areDimmed)
    try window.send("touch ended 330 300")
    #expect(lifted != nil)
    // The first symbol of the row.
    try window.display.act("key Down Return")
    var after = try window.state()
    while after["lifted"] != nil, Date() < deadline { after = try window.state() }
    #expect(after["lifted"] == nil && after["react"]?.hasPrefix(lifted ?? "?") == true, "\(after)")
  }

  /// Types and sends words; what was sent, with what it answers. Keys take their time to arrive.
  private func sent(_ words: String) throws -> String {
    try window.display.act("type --delay 20 \(words)")
    try window.display.act("key Return")
    let deadline = Date(timeIntervalSinceNow: 20)
    var sent = try window.state()["sent"]
    while sent?.hasPrefix(words) != true, Date() < deadline { sent = try window.state()["sent"] }
    return try #require(sent)
  }

  @Test("A message is answered when it is pulled far enough, to either side", arguments: [-1, 1])
  func swipe(side: Int) throws {
    // A finger pulls what is there.
    _ = try window.state()
    _ = try window.state(after: finger((330, 300), to: (330 + side * 90, 300)))
    #expect(try sent("yes").hasPrefix("yes/9"))
    // Further than half of the way in pixels, and not in points.
    _ = try window.state(after: "watch\n" + finger((330, 300), to: (330 + side * 40, 300)))
    #expect(try sent("no") == "no")
  }

  @Test("A flicked list goes on when the finger has left; a tap stops it and clicks nothing")
  func flick() throws {
    let before = try window.state()
    let dragged = try window.state(
      after: "touch began 330 200\ntouch moved 330 240\ntouch moved 330 280\npause 400\n"
        + "touch moved 330 280\ntouch ended 330 280")
    #expect(dragged["end"] == "false" && before["end"] == "true")
    let there = try window.number("first", in: dragged)
    // The finger itself goes 300 points, which are four messages.
    let flicked = try window.state(after: finger((330, 150), to: (330, 450)))
    let above = try window.number("first", in: flicked)
    #expect(there - above >= 7, "\(dragged) \(flicked)")
    // Stopped by a finger, the list stays where it is.
    let stopped = try window.state(
      after: finger((330, 450), to: (330, 150)) + "\ntouch began 330 300\ntouch ended 330 300")
    let back = try window.number("first", in: stopped)
    #expect(back - above <= 6, "\(flicked) \(stopped)")
    #expect(stopped["lifted"] == nil)
  }
}
