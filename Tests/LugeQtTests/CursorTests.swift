import Foundation
import Testing

/// The keys' way through the window, by real keys.
@Suite(
  "Everything is reached by keys", .timeLimit(.minutes(5)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct CursorTests {
  let display: Display
  let export: PictureExport
  let probe: ViewerProbe

  init() throws {
    display = try Display()
    export = try PictureExport()
    probe = ViewerProbe(
      try display.probe("viewer", export.path, environment: export.environment), on: export)
    _ = try probe.state {
      $0["conversation"] == "Anna" && $0["settled"] == "true"
        && (Int($0["height"] ?? "") ?? 0) > 1000
    }
    try display.focus("Luge")
  }

  @Test(
    "Up goes from message to message, as far as needed with the list, and Escape hides the ring")
  func arrows() throws {
    try display.act("key Up")
    let first = try probe.state { $0["cursor"] != nil && $0["settled"] == "true" }
    #expect(first["cursor"] == "63")
    let still = first["offset"]
    try display.act("key Up")
    let second = try probe.state { $0["cursor"] == "62" && $0["settled"] == "true" }
    // Upwards, if at all: pictures are taller than what is left of the view.
    let moved = (Int(still ?? "") ?? 0) - (Int(second["offset"] ?? "") ?? .max)
    #expect(moved >= 0 && moved <= 900)
    try display.act("key Home")
    let top = try probe.state { $0["cursor"] == "0" && $0["settled"] == "true" }
    #expect(top["offset"] == "0")
    try display.act("key Down")
    #expect(try probe.state { $0["cursor"] == "1" }["offset"] == "0")
    try display.act("key Page_Down")
    let page = try probe.state {
      (Int($0["cursor"] ?? "") ?? 0) > 2 && $0["settled"] == "true"
    }
    #expect((Int(page["offset"] ?? "") ?? 0) > 100)
    try display.act("key Escape")
    _ = try probe.state { $0["cursor"] == nil && $0["settled"] == "true" }
  }

  @Test("Keys that follow Home, End and a page key at once count from where these lead")
  func quickKeys() throws {
    try display.act("key Up")
    _ = try probe.state { $0["cursor"] == "63" && $0["settled"] == "true" }
    try display.act("key --delay 0 Home Down Down Down")
    _ = try probe.state { $0["cursor"] == "3" && $0["settled"] == "true" }
    try display.act("key --delay 0 End Up Up")
    _ = try probe.state { $0["cursor"] == "61" && $0["settled"] == "true" }
    try display.act("key --delay 0 Home Page_Down")
    let page = try probe.state {
      (3..<61).contains(Int($0["cursor"] ?? "") ?? 0) && $0["settled"] == "true"
    }
    let last = try #require(page["cursor"].flatMap { Int($0) })
    try display.act("key --delay 0 Home Page_Down Down")
    _ = try probe.state { $0["cursor"] == "\(last + 1)" && $0["settled"] == "true" }
  }

  @Test("Return, Shift+F10 and the Menu key open what a message offers; a quote is followed")
  func menus() throws {
    for key in ["Return", "shift+F10", "Menu"] {
      try display.act("key End")
      _ = try probe.state { $0["cursor"] == "63" && $0["settled"] == "true" }
      try display.act("key \(key)")
      display.rest(1000)
      // The first entry follows the quote of the last message.
      try display.act("key Down Return")
      let there = try probe.state {
        $0["settled"] == "true" && (Int($0["offset"] ?? "") ?? .max) < 600
      }
      #expect(there["first"] == "0", "\(key)")
    }
  }

  @Test("F6 goes round the panes, and Escape ends a selection from the side list")
  func panes() throws {
    try display.act("key F6")
    _ = try probe.state { $0["focus"] == "side" }
    try display.act("key F6")
    _ = try probe.state { $0["focus"] == "main" && $0["cursor"] != nil }
    try display.act("key ctrl+a")
    _ = try probe.state { $0["from"] != nil }
    try display.act("key F6")
    _ = try probe.state { $0["focus"] == "side" }
    try display.act("key Escape")
    _ = try probe.state { $0["from"] == nil && $0["focus"] == "side" }
  }
}
