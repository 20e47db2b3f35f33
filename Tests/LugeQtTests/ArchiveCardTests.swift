import Foundation
import LocalServer
import LugeTestSupport
import Testing

/// Pages that messages of an archive lead to, in the program's window.
@Suite(
  "Cards of pages in an archive", .timeLimit(.minutes(3)),
  .enabled(if: Tools.missingForReaders.isEmpty, "not installed: \(Tools.missingForReaders)"))
struct ArchiveCardTests {
  private let display: Display
  private let folder: TemporaryFolder

  init() throws {
    display = try Display()
    folder = try TemporaryFolder()
  }

  private func export(leadingTo address: String) throws -> String {
    let messages = ["Hello", address, "Bye"].enumerated().map { index, text in
      """
      {"id": \(index + 1), "type": "message", "date": "2024-06-03T10:00:00", \
      "date_unixtime": "\(1_717_400_000 + index * 60)", "from": "Anna", "from_id": "userAnna", \
      "text": "\(text)", "text_entities": [{"type": "plain", "text": "\(text)"}]}
      """
    }
    let file = folder.path + "/result.json"
    try Data(
      """
      {"name": "Anna", "type": "personal_chat", "id": 1, "messages": [
      \(messages.joined(separator: ",\n"))]}
      """.utf8
    ).write(to: URL(fileURLWithPath: file))
    return file
  }

  private func read(_ commands: String, _ file: String) throws -> [[AccessibleReader.Item]] {
    AccessibleReader.lists(
      try display.read(
        "focus Luge\npause 1\n" + commands, ["viewer", file],
        environment: [
          "XDG_CONFIG_HOME": folder.path + "/config", "XDG_CACHE_HOME": folder.path + "/cache",
        ]))
  }

  @Test("A page is fetched when its reader asks, is a card then, and is one again the next time")
  func asked() throws {
    let server = try LocalHTTPServer { path in
      path == "/page"
        ? .init(body: Array("<title>Ferry times</title><meta name=description content=x>".utf8))
        : .init(status: 404)
    }
    let file = try export(leadingTo: server.address + "/page")
    func says(_ words: String, _ list: [AccessibleReader.Item]?) -> Bool {
      list?.contains { item in
        item.name.contains(words) || item.parts.contains { $0.contains(words) }
      } == true
    }
    let lists = try read("list\npause 1\nmenu 1 Show Preview\npause 2\nlist", file)
    #expect(!says("Ferry", lists.first), "nothing is fetched by itself")
    #expect(says("Ferry times", lists.last), "\(lists)")
    #expect(server.counts.requests == 1)
    let again = try read("pause 2\nlist", file)
    #expect(says("Ferry times", again.last), "\(again)")
    #expect(server.counts.requests == 1)
  }
}
