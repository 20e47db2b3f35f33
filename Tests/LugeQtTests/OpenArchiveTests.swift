import Foundation
import Testing

/// What happens to the archive that is open when something else goes wrong or takes its time.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: DragSource.missing.isEmpty, "not installed: \(DragSource.missing)"))
struct OpenArchiveTests {
  private let display: Display
  private let export: PictureExport
  private let probe: ViewerProbe

  init() throws {
    display = try Display()
    export = try PictureExport()
    probe = try ViewerProbe(opening: export, on: display)
  }

  private func drop(_ path: String) throws {
    let source = try RunningProgram(
      DragSource.python, [DragSource.script, "400", "300", path, "XdndActionCopy"],
      environment: display.environment)
    #expect(try source.expect("finished ", seconds: 30).first == "yes")
  }

  private func write(_ text: String, as name: String) throws -> String {
    let url = export.folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  @Test("A wrong drop says why, and what is open stays")
  func wrongDrop() throws {
    try drop(write("this is nothing", as: "nothing.bin"))
    let told = try probe.state { $0["notice"]?.hasPrefix("This_could_not_be_opened") == true }
    #expect(told["conversation"] == "Anna")
    #expect(told["panel"] == nil)
    // It is still a list that takes keys.
    try display.act("key Home")
    let moved = try probe.state { $0["offset"] == "0" }
    #expect(moved["conversation"] == "Anna")
    // A right one takes the place of both.
    let other = """
      {"name": "Eve", "type": "personal_chat", "id": 77, "messages": [
      {"id": 1, "type": "message", "date_unixtime": "1717400000", "from": "Eve",
       "from_id": "user9", "text": "Hello"}]}
      """
    try drop(write(other, as: "eve.json"))
    let opened = try probe.state { $0["conversation"] == "Eve" }
    #expect(opened["notice"]?.hasPrefix("This_could_not") != true)
  }

  private func export(of name: String, _ id: Int, count: Int) -> String {
    let messages = (1...count).map { index in
      """
      {"id": \(index), "type": "message", "date_unixtime": "\(1_600_000_000 + index)", \
      "from": "\(name)", "from_id": "user\(id)", "text": "message number \(index)"}
      """
    }
    return """
      {"name": "\(name)", "type": "personal_chat", "id": \(id), "messages": [
      \(messages.joined(separator: ",\n"))]}
      """
  }

  @Test("What is dropped while an import runs waits for its end: both are imported")
  func queued() throws {
    try drop(write(export(of: "Eve", 77, count: 120_000), as: "big.json"))
    _ = try probe.state { $0["notice"]?.hasPrefix("Importing_big.json") == true }
    try drop(write(export(of: "Zoe", 78, count: 3), as: "small.json"))
    let told = try probe.state { $0["toast"]?.contains("small.json_is_imported") == true }
    #expect(told["conversation"] == "Anna")
    // The last that was asked for is shown; the other one is a click away.
    let shown = try probe.state {
      $0["conversation"] == "Zoe" && $0["notice"]?.contains("big.json_was_imported") == true
    }
    #expect(shown["notice"]?.contains("120,000_messages") == true)
  }

  @Test("Escape cancels an import, and what is open stays")
  func cancelled() throws {
    let messages = (1...400_000).map { id in
      """
      {"id": \(id), "type": "message", "date_unixtime": "\(1_600_000_000 + id)", "from": "Eve", \
      "from_id": "user9", "text": "message number \(id)"}
      """
    }
    let big = """
      {"name": "Eve", "type": "personal_chat", "id": 77, "messages": [
      \(messages.joined(separator: ",\n"))]}
      """
    try drop(write(big, as: "big.json"))
    let importing = try probe.state { $0["notice"]?.hasPrefix("Importing") == true }
    #expect(importing["conversation"] == "Anna")
    try display.act("key Escape")
    let after = try probe.state { $0["notice"]?.hasPrefix("Importing") != true }
    #expect(after["conversation"] == "Anna")
  }
}
