import Foundation
import LugeTestSupport
import Testing

/// The programs of `Examples/`, in a window, driven by the mouse and the keys of a real X server.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct ExampleWindowTests {
  let display: Display
  private static let width = 880
  private static let height = 740

  init() throws { display = try Display() }

  private func start(_ name: String, _ arguments: String...) throws -> RunningProgram {
    guard let path = Tools.besideTests(name) else { throw ToolError(description: "no \(name)") }
    let program = try RunningProgram(path, arguments, environment: display.environment)
    return program
  }

  /// A part of the screen.
  private struct Look: Equatable {
    var pixels: [UInt32]
    var width: Int

    func count(of color: UInt32, near tolerance: Int = 6) -> Int {
      pixels.count { pixel in
        [16, 8, 0].allSatisfy { shift in
          abs(Int(pixel >> shift & 0xFF) - Int(color >> shift & 0xFF)) <= tolerance
        }
      }
    }

    func differences(to other: Look) -> Int {
      zip(pixels, other.pixels).count { $0 != $1 } + abs(pixels.count - other.pixels.count)
    }
  }

  private func look(_ lines: Range<Int> = 0..<ExampleWindowTests.height) throws -> Look {
    let all = try display.pixels(width: Self.width, height: Self.height)
    return Look(
      pixels: Array(all[lines.lowerBound * Self.width..<lines.upperBound * Self.width]),
      width: Self.width)
  }

  /// Pixels of a caret, which blinks while a busy machine takes the second of two pictures.
  private static let caret = 64

  /// Looks until the picture is as wanted and stays so, but for some pixels.
  @discardableResult
  private func wait(
    _ what: Comment, lines: Range<Int> = 0..<ExampleWindowTests.height, butFor pixels: Int = 0,
    seconds: Double = 60, until isWanted: (Look) -> Bool
  ) throws -> Look {
    let deadline = Date(timeIntervalSinceNow: seconds)
    var last: Look?
    while Date() < deadline {
      let now = try look(lines)
      if let last, isWanted(now), now.differences(to: last) <= pixels { return now }
      last = now
      usleep(60_000)
    }
    Issue.record("waited in vain: \(what)")
    throw ToolError(description: "waited in vain: \(what)")
  }

  private static let line: UInt32 = 0x1F74C4

  @Test("A chart that is zoomed and panned stays so while it scrolls away and back")
  func markets() throws {
    let program = try start("MarketsExample", "--still", "--charts", "12")
    defer { program.stop() }
    let first = try wait("the first chart", lines: 0..<235) { $0.count(of: Self.line) > 400 }
    try display.focus("Markets")

    try display.act("mousemove 400 120")
    let hovered = try wait("the crosshair", lines: 0..<235) {
      (500...120_000).contains($0.differences(to: first))
    }
    // Over the chart and not clicked, the wheel moves the list.
    try display.act("click 5")
    try wait("the list moved", lines: 0..<235) { $0.differences(to: hovered) > 2000 }
    try display.act("key Home mousemove 400 121")
    try wait("the start again", lines: 0..<235) { $0.count(of: Self.line) > 400 }

    try display.act("click 1 click --repeat 4 --delay 40 4")
    try display.act("mousemove 3 500 key Escape")
    let zoomed = try wait("the zoom", lines: 0..<235) {
      $0.differences(to: first) > 1000 && $0.count(of: Self.line) > 400
    }
    try display.act("mousemove 400 120 mousedown 1 mousemove 450 120 mousemove 560 120 mouseup 1")
    try display.act("mousemove 3 500 key Escape")
    let panned = try wait("the pan", lines: 0..<235) {
      $0.differences(to: zoomed) > 1000 && $0.differences(to: first) > 1000
    }
    try display.act("key End")
    try wait("the end", lines: 0..<235) { $0.differences(to: panned) > 3000 }
    try display.act("key Home")
    try wait("the chart as it was left", lines: 0..<235) { $0 == panned }

    try display.act("mousemove 400 120 click --repeat 2 --delay 60 1")
    try display.act("mousemove 3 500 key Escape")
    try wait("everything again", lines: 0..<235) { $0 == first }
  }

  @Test("Tab reaches a chart, which shows it; keys zoom and pan it, Home shows all, Escape lets go")
  func keyboard() throws {
    let program = try start("MarketsExample", "--still", "--charts", "12")
    defer { program.stop() }
    let first = try wait("the first chart", lines: 0..<235) { $0.count(of: Self.line) > 400 }
    try display.focus("Markets")
    try display.act("mousemove 3 735")
    try display.act("key Tab")
    let focused = try wait("the ring", lines: 0..<235) {
      (500...12_000).contains($0.differences(to: first))
    }
    try display.act("key plus key plus key plus")
    let near = try wait("the zoom", lines: 0..<235) { $0.differences(to: focused) > 3000 }
    try display.act("key Left")
    try wait("the pan", lines: 0..<235) { $0.differences(to: near) > 1000 }
    try display.act("key Home")
    try wait("everything again", lines: 0..<235) { $0 == focused }
    try display.act("key Tab")
    try wait("the ring is around the next chart", lines: 0..<235) { $0 == first }
    try display.act("key Shift+Tab")
    try wait("and back", lines: 0..<235) { $0 == focused }
    try display.act("key Escape")
    try wait("no ring", lines: 0..<235) { $0 == first }
    // With no view in the keys' hands they are the list's.
    try display.act("key End")
    try wait("the end", lines: 0..<235) { $0.differences(to: first) > 3000 }
  }

  @Test("A click on the heart likes a post, which stays liked while the list goes away and back")
  func timeline() throws {
    let program = try start("TimelineExample", "--still")
    defer { program.stop() }
    let first = try wait("the first post", lines: 0..<140) { Set($0.pixels).count > 64 }
    try display.focus("Timeline")
    try display.act("mousemove 556 112 click 1 mousemove 60 600")
    let liked = try wait("the heart", lines: 0..<140) {
      (20...4000).contains($0.differences(to: first))
    }
    try display.act("key End")
    try wait("older posts", lines: 0..<140) { $0.differences(to: liked) > 2000 }
    try display.act("key Home")
    try wait("the post as it was left", lines: 0..<140) { $0 == liked }
  }

  @Test("A click votes in a poll, another takes the vote back; so do keys")
  func poll() throws {
    let accent: UInt32 = 0x00796B
    func isBar(_ pixel: UInt32) -> Bool {
      [16, 8, 0].allSatisfy {
        abs(Int(pixel >> $0 & 0xFF) - Int(accent >> $0 & 0xFF)) <= 6
      }
    }
    /// Lines of the list with a bar of some length, and how long it is.
    func bars(_ look: Look) -> [(y: Int, length: Int)] {
      var found: [(y: Int, length: Int)] = []
      for y in 0..<Self.height {
        let line = look.pixels[y * Self.width..<(y + 1) * Self.width]
        let length = line.prefix(500).count(where: isBar)
        guard length > 40, found.last.map({ y - $0.y > 8 }) ?? true else { continue }
        found.append((y, length))
      }
      return found
    }
    let program = try start("PollExample")
    defer { program.stop() }
    let first = try wait("the poll") { bars($0).count >= 2 }
    let lake = try #require(bars(first).first)
    try display.focus("Poll")
    // An answer below the pointer is tinted: more than a hint changes.
    try display.act("mousemove 90 \(lake.y - 8)")
    try wait("the tint") { $0.differences(to: first) > 3000 }
    // Beside what the pointer shows: its hint.
    try display.act("mousemove 90 \(lake.y - 8) click 1 mousemove 800 700")
    let voted = try wait("the vote") { look in
      bars(look).first.map { $0.length < lake.length + 40 && $0.length > lake.length + 10 } ?? false
    }
    #expect(voted.differences(to: first) > 200)
    try display.act("mousemove 90 \(lake.y - 8) click 1 mousemove 800 700")
    try wait("the vote taken back") { bars($0).first?.length == lake.length }
    // To the message, to its first region and its second: the larger bar grows.
    let hill = bars(first)[1]
    try display.act("mousemove 90 \(lake.y - 60) click 1 mousemove 800 700")
    try display.act("key Down key Up key Right key Right key space")
    try wait("the vote by keys") {
      bars($0).dropFirst().first.map { $0.length > hill.length } ?? false
    }
  }

  @Test("What is typed and sent stands in the list, and the field is empty again")
  func chat() throws {
    let program = try start("ChatExample", "--quiet")
    defer { program.stop() }
    // Anna's name at least, and the composer's line.
    let before = try wait("the conversation", butFor: Self.caret) { look in
      Set(look.pixels).count > 64
    }
    try display.focus("Anna")
    try display.act("type --delay 30 Agreed,see-you-at-seven")
    let typed = try wait("the words in the field", butFor: Self.caret) {
      (100...20_000).contains($0.differences(to: before))
    }
    try display.act("key Return")
    let sent = try wait("the message in the list", lines: 0..<600) { look in
      let was = Look(pixels: Array(typed.pixels.prefix(600 * Self.width)), width: Self.width)
      return look.differences(to: was) > 3000
    }
    // Blanks are nothing to send.
    try display.act("key space key space key Return")
    display.rest(500)
    #expect(try look(0..<600).differences(to: sent) == 0)
  }

  @Test("The poll says how it is used, and writes no file of that name")
  func pollHelp() throws {
    let folder = try TemporaryFolder()
    let path = try #require(Tools.besideTests("PollExample"))
    for (option, status) in [("--help", Int32(0)), ("-h", 0), ("--wrong", 64)] {
      let program = try RunningProgram(
        "/bin/sh", ["-c", "cd '\(folder.path)' && exec '\(path)' \(option)"],
        environment: display.environment)
      #expect(try program.finish() == status)
      #expect(program.lines.contains { $0.contains("PollExample PICTURE.png") })
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}
