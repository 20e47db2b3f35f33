import Foundation
import Testing

/// The page of statistics, by its key and by clicks.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct StatisticsWindowTests {
  private let display: Display
  private let export: PictureExport
  private let probe: ViewerProbe

  init() throws {
    display = try Display()
    export = try PictureExport()
    probe = try ViewerProbe(opening: export, on: display)
  }

  @Test("Ctrl+I counts all conversations, Escape leads back to where the reader was")
  func page() throws {
    try display.act("key Home")
    _ = try probe.state { $0["offset"] == "0" && $0["settled"] == "true" }
    try display.act("key ctrl+i")
    let shown = try probe.state { $0["screen"] == "statistics" && $0["settled"] == "true" }
    #expect(shown["title"] == "Statistics")
    #expect(shown["subtitle"]?.hasPrefix("4_conversations") == true)
    #expect((Int(shown["height"] ?? "") ?? 0) > 600)
    try display.act("key Escape")
    let back = try probe.state { $0["screen"] != "statistics" && $0["settled"] == "true" }
    #expect(back["conversation"] == "Anna")
    #expect(back["first"] == "0")
    // Of one alone.
    try display.act("key ctrl+shift+i")
    #expect(
      try probe.state { $0["screen"] == "statistics" && $0["settled"] == "true" }["title"]
        == "Anna")
    // The other ones, and back: neither is a place to go back to.
    try display.act("key ctrl+i")
    _ = try probe.state { $0["title"] == "Statistics" && $0["settled"] == "true" }
    try display.act("key ctrl+shift+i")
    _ = try probe.state { $0["title"] == "Anna" && $0["settled"] == "true" }
    try display.act("key ctrl+shift+i")
    #expect(try probe.state { $0["screen"] != "statistics" }["conversation"] == "Anna")
  }

  @Test("Numbers and cards stand in the middle of the pane", arguments: [360, 640, 900])
  func middle(width: Int) throws {
    if width != 640 {
      try display.act("search --onlyvisible --name Luge windowsize --sync \(width) 600")
    }
    // Beside the window, where nothing has a hint.
    try display.act("mousemove 980 880 key ctrl+i")
    let shown = try probe.state {
      let room = Int($0["room"] ?? "") ?? 0
      return $0["screen"] == "statistics" && $0["settled"] == "true"
        && (width < 640 ? room == width - 10 : room < width - 10 && room > width / 2)
    }
    try display.expectMargins(12, width: width, height: 600, of: shown)
  }

  @Test("A click on the title leads to the people of the conversation")
  func title() throws {
    let shown = try probe.state { $0["settled"] == "true" }
    let left = 640 - (Int(shown["room"] ?? "") ?? 0)
    try display.act("mousemove \(left + 40) 26 sleep 0.3 click 1")
    #expect(
      try probe.state { $0["screen"] == "statistics" && $0["settled"] == "true" }["title"]
        == "Anna")
    try display.act("key Escape")
    #expect(try probe.state { $0["screen"] != "statistics" }["conversation"] == "Anna")
  }
}
