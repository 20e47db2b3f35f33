import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Mastodon archives") struct MastodonTests {
  static let outbox = #"""
    {"@context":"https://www.w3.org/ns/activitystreams","id":"outbox.json",
    "type":"OrderedCollection","totalItems":4,"orderedItems":[
    {"id":"https://a.example/users/ann/statuses/1/activity","type":"Create",
     "actor":"https://a.example/users/ann","published":"2022-11-05T10:11:12Z",
     "to":["https://www.w3.org/ns/activitystreams#Public"],"cc":[],
     "object":{"id":"https://a.example/users/ann/statuses/1","type":"Note","summary":null,
      "inReplyTo":null,"published":"2022-11-05T10:11:12Z","url":"https://a.example/@ann/1",
      "attributedTo":"https://a.example/users/ann",
      "to":["https://www.w3.org/ns/activitystreams#Public"],"cc":[],"sensitive":false,
      "content":"<p>Hello <b>there</b></p>",
      "attachment":[{"type":"Document","mediaType":"image/jpeg",
       "url":"/media_attachments/files/1/original/x.jpg","name":"A cat","width":800,"height":600}],
      "likes":{"totalItems":3},"shares":{"totalItems":2},"replies":{"totalItems":1},
      "extra":{"a":[1,2]}}},
    {"id":"https://a.example/users/ann/statuses/2/activity","type":"Create",
     "actor":"https://a.example/users/ann","published":"2022-11-05T11:00:00.5+01:00",
     "object":{"id":"https://a.example/users/ann/statuses/2","type":"Question",
      "summary":"Food","inReplyTo":"https://a.example/users/ann/statuses/1",
      "published":"2022-11-05T12:00:00.5+01:00","attributedTo":"https://a.example/users/ann",
      "to":["https://a.example/users/ann/followers"],
      "cc":["https://www.w3.org/ns/activitystreams#Public"],
      "content":"<p>Which?</p>","endTime":"2022-11-06T10:00:00Z",
      "oneOf":[{"type":"Note","name":"Tea","replies":{"totalItems":5}},
       {"type":"Note","name":"Coffee","replies":{"totalItems":7}}]}},
    {"id":"https://a.example/users/ann/statuses/3/activity","type":"Announce",
     "actor":"https://a.example/users/ann","published":"2022-11-07T08:00:00Z",
     "to":["https://www.w3.org/ns/activitystreams#Public"],
     "object":"https://b.example/users/ben/statuses/9"},
    {"id":"https://a.example/x","type":"Create","object":"https://a.example/gone"}
    ]}
    """#
  static let actor = #"""
    {"id":"https://a.example/users/ann","type":"Person","preferredUsername":"ann",
    "name":"Ann Weaver","icon":{"type":"Image","url":"avatar.png"}}
    """#

  private func read(_ json: String, siblings: [String: String] = [:]) throws -> CollectingSink {
    let sink = CollectingSink()
    let source = MemoryByteSource(
      Array(json.utf8), name: "outbox.json", siblings: siblings.mapValues { Array($0.utf8) })
    try MastodonReader.read(source, into: sink)
    return sink
  }

  @Test("Notes, a poll, an answer and a boost, with the person beside them")
  func posts() throws {
    let sink = try read(
      Self.outbox,
      siblings: [
        "actor.json": Self.actor,
        "bookmarks.json": #"{"orderedItems":["https://a.example/users/ann/statuses/1"]}"#,
      ])
    let conversation = try #require(sink.conversations.first)
    #expect(conversation.kind == .timeline)
    #expect(conversation.name == "Ann Weaver")
    #expect(sink.messages.count == 3)
    let first = sink.messages[0]
    #expect(first.sourceKey == "https://a.example/users/ann/statuses/1")
    #expect(first.author?.name == "Ann Weaver")
    #expect(first.text.string == "Hello there")
    #expect(first.time == Timestamp(seconds: 1_667_643_072, certainty: .exact))
    #expect(first.post?.handle == "@ann@a.example")
    #expect(first.post?.avatar == "avatar.png")
    #expect(first.post?.visibility == .everyone)
    #expect(first.post?.likes == 3 && first.post?.boosts == 2 && first.post?.replies == 1)
    #expect(first.post?.isBookmarked == true && first.post?.isLiked == nil)
    #expect(first.media.first?.path == "media_attachments/files/1/original/x.jpg")
    #expect(first.media.first?.note == "A cat")
    #expect(first.unknownFields == #"{"extra":{"a":[1,2]}}"#)

    let second = sink.messages[1]
    #expect(second.time.seconds == 1_667_646_000)
    #expect(second.replyTo?.sourceKey == first.sourceKey)
    #expect(second.post?.warning == "Food")
    #expect(second.post?.visibility == .unlisted)
    #expect(second.post?.poll?.answers.map(\.votes) == [5, 7])

    let third = sink.messages[2]
    #expect(third.post?.boostedBy?.name == "Ann Weaver")
    #expect(third.author?.name == "@ben@b.example")
    #expect(third.text.isEmpty && third.post?.url == "https://b.example/users/ben/statuses/9")
    #expect(third.post?.boosted == third.post?.url)
    #expect(sink.skipped.map(\.reason) == ["its object is not in the archive"])
    #expect(sink.skipped[0].place.contains("byte"))
  }

  @Test("Known by its content, not taken for another format")
  func confidence() {
    let bytes = Array(Self.outbox.utf8)
    #expect(MastodonReader.confidence(prefix: bytes, fileName: "outbox.json") >= 90)
    #expect(MastodonReader.confidence(prefix: bytes, fileName: "x") >= 90)
    #expect(TelegramReader.confidence(prefix: bytes, fileName: "x") == 0)
    let likes = Array(#"{"type":"OrderedCollection","orderedItems":["https://a/1"]}"#.utf8)
    #expect(MastodonReader.confidence(prefix: likes, fileName: "likes.json") == 0)
    for other in ["", "{}", "[1]", "hello", TelegramExport.large(3)] {
      #expect(MastodonReader.confidence(prefix: Array(other.utf8), fileName: "a.json") == 0)
    }
  }

  @Test("A folder and a zip open as a timeline, with the thread and the words to search for")
  func stored() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.outbox, as: "export/outbox.json")
    try folder.write(Self.actor, as: "export/actor.json")
    try folder.write(#"{"type":"OrderedCollection","orderedItems":[]}"#, as: "export/likes.json")
    let input = try ImportInput(opening: folder.path + "/export")
    #expect(input.parts.count == 1)
    #expect(input.passedOver.isEmpty)
    let path = folder.path + "/a.luge"
    let report = try ArchiveImporter(into: path).run(input)
    #expect(report.added == 3 && report.skippedCount == 1)
    let again = try ArchiveImporter(into: path).run(input)
    #expect(again.added == 0 && again.updated == 0 && again.unchanged == 3)

    let archive = try Archive(opening: path)
    let timeline = try #require(try archive.conversations().first)
    #expect(timeline.kind == .timeline && timeline.count == 3)
    let stored = try archive.messages(in: timeline.id, at: 0..<3)
    #expect(stored[0].post?.handle == "@ann@a.example")
    #expect(stored[1].reply?.original?.id == stored[0].id)
    let thread = try archive.thread(of: stored[0].id)
    #expect(thread.messages.map(\.id) == [stored[0].id, stored[1].id])
    #expect(
      try archive.thread(of: stored[1].id).messages.map(\.id) == [stored[0].id, stored[1].id])
    #expect(
      try archive.message(withKey: stored[2].sourceKey, in: timeline.id) == stored[2].id)

    let zip = ZipBuilder([
      .init(name: "outbox.json", content: Array(Self.outbox.utf8)),
      .init(name: "actor.json", content: Array(Self.actor.utf8)),
    ])
    let zipPath = try folder.write(zip.bytes, as: "archive.zip")
    let zipped = folder.path + "/b.luge"
    _ = try ArchiveImporter(into: zipped).run(try ImportInput(opening: zipPath))
    #expect(try Archive(opening: zipped).conversations().first?.name == "Ann Weaver")
  }

  @Test("Broken archives are refused or reported, and never crash", arguments: 0..<8)
  func fuzz(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let bytes = Array(Self.outbox.utf8)
    for _ in 0..<60 {
      var broken = bytes
      switch Int.random(in: 0..<3, using: &random) {
      case 0: broken = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
      case 1:
        for _ in 0..<8 {
          broken[Int.random(in: 0..<broken.count, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
      default:
        let from = Int.random(in: 0..<bytes.count, using: &random)
        let to = Int.random(in: from..<bytes.count, using: &random)
        broken.removeSubrange(from..<to)
      }
      let sink = CollectingSink()
      do {
        try MastodonReader.read(MemoryByteSource(broken, name: "outbox.json"), into: sink)
      } catch is ArchiveError {}
      #expect(sink.messages.allSatisfy { $0.post != nil && !$0.sourceKey.isEmpty })
    }
  }

  @Test("Times with and without zones and fractions")
  func times() {
    #expect(ISOTime.parse("1970-01-01T00:00:00Z")?.seconds == 0)
    #expect(ISOTime.parse("1970-01-01T01:00:00+01:00")?.seconds == 0)
    #expect(ISOTime.parse("1969-12-31T23:30:00.123-0030")?.seconds == 0)
    #expect(ISOTime.parse("2024-02-29T12:00:00")?.certainty == .zoneUnknown)
    for wrong in [
      "", "2024", "2023-02-29T00:00:00Z", "2024-01-01T25:00:00Z", "2024-01-01T00:00:00X",
    ] {
      #expect(ISOTime.parse(wrong) == nil)
    }
  }
}
