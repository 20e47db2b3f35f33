import Foundation
import Testing

/// The bars above the lists, and the search in all conversations.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct SearchWindowTests {
  private let display: Display
  private let export: PictureExport
  private let probe: ViewerProbe

  init() throws {
    display = try Display()
    export = try PictureExport()
    probe = try ViewerProbe(opening: export, on: display)
  }

  @Test("The title says whose conversation it is, how much there is and of when")
  func title() throws {
    let anna = try probe.state { $0["title"] == "Anna" }
    #expect(anna["subtitle"] == "64_messages_·_Jun_2024")
    #expect(anna["menubar"] == nil)
    try display.act("key alt+v")
    try display.act("key Escape")
    // Alt alone shows the menu bar, and takes it away.
    try display.act("key Alt_L")
    _ = try probe.state { $0["menubar"] == "true" }
    try display.act("key Escape")
    _ = try probe.state { $0["menubar"] == nil }
    // For good.
    try display.act("key ctrl+m")
    _ = try probe.state { $0["menubar"] == "true" }
  }

  @Test("Return presses a filter, as the space bar does")
  func returnOnButtons() throws {
    try display.act("key ctrl+shift+f type --delay 30 short")
    _ = try probe.state { $0["search"] == "short" && $0["found"] == "33" }
    try display.act("key Tab key Return")
    display.rest(600)
    try display.act("key Down key Return")
    _ = try probe.state { $0["search"]?.hasPrefix("from:") == true }
  }

  @Test("Messages of all conversations are found as they are typed; one leads there, Alt+Left back")
  func finds() throws {
    try display.act("key ctrl+shift+f")
    try display.act("type --delay 30 short")
    let found = try probe.state { $0["search"] == "short" && $0["found"] == "33" }
    #expect(found["conversation"] == "Anna")
    // The newest is the first, whoever wrote it.
    try display.act("key Return")
    let there = try probe.state {
      $0["conversation"] != "Anna" && $0["settled"] == "true" && $0["others"] == nil
    }
    #expect(there["conversation"] == "Ben")
    // The field has the keys still: the next ones are of Dora.
    for _ in 0..<3 { try display.act("key Down") }
    _ = try probe.state { $0["conversation"] == "Dora" && $0["settled"] == "true" }
    // Return goes on to the one that the arrows chose: the next keys are the messages'.
    try display.act("key Return")
    display.rest(600)
    let chosen = try probe.state { $0["settled"] == "true" }
    #expect(chosen["conversation"] == "Dora" && chosen["search"] == "short")
    // And they are about the message that was found, not about another one in view.
    #expect(chosen["cursor"] == "29")
    try display.act("key Home")
    _ = try probe.state { $0["conversation"] == "Dora" && $0["first"] == "0" }
    // Back is where the search began.
    try display.act("key alt+Left")
    _ = try probe.state { $0["conversation"] == "Anna" && $0["settled"] == "true" }
    try display.act("key ctrl+k")
    try display.act("key Escape")
    let closed = try probe.state { $0["search"] == nil }
    #expect(closed["side"] == "true" && closed["conversation"] == "Anna")
  }

  @Test("Escape ends a search from the messages that it led to")
  func escape() throws {
    try display.act("key ctrl+shift+f")
    try display.act("type --delay 30 short")
    _ = try probe.state { $0["search"] == "short" && $0["found"] == "33" }
    try display.act("key Down")
    try display.act("key Return")
    display.rest(600)
    _ = try probe.state { $0["focus"] == "main" && $0["settled"] == "true" }
    // The first may put away the cursor.
    for _ in 0..<2 {
      try display.act("key Escape")
      display.rest(300)
    }
    #expect(try probe.state { $0["search"] == nil }["side"] == "true")
  }

  @Test("The newest finds are in view as they come, however long the list becomes")
  func fromTheTop() throws {
    // The conversations before fit the window: their end is in view.
    try display.act("key ctrl+shift+f")
    try display.act("key s")
    _ = try probe.state {
      $0["search"] == "s" && (Int($0["found"] ?? "") ?? 0) > 20 && $0["sidefirst"] == "0"
    }
    try display.act("type --delay 200 hort")
    _ = try probe.state {
      $0["search"] == "short" && $0["found"] == "33" && $0["sidefirst"] == "0"
    }
  }

  @Test(
    "A click into the empty field offers the filters, as Ctrl+K does; one into the list ends it")
  func clicked() throws {
    let before = try fieldHeight()
    try display.act("mousemove 150 26 sleep 0.2 click 1")
    display.rest(600)
    #expect(try fieldHeight() > before)
    try display.act("mousemove 350 300 sleep 0.2 click 1")
    display.rest(600)
    #expect(try fieldHeight() == before)
  }

  /// Lines from the top to the hairline below the search field.
  private func fieldHeight() throws -> Int {
    let pixels = try display.pixels(width: 8, height: 200)
    let ground = pixels[2 * 8 + 2]
    return try #require((2..<200).first { pixels[$0 * 8 + 2] != ground })
  }

  @Test("Filters narrow it down, alone and beside words")
  func filters() throws {
    try display.act("key ctrl+k")
    try display.act("type --delay 30 has:picture")
    _ = try probe.state { $0["found"] == "4" }
    try display.act("key ctrl+a")
    try display.act("type --delay 30 from:dora")
    try display.act("key space")
    try display.act("type --delay 30 needle")
    _ = try probe.state { $0["search"] == "from:dora_needle" && $0["found"] == "1" }
    try display.act("key ctrl+a")
    try display.act("type --delay 30 in:ben")
    _ = try probe.state { $0["search"] == "in:ben" && $0["found"] == "3" }
  }
}
