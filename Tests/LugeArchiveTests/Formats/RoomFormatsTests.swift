import Foundation
import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Matrix, Google Chat, Hangouts, Skype")
struct RoomFormatsTests {
  @Test("Element's export: edits, reactions and redactions change what they speak of")
  func matrix() throws {
    func event(_ id: String, _ type: String, _ content: String, time: Int = 1000) -> String {
      """
      {"type": "\(type)", "room_id": "!r:x.org", "sender": "@ann:x.org", "event_id": "\(id)",
      "origin_server_ts": \(time), "content": \(content), "unsigned": {"age": 5}}
      """
    }
    let text = """
      {"room_name": "Garden", "room_creator": "@ann:x.org", "topic": "plants", "export_date": "x",
      "exported_by": "y", "messages": [\(
        [
          event("$1", "m.room.message", #"{"msgtype": "m.text", "body": "helo"}"#),
          event("$2", "m.room.message", #"{"msgtype": "m.text", "body": "* hello", "m.new_content": {"msgtype": "m.text", "body": "hello"}, "m.relates_to": {"rel_type": "m.replace", "event_id": "$1"}}"#, time: 9000),
          #"{"type": "m.room.message", "sender": "@eve:x.org", "event_id": "$10", "origin_server_ts": 9500, "content": {"body": "* no", "m.new_content": {"body": "no"}, "m.relates_to": {"rel_type": "m.replace", "event_id": "$1"}}}"#,
          event("$11", "m.room.message", #"{"body": "* x", "m.new_content": {"body": "x"}, "m.relates_to": {"rel_type": "m.replace", "event_id": "$none"}}"#),
          event("$3", "m.reaction", ##"{"m.relates_to": {"rel_type": "m.annotation", "event_id": "$1", "key": "👍"}}"##),
          event("$4", "m.room.message", #"{"msgtype": "m.image", "body": "a.png", "url": "mxc://x/y", "info": {"mimetype": "image/png", "size": 5, "w": 3, "h": 2}}"#),
          event("$5", "m.room.message", #"{"msgtype": "m.text", "body": "bad"}"#),
          #"{"type": "m.room.redaction", "redacts": "$5", "event_id": "$6", "sender": "@ann:x.org", "origin_server_ts": 5, "content": {}}"#,
          event("$7", "m.room.message", #"{"msgtype": "m.text", "body": "> <@ann:x.org> hello\n\nyes", "format": "org.matrix.custom.html", "formatted_body": "<mx-reply>q</mx-reply><b>yes</b>", "m.relates_to": {"m.in_reply_to": {"event_id": "$1"}}}"#),
          event("$8", "m.room.member", #"{"membership": "join", "displayname": "Bob"}"#),
          #"{"type": "m.room.message", "event_id": "$9"}"#,
        ].joined(separator: ","))]}
      """
    #expect(FormatSupport.format(text, name: "export.json") == MatrixExportReader.formatName)
    let sink = try FormatSupport.read(text, as: MatrixExportReader.self, name: "export.json")
    #expect(sink.conversations.map(\.key) == ["matrix:!r:x.org"])
    #expect(sink.amended.last?.name == "Garden")
    #expect(sink.texts == ["hello", "", "This message was deleted", "yes", "Bob joined"])
    #expect(sink.messages[0].isEdited)
    #expect(sink.messages[0].edited?.seconds == 9)
    #expect(sink.messages[0].reactions == [ReactionRecord(emoji: "👍", count: 1, authors: ["ann"])])
    #expect(
      sink.messages[1].media == [
        MediaRecord(
          kind: .photo, mimeType: "image/png", fileName: "a.png", size: 5, width: 3, height: 2)
      ])
    #expect(sink.messages[2].kind == .deleted)
    #expect(sink.messages[3].replyTo?.sourceKey == "$1")
    #expect(sink.messages[3].text.spans.map(\.attribute) == [.bold])
    #expect(sink.messages[4].kind == .service(action: "m.room.member"))
    // One without a time, somebody else's edit, an edit of what is not there.
    #expect(sink.skipped.count == 3)
    #expect(sink.skipped.map(\.place).suffix(2) == ["event $1", "event $none"])
  }

  @Test("Places of Element's export have their description and coordinates, as in rooms")
  func matrixPlaces() throws {
    func event(_ id: String, _ type: String, _ content: String) -> String {
      #"{"type": "\#(type)", "room_id": "!r", "sender": "@a:x", "event_id": "\#(id)", "#
        + #""origin_server_ts": 1000, "content": \#(content)}"#
    }
    let text = """
      {"room_name": "Garden", "topic": "plants", "export_date": "x", "exported_by": "y",
      "messages": [\(
        [
          event("$1", "m.room.message", #"{"msgtype": "m.location", "body": "Mill", "geo_uri": "geo:52.5,13.4"}"#),
          event("$2", "m.room.message", #"{"msgtype": "m.location", "body": "Location geo:1,2", "geo_uri": "geo:1,2", "org.matrix.msc3488.location": {"uri": "geo:52.5,13.4;u=3", "description": "Home"}}"#),
          event("$3", "m.location", #"{"m.location": {"uri": "geo:-1.5,2"}}"#),
          event("$4", "m.room.message", #"{"msgtype": "m.location", "body": "Mill"}"#),
        ].joined(separator: ","))]}
      """
    let sink = try FormatSupport.read(text, as: MatrixExportReader.self, name: "export.json")
    #expect(sink.messages.flatMap(\.media).allSatisfy { $0.kind == .location })
    #expect(
      sink.messages.map { $0.media.first?.note }
        == ["Mill\n52.5, 13.4", "Home\n52.5, 13.4", "-1.5, 2", "Mill"])
  }

  @Test(
    "Dates of Google Chat, in the language of its owner; a day of the week is no month",
    arguments: [
      ("Tuesday, April 2, 2024 at 12:10:00\u{202F}PM UTC", "2024-04-02 12:10:00"),
      ("May 17, 2022 5:29:42 PM", "2022-05-17 17:29:42"),
      ("Tuesday, April 2, 2024 at 12:10:00\u{202F}PM PDT", "2024-04-02 19:10:00"),
      ("Tuesday, January 2, 2024 at 8:10:00 PM EST", "2024-01-03 01:10:00"),
      ("mardi 2 avril 2024 à 12:10:00 UTC", "2024-04-02 12:10:00"),
      ("mardi 5 novembre 2024 à 12:10:00 UTC", "2024-11-05 12:10:00"),
      ("mercredi 1 mai 2024 à 07:00:00 UTC", "2024-05-01 07:00:00"),
      ("samedi 1 juin 2024 à 07:00:00 UTC", "2024-06-01 07:00:00"),
      ("martes, 2 de abril de 2024, 12:10:00 UTC", "2024-04-02 12:10:00"),
      ("martedì 2 aprile 2024 alle ore 12:10:00 UTC", "2024-04-02 12:10:00"),
      ("Dienstag, 15. Oktober 2019 um 21:12:34 UTC", "2019-10-15 21:12:34"),
      ("terça-feira, 2 de abril de 2024 às 12:10:00 UTC", "2024-04-02 12:10:00"),
      ("wtorek, 2 kwietnia 2024 12:10:00 UTC", "2024-04-02 12:10:00"),
      ("вторник, 2 апреля 2024 г. в 12:10:00 UTC", "2024-04-02 12:10:00"),
      ("tirsdag den 2. april 2024 kl. 12.10.00 UTC", "2024-04-02 12:10:00"),
      ("2024. április 2., kedd 12:10:00 UTC", "2024-04-02 12:10:00"),
      ("2024年4月2日火曜日 12時10分00秒 UTC", "2024-04-02 12:10:00"),
      ("2024년 4월 2일 화요일 오후 3시 10분 5초 UTC", "2024-04-02 15:10:05"),
      ("2024年4月2日星期二 UTC 下午3:10:05", "2024-04-02 15:10:05"),
      ("Chủ Nhật, 2 tháng 3, 2014 lúc 12:31:50 UTC", "2014-03-02 12:31:50"),
      ("Thứ Ba, 2 tháng 12, 2014 lúc 12:31:50 UTC", "2014-12-02 12:31:50"),
      ("08:05:00 UTC Thứ Tư, 1 tháng 5, 2024", "2024-05-01 08:05:00"),
      ("lúc 08:03:00 UTC Thứ Tư, 1 tháng 5, 2024", "2024-05-01 08:03:00"),
      ("lúc 23:03:00 UTC Thứ Năm, 12 tháng 12, 2024", "2024-12-12 23:03:00"),
      ("lúc 08:03:00 UTC Thứ Ba, 1 tháng 5, 2024", nil),
      ("الأربعاء، 1 مايو 2024 في 8:05:00 م UTC", "2024-05-01 20:05:00"),
      ("الأربعاء، ١ مايو ٢٠٢٤ في ٨:٠٥:٠٠ ص UTC", "2024-05-01 08:05:00"),
      ("\u{200F}1 أيار 2024 في 8:05:00 ص UTC", "2024-05-01 08:05:00"),
      ("วันพุธที่ 1 พฤษภาคม พ.ศ. 2567 เวลา 08:05:00 UTC", "2024-05-01 08:05:00"),
      ("วันพุธที่ 1 พฤษภาคม ค.ศ. 2024 เวลา 8 นาฬิกา 05 นาที 00 วินาที UTC", "2024-05-01 08:05:00"),
      ("1 พฤษภาคม 2567 เวลา 08:05:00 UTC", "2024-05-01 08:05:00"),
      ("วันอังคารที่ 1 พฤษภาคม พ.ศ. 2567 เวลา 08:05:00 UTC", nil),
      ("יום רביעי, 1 במאי 2024 בשעה 8:05:00 UTC", "2024-05-01 08:05:00"),
      ("1 במאי 2024 בשעה 20:05:00 UTC", "2024-05-01 20:05:00"),
      ("יום שלישי, 1 במאי 2024 בשעה 8:05:00 UTC", nil),
      ("Sunday, March 2, 14 at 12:31:50 PM UTC", nil),
      // The 2nd of March was no Tuesday.
      ("mardi 2 mars 2024 à 12:10:00 UTC", nil), ("mardi 2 xyz 2024 à 12:10:00 UTC", nil),
      ("Tuesday, April 31, 2024 at 1:00:00 PM UTC", nil), ("April 2024", nil), ("", nil),
      ("Tuesday, April 2, 2024", nil), ("99999999999 April 99999999999 12:10", nil),
    ] as [(String, String?)])
  func proseTimes(text: String, expected: String?) {
    #expect(ProseTime.parse(text).map { CollectingSink.clock($0.seconds) } == expected)
  }

  @Test("Google Chat: answers in a topic, times of edits, names of those who reacted")
  func googleChatTopics() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"name": "Garden", "members": [{"name": "Bob", "email": "b@x.org"}]}"#,
      as: "Groups/Space abc/group_info.json")
    try folder.write(
      """
      {"messages": [{"creator": {"name": "Ann", "email": "a@x.org"}, "topic_id": "t",
      "created_date": "Tuesday, October 15, 2019 at 9:12:34 PM UTC", "text": "root", "message_id": "s/t/t",
      "reactions": [{"emoji": {"unicode": "👍"}, "reactor_emails": ["b@x.org", "c@x.org"]}]},
      {"creator": {"name": "Bob", "email": "b@x.org"}, "topic_id": "t",
      "created_date": "Tuesday, October 15, 2019 at 9:13:34 PM UTC",
      "updated_date": "Tuesday, October 15, 2019 at 9:14:34 PM UTC", "text": "yes", "message_id": "s/t/m"}]}
      """, as: "Groups/Space abc/messages.json")
    let (sink, _) = try FormatSupport.open(folder)
    #expect(sink.messages.map { $0.replyTo?.sourceKey } == [nil, "s/t/t"])
    #expect(sink.messages[0].reactions.map(\.authors) == [["Bob", "c@x.org"]])
    #expect(sink.messages[1].edited?.seconds == 1_571_174_074)
  }

  @Test("Google Chat: dates in words of a language; others are named")
  func googleChat() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"name": "Garden", "members": [{"name": "Ann", "email": "a@x.org", "user_type": "Human"}]}"#,
      as: "Groups/Space abc/group_info.json")
    try folder.write(
      """
      {"messages": [{"creator": {"name": "Ann", "email": "a@x.org", "user_type": "Human"},
      "created_date": "Tuesday, October 15, 2019 at 9:12:34\u{202F}PM UTC", "text": "hi", "topic_id": "t",
      "message_id": "s/t/m", "attached_files": [{"original_name": "a b.png", "export_name": "File-a b.png"}],
      "reactions": [{"emoji": {"unicode": "👍"}, "reactor_emails": ["b@x.org"]}]},
      {"creator": {"name": "Ann"}, "created_date": "Qwerty, 15. Oktobr 2019 ku 21:12:34 UTC", "text": "x"}]}
      """, as: "Groups/Space abc/messages.json")
    let (sink, formats) = try FormatSupport.open(folder)
    #expect(formats == ["Google Chat (Takeout)"])
    #expect(sink.conversations.map(\.name) == ["Garden"])
    #expect(sink.times.first == "2019-10-15 21:12:34")
    #expect(sink.messages.first?.time.certainty == .exact)
    #expect(sink.messages.first?.media.map(\.path) == ["File-a b.png"])
    #expect(sink.messages.first?.reactions.map(\.count) == [1])
    #expect(sink.messages.count == 1)
    #expect(sink.skipped.map { $0.reason.contains("in no language") } == [true])
  }

  @Test("What lies beside a file is no link and no pipe", .timeLimit(.minutes(1)))
  func beside() throws {
    let folder = try TemporaryFolder()
    let secret = try folder.write(#"{"name": "Secret", "members": []}"#, as: "secret.json")
    for name in ["link", "pipe"] {
      try folder.write(
        #"{"messages": [{"creator": {"name": "Ann"}, "created_date": "Tuesday, October 15, 2019 at 9:12:34 PM UTC", "text": "hi", "message_id": "s/t/\#(name)"}]}"#,
        as: "in/Groups/Space \(name)/messages.json")
    }
    let groups = folder.path + "/in/Groups"
    try FileManager.default.createSymbolicLink(
      atPath: groups + "/Space link/group_info.json", withDestinationPath: secret)
    #expect(mkfifo(groups + "/Space pipe/group_info.json", 0o600) == 0)
    let sink = CollectingSink()
    for item in try ExportOpener().open(path: folder.path + "/in").items {
      try item.read(into: sink)
    }
    #expect(Set(sink.conversations.map(\.name)) == ["Space link", "Space pipe"])
  }

  @Test("Hangouts: every conversation of the one file")
  func hangouts() throws {
    let text = """
      {"conversations": [{"conversation": {"conversation_id": {"id": "C1"}, "conversation": {"id": {"id": "C1"},
      "type": "STICKY_ONE_TO_ONE", "self_conversation_state": {"self_read_state": {"participant_id": {"gaia_id": "1"}}},
      "participant_data": [{"id": {"gaia_id": "1"}, "fallback_name": "Ann"}, {"id": {"gaia_id": "2"}, "fallback_name": "Bob"}]}},
      "events": [{"conversation_id": {"id": "C1"}, "sender_id": {"gaia_id": "2"}, "timestamp": "1500000000123456",
      "event_id": "e1", "chat_message": {"message_content": {"segment": [{"type": "TEXT", "text": "see ", "formatting": {"bold": true}},
      {"type": "LINK", "text": "a.b", "link_data": {"link_target": "https://a.b"}}, {"type": "LINE_BREAK"}, {"type": "TEXT", "text": "end"}]}}},
      {"sender_id": {"gaia_id": "1"}, "timestamp": "1500000001000000", "event_id": "e2", "event_type": "HANGOUT_EVENT",
      "hangout_event": {"event_type": "START_HANGOUT"}}, {"event_id": "e3"},
      {"sender_id": {"gaia_id": "1"}, "timestamp": "1500000002000000", "event_id": "e4", "event_type": "HANGOUT_EVENT",
      "hangout_event": {"event_type": "END_HANGOUT", "hangout_duration_secs": "102"}},
      {"sender_id": {"gaia_id": "1"}, "timestamp": "1500000003000000", "event_id": "e5", "event_type": "HANGOUT_EVENT",
      "hangout_event": {"event_type": "END_HANGOUT"}}]}]}
      """
    #expect(FormatSupport.format(text, name: "Hangouts.json") == HangoutsReader.formatName)
    let sink = try FormatSupport.read(text, as: HangoutsReader.self, name: "Hangouts.json")
    #expect(sink.conversations.map(\.name) == ["Bob"])
    #expect(sink.conversations.map(\.ownAuthorKey) == ["1"])
    #expect(
      sink.texts == [
        "see a.b\nend", "Ann started a call", "The call ended (102 seconds)", "The call ended",
      ])
    #expect(sink.authors.prefix(2) == ["Bob", "Ann"])
    #expect(sink.messages[0].time.seconds == 1_500_000_000)
    #expect(sink.messages[0].text.spans.map(\.attribute) == [.bold, .link(target: "https://a.b")])
    #expect(sink.skipped.count == 1)
  }

  @Test("Hangouts: a chat with somebody of the own name is called after them")
  func hangoutsSameNames() throws {
    let text = """
      {"conversations": [{"conversation": {"conversation_id": {"id": "C1"}, "conversation": {"id": {"id": "C1"},
      "self_conversation_state": {"self_read_state": {"participant_id": {"gaia_id": "1"}}},
      "participant_data": [{"id": {"gaia_id": "1"}, "fallback_name": "Ann"}, {"id": {"gaia_id": "2"}, "fallback_name": "Ann"}]}},
      "events": [{"sender_id": {"gaia_id": "2"}, "timestamp": "1500000000123456", "event_id": "e1",
      "chat_message": {"message_content": {"segment": [{"type": "TEXT", "text": "hi"}]}}}]}]}
      """
    let sink = try FormatSupport.read(text, as: HangoutsReader.self, name: "Hangouts.json")
    #expect(sink.conversations.map(\.name) == ["Ann"])
  }

  @Test("Skype: conversations with the newest message first")
  func skype() throws {
    let text = """
      {"userId": "8:me", "exportDate": "2020-01-01T00:00", "conversations": [
      {"id": "8:ann", "displayName": "Ann", "version": 1, "properties": {}, "threadProperties": null, "MessageList": [
      {"id": "3", "displayName": null, "originalarrivaltime": "2020-01-01T10:00:00.9Z", "messagetype": "Event/Call", "content": "<partlist type=\\"ended\\"><part><duration>12</duration></part></partlist>", "from": "8:ann"},
      {"id": "2", "displayName": "Ann", "originalarrivaltime": "2020-01-01T10:00:00.5Z", "messagetype": "RichText", "content": "<b raw_pre=\\"*\\">hi</b> &amp; <a href=\\"https://a.b\\">a.b</a>", "from": "8:ann", "properties": {"edittime": "1577872900000"}},
      {"id": "1", "displayName": null, "originalarrivaltime": "2020-01-01T10:00:00.1Z", "messagetype": "Text", "content": "first", "from": "8:me"}]},
      {"id": "19:g", "displayName": null, "threadProperties": {"topic": "Group"}, "MessageList": [
      {"id": "9", "originalarrivaltime": "2020-01-01T10:00:01Z", "messagetype": "RichText/UriObject", "content": "<URIObject><OriginalName v=\\"a.png\\"></OriginalName></URIObject>", "from": "8:ann"},
      {"id": "10", "messagetype": "Text"}]}]}
      """
    #expect(FormatSupport.format(text, name: "messages.json") == SkypeReader.formatName)
    let sink = try FormatSupport.read(text, as: SkypeReader.self, name: "messages.json")
    #expect(sink.conversations.map(\.name) == ["Ann", "Group"])
    #expect(sink.conversations.map(\.kind) == [.personal, .group])
    #expect(sink.texts == ["first", "hi & a.b", "", ""])
    #expect(sink.messages[1].isEdited)
    #expect(sink.messages[2].media.map(\.kind) == [.call])
    #expect(sink.messages[2].media.map(\.duration) == [12])
    #expect(sink.messages[3].media.map(\.fileName) == ["a.png"])
    #expect(sink.skipped.count == 1)
  }
}
