import Foundation
import Testing

/// What was sent in a conversation beside words, in place of its messages.
@Suite(
  .serialized, .timeLimit(.minutes(5)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct MediaWindowTests {
  private func number(_ state: [String: String], _ name: String) -> Int {
    Int(state[name] ?? "") ?? -1
  }

  @Test("Pictures stand in a grid; a click shows one, Escape leads back to the messages")
  func grid() throws {
    let display = try Display()
    let export = try PictureExport(early: true)
    let probe = ViewerProbe(
      try display.probe("viewer", export.path, environment: export.environment), on: export)
    let start = try probe.state { $0["conversation"] == "Anna" && $0["settled"] == "true" }
    try display.act("search --sync --onlyvisible --name Luge windowfocus")
    try display.act("key ctrl+l")
    let grid = try probe.state { $0["media"] == "Pictures" && $0["settled"] == "true" }
    #expect(grid["has"] == "4" && grid["conversation"] == "Anna")
    // The second picture (the first one is missing), below the buttons and the month.
    try display.act("mousemove 430 200 sleep 0.3 click 1")
    _ = try probe.state { $0["picture"] != nil && $0["pictures"] == "4" }
    try display.act("key Escape")
    _ = try probe.state { $0["picture"] == nil && $0["media"] == "Pictures" }
    try display.act("key Escape")
    let back = try probe.state {
      $0["media"] == nil && $0["conversation"] == "Anna" && $0["settled"] == "true"
    }
    #expect(back["first"] == start["first"])
  }

  @Test("Tabs and a way back stand above the list, also in wide windows and while it scrolls")
  func tabs() throws {
    let display = try Display()
    let export = try PictureExport(early: true)
    let probe = ViewerProbe(
      try display.probe("viewer", export.path, environment: export.environment), on: export)
    let start = try probe.state { $0["conversation"] == "Anna" && $0["settled"] == "true" }
    try display.act("search --sync --onlyvisible --name Luge windowfocus")
    try display.act("key ctrl+l")
    let grid = try probe.state { $0["media"] == "Pictures" && $0["settled"] == "true" }
    // Below the title, outside of the list.
    #expect(number(grid, "viewport") < number(start, "viewport"))
    let left = 640 - number(grid, "room") - 10
    try display.act("key End mousemove \(left + 140) 65 sleep 0.3 click 1")
    let videos = try probe.state { $0["media"] == "Videos" && $0["settled"] == "true" }
    #expect(videos["has"] == "0")
    #expect(videos["viewport"] == grid["viewport"])
    try display.act("mousemove \(left + 22) 26 sleep 0.3 click 1")
    let back = try probe.state {
      $0["media"] == nil && $0["conversation"] == "Anna" && $0["settled"] == "true"
    }
    #expect(back["viewport"] == start["viewport"])
  }
}
