import LugeArchive
import LugeTestSupport
import Testing

@testable import LugeImporters

/// A file in which one person says the same thing twice within the same second.
struct EqualMessages: CustomTestStringConvertible, Sendable {
  var name: String
  var text: String
  var files: [String: String] = [:]

  var testDescription: String { name }

  private static func json(_ before: String, _ message: String, _ after: String) -> String {
    before + message + "," + message + after
  }

  /// Formats in which messages have no id of their own.
  static let all: [Self] = [
    Self(
      name: "WhatsApp Chat with Ann.txt",
      text: """
        13/02/20, 10:00 - Messages are end-to-end encrypted.
        13/02/20, 10:01 - Ann: ha
        13/02/20, 10:01 - Ann: ha

        """),
    Self(name: "#x_20200101.log", text: "[10:00] <ann> ha\n[10:00] <ann> ha\n[10:01] <bob> yes\n"),
    Self(
      name: "result.json",
      text: json(
        #"{"name": "A", "type": "private_group", "id": 5, "messages": ["#,
        #"{"type": "message", "date_unixtime": "1700000000", "from": "Ann", "from_id": "user1", "text": "ha"}"#,
        "]}")),
    Self(
      name: "message_1.json",
      text: json(
        #"{"participants": [{"name": "Ann"}, {"name": "B"}], "messages": ["#,
        #"{"sender_name": "Ann", "timestamp_ms": 1700000000000, "content": "ha"}"#,
        #"], "title": "B"}"#)),
    Self(
      name: "import.jsonl",
      text: """
        {"type":"version","version":1}
        {"type":"post","post":{"team":"t","channel":"town","user":"ann","message":"ha","create_at":1700000000000}}
        {"type":"post","post":{"team":"t","channel":"town","user":"ann","message":"ha","create_at":1700000000000}}

        """),
    Self(
      name: "general.json",
      text: json(
        "[",
        #"{"rid": "R", "msg": "ha", "ts": "2024-01-31T12:00:00.000Z", "u": {"username": "ann"}}"#,
        "]")),
    Self(
      name: "messages.json",
      text: json(
        #"{"messages": ["#,
        #"{"creator": {"name": "Ann", "email": "ann@x.org", "user_type": "Human"}, "created_date": "Tuesday, October 15, 2019 at 9:12:34 AM UTC", "text": "ha", "topic_id": "t"}"#,
        "]}")),
    Self(
      name: "[LINE] Ann.txt",
      text: "[LINE] Chat history with Ann\n\n2020/01/31(Fri)\n12:34\tAnn\tha\n12:34\tAnn\tha\n"),
    Self(
      name: "KakaoTalk.txt",
      text: "Ann 님과 카카오톡 대화\n\n--- 2020년 1월 31일 ---\n[Ann] [오후 1:23] ha\n[Ann] [오후 1:23] ha\n"),
    Self(
      name: "KakaoTalk_Chat_Ann.csv",
      text:
        "Date,User,Message\n2020-01-31 13:23:45,\"Ann\",\"ha\"\n2020-01-31 13:23:45,\"Ann\",\"ha\"\n"
    ),
    Self(
      name: "Viber.csv",
      text: "31/01/2020,12:34:56,Ann,+491,ha\n31/01/2020,12:34:56,Ann,+491,ha\n"),
    Self(
      name: "Messages - Ann.csv",
      text:
        "Chat Session,Message Date,Service,Type,Sender ID,Sender Name,Text,Attachment\nAnn,2020-01-31 12:00:00,SMS,Incoming,1,Ann,ha,\nAnn,2020-01-31 12:00:00,SMS,Incoming,1,Ann,ha,\n"
    ),
    Self(
      name: "Ann.txt",
      text: """
        Jan 31, 2020 12:00:00 PM
        Ann
        ha

        Jan 31, 2020 12:00:00 PM
        Ann
        ha

        """),
    Self(
      name: "main.jsonl",
      text: """
        {"version":"1","backupTimeMs":"1700000000000"}
        {"recipient":{"id":"2","contact":{"aci":"aci-ann","profileGivenName":"Ann"}}}
        {"chat":{"id":"7","recipientId":"2"}}
        {"chatItem":{"chatId":"7","authorId":"2","dateSent":"1700000000123","standardMessage":{"text":{"body":"ha"}}}}
        {"chatItem":{"chatId":"7","authorId":"2","dateSent":"1700000000123","standardMessage":{"text":{"body":"ha"}}}}

        """),
  ]
}

@Suite("Equal messages of one second") struct EqualMessagesTests {
  @Test("Both stay, and a second import doubles nothing", arguments: EqualMessages.all)
  func bothStay(_ sample: EqualMessages) throws {
    let folder = try TemporaryFolder()
    try folder.write(sample.text, as: sample.name)
    let archive = folder.path + "/a.luge"
    let input = try ImportInput(opening: folder.path + "/" + sample.name)
    let first = try ArchiveImporter(into: archive).run(input)
    let opened = try Archive(opening: archive)
    #expect(try opened.texts().filter { $0 == "ha" } == ["ha", "ha"])
    let second = try ArchiveImporter(into: archive).run(input)
    #expect(second.added == 0)
    #expect(second.unchanged == first.added)
    #expect(try Archive(opening: archive).texts().filter { $0 == "ha" }.count == 2)
  }
}
