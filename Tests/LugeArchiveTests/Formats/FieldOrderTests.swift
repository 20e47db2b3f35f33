import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

/// Exports that another program has written anew: with their fields in another order, or with a
/// first message that is longer than what a format is recognised by.
@Suite("Order of fields, long beginnings, names of zips")
struct FieldOrderTests {
  private let long = String(repeating: "ab ", count: 30_000)

  @Test("Discord: messages before the channel are its messages")
  func discord() throws {
    let text = """
      {"messageCount": 1, "messages": [
      {"isPinned": false, "callEndedTimestamp": null, "timestampEdited": null,
       "author": {"id": "1", "name": "ann"}, "content": "hi",
       "timestamp": "2024-01-01T09:06:00Z", "type": "Default", "id": "101"}],
      "channel": {"id": "77", "type": "GuildTextChat", "name": "plants"},
      "guild": {"id": "9", "name": "Garden"}}
      """
    for shown in [text, String(text.prefix(300))] {
      #expect(FormatSupport.format(shown, name: "plants.json") == DiscordReader.formatName)
    }
    let sink = try FormatSupport.read(text, as: DiscordReader.self, name: "plants.json")
    #expect(sink.conversations.map(\.key) == ["discord:77"])
    #expect(sink.conversations.map(\.name) == ["#plants (Garden)"])
    #expect(sink.texts == ["hi"])
  }

  @Test("Hangouts: events before what their conversation is are of that conversation")
  func hangouts() throws {
    func conversation(_ id: String, _ name: String) -> String {
      """
      {"events": [{"event_id": "e\(id)", "timestamp": "1500000000123456",
        "sender_id": {"gaia_id": "\(id)"}, "conversation_id": {"id": "\(id)"},
        "chat_message": {"message_content": {"segment": [{"type": "TEXT", "text": "\(name)"}]}}}],
       "conversation": {"conversation_id": {"id": "\(id)"}, "conversation": {"type": "GROUP",
        "participant_data": [{"id": {"gaia_id": "\(id)"}, "fallback_name": "\(name)"}]}}}
      """
    }
    let text = """
      {"conversations": [\(conversation("1", "Ann")), {"events": [
      {"event_id": "e3", "timestamp": "1500000000000000", "conversation_id": {"id": "3"}}]},
      \(conversation("2", "Bob"))]}
      """
    #expect(FormatSupport.format(text, name: "Hangouts.json") == HangoutsReader.formatName)
    let sink = try FormatSupport.read(text, as: HangoutsReader.self, name: "Hangouts.json")
    #expect(sink.conversations.map(\.key) == ["hangouts:1", "hangouts:3", "hangouts:2"])
    #expect(sink.conversations.map(\.name) == ["Ann", "Hangouts", "Bob"])
    #expect(sink.authors == ["Ann", nil, "Bob"])
  }

  @Test("Telegram: messages before the name and the id of their chat are of that chat")
  func telegram() throws {
    func chat(_ id: Int, _ name: String) -> String {
      """
      {"messages": [{"text": "\(name)", "from_id": "user\(id)", "from": "\(name)",
       "date_unixtime": "1717400000", "type": "message", "id": 1}],
       "id": \(id), "type": "personal_chat", "name": "\(name)"}
      """
    }
    let one = chat(7, "Ann")
    #expect(FormatSupport.format(one, name: "result.json") == TelegramReader.formatName)
    let single = try FormatSupport.read(one, as: TelegramReader.self, name: "result.json")
    #expect(single.conversations.map(\.key) == ["telegram:7"])
    #expect(single.conversations.map(\.name) == ["Ann"])
    let text = """
      {"left_chats": {"list": [\(chat(3, "Cem"))]},
       "chats": {"list": [\(chat(7, "Ann")), \(chat(8, "Bob"))]},
       "personal_information": {"user_id": 1}}
      """
    let all = try FormatSupport.read(text, as: TelegramReader.self, name: "result.json")
    #expect(all.conversations.map(\.key) == ["telegram:3", "telegram:7", "telegram:8"])
    #expect(all.conversations.map(\.name) == ["Cem", "Ann", "Bob"])
    #expect(all.conversations.map(\.kind) == [.personal, .personal, .personal])
    #expect(all.texts == ["Cem", "Ann", "Bob"])
  }

  /// The first bytes of a file, as a format is recognised by.
  private func beginning(_ text: String) -> String {
    String(decoding: text.utf8.prefix(ExportOpener.prefixLength), as: UTF8.self)
  }

  @Test("KakaoTalk, sigtop: a first message of more than 64 KB")
  func longText() throws {
    let day = "--------------- 2020년 1월 5일 일요일 ---------------"
    let lines = String(repeating: "ab\n", count: 30_000)
    for first in [long, lines] {
      let texts = [
        "\(day)\n[Ann] [오후 1:23] \(first)\n[Bob] [오후 1:24] hi\n",
        "2020년 1월 5일 오후 1:23\n2020년 1월 5일 오후 1:23, Ann : \(first)\n"
          + "2020년 1월 5일 오후 1:24, Bob : hi\n",
      ]
      for text in texts {
        let format = FormatSupport.format(beginning(text), name: "chat.txt")
        #expect(format == KakaoTalkReader.formatName)
        let sink = try FormatSupport.read(text, as: KakaoTalkReader.self, name: "chat.txt")
        #expect(sink.authors == ["Ann", "Bob"])
      }
      for (who, file) in [("Ann", "Ann (+491).txt"), ("You", "Ann.txt")] {
        let text = "2024-01-05 10:11 \(who): \(first)\n2024-01-05 10:12 You: hi\n"
        let format = FormatSupport.format(beginning(text), name: file)
        #expect(format == SignalTextReader.formatName)
        let sink = try FormatSupport.read(text, as: SignalTextReader.self, name: file)
        #expect(sink.messages.count == 2)
      }
    }
    // A text that begins with a date is none.
    let diary = "2024-01-05 10:11 Ann: \(lines)"
    #expect(FormatSupport.format(beginning(diary), name: "diary.txt") == nil)
  }

  @Test("Rocket.Chat: a first message of more than 64 KB, in each of its forms")
  func longRocketChat() throws {
    func message(_ id: Int, _ text: String) -> String {
      """
      {"_id":"m\(id)","rid":"r","msg":"\(text)","ts":{"$date":"2020-01-01T10:00:0\(id)Z"},\
      "u":{"_id":"u1","username":"ann"}}
      """
    }
    let (first, second) = (message(1, long), message(2, "hi"))
    for text in [
      "\(first)\n\(second)\n", "[\(first),\(second)]",
      "{\"success\":true,\"messages\":[\(first),\(second)]}",
    ] {
      let format = FormatSupport.format(beginning(text), name: "general.json")
      #expect(format == RocketChatReader.formatName)
      let sink = try FormatSupport.read(text, as: RocketChatReader.self, name: "general.json")
      #expect(sink.messages.count == 2 && sink.skipped.isEmpty)
      #expect(sink.conversations.map(\.key) == ["rocketchat:r"])
    }
  }

  @Test("Mattermost: a line of a post that has none is counted, and makes no conversation")
  func mattermost() throws {
    let text = """
      {"type":"version","version":1}
      {"type":"post","post":null}
      {"type":"direct_post","direct_post":[1]}
      {"post":{"team":"t","channel":"c","user":"ann","message":"x","create_at":1580474040000}}
      {"type":"emoji"}

      """
    let sink = try FormatSupport.read(text, as: MattermostReader.self, name: "import.jsonl")
    #expect(sink.conversations.isEmpty && sink.messages.isEmpty)
    #expect(sink.skipped.map(\.place) == ["line 2", "line 3", "line 4"])
  }

  @Test("A chat at the root of a zip is called like it, without its ending, and added once")
  func zipNames() throws {
    let folder = try TemporaryFolder()
    let line = """
      {"date": "2024-01-05T10:11:12", "sender": "Ann", "body": "hi", "quote": "",
      """.replacing("\n", with: "") + #" "sticker": null, "reactions": [], "attachments": []}"#
    let google = """
      {"messages": [{"creator": {"name": "Ann", "email": "a@b.c"}, "topic_id": "t",
      "created_date": "Friday, 5 January 2024 at 10:11:12 UTC", "text": "hi",
      "message_id": "s/t/t"}]}
      """
    for (name, member, text) in [
      ("Ann.zip", "data.json", line + "\n"), ("Garden.zip", "messages.json", google),
    ] {
      let zip = try folder.write(ZipBuilder([(member, text)]).bytes, as: name)
      let path = "\(folder.path)/\(name).luge"
      let first = try ArchiveImporter(into: path).run(ImportInput(opening: zip))
      #expect(first.added == 1)
      #expect(try Archive(opening: path).conversations().map(\.name) == [String(name.dropLast(4))])
      // The key is the one that earlier archives have, which get the name with the next import.
      #expect(first.conversations.map(\.key).allSatisfy { $0.hasSuffix(":\(name)") })
      let second = try ArchiveImporter(into: path).run(ImportInput(opening: zip))
      #expect(second.added == 0)
    }
    #expect(SourceContext.shownName(of: "a.TAR.GZ") == "a")
    #expect(SourceContext.shownName(of: ".zip") == ".zip")
  }

  @Test("What was left out names its conversation")
  func leftOut() throws {
    let folder = try TemporaryFolder()
    let chats = ["Ann", "Bob"].enumerated().map { id, name in
      """
      {"name": "\(name)", "type": "personal_chat", "id": \(id), "messages": [
      {"id": 1, "type": "message", "date_unixtime": "1717400000", "from": "\(name)",
       "from_id": "user\(id)", "text": "hi"}, {"id": 2, "type": "message"}]}
      """
    }
    let path = try folder.write(
      #"{"chats": {"list": [\#(chats.joined(separator: ","))]}}"#, as: "result.json")
    let report = try ArchiveImporter(into: folder.path + "/a.luge").run(ImportInput(opening: path))
    #expect(report.skipped.map(\.conversation) == ["Ann", "Bob"])
  }
}
