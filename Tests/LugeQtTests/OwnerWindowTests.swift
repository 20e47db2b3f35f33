import Foundation
import Testing

/// The question who of the people is the user, in a window that has other things to say as well.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: Tools.missingForReaders.isEmpty, "not installed: \(Tools.missingForReaders)"))
struct OwnerWindowTests {
  private let display: Display
  private let folder: URL

  init() throws {
    display = try Display()
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "luge-owner-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Settings, caches and data of the program under test.
  private var environment: [String: String] {
    [
      "XDG_CONFIG_HOME": folder.appendingPathComponent("config").path,
      "XDG_CACHE_HOME": folder.appendingPathComponent("cache").path,
      "XDG_DATA_HOME": folder.appendingPathComponent("data").path,
    ]
  }

  /// A group whose owner nothing tells, with a message that cannot be read.
  private func writeExport() throws -> String {
    let messages = (1...30).map { id in
      let (name, user) = [("Ann", 1), ("Bob", 2), ("Cem", 3)][id % 3]
      return """
        {"id": \(id), "type": "message", "date_unixtime": "\(1_600_000_000 + id * 4000)", \
        "from": "\(name)", "from_id": "user\(user)", "text": "message number \(id)"}
        """
    }
    let path = folder.appendingPathComponent("result.json").path
    try Data(
      """
      {"name": "Walkers", "type": "private_group", "id": 77, "messages": [
      \(messages.joined(separator: ",\n")), {"id": 99, "type": "message", "text": "no date"}]}
      """.utf8
    ).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test("It does not hide behind what could not be read, and can be answered from any page")
  func asked() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let found = try display.read(
      """
      focus Luge
      pause 2
      find Show Details…
      choose 1 More
      pause 1
      find Somebody Else…
      choose 1 More
      pause 1
      find Show Details…
      key ctrl+i
      pause 3
      key alt+f
      pause 1
      key w
      pause 1
      find None of Them
      key Escape
      pause 1
      key alt+f
      pause 1
      key e
      pause 4
      find Save
      key Escape
      """, ["viewer", try writeExport()], environment: environment)
    #expect(
      found.compactMap { $0["found"] as? String } == [
        "Show Details…", "Somebody Else…", "Show Details…", "None of Them", "Save",
      ])
  }

  @Test("The question has all of its words where the list has become narrower behind another page")
  func narrower() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let lines = (1...40).map { index in
      "\(10 + index % 18)/11/20\(10 + index / 18), 08:00 - \(["Ann", "Bob", "Cem"][index % 3]): hello"
    }
    let path = folder.appendingPathComponent("WhatsApp Chat with Walkers.txt").path
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
    let probe = ViewerProbe(try display.probe("viewer", path, environment: environment))
    defer { probe.stop() }
    _ = try probe.state { $0["notice"] != nil && $0["settled"] == "true" }
    try display.act("search --onlyvisible --name Luge windowsize --sync 960 600")
    // The upper part of the pane: title, question, and some of the list.
    func upper() throws -> [UInt32] {
      let all = try display.pixels(width: 960, height: 600)
      return (52..<97).flatMap { all[$0 * 960 + 300..<$0 * 960 + 950] }
    }
    func atRest() throws -> [UInt32] {
      var last: [UInt32] = []
      let end = Date(timeIntervalSinceNow: 30)
      while Date() < end {
        let now = try upper()
        if now == last { break }
        last = now
        display.rest(400)
      }
      return last
    }
    try display.focus("Luge")
    try display.act("key ctrl+shift+f")
    _ = try probe.state { $0["side"] == "true" && $0["settled"] == "true" }
    let whole = try atRest()
    try display.act("key Escape")
    _ = try probe.state { $0["side"] != "true" && $0["settled"] == "true" }
    try display.act("key ctrl+i")
    _ = try probe.state { $0["screen"] == "statistics" && $0["settled"] == "true" }
    try display.act("key Escape")
    _ = try probe.state { $0["screen"] != "statistics" && $0["settled"] == "true" }
    try display.act("key ctrl+shift+f")
    _ = try probe.state { $0["side"] == "true" && $0["settled"] == "true" }
    #expect(try atRest() == whole)
  }

  @Test("Asked about is the conversation that is shown, with the names of its people")
  func ofShown() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let chats = [("Walkers", 77, ["Ann", "Bob"]), ("Readers", 78, ["Me", "Zoe"])].map { chat in
      let (name, id, people) = chat
      let messages = (1...8).map { index in
        """
        {"id": \(id * 100 + index), "type": "message", \
        "date_unixtime": "\(1_600_000_000 - id * 1000 + index)", \
        "from": "\(people[index % 2])", "from_id": "user\(id * 10 + index % 2)", "text": "n \(index)"}
        """
      }
      return """
        {"name": "\(name)", "type": "private_group", "id": \(id), "messages": [
        \(messages.joined(separator: ",\n"))]}
        """
    }
    let path = folder.appendingPathComponent("result.json").path
    try Data(#"{"chats": {"list": [\#(chats.joined(separator: ",\n"))]}}"#.utf8).write(
      to: URL(fileURLWithPath: path))
    let found = try display.read(
      """
      focus Luge
      pause 2
      find Ann
      key F6
      pause 1
      key Down
      pause 1
      find Me
      choose Me
      pause 2
      key alt+f
      pause 1
      key w
      pause 1
      find Me
      """, ["viewer", path], environment: environment)
    #expect(found.compactMap { $0["found"] as? String } == ["Ann", "Me", "Me"])
  }

  @Test("In a large group a menu has those who wrote most, and a field finds the others")
  func many() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    // Person 1 wrote 40 messages, person 40 one.
    let lines = (1...40).flatMap { round in
      (1...(41 - round)).map { String(format: "13/02/20, 10:10 - Person %02d: hello", $0) }
    }
    let path = folder.appendingPathComponent("WhatsApp Chat with Walkers.txt").path
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: path))
    let found = try display.read(
      """
      focus Luge
      pause 2
      choose Somebody Else…
      pause 1
      find Person 24
      shows Person 25
      key Up
      key Up
      key Return
      dialog
      send 39
      key Return
      pause 1
      answer That's Me
      closed
      focus Luge
      pause 1
      key alt+f
      pause 1
      key w
      pause 1
      find Person 39
      find Person 24
      shows Person 25
      """, ["viewer", path], environment: environment)
    let names = found.filter { $0["found"] is String }
    #expect(
      names.compactMap { $0["found"] as? String } == ["Person 24", "Person 39", "Person 24"])
    #expect(found.compactMap { $0["isShown"] as? Bool } == [false, false])
    let chosen = names.first { $0["found"] as? String == "Person 39" }
    #expect((chosen?["states"] as? [String])?.contains("checked") == true, "\(chosen ?? [:])")
  }

  @Test("Who else it is, is asked beside the button; giving that up leaves the question")
  func menu() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let found = try display.read(
      """
      focus Luge
      pause 2
      choose 1 More
      pause 1
      find Somebody Else…
      choose Somebody Else…
      pause 1
      find None of Them
      key Escape
      pause 1
      find Somebody Else…
      """, ["viewer", try writeExport()], environment: environment)
    let names = found.compactMap { $0["found"] as? String }
    #expect(names.suffix(3) == ["Somebody Else…", "None of Them", "Somebody Else…"])
    func rect(_ index: Int) throws -> [Int] {
      try #require(found.filter { $0["found"] is String }[index]["rect"] as? [Int])
    }
    let (button, entry) = (try rect(names.count - 3), try rect(names.count - 2))
    #expect(entry[0] < button[0] + button[2] && entry[0] + entry[2] > button[0])
  }
}
