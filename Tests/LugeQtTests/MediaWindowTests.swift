import Foundation
import Testing

/// What was sent in a conversation beside words, in place of its messages.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct MediaWindowTests {
  private let display: Display
  private let probe: ViewerProbe
  /// Before the pictures took the messages' place, and with them.
  private let start: [String: String]
  private let grid: [String: String]

  init() throws {
    display = try Display()
    let export = try PictureExport(early: true)
    probe = ViewerProbe(
      try display.probe("viewer", export.path, environment: export.environment), on: export)
    start = try probe.state { $0["conversation"] == "Anna" && $0["settled"] == "true" }
    try display.focus("Luge")
    try display.act("key ctrl+l")
    grid = try probe.state { $0["media"] == "Pictures" && $0["settled"] == "true" }
  }

  private func number(_ state: [String: String], _ name: String) -> Int {
    Int(state[name] ?? "") ?? -1
  }

  /// The messages again, at rest.
  private func messages() throws -> [String: String] {
    try probe.state {
      $0["media"] == nil && $0["conversation"] == "Anna" && $0["settled"] == "true"
    }
  }

  @Test("Pictures stand in a grid; a click shows one, Escape leads back to the messages")
  func pictures() throws {
    #expect(grid["has"] == "4" && grid["conversation"] == "Anna")
    // The second picture (the first one is missing), below the buttons and the month.
    try display.act("mousemove 430 200 sleep 0.3 click 1")
    _ = try probe.state { $0["picture"] != nil && $0["pictures"] == "4" }
    try display.act("key Escape")
    _ = try probe.state { $0["picture"] == nil && $0["media"] == "Pictures" }
    try display.act("key Escape")
    let back = try messages()
    #expect(back["first"] == start["first"])
  }

  @Test("The grid stands in the middle of the pane")
  func middle() throws {
    // Beside the window, where nothing has a hint.
    try display.act("mousemove 980 880")
    try display.expectMargins(12, width: 640, height: 600, of: grid)
  }

  @Test("Tabs and a way back stand above the list, also in wide windows and while it scrolls")
  func tabs() throws {
    // Below the title, outside of the list.
    #expect(number(grid, "viewport") < number(start, "viewport"))
    let left = 640 - number(grid, "room") - 10
    try display.act("key End mousemove \(left + 140) 65 sleep 0.3 click 1")
    let videos = try probe.state { $0["media"] == "Videos" && $0["settled"] == "true" }
    #expect(videos["has"] == "0")
    #expect(videos["viewport"] == grid["viewport"])
    try display.act("mousemove \(left + 22) 26 sleep 0.3 click 1")
    let back = try messages()
    #expect(back["viewport"] == start["viewport"])
  }

  @Test("The wheel with Control changes the size of this page, too")
  func zoom() throws {
    try display.act("mousemove 430 200 sleep 0.3 keydown ctrl click 4 keyup ctrl")
    let larger = try probe.state {
      $0["media"] == "Pictures" && $0["settled"] == "true" && $0["height"] != grid["height"]
    }
    #expect(number(larger, "height") > number(grid, "height"))
  }

  @Test("Escape leads back to the messages from a tab, too")
  func escapeFromTab() throws {
    try display.act("key shift+Tab")
    _ = try probe.state { $0["media"] == "Pictures" && $0["focus"] != "main" }
    try display.act("key Escape")
    let back = try messages()
    #expect(back["first"] == start["first"])
  }
}
