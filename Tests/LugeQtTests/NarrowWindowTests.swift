import Foundation
import Testing

/// A window that has room for one list: the conversations and the messages are pages.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct NarrowWindowTests {
  private let display: Display
  private let export: PictureExport
  private let probe: ViewerProbe

  init() throws {
    display = try Display()
    export = try PictureExport()
    probe = try ViewerProbe(opening: export, on: display)
  }

  @Test("The conversations are one key, or one click, away")
  func pages() throws {
    try display.act("search --onlyvisible --name Luge windowsize --sync 480 600")
    _ = try probe.state { $0["side"] == "false" && $0["settled"] == "true" }
    try display.act("key Escape")
    _ = try probe.state { $0["side"] == "true" }
    // The second conversation, below the menu bar.
    try display.act("mousemove 200 145 click 1")
    let ben = try probe.state { $0["conversation"] == "Ben" && $0["settled"] == "true" }
    #expect(ben["side"] == "false")
    // The way back above the list.
    try display.act("mousemove 20 26 click 1")
    _ = try probe.state { $0["side"] == "true" }
    // Keys: the choice is shown with Return.
    try display.act("key Up")
    try display.act("key Return")
    let anna = try probe.state { $0["conversation"] == "Anna" && $0["side"] == "false" }
    #expect(anna["room"].flatMap(Int.init) ?? 0 > 400)
    // Wide again, both are there.
    try display.act("search --onlyvisible --name Luge windowsize --sync 900 600")
    _ = try probe.state { $0["side"] == "true" && $0["conversation"] == "Anna" }
  }

  @Test("A find that the arrows chose near the messages in view is led to")
  func nearFind() throws {
    try display.act("search --onlyvisible --name Luge windowsize --sync 480 600")
    // Not until all around is laid out: the lane does that when nobody else wants the processor.
    _ = try probe.state { $0["side"] == "false" && (Int($0["room"] ?? "") ?? 1000) < 500 }
    try display.act("key Home")
    _ = try probe.state { $0["first"] == "0" && $0["cursor"] == "0" }
    try display.act("key ctrl+k")
    try display.act("type --delay 30 words")
    try display.act("key space")
    try display.act("type --delay 30 20")
    _ = try probe.state { $0["side"] == "true" && $0["found"] == "1" }
    try display.act("key Down")
    display.rest(500)
    try display.act("key Return")
    let there = try probe.state {
      $0["side"] == "false" && $0["cursor"] == "19"
        && (5...19).contains(Int($0["first"] ?? "") ?? -1)
    }
    #expect(there["conversation"] == "Anna")
  }

  @Test("A click on a conversation leaves the keyboard's ring away")
  func clickedWithoutRing() throws {
    try display.act("search --onlyvisible --name Luge windowsize --sync 480 600")
    _ = try probe.state { $0["side"] == "false" && $0["settled"] == "true" }
    try display.act("key Escape")
    _ = try probe.state { $0["side"] == "true" }
    try display.act("mousemove 200 145 click 1")
    let ben = try probe.state { $0["conversation"] == "Ben" && $0["settled"] == "true" }
    #expect(ben["focus"] == "main" && ben["cursor"] == nil)
  }

  @Test("Conversations that were put away are one click in the header away")
  func shownAgain() throws {
    try display.act("key F9")
    _ = try probe.state { $0["side"] == "false" && $0["settled"] == "true" }
    try display.act("mousemove 22 26 click 1")
    _ = try probe.state { $0["side"] == "true" }
    // Also where there is room for one list alone.
    try display.act("key F9")
    _ = try probe.state { $0["side"] == "false" }
    try display.act("search --onlyvisible --name Luge windowsize --sync 480 600")
    _ = try probe.state { (Int($0["room"] ?? "") ?? 1000) < 500 && $0["settled"] == "true" }
    try display.act("mousemove 22 26 click 1")
    _ = try probe.state { $0["side"] == "true" }
  }
}
