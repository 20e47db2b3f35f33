import Foundation
import GRDB
import LugeArchive
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeImporters

/// Words that stand where a reader did not look for them.
@Suite("Words in unusual places are kept") struct KeptWordsTests {
  @Test("Slack: blocks that say more than the text; a time that two people have")
  func slack() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      [{"type": "message", "user": "U1", "ts": "1700000000.000100", "text": "first"},
      {"type": "message", "user": "U2", "ts": "1700000000.000100", "text": "second"},
      {"type": "message", "subtype": "bot_message", "bot_id": "B1", "ts": "1700000001.000100",
      "text": "New issue", "blocks": [
      {"type": "section", "text": {"type": "mrkdwn", "text": "*New*   issue"}},
      {"type": "section", "text": {"type": "mrkdwn", "text": "The pump is broken"}}]},
      {"type": "message", "user": "U1", "ts": "1700000002.000100", "text": "a *b*", "blocks": [
      {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [
      {"type": "text", "text": "a "}, {"type": "text", "text": "b", "style": {"bold": true}}]}]}]}]
      """, as: "general/2023-11-14.json")
    let (sink, _) = try FormatSupport.open(folder)
    #expect(sink.texts == ["first", "second", "New issue\nThe pump is broken", "a b"])
    #expect(Set(sink.messages.map(\.sourceKey)).count == 4)
  }

  @Test("Discord: an id that two people have, and all pictures of an embed")
  func discord() throws {
    func message(_ author: String, _ text: String, _ more: String = "") -> String {
      #"""
      {"id": "1", "type": "Default", "timestamp": "2024-01-01T10:00:00+00:00",
      "content": "\#(text)", "author": {"id": "\#(author)", "name": "\#(author)"}\#(more)}
      """#
    }
    let pictures =
      #", "embeds": [{"title": "T", "image": {"url": "a.png"}, "images": "#
      + #"[{"url": "a.png"}, {"url": "b.png"}]}]"#
    let sink = try FormatSupport.read(
      #"{"guild": {"id": "0"}, "channel": {"id": "7"}, "messages": ["#
        + "\(message("Ann", "one")), \(message("Ben", "two", pictures))]}",
      as: DiscordReader.self, name: "c.json")
    #expect(sink.texts == ["one", "two"])
    #expect(sink.messages.map(\.sourceKey) == ["1", "1 by Ben"])
    #expect(sink.messages[1].media.map { $0.path ?? $0.thumbnailPath } == ["a.png", "b.png"])
  }

  @Test("Teams: what was deleted and is there, and events that say something")
  func teams() throws {
    func message(_ id: Int, _ type: String, _ text: String, _ more: String) -> String {
      #"""
      {"id": "\#(id)", "chatId": "c", "messageType": "\#(type)",
      "createdDateTime": "2024-01-01T10:00:0\#(id)Z", "from": {"user": {"id": "u", "displayName":
      "Ann"}}, "body": {"contentType": "html", "content": "\#(text)"}\#(more)}
      """#
    }
    let deleted = #", "deletedDateTime": "2024-01-01T11:00:00Z""#
    let sink = try FormatSupport.read(
      #"{"value": ["#
        + [
          message(1, "message", "<p>kept for the record</p>", deleted),
          message(2, "message", "", deleted),
          message(3, "unknownFutureValue", "<p>a new kind</p>", ""),
          message(4, "systemEventMessage", "<systemEventMessage/>", ""),
        ].joined(separator: ",") + "]}", as: TeamsReader.self, name: "c.json")
    #expect(sink.texts[0] == "kept for the record" && sink.messages[0].kind == .message)
    #expect(sink.texts[1] == "This message was deleted" && sink.messages[1].kind == .deleted)
    #expect(sink.texts[2].hasSuffix(": a new kind"))
    #expect(!sink.texts[3].contains(": :") && !sink.texts[3].hasSuffix(": "))
  }

  @Test("Signal: answers to stories, polls and long texts")
  func signal() throws {
    func item(_ sent: Int, _ content: String) -> String {
      #"{"chatItem": {"chatId": "1", "authorId": "2", "dateSent": \#(sent), \#(content)}}"#
    }
    let sink = try FormatSupport.read(
      [
        #"{"version": "1", "backupTimeMs": "1"}"#,
        #"{"recipient": {"id": "2", "contact": {"aci": "a", "profileGivenName": "Ann"}}}"#,
        #"{"chat": {"id": "1", "recipientId": "2"}}"#,
        item(
          1000, #""directStoryReplyMessage": {"textReply": {"text": {"body": "nice view"}}}"#),
        item(2000, #""directStoryReplyMessage": {"emoji": "👍"}"#),
        item(
          3000,
          #""poll": {"question": "When?", "options": [{"option": "Now", "votes": [{}, {}]}]}"#),
        item(
          4000,
          #""standardMessage": {"text": {"body": "begin"}, "longText": {"path": "files/x"}}"#),
      ].joined(separator: "\n"), as: SignalBackupReader.self, name: "main.jsonl")
    #expect(sink.texts == ["nice view", "👍", "", "begin"])
    #expect(sink.messages[2].media.map(\.kind) == [.poll])
    #expect(sink.messages[2].media[0].note == "When?\n• Now: 2 votes")
    #expect(sink.messages[3].media.map(\.path) == ["files/x"])
  }

  @Test("sigtop's short text: brackets that people write")
  func brackets() throws {
    let sink = try FormatSupport.read(
      """
      2024-01-05 10:11 Ann: [urgent message] call me
      2024-01-05 10:12 You: [reply to me] when?
      2024-01-05 10:13 Ann: [group-v2-change message]
      2024-01-05 10:14 You: [reply to Ann on 2024-01-05 10:11] soon
      """, as: SignalTextReader.self, name: "Ann.txt")
    #expect(
      sink.texts == ["[urgent message] call me", "[reply to me] when?", "group v2 change", "soon"])
  }

  @Test("Exports for people have the files of service entries")
  func serviceFiles() throws {
    let folder = try TemporaryFolder()
    let picture = MediaRecord(kind: .photo, path: "p.gif", fileName: "p.gif")
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(
      ImportInput(
        path: "a",
        parts: [
          .init(name: "a") { sink in
            try sink.begin(ConversationRecord(key: "a", name: "A", kind: .group))
            try sink.add(
              MessageRecord(
                sourceKey: "1", time: Timestamp(seconds: 5, certainty: .exact),
                text: StyledText("Ann changed the picture"),
                kind: .service(action: "picture"), media: [picture]))
          }
        ]))
    let archive = try Archive(opening: path)
    for format in [ExportFormat.markdown, .html, .text] {
      var text = ""
      _ = try archive.export(ExportSelection(), as: format, title: "A") {
        text += String(decoding: $0, as: UTF8.self)
      }
      #expect(text.contains("Ann changed the picture") && text.contains("p.gif"), "\(format)")
    }
  }

  @Test("Twitter: greetings of firms, and messages that stand before their conversation's id")
  func twitter() throws {
    func event(_ kind: String, _ id: Int, _ text: String) -> String {
      #"""
      {"\#(kind)": {"id": "\#(id)", "senderId": "9", "text": "\#(text)",
      "createdAt": "2024-01-01T10:00:0\#(id)Z"}}
      """#
    }
    let sink = try FormatSupport.read(
      #"window.YTD.direct_messages.part0 = [{"dmConversation": {"conversationId": "1-9", "#
        + #""messages": [\#(event("messageCreate", 2, "hello")), "#
        + #"\#(event("welcomeMessageCreate", 1, "How can we help?"))]}}, "#
        + #"{"dmConversation": {"messages": [\#(event("messageCreate", 3, "other"))], "#
        + #""conversationId": "1-8"}}]"#, as: TwitterMessagesReader.self,
      name: "direct-messages.js")
    #expect(sink.texts == ["hello", "How can we help?", "other"])
    #expect(
      sink.conversations.map(\.key) == [
        "twitter-messages:1-9", "twitter-messages:unknown",
      ])
  }
}
