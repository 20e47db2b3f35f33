import LugeArchive
import LugeCore
import LugeImporters
import Testing

@Suite("Store: what goes in comes out")
struct RoundTripTests {
  @Test("A message with everything")
  func full() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    var record = MessageRecord(
      sourceKey: "key-1", author: AuthorRecord(key: "user1", name: "Anna"),
      time: Timestamp(seconds: 1_700_000_000, certainty: .minuteZoneUnknown),
      text: StyledText(
        "Grüße, see docs 👍🏽",
        spans: [
          .init(0..<7, .bold), .init(0..<7, .link(target: "https://example.org/?a=\"b\"")),
          .init(9..<12, .preformatted(language: "swift")),
          .init(13..<17, .preformatted(language: nil)), .init(18..<26, .customEmoji(id: "42")),
          .init(18..<26, .mention(id: "user9")), .init(18..<26, .other(name: "bank_card")),
        ]))
    record.replyTo = ReplyRecord(sourceKey: "99", conversationKey: "test:2")
    record.forwardedFrom = "News"
    record.edited = Timestamp(seconds: 1_700_000_100, certainty: .zoneUnknown)
    record.isEdited = true
    record.reactions = [ReactionRecord(emoji: "🔥", count: 3, authors: ["Ben", "Cleo \"C\""])]
    record.media = [
      MediaRecord(
        kind: .video, path: "v/1.mp4", thumbnailPath: "t/1.jpg", mimeType: "video/mp4",
        fileName: "1.mp4", size: 1 << 40, width: 640, height: 480, duration: 12.5, note: "n\n2",
        blurHash: "LEHV6n\"\\"),
      MediaRecord(kind: .poll, note: "Question"),
    ]
    record.unknownFields = "{\"via_bot\":\"@gif\"}"
    let service = MessageRecord(
      sourceKey: "key-2", time: Timestamp(seconds: 1_700_000_001, certainty: .exact),
      text: StyledText("Anna pinned a message"), kind: .service(action: "pin_message"))
    let deleted = MessageRecord(
      sourceKey: "key-3", time: Timestamp(seconds: 1_700_000_002, certainty: .exact),
      kind: .deleted)
    let conversation = ConversationRecord(
      key: "test:1", name: "Name", kind: .channel, ownAuthorKey: "user1", mediaRoot: "/media")
    _ = try ArchiveImporter(into: path).run(
      .messages([record, service, deleted], in: conversation))

    let archive = try Archive(opening: path)
    let summary = try #require(try archive.conversations().first)
    #expect(summary.name == "Name")
    #expect(summary.kind == .channel)
    #expect(summary.recordedMediaRoot == "/media")
    #expect(summary.mediaRoot == nil, "nobody has answered for it")
    let trusted = try Archive(opening: path) { _ in .asRecorded }
    #expect(try trusted.conversations().first?.mediaRoot == "/media")
    #expect(archive.identity?.count == 32 && trusted.identity == archive.identity)
    #expect(summary.count == 3)
    #expect(summary.messages == 2)
    #expect(summary.service == 1)
    #expect(summary.authors == 1)
    #expect(summary.first == record.time)
    #expect(summary.last == deleted.time)
    let stored = try archive.messages(in: summary.id, at: 0..<3)
    try #require(stored.count == 3)
    #expect(stored[0].sourceKey == "key-1")
    #expect(stored[0].author?.name == "Anna")
    #expect(stored[0].author?.id == summary.ownAuthorID)
    #expect(stored[0].time == record.time)
    #expect(stored[0].text == record.text)
    #expect(stored[0].reply?.sourceKey == "99")
    #expect(stored[0].reply?.conversationKey == "test:2")
    #expect(stored[0].reply?.original == nil)
    #expect(stored[0].forwardedFrom == "News")
    #expect(stored[0].edited == record.edited)
    #expect(stored[0].isEdited)
    #expect(stored[0].reactions == record.reactions)
    #expect(stored[0].media == record.media)
    #expect(stored[0].unknownFields == record.unknownFields)
    #expect(stored[1].kind == .service(action: "pin_message"))
    #expect(stored[2].kind == .deleted)
    #expect(stored.map(\.position) == [0, 1, 2])
    #expect(try archive.message(stored[1].id) == stored[1])
  }

  @Test(
    "Source keys come back as they were",
    arguments: [
      "0", "7", "-7", "007", "-0", "1.5", "x",
      "9223372036854775807", "123456789012345678901234567890", " 1", "",
    ])
  func keys(key: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    var record = MessageRecord.plain(1)
    record.sourceKey = key
    _ = try ArchiveImporter(into: path).run(.messages([record]))
    let again = try ArchiveImporter(into: path).run(.messages([record]))
    #expect(again.unchanged == 1)
    let archive = try Archive(opening: path)
    let conversation = try #require(try archive.conversations().first)
    #expect(try archive.messages(in: conversation.id, at: 0..<9).map(\.sourceKey) == [key])
  }

  @Test("A zero byte does not cut the text off, and marks stay right")
  func zeroByte() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    var record = MessageRecord.plain(1)
    record.text = StyledText("a\0bold", spans: [.init(2..<6, .bold)])
    _ = try ArchiveImporter(into: path).run(.messages([record]))
    #expect(try ArchiveImporter(into: path).run(.messages([record])).unchanged == 1)
    let archive = try Archive(opening: path)
    let conversation = try #require(try archive.conversations().first)
    let text = try #require(try archive.messages(in: conversation.id, at: 0..<1).first).text
    #expect(text.string == "a\u{1A}bold")
    #expect(text.spans == record.text.spans)
  }

  @Test("A reply names the message it answers, in the same query")
  func replies() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    var photo = MessageRecord.plain(1, "", by: "Ben")
    photo.media = [MediaRecord(kind: .photo, path: "p.jpg")]
    var answer = MessageRecord.plain(2)
    answer.replyTo = ReplyRecord(sourceKey: "1")
    var elsewhere = MessageRecord.plain(3)
    elsewhere.replyTo = ReplyRecord(sourceKey: "1", conversationKey: "test:2")
    let other = ConversationRecord(key: "test:2", name: "Other", kind: .group)
    let messages = [photo, answer, elsewhere]
    _ = try ArchiveImporter(into: path).run(
      .made { sink in
        try sink.begin(.test)
        for message in messages { try sink.add(message) }
        try sink.begin(other)
        try sink.add(.plain(1, "from elsewhere", by: "Cleo"))
      })
    let archive = try Archive(opening: path)
    let conversation = try archive.conversation(named: "Test")
    let stored = try archive.messages(in: conversation.id, at: 0..<3)
    #expect(stored[1].reply?.original?.author?.name == "Ben")
    #expect(stored[1].reply?.original?.mediaKind == .photo)
    #expect(stored[1].reply?.original?.id == stored[0].id)
    #expect(stored[1].reply?.original?.position == 0)
    #expect(stored[2].reply?.original?.snippet == "from elsewhere")
    #expect(stored[2].reply?.original?.author?.name == "Cleo")
  }
}
