import Foundation
import Testing

/// People who came and left, in the program's window, by the mouse and the keys of a real X server.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct JoinRunWindowTests {
  private let display: Display
  private let export: PictureExport
  private let probe: ViewerProbe
  private let folded: [String: String]

  init() throws {
    display = try Display()
    export = try PictureExport()
    let log = export.folder.appendingPathComponent("hut.log")
    let joins = (10..<50).map { "10:\($0) -!- nick\($0) [~n@example.org] has joined #hut" }
    // More than the window holds, so that what is unfolded has to find its place.
    let words = (10..<50).map { "09:\($0) < ann> words \($0)" }
    let lines = words + joins + ["10:51 < ann> last"]
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: log)
    probe = ViewerProbe(
      try display.probe("viewer", log.path, environment: export.environment))
    folded = try probe.state {
      $0["settled"] == "true" && $0["fold"] != nil
        && $0["exact"] == "81"
    }
    try display.focus("Luge")
  }

  private func number(_ state: [String: String], _ name: String) -> Int {
    Int(state[name] ?? "") ?? -1
  }

  /// On the screen: the list is at the window's lower right.
  private func fold(_ state: [String: String]) throws -> String {
    let parts = try #require(state["fold"]).split(separator: ",").compactMap { Int($0) }
    try #require(parts.count == 2)
    return
      "\(parts[0] + 640 - number(state, "room")) \(parts[1] + 600 - number(state, "viewport"))"
  }

  @Test("A click on what stands for forty people shows each, another one their number")
  func click() throws {
    try display.act("mousemove \(fold(folded)) sleep 0.6 click 1")
    let open = try probe.state {
      $0["settled"] == "true" && number($0, "height") > number(folded, "height") + 700
    }
    // What it unfolds grows away from what was clicked.
    #expect(open["fold"] == folded["fold"])
    try display.act("mousemove \(fold(open)) sleep 0.6 click 1")
    _ = try probe.state { $0["settled"] == "true" && $0["height"] == folded["height"] }
  }

  @Test("What is found among them is shown")
  func find() throws {
    try display.act("key ctrl+f")
    display.rest(200)
    try display.act("type --delay 30 nick37")
    let found = try probe.state {
      $0["find"] == "1_of_1_message" && $0["settled"] == "true" && $0["current"]?.isEmpty == false
        && number($0, "height") > number(folded, "height") + 700
    }
    #expect(found["current"]?.isEmpty == false)
  }

  @Test("The menu's switch shows each, and the window remembers it")
  func menu() throws {
    try display.act("key alt+v sleep 0.5 key j")
    let each = try probe.state {
      $0["settled"] == "true" && $0["fold"] == nil && $0["exact"] == "81"
        && number($0, "height") > number(folded, "height") + 700
    }
    try display.act("key alt+v sleep 0.5 key j")
    _ = try probe.state { $0["settled"] == "true" && $0["height"] == folded["height"] }
    #expect(number(each, "height") > 900)
  }
}
