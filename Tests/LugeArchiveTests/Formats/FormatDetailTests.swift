import Foundation
import GRDB
import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

/// What a reader has to make of the smaller things of its format: who said it, what it answers,
/// what happened, in words for people.
@Suite("Details of formats")
struct FormatDetailTests {
  private func read(_ text: String, as reader: any ExportReader.Type, name: String) throws
    -> CollectingSink
  {
    try FormatSupport.read(text, as: reader, name: name, container: "x")
  }

  private func actions(_ sink: CollectingSink) -> [String?] {
    sink.messages.map { if case .service(let action) = $0.kind { action } else { nil } }
  }

  @Test("Skype: an answer is an answer, without what it quotes; reactions; who was added")
  func skype() throws {
    let quote =
      #"<quote author=\"live:anna\" authorname=\"Anna\" messageid=\"1709287000000\"><legacyquote>[1] Anna: </legacyquote>old words<legacyquote>\n\n&lt;&lt;&lt; </legacyquote></quote>my <b>answer</b>"#
    let text = """
      {"userId": "8:me", "exportDate": "x", "conversations": [{"id": "19:g", "displayName": "G", "MessageList": [
      {"id": "4", "displayName": "Anna", "originalarrivaltime": "2020-01-01T10:00:04Z", "messagetype": "RichText/UriObject", "content": "<URIObject uri=\\"https://x.org/p\\">To view this shared photo, go to: <a href=\\"https://x.org/p\\">https://x.org/p</a><OriginalName v=\\"a.png\\"></OriginalName></URIObject>", "from": "8:live:anna"},
      {"id": "3", "displayName": "Anna", "originalarrivaltime": "2020-01-01T10:00:03Z", "messagetype": "ThreadActivity/AddMember", "content": "<addmember><initiator>8:live:anna</initiator><target>8:live:ben</target></addmember>", "from": "8:live:anna"},
      {"id": "2", "displayName": "Ben", "originalarrivaltime": "2020-01-01T10:00:02Z", "messagetype": "RichText", "content": "\(quote)", "from": "8:live:ben", "properties": {"emotions": "[{\\"key\\":\\"heart\\",\\"users\\":[{\\"mri\\":\\"8:live:anna\\"}]}]"}},
      {"id": "1709287000000", "displayName": "Anna", "originalarrivaltime": "2020-01-01T10:00:01Z", "messagetype": "RichText", "content": "old words", "from": "8:live:anna"}]}]}
      """
    let sink = try read(text, as: SkypeReader.self, name: "messages.json")
    // Messages of different seconds are put in order by the archive.
    #expect(sink.texts == ["", "Anna added Ben", "my answer", "old words"])
    #expect(sink.messages[2].replyTo == ReplyRecord(sourceKey: "1709287000000"))
    #expect(
      sink.messages[2].reactions == [ReactionRecord(emoji: "❤️", count: 1, authors: ["Anna"])])
    #expect(sink.messages[0].media.map(\.note) == ["https://x.org/p"])
  }

  @Test("Matrix: people have the names they gave themselves; polls are polls")
  func matrix() throws {
    func event(_ id: String, _ type: String, _ content: String, by sender: String = "ann") -> String
    {
      """
      {"type": "\(type)", "room_id": "!r:x.org", "sender": "@\(sender):x.org", "event_id": "\(id)",
      "origin_server_ts": 1000, "content": \(content)}
      """
    }
    let events = [
      event("$1", "m.room.message", #"{"msgtype": "m.text", "body": "hi"}"#),
      #"{"type": "m.room.member", "state_key": "@ann:x.org", "sender": "@ann:x.org", "event_id": "$2", "origin_server_ts": 1000, "content": {"membership": "join", "displayname": "Anna Lee"}}"#,
      event(
        "$3", "org.matrix.msc3381.poll.start",
        #"{"org.matrix.msc3381.poll.start": {"question": {"org.matrix.msc1767.text": "Lunch?"}, "answers": [{"id": "a", "org.matrix.msc1767.text": "Yes"}, {"id": "b", "org.matrix.msc1767.text": "No"}]}}"#
      ),
      event(
        "$4", "org.matrix.msc3381.poll.response",
        #"{"m.relates_to": {"event_id": "$3"}, "org.matrix.msc3381.poll.response": {"answers": ["b"]}}"#,
        by: "ben"),
      event(
        "$5", "org.matrix.msc3381.poll.response",
        #"{"m.relates_to": {"event_id": "$3"}, "org.matrix.msc3381.poll.response": {"answers": ["a"]}}"#,
        by: "ben"),
    ]
    let text =
      "{\"room_name\": \"R\", \"exported_by\": \"y\", \"messages\": [\(events.joined(separator: ","))]}"
    let sink = try read(text, as: MatrixExportReader.self, name: "export.json")
    #expect(sink.authors == ["Anna Lee", "Anna Lee", "Anna Lee"])
    #expect(sink.texts[1] == "Anna Lee joined")
    #expect(
      sink.messages[2].media == [
        MediaRecord(kind: .poll, note: "Lunch?\n• Yes (1 vote)\n• No (0 votes)")
      ])
  }

  @Test("Messenger: what it says itself is no message of a person")
  func messenger() throws {
    func message(_ content: String, _ time: Int, _ name: String = "Ann Lee") -> String {
      #"{"sender_name": "\#(name)", "timestamp_ms": \#(time), "content": "\#(content)", "type": "Generic"}"#
    }
    let contents = [
      "Ann Lee named the group Fun.", "Ann added Bob.", "Reacted x to your message ",
      "Ann set the nickname for Bob to B.", "Ann is my name.", "Ann added Bob",
      "You left the group.",
    ]
    let list = contents.enumerated().map { message($1, 9000 - $0 * 1000) }.joined(separator: ",")
    let sink = try read(
      "{\"participants\": [{\"name\": \"Ann Lee\"}], \"messages\": [\(list)]}",
      as: MessengerReader.self, name: "message_1.json")
    #expect(
      actions(sink) == ["event", "event", "reaction", "event", nil, nil, "event"])
    #expect(sink.texts == contents)
  }

  @Test("Slack: styles of blocks, huddles, what is said of a file, Slackbot, groups' names")
  func slack() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"[{"id": "U1", "name": "ann", "profile": {"display_name": "Ann"}}, {"id": "U2", "name": "bob", "profile": {"display_name": "Bob"}}]"#,
      as: "users.json")
    try folder.write(
      #"[{"id": "G1", "name": "mpdm-ann--bob-1", "members": ["U1", "U2"]}]"#, as: "mpims.json")
    try folder.write(
      #"""
      [{"type": "message", "ts": "1.1", "user": "U1", "text": "", "blocks": [{"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": "see "}, {"type": "text", "text": "this <now>", "style": {"bold": true}}, {"type": "text", "text": " & go"}]}]}]},
      {"type": "message", "subtype": "huddle_thread", "ts": "2.1", "user": "U1", "text": "", "room": {"date_start": 100, "date_end": 160}},
      {"type": "message", "subtype": "file_comment", "ts": "3.1", "text": "<@U2> commented", "comment": {"user": "U2", "comment": "nice"}},
      {"type": "message", "ts": "4.1", "user": "USLACKBOT", "text": "hello"}]
      """#, as: "mpdm-ann--bob-1/2020-01-01.json")
    let (sink, _) = try FormatSupport.open(folder)
    #expect(sink.conversations.map(\.name) == ["Ann, Bob"])
    #expect(sink.texts == ["see this <now> & go", "", "nice", "hello"])
    #expect(sink.messages[0].text.spans == [.init(4..<14, .bold)])
    #expect(
      sink.messages[1].media == [
        MediaRecord(kind: .call, duration: 60, note: "Ann started a huddle")
      ])
    #expect(sink.authors == ["Ann", "Ann", "Bob", "Slackbot"])
  }

  @Test("Discord's package: names of its index, its owner's name, times in UTC")
  func discordPackage() throws {
    let folder = try TemporaryFolder()
    let message =
      #"[{"ID": 123456789012345678, "Timestamp": "2024-03-01 10:01:00", "Contents": "hi", "Attachments": ""}]"#
    try folder.write(message, as: "messages/c123456789012345600/messages.json")
    try folder.write(
      #"{"id": "123456789012345600", "type": 1, "recipients": ["1", "2"]}"#,
      as: "messages/c123456789012345600/channel.json")
    try folder.write(message, as: "messages/c123456789012345601/messages.json")
    try folder.write(
      #"{"123456789012345600": "Direct Message with bob#0", "123456789012345601": "general in Garden"}"#,
      as: "messages/index.json")
    try folder.write(
      #"{"id": "1", "username": "alice1", "discriminator": "0", "global_name": "Alice"}"#,
      as: "account/user.json")
    let (sink, formats) = try FormatSupport.open(folder)
    #expect(formats == [DiscordPackageReader.formatName])
    #expect(sink.conversations.map(\.name) == ["bob", "#general (Garden)"])
    #expect(sink.authors == ["Alice", "Alice"])
    #expect(sink.messages.map { $0.author?.key } == ["me", "me"])
    #expect(sink.messages.map(\.time.certainty) == [.exact, .exact])
    #expect(throws: ArchiveError.self) {
      try ExportOpener().open(path: folder.path + "/messages/index.json").items.first?
        .read(into: CollectingSink())
    }
  }

  @Test("Zulip: uploads are files")
  func zulip() throws {
    let text = #"""
      {"zerver_message": [{"id": 1, "sender": 1, "recipient": 1, "subject": "t", "date_sent": 1.0,
      "content": "look\n[f](/user_uploads/1/ab/a%20b.png) there"}]}
      """#
    let sink = try read(text, as: ZulipReader.self, name: "messages-000001.json")
    #expect(
      sink.messages.first?.media == [
        MediaRecord(kind: .photo, path: "uploads/1/ab/a b.png", fileName: "f")
      ])
    #expect(sink.texts == ["look\n there"])
  }

  @Test("KakaoTalk's table: who came is told, not said; the name is the chat's")
  func kakaoTable() throws {
    let sink = try read(
      "Date,User,Message\n2024-03-01 10:00:00,\"Park\",\"Park joined this chatroom.\"\n"
        + "2024-03-01 10:01:00,\"Park\",\"hi\"\n", as: KakaoTalkReader.self,
      name: "KakaoTalk_Chat_Club_2024-03-01-10-00-00.csv")
    #expect(sink.conversations.map(\.name) == ["Club"])
    #expect(actions(sink) == ["event", nil])
    #expect(sink.authors == [nil, "Park"])
  }

  @Test("Teams: what happened, in words")
  func teams() throws {
    let text = #"""
      {"value": [{"id": "1", "messageType": "systemEventMessage", "createdDateTime": "2024-03-01T10:00:00Z", "chatId": "c", "body": {"contentType": "html", "content": "<systemEventMessage/>"}, "eventDetail": {"@odata.type": "#microsoft.graph.membersAddedEventMessageDetail", "initiator": {"user": {"id": "1", "displayName": "Ann"}}, "members": [{"id": "2", "displayName": "Bob"}]}},
      {"id": "2", "messageType": "systemEventMessage", "createdDateTime": "2024-03-01T10:00:01Z", "chatId": "c", "body": {"content": ""}, "eventDetail": {"@odata.type": "#microsoft.graph.tabUpdatedEventMessageDetail"}}]}
      """#
    let sink = try read(text, as: TeamsReader.self, name: "m.json")
    #expect(sink.texts == ["Ann added Bob", "Somebody: tab updated"])
  }

  @Test("iMessage: what no conversation has is not lost, also in a table without an index")
  func orphans() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/chat.db"
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE message (ROWID INTEGER PRIMARY KEY, guid TEXT, text TEXT, handle_id INTEGER,
            date INTEGER, is_from_me INTEGER);
          CREATE TABLE chat (ROWID INTEGER PRIMARY KEY, chat_identifier TEXT, display_name TEXT,
            style INTEGER);
          CREATE TABLE handle (ROWID INTEGER PRIMARY KEY, id TEXT);
          CREATE TABLE chat_message_join (chat_id INTEGER, message_id INTEGER);
          INSERT INTO chat VALUES (1, '+1', '', 45);
          INSERT INTO handle VALUES (1, '+1');
          INSERT INTO message VALUES (1, 'a', 'hi', 1, 600000000000000000, 0),
            (2, 'b', 'lost', 1, 600000001000000000, 0);
          INSERT INTO chat_message_join VALUES (1, 1), (1, NULL);
          """)
    }
    try queue.close()
    let sink = CollectingSink()
    for item in try ExportOpener().open(path: path).items { try item.read(into: sink) }
    #expect(sink.texts == ["hi", "lost"])
    #expect(sink.conversations.map(\.key) == ["imessage:+1", "imessage:none"])
  }

  @Test("Twitter's direct messages, beside its tweets")
  func twitterMessages() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"window.YTD.account.part0 = [{"account": {"accountId": "1", "username": "anna", "accountDisplayName": "Anna"}}]"#,
      as: "data/account.js")
    try folder.write(
      #"window.YTD.tweets.part0 = [{"tweet": {"id_str": "5", "id": "5", "created_at": "Wed Jan 01 10:00:00 +0000 2020", "full_text": "post"}}]"#,
      as: "data/tweets.js")
    try folder.write(
      #"""
      window.YTD.direct_messages.part0 = [{"dmConversation": {"conversationId": "1-2", "messages": [
      {"messageCreate": {"recipientId": "1", "reactions": [{"senderId": "1", "reactionKey": "like"}], "urls": [], "text": "yes", "mediaUrls": ["https://ton.twitter.com/dm/9/8/p.jpg"], "senderId": "2", "id": "11", "createdAt": "2020-01-01T10:00:00.500Z"}},
      {"messageCreate": {"recipientId": "2", "text": "hi", "mediaUrls": [], "senderId": "1", "id": "10", "createdAt": "2020-01-01T10:00:00.100Z"}}]}},
      {"dmConversation": {"conversationId": "1-3", "messages": [{"messageCreate": {"text": "ho", "senderId": "3", "id": "12", "createdAt": "2020-01-01T10:00:00.100Z"}}, {"messageCreate": {"text": "no time", "id": "13"}}]}}]
      """#, as: "data/direct-messages.js")
    let (sink, formats) = try FormatSupport.open(folder)
    #expect(Set(formats) == [TwitterReader.formatName, TwitterMessagesReader.formatName])
    let direct = sink.messages.filter { $0.post == nil }
    #expect(direct.map(\.text.string) == ["hi", "yes", "ho"])
    #expect(direct.map { $0.author?.name } == ["Anna", "User 2", "User 3"])
    #expect(direct[1].reactions == [ReactionRecord(emoji: "❤️", count: 1, authors: ["Anna"])])
    #expect(direct[1].media.map(\.path) == ["direct_messages_media/11-p.jpg"])
    #expect(sink.conversations.map(\.key).contains("twitter-messages:1-2"))
    #expect(sink.skipped.map(\.reason) == ["it has no time"])
    #expect(try ExportOpener().open(path: folder.path).passedOver.isEmpty)
  }

  @Test("Telegram: a topic that was renamed has its last name")
  func renamedTopic() throws {
    let text = #"""
      {"name": "Forum", "type": "private_supergroup", "id": 1, "messages": [
      {"id": 1, "type": "service", "date": "2020-01-01T10:00:00", "actor": "A", "actor_id": "user1", "action": "topic_created", "title": "T1", "text": ""},
      {"id": 2, "type": "message", "date": "2020-01-01T10:00:01", "from": "A", "from_id": "user1", "reply_to_message_id": 1, "text": "a"},
      {"id": 3, "type": "service", "date": "2020-01-01T10:00:02", "actor": "A", "actor_id": "user1", "action": "topic_edit", "new_title": "T2", "reply_to_message_id": 1, "text": ""},
      {"id": 4, "type": "message", "date": "2020-01-01T10:00:03", "from": "A", "from_id": "user1", "reply_to_message_id": 1, "text": "b"}]}
      """#
    let sink = try read(text, as: TelegramReader.self, name: "result.json")
    let topic = sink.conversations.filter { $0.key.contains("/topic:1") }
    #expect(topic.map(\.name) == ["Forum › T1", "Forum › T2"])
    #expect(sink.texts.suffix(1) == ["b"])
  }

  @Test("signal-export: a long first message hides nothing of the format")
  func signalLong() {
    let rest = #""quote": "", "sticker": null, "reactions": [], "attachments": []}"#
    for length in [10, 10_000, 60_000] {
      let body = String(repeating: "ab ", count: length / 3)
      let line = #"{"date": "2024-01-05T10:11:12", "sender": "Ann", "body": "\#(body)", \#(rest)"#
      for text in [line, "\(line)\n\(line)\n"] {
        for shown in [text, String(text.prefix(8192))] {
          #expect(FormatSupport.format(shown, name: "data.json") == SignalExportReader.formatName)
        }
      }
    }
    let other = #"{"date": "2024-01-05T10:11:12", "sender": "Ann", "body": "x"}"#
    #expect(FormatSupport.format(other, name: "data.json") != SignalExportReader.formatName)
  }

  @Test("Skype: a program that sorts the fields by name mixes no conversations")
  func skypeSorted() throws {
    func message(_ id: Int, _ chat: String) -> String {
      """
      {"content": "\(id)", "conversationid": "\(chat)", "from": "8:ann", "id": "\(id)",
       "messagetype": "Text", "originalarrivaltime": "2020-01-01T10:00:0\(id)Z"}
      """
    }
    let text = """
      {"conversations": [
      {"MessageList": [\(message(2, "8:ann")), \(message(1, "8:ann"))], "displayName": "Ann",
       "id": "8:ann"},
      {"MessageList": [\(message(3, "19:g"))], "displayName": null, "id": "19:g",
       "threadProperties": {"topic": "Group"}}],
      "exportDate": "2020-01-01T00:00", "userId": "8:me"}
      """
    let sink = try FormatSupport.read(text, as: SkypeReader.self, name: "messages.json")
    #expect(sink.conversations.map(\.key) == ["skype:8:ann", "skype:19:g"])
    #expect(sink.conversations.map(\.kind) == [.personal, .group])
    #expect(sink.amended.map(\.key) == ["skype:8:ann", "skype:19:g"])
    #expect(sink.amended.map(\.name) == ["Ann", "Group"])
    #expect(sink.texts.sorted() == ["1", "2", "3"])
  }

  @Test("signal-export: a quotation with empty lines around it is one")
  func signalQuotation() throws {
    let sink = try read(
      "[2024-01-05 10:11:12] Ann: hi\n[2024-01-05 10:12:12] Ben: \n>\n> quoted words\n>\nmy answer\n",
      as: SignalTextReader.self, name: "chat.md")
    #expect(sink.texts == ["hi", "quoted words\nmy answer"])
    #expect(sink.messages[1].text.spans == [.init(0..<12, .blockquote)])
  }
}
