import Foundation
import Testing

/// A chat of the kit in a window: fingers, the keyboard on the screen, and what must move nothing.
@Suite(
  "A chat in a window: touch, and nothing moves", .timeLimit(.minutes(5)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct ChatWindowTests {
  private let window: ChatWindow
  private var display: Display { window.display }

  init() throws { window = try ChatWindow() }

  private func send(_ lines: String) throws { try window.send(lines) }

  private func state(after lines: String = "") throws -> [String: String] {
    try window.state(after: lines)
  }

  private func number(_ name: String, in state: [String: String]) throws -> Double {
    try window.number(name, in: state)
  }

  @Test("A held finger lifts its message and opens its menu; Escape lets it down again")
  func longPress() throws {
    _ = try state()
    try send("touch began 150 300")
    let lifted = try window.state { $0["lifted"] != nil }["lifted"]
    try send("touch ended 150 300")
    #expect(lifted != nil)
    #expect(try state()["lifted"] == lifted, "the menu is open")
    // The first symbol of the row.
    try display.act("key Down Return")
    let after = try window.state { $0["lifted"] == nil }
    #expect(after["lifted"] == nil && after["react"]?.hasPrefix(lifted ?? "?") == true, "\(after)")
  }

  @Test("A finger that goes across answers, one that goes along scrolls, a tap does neither")
  func swipes() throws {
    _ = try state()
    try send(
      (0...10).map { "touch \($0 == 0 ? "began" : "moved") \(150 + $0 * 9) 300" }
        .joined(separator: "\n") + "\ntouch ended 240 300")
    _ = try state()
    try display.act("type --delay 20 yes")
    try display.act("key Return")
    let answered = try state()
    #expect(answered["sent"]?.hasPrefix("yes/9") == true, "\(answered)")
    _ = try state(after: "watch")
    // Half of the way is not meant.
    try send(
      (0...4).map { "touch \($0 == 0 ? "began" : "moved") \(150 + $0 * 9) 300" }
        .joined(separator: "\n") + "\ntouch ended 186 300")
    _ = try state()
    try display.act("type --delay 20 no")
    try display.act("key Return")
    #expect(try state()["sent"] == "no")
    let scrolled = try state(
      after: (0...10).map { "touch \($0 == 0 ? "began" : "moved") 150 \(200 + $0 * 20)" }
        .joined(separator: "\n") + "\ntouch ended 150 400")
    #expect(scrolled["end"] == "false")
    #expect(try state(after: "touch began 150 300\ntouch ended 150 300")["lifted"] == nil)
  }

  @Test("The keyboard on the screen pushes the list as the field does, and is pulled down with it")
  func inputPanel() throws {
    let before = try state()
    let open = try state(after: "panel 220")
    #expect(open["panel"] == "true")
    let height = try number("height", in: before)
    #expect(try number("height", in: open) == height - 220)
    // The last message stands above it as it stood above the field.
    #expect(open["last"] == before["last"] && open["end"] == "true")
    #expect(
      try number("height", in: open) - number("lastEnd", in: open)
        == height - number("lastEnd", in: before))
    // A finger that stays on the list scrolls, one that pulls it over the edge puts the panel away.
    let edge = Int(try number("height", in: open))
    let scrolled = try state(
      after: "touch began 150 100\ntouch moved 150 140\ntouch moved 150 180\ntouch ended 150 180")
    #expect(scrolled["panel"] == "true")
    let pulled = try state(
      after:
        "touch began 150 \(edge - 80)\ntouch moved 150 \(edge - 40)\ntouch moved 150 \(edge + 20)\n"
        + "touch ended 150 \(edge + 20)")
    #expect(pulled["panel"] == "false")
    #expect(try number("height", in: pulled) == height)
  }

  @Test("The menu of a held finger stands above the keyboard on the screen")
  func menuAboveInputPanel() throws {
    let open = try state(after: "panel 220")
    let edge = Int(try number("height", in: open))
    // What the keyboard covers: nothing is to be painted there.
    func covered() throws -> ArraySlice<UInt32> {
      try window.display.pixels(width: 480, height: 640)[(480 * 425)...]
    }
    let before = try covered()
    try window.send("touch began 150 \(edge - 40)")
    #expect(try window.state { $0["lifted"] != nil }["lifted"] != nil)
    window.display.rest(700)
    #expect(try covered() == before)
    try window.send("touch ended 150 \(edge - 40)")
    try window.display.act("key Escape")
  }

  @Test("Older messages come as the reader nears them, each page once; nothing moves; they end")
  func older() throws {
    // Far from them nothing is asked for.
    let far = try state(after: "older 2 1200\npause 300")
    #expect(far["asked"] == "0" && far["oldest"] == "9001", "\(far)")
    // At the beginning the line that says so is in view while the page comes.
    let came = try state(after: "scroll 100000\nwatch\npause 2500")
    #expect(came["drift"] == "0" && came["asked"] == "1" && came["oldest"] == "8971", "\(came)")
    let second = try state(after: "scroll 100000\nwatch\npause 2500")
    #expect(second["drift"] == "0" && second["oldest"] == "8941", "\(second)")
    // An empty page: the line goes, and nothing is asked any more.
    let end = try state(after: "scroll 100000\npause 2500\nscroll 100000\npause 500")
    #expect(end["asked"] == "3" && end["first"] == "8941" && end["twice"] == nil, "\(end)")
    #expect(try state(after: "scroll -500\nscroll 100000\npause 500")["asked"] == "3")
  }

  @Test("What was read before its message is there counts as far as that message, and no farther")
  func readBeforeLoaded() throws {
    let before = try state(after: "older 2 1200\nreadUpTo 8950\npause 300\nread")
    #expect(before["read"] == nil, "\(before)")
    let first = try state(after: "scroll 100000\npause 2500\nread")
    #expect(first["oldest"] == "8971" && first["read"] == nil, "\(first)")
    let second = try state(after: "scroll 100000\npause 2500\nread")
    #expect(second["oldest"] == "8941", "\(second)")
    // The user's last message up to it.
    let last = try #require(second["read"].flatMap { Int($0) })
    #expect((8941...8950).contains(last))
  }

  @Test("A page that failed stands there with a reason, and is tried again by a click")
  func olderFails() throws {
    let failed = try state(after: "older 1 50\nfail 1\nscroll 100000\npause 800")
    #expect(failed["asked"] == "1" && failed["oldest"] == "9001", "\(failed)")
    #expect(try state(after: "scroll -300\nscroll 100000\npause 500")["asked"] == "1")
    try display.act("mousemove 240 40 click 1")
    let again = try state(after: "pause 1000")
    #expect(again["asked"] == "2" && again["oldest"] == "8971", "\(again)")
  }

  @Test("Go to Date loads pages until the day is there, and leads to it")
  func dateFarBack() throws {
    let window = try ChatWindow(environment: ["TZ": "UTC"])
    _ = try window.state(after: "older 150 0\ndate\npause 1500")
    try window.display.act("key ctrl+a")
    try window.display.act("type --delay 20 2023-11-18")
    try window.display.act("key Return")
    // The first message of that day is in view.
    func isThere(_ state: [String: String]) throws -> Bool {
      try window.number("first", in: state) <= 6640 && window.number("last", in: state) >= 6640
    }
    let there = try window.state(when: isThere)
    #expect(try isThere(there), "\(there)")
    #expect(try window.number("oldest", in: there) < 6640)
    // No page more than it takes: 30 messages of 40 s each.
    #expect(try window.number("asked", in: there) < 90)
  }

  @Test("Go to Date says so where the day cannot be reached, and shows the oldest that is there")
  func dateFails() throws {
    let window = try ChatWindow(environment: ["TZ": "UTC"])
    _ = try window.state(after: "older 150 0\nfail 1\ndate\npause 1500")
    try window.display.act("key ctrl+a")
    try window.display.act("type --delay 20 2023-11-18")
    try window.display.act("key Return")
    let there = try window.state(after: "pause 2500")
    #expect(there["asked"] == "1" && there["oldest"] == "9001", "\(there)")
    #expect(try window.number("last", in: there) < 9030)
  }

  @Test(
    "A reader further up sees nothing move, and no message laid out again, for states and receipts")
  func facts() throws {
    let state = try state(
      after: "scroll 900\nwatch\nstates 200\nreaders 200\ntyping 3\ntyping 0\ntyping 1")
    #expect(state["drift"] == "0" && state["end"] == "false")
    #expect(state["laidOut"] == "0", "\(state)")
    // And none at the end either.
    let end = try self.state(
      after: "scroll -5000\nwatch\nstates 100\nreaders 100\ntyping 3\ntyping 0")
    #expect(end["drift"] == "0" && end["end"] == "true" && end["laidOut"] == "0", "\(end)")
  }

  @Test("Who is typing covers no words by half: further up it stands on the list's ground")
  func typing() throws {
    let (width, height) = (480, 640)
    let before = try state(after: "scroll 900")
    let bottom = Int(try number("height", in: before))
    _ = try state(after: "typing 2")
    // Beside the marks, in the last lines of the list, there is one colour.
    let counts = try window.wait {
      let pixels = try display.pixels(width: width, height: height)
      return (bottom - 34..<bottom - 2).map { y in
        Set(pixels[y * width + 400..<y * width + 460]).count
      }
    } when: { counts in
      counts.allSatisfy { $0 == 1 }
    }
    #expect(counts.allSatisfy { $0 == 1 }, "\(counts)")
    // At the end they stand below the last message as before, and nothing moves.
    let end = try state(after: "typing 0\nscroll -5000\nwatch\ntyping 2")
    #expect(end["drift"] == "0" && end["end"] == "true")
  }

  @Test("Nothing moves for a reader while messages come at both ends, and while the field grows")
  func inserts() throws {
    let state = try state(
      after:
        #"scroll 900\#nwatch\#nappend 30\#nprepend 30\#nwrite some words\n and\n more\n lines\n and"#
    )
    #expect(state["drift"] == "0" && state["end"] == "false", "\(state)")
    #expect(state["text"]?.contains("lines") == true)
  }

  @Test("What comes while one is further up is counted until one has been there, and seen then")
  func unseen() throws {
    let before = try state()
    #expect(before["badge"] == "" && before["seen"] == before["last"])
    let far = try state(after: "scroll 300\nappend 2\nset 3")
    #expect(far["badge"] == "5 new messages" && far["seen"] == before["seen"])
    // Lines such as "Anna joined" are no messages.
    let told = try state(after: "service 2")
    #expect(told["badge"] == "5 new messages")
    let there = try state(after: "scroll -5000")
    #expect(there["badge"] == "" && there["seen"] == there["last"])
    #expect(there["seen"] != before["seen"])
  }

  @Test("Messages that are set faster than the list shows them count once each")
  func burst() throws {
    let far = try state(after: "scroll 300\nburst 300")
    #expect(far["badge"] == "300 new messages")
    #expect(try state(after: "append 1\nburst 1\nset 1")["badge"] == "303 new messages")
  }

  @Test("Control with Home or End leads from the field where its caret can go no further")
  func edgesFromField() throws {
    func key(_ keys: String) throws -> [String: String] {
      try window.display.act("key \(keys)")
      return try state()
    }
    let start = try state()
    #expect(try key("ctrl+Home")["end"] == "false")
    #expect(try key("ctrl+End")["end"] == "true")
    #expect(try key("Prior Prior Prior")["end"] == "false")
    #expect(try key("Next Next Next Next")["end"] == "true")
    _ = try state(after: "write some words")
    #expect(try key("ctrl+Home")["last"] == start["last"])
    _ = try state(after: "scroll 900")
    // The first goes to the end of the words.
    #expect(try key("ctrl+End")["end"] == "false")
    #expect(try key("ctrl+End")["end"] == "true")
  }

  @Test("Home leads to the first message, however much has to be loaded, and End away from there")
  func beginning() throws {
    _ = try state(after: "older 4 100")
    try display.act("key ctrl+Home")
    let there = try window.state { $0["asked"] == "5" && $0["first"] == "8881" }
    #expect(there["first"] == "8881" && there["oldest"] == "8881", "\(there)")
    #expect(there["asked"] == "5" && there["twice"] == nil, "\(there)")

    let other = try ChatWindow()
    _ = try other.state(after: "older 60 200")
    try other.display.act("key ctrl+Home")
    let underway = try other.state { $0["asked"].flatMap { Int($0) } ?? 0 > 2 }
    try other.display.act("key ctrl+End")
    let left = try other.state { $0["end"] == "true" }
    // The page that was underway.
    let after = try other.state(after: "pause 1500")
    let asked = try [underway, left, after].map { try other.number("asked", in: $0) }
    #expect(asked[2] <= asked[1] + 1 && after["end"] == "true", "\(asked) \(after)")
  }

  @Test(
    "What is new is said on the list's ground, where no message's time is; a press leads there",
    arguments: ["en", "qps-plocm"])
  func newMessages(language: String) throws {
    let window = try ChatWindow(environment: ["LUGE_LANGUAGE": language])
    let far = try window.state(after: "scroll 300\nappend 3")
    let bottom = Int(try window.number("height", in: far))
    let lines = bottom - 34..<bottom - 2
    // Beside the words, where the times of one side and the other stand, there is one colour.
    func colors() throws -> [Int] {
      let pixels = try window.display.pixels(width: 480, height: 640)
      return [20..<100, 370..<455].map { columns in
        Set(lines.flatMap { y in columns.map { pixels[y * 480 + $0] } }).count
      }
    }
    #expect(try window.wait(for: colors) { $0 == [1, 1] } == [1, 1])
    try window.display.act("mousemove 240 \(bottom - 18) click 1")
    let there = try window.state { $0["end"] == "true" }
    #expect(there["end"] == "true" && there["badge"] == "")
  }

  @Test("The button with the number of new messages keeps its place while others type")
  func newMessagesWhileTyping() throws {
    let far = try state(after: "scroll 300\nappend 3\nappend 2")
    let bottom = Int(try number("height", in: far))
    func lines(_ range: Range<Int>) throws -> [UInt32] {
      let pixels = try display.pixels(width: 480, height: 640)
      return range.flatMap { y in (20..<455).map { pixels[y * 480 + $0] } }
    }
    // The words of the button, once they are there.
    let button = bottom - 30..<bottom - 6
    func linesAbove() throws -> [UInt32] { try lines(bottom - 66..<bottom - 40) }
    let before = try window.wait {
      try lines(button)
    } when: {
      Set($0).count > 1
    }
    let above = try linesAbove()
    _ = try state(after: "typing 2")
    #expect(try window.wait(for: linesAbove) { $0 != above } != above)
    #expect(try lines(button) == before)
    _ = try state(after: "typing 0")
    #expect(try window.wait(for: linesAbove) { $0 == above } == above)
    #expect(try lines(button) == before)
    _ = try state(after: "typing 1")
    try window.display.act("mousemove 240 \(bottom - 18) click 1")
    let there = try window.state { $0["end"] == "true" }
    #expect(there["end"] == "true" && there["badge"] == "")
  }

  @Test("At the end, the last message stays above a field that grows")
  func growing() throws {
    let before = try state()
    let after = try state(after: #"write one\ntwo\nthree\nfour"#)
    #expect(after["end"] == "true" && after["last"] == before["last"])
    #expect(try number("height", in: after) < number("height", in: before))
    #expect(
      try number("height", in: after) - number("lastEnd", in: after)
        == number("height", in: before) - number("lastEnd", in: before))
  }
}
