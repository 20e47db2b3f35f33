import Foundation
import Testing

/// Finding, unfolding and marking in the program's window, by the mouse and the keys of a real X
/// server.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct ViewerFindTests {
  private let display: Display
  private let export: PictureExport
  private let probe: ViewerProbe

  init() throws {
    display = try Display()
    export = try PictureExport()
    probe = ViewerProbe(
      try display.probe("viewer", export.path, environment: export.environment))
    _ = try probe.state {
      $0["conversation"] == "Anna" && $0["settled"] == "true"
        && (Int($0["height"] ?? "") ?? 0) > 1000
    }
    try display.focus("Luge")
  }

  private func number(_ state: [String: String], _ name: String) -> Int {
    Int(state[name] ?? "") ?? -1
  }

  /// The conversation that ends with the long message.
  private func openDora() throws -> [String: String] {
    try display.act("mousemove 100 265 sleep 0.3 click 1")
    return try probe.state {
      $0["conversation"] == "Dora" && $0["settled"] == "true" && $0["exact"] == "31"
    }
  }

  @Test("Keys open the bar, count, lead from find to find and round, and close it")
  func keys() throws {
    try display.act("key ctrl+f")
    display.rest(200)
    try display.act("type --delay 30 words")
    _ = try probe.state { $0["find"] == "60_of_60_messages" && $0["settled"] == "true" }
    try display.act("key F3")
    let first = try probe.state {
      $0["find"] == "1_of_60_messages" && $0["settled"] == "true" && $0["first"] == "0"
    }
    try display.act("key Return")
    // It is in view already: nothing moves.
    let second = try probe.state { $0["find"] == "2_of_60_messages" }
    #expect(second["offset"] == first["offset"])
    try display.act("key shift+Return key shift+F3")
    _ = try probe.state { $0["find"] == "60_of_60_messages" && $0["settled"] == "true" }
    // Longer words are found among what is shown; what is not there is said.
    try display.act("type --delay 30 --  _none")
    _ = try probe.state { $0["find"] == "Nothing_found" }
    try display.act("key Escape")
    _ = try probe.state { $0["find"] == nil && $0["conversation"] == "Anna" }
    try display.act("key slash")
    _ = try probe.state { $0["find"] != nil }
  }

  @Test("Of a pasted text that is too long, the beginning is looked for")
  func longPaste() throws {
    guard let xclip = Tools.path(of: "xclip") else { return }
    let file = export.folder.appendingPathComponent("long.txt")
    let text = "words" + String(repeating: " ", count: 5000) + "nowhere"
    try Data(text.utf8).write(to: file)
    let clip = try RunningProgram(
      xclip, ["-quiet", "-selection", "clipboard", "-i", file.path],
      environment: display.environment)
    defer { clip.stop() }
    let end = Date(timeIntervalSinceNow: 20)
    while try display.clipboard("UTF8_STRING") != Data(text.utf8) {
      try #require(Date() < end, "the clipboard stays as it was")
      usleep(20_000)
    }
    try display.act("key ctrl+f")
    display.rest(200)
    try display.act("key ctrl+v")
    _ = try probe.state { $0["find"] == "60_of_60_messages" && $0["settled"] == "true" }
  }

  @Test("The bar finds in the conversation that is chosen next, and unfolds what hides a find")
  func nextConversation() throws {
    try display.act("key ctrl+f")
    display.rest(200)
    try display.act("type --delay 30 needle")
    _ = try probe.state { $0["find"] == "Nothing_found" }
    try display.act("mousemove 100 265 sleep 0.3 click 1")
    let found = try probe.state {
      $0["conversation"] == "Dora" && $0["find"] == "1_message" && $0["settled"] == "true"
        && $0["exact"] == "31"
    }
    try display.act("key F3")
    let shown = try probe.state {
      $0["find"] == "1_of_1_message" && $0["settled"] == "true"
        && number($0, "height") > number(found, "height") + 300
    }
    #expect(shown["conversation"] == "Dora")
  }

  private func hasCurrent(_ state: [String: String]) -> Bool {
    state["current"]?.isEmpty == false
  }

  @Test("F3 goes through the finds of one message before it goes to the next, and back")
  func withinMessage() throws {
    _ = try openDora()
    try display.act("key ctrl+f")
    display.rest(200)
    try display.act("type --delay 30 many")
    // One message with sixty finds, of which one is current.
    let first = try probe.state {
      $0["find"] == "1_of_1_message_·_1/60" && $0["settled"] == "true" && hasCurrent($0)
    }
    #expect(first["current"]?.contains("|") == false)
    try display.act("key F3")
    let second = try probe.state {
      $0["find"] == "1_of_1_message_·_2/60" && $0["current"] != first["current"]
        && hasCurrent($0)
    }
    // It is in view already: nothing moves.
    #expect(second["offset"] == first["offset"])
    try display.act("key shift+F3 key shift+F3")
    // Round to the last, which is folded away.
    let last = try probe.state {
      $0["find"] == "1_of_1_message_·_60/60" && $0["settled"] == "true" && hasCurrent($0)
    }
    #expect(number(last, "height") > number(first, "height") + 300)
    try display.act("key F3")
    _ = try probe.state { $0["find"] == "1_of_1_message_·_1/60" && $0["settled"] == "true" }
  }

  /// Where more or less of a message is offered, on the screen: the list is at the window's lower
  /// right.
  private func fold(_ state: [String: String]) throws -> String {
    let parts = try #require(state["fold"]).split(separator: ",").compactMap { Int($0) }
    try #require(parts.count == 2)
    return
      "\(parts[0] + 640 - number(state, "room")) \(parts[1] + 600 - number(state, "viewport"))"
  }

  @Test("Show more and Show less answer a click, and a double click once")
  func folding() throws {
    let folded = try openDora()
    try display.act("mousemove \(fold(folded)) sleep 0.6 click 1")
    let whole = try probe.state {
      $0["settled"] == "true" && number($0, "height") > number(folded, "height") + 300
    }
    // What was unfolded grows away from what was clicked.
    #expect(whole["offset"] == folded["offset"])
    try display.act("key End")
    let end = try probe.state {
      $0["settled"] == "true" && $0["fold"] != nil && $0["offset"] != whole["offset"]
    }
    try display.act("mousemove \(fold(end)) sleep 0.6 click --repeat 2 --delay 60 1")
    let again = try probe.state {
      $0["settled"] == "true" && $0["height"] == folded["height"] && $0["fold"] != nil
    }
    #expect(again["from"] == nil, "a double click marks no word")
    try display.act("mousemove \(fold(again)) sleep 0.6 click --repeat 2 --delay 60 1")
    let last = try probe.state {
      $0["settled"] == "true" && $0["height"] == whole["height"]
    }
    #expect(last["from"] == nil)
  }

  @Test("A click says where a click with Shift marks from; another extends it")
  func shiftClick() throws {
    _ = try openDora()
    try display.act("mousemove 500 200 click 1 sleep 0.6 mousemove 520 300")
    try display.act("keydown shift click 1 keyup shift")
    let marked = try probe.state { $0["from"] != nil }
    display.rest(600)
    try display.act("mousemove 520 380 keydown shift click 1 keyup shift")
    let more = try probe.state { $0["to"] != nil && $0["to"] != marked["to"] }
    #expect(more["from"] == marked["from"])
    display.rest(600)
    try display.act("mousemove 530 120 click 1")
    _ = try probe.state { $0["from"] == nil }
  }
}
