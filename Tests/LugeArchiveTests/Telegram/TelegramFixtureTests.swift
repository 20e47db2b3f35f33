import Foundation
import LugeArchive
import LugeImporters
import Testing

@Suite(
  "Telegram: real exports",
  .enabled(if: Fixtures.exist, "set LUGE_FIXTURES to the folder of fixtures to run these"))
struct TelegramFixtureTests {
  @Test(
    "Counts equal those of another JSON parser",
    arguments: [
      "Tkonverter/result.json", "Tkonverter/result_group.json",
      "chat-miner/test_batch_export.json", "chat-miner/test_single_export.json",
      "tg-parser/personal_chat.json", "tg-parser/supergroup_with_topics.json",
    ])
  func counts(name: String) throws {
    let file = Fixtures.folder + "/telegram/" + name
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: file)))
    let root = try #require(json as? [String: Any])
    let list = (root["chats"] as? [String: Any])?["list"] as? [[String: Any]] ?? [root]
    let all = list.flatMap { $0["messages"] as? [[String: Any]] ?? [] }
    let unsupported = all.count { $0["type"] as? String == "unsupported" }
    let service = all.count { $0["type"] as? String == "service" }
    let people = Set(
      all.compactMap { message -> String? in
        let isService = message["actor"] != nil || message["actor_id"] != nil
        let id = message[isService ? "actor_id" : "from_id"] as? String
        return id ?? message[isService ? "actor" : "from"] as? String
      })

    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let report = try ArchiveImporter(into: path).run(ImportInput(opening: file))
    // What could not be exported keeps its place, as an entry of its own.
    #expect(report.added == all.count)
    #expect(report.skippedCount == 0)
    let archive = try Archive(opening: path)
    let conversations = try archive.conversations()
    let topics = all.count { $0["action"] as? String == "topic_created" }
    #expect(conversations.count == list.count + topics)
    #expect(conversations.reduce(0) { $0 + $1.service } == service + unsupported)
    #expect(conversations.reduce(0) { $0 + $1.messages } == all.count - unsupported - service)
    if topics == 0 { #expect(conversations.reduce(0) { $0 + $1.authors } == people.count) }
    for conversation in conversations {
      let stored = try archive.messages(in: conversation.id, at: 0..<conversation.count)
      let withoutSentence = stored.filter { message in
        if case .service = message.kind { message.text.isEmpty } else { false }
      }
      #expect(withoutSentence.isEmpty)
      #expect(stored.allSatisfy { !$0.text.string.contains("custom_action") })
    }
  }

  @Test("A list of something else is refused")
  func foreign() throws {
    let file = Fixtures.folder + "/telegram/chat-miner/target.json"
    #expect(throws: ArchiveError.self) { try ImportInput(opening: file) }
  }
}
