import Foundation
import Testing

/// What is imported can be read while the rest of it comes.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct ReadingImportTests {
  private let display: Display
  private let export: PictureExport

  init() throws {
    display = try Display()
    export = try PictureExport()
  }

  private static func chat(_ count: Int, in name: String = "Eve") -> String {
    let messages = (1...count).map { id in
      """
      {"id": \(id), "type": "message", "date_unixtime": "\(1_600_000_000 + id)", \
      "from": "\(id % 3 == 0 ? "Ann" : "Eve")", "from_id": "user\(id % 3 == 0 ? 8 : 9)", \
      "text": "message number \(id)"}
      """
    }
    return """
      {"name": "\(name)", "type": "personal_chat", "id": 77, "messages": [
      \(messages.joined(separator: ",\n"))]}
      """
  }

  private func open(_ text: String) throws -> ViewerProbe {
    let url = export.folder.appendingPathComponent("big.json")
    try Data(text.utf8).write(to: url)
    return ViewerProbe(try display.probe("viewer", url.path, environment: export.environment))
  }

  private func height(_ state: [String: String]) -> Int { Int(state["height"] ?? "") ?? 0 }

  @Test("Several exports that are opened together are one archive with all their chats")
  func several() throws {
    func write(_ name: String, id: Int, time: Int) throws -> String {
      let url = export.folder.appendingPathComponent("\(name).json")
      let text = """
        {"name": "\(name)", "type": "personal_chat", "id": \(id), "messages": [{"id": 1,
        "type": "message", "date_unixtime": "\(1_600_000_000 + time)", "from": "\(name)",
        "from_id": "user\(id)", "text": "of \(name)"}]}
        """
      try Data(text.utf8).write(to: url)
      return url.path
    }
    let (first, second) = (
      try write("Quentin", id: 5, time: 0), try write("Rosa", id: 6, time: 60)
    )
    let probe = ViewerProbe(
      try display.probe("viewer", first, second, environment: export.environment))
    _ = try probe.state { $0["conversation"] == "Rosa" && $0["settled"] == "true" }
    try display.focus("Rosa")
    try display.act("key ctrl+Next")
    _ = try probe.state { $0["conversation"] == "Quentin" }
  }

  @Test("What has come so far is shown and grows; Escape stops the import and it stays")
  func grows() throws {
    let probe = try open(Self.chat(400_000))
    let first = try probe.state {
      $0["conversation"] == "Eve" && $0["notice"]?.hasPrefix("Importing") == true
    }
    try display.focus("Eve", isBusy: true)
    let second = try probe.state {
      $0["notice"]?.hasPrefix("Importing") == true && height($0) > height(first)
    }
    let later = try probe.state {
      $0["notice"]?.hasPrefix("Importing") == true && height($0) > height(second) * 5 / 4
    }
    #expect(later["first"] == second["first"], "the reader stays")
    try display.act("key Escape")
    let stopped = try probe.state { $0["notice"]?.hasPrefix("The_import_of_big.json") == true }
    #expect(stopped["conversation"] == "Eve")
    #expect(stopped["panel"] == nil)
    // Heights become exact meanwhile, by a pixel here and there.
    #expect(height(stopped) > height(second) * 5 / 4 - 100)
    // It is a list like any other.
    try display.act("key Home")
    #expect(try probe.state { $0["offset"] == "0" }["conversation"] == "Eve")
  }

  @Test("The question who the user is comes when all is there, however long that takes")
  func owner() throws {
    let chat = Self.chat(6000, in: "Walkers")
    let probe = try open(
      chat.replacingOccurrences(of: "personal_chat", with: "private_group"))
    let asked = try probe.state { $0["notice"]?.hasPrefix("Which_of_these_people") == true }
    #expect(asked["conversation"] == "Walkers")
    #expect(asked["subtitle"]?.contains("6,000_messages") == true)
  }

  @Test("A known export is shown while it is read again; Escape leaves what is shown")
  func again() throws {
    let first = try open(Self.chat(300))
    _ = try first.state { $0["conversation"] == "Eve" && $0["settled"] == "true" }
    first.stop()
    // Twice: one that was broken off hides nothing the next time.
    for _ in 0..<2 {
      let probe = try open(Self.chat(400_000))
      let known = try probe.state {
        $0["conversation"] == "Eve" && $0["notice"]?.hasPrefix("Reading_big.json_again") == true
      }
      #expect(known["panel"] == nil)
      #expect(known["subtitle"]?.hasPrefix("300_messages") == true)
      try display.focus("Eve", isBusy: true)
      try display.act("key Escape")
      let stopped = try probe.state { $0["notice"] == nil && $0["settled"] == "true" }
      #expect(stopped["conversation"] == "Eve" && stopped["panel"] == nil)
      #expect(stopped["subtitle"]?.hasPrefix("300_messages") == true)
      probe.stop()
    }
  }

  @Test("Of a file that breaks off, what is complete is kept, and it is said")
  func cut() throws {
    let probe = try open(String(Self.chat(500).dropLast(30)))
    let state = try probe.state {
      $0["notice"]?.contains("is_cut_off") == true
    }
    #expect(state["conversation"] == "Eve")
    #expect(state["notice"]?.contains("499_messages") == true)
  }
}
