import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

/// What real archives have beside plain notes.
@Suite("Mastodon archives: what else there is") struct MastodonFormatTests {
  private static let ann = "https://a.example/users/ann"

  private func read(_ items: [String], siblings: [String: String] = [:]) throws -> CollectingSink {
    let json = """
      {"@context":"https://www.w3.org/ns/activitystreams","id":"outbox.json",
      "type":"OrderedCollection","orderedItems":[\(items.joined(separator: ","))]}
      """
    var files = siblings
    files["actor.json"] = MastodonTests.actor
    let sink = CollectingSink()
    let source = MemoryByteSource(
      Array(json.utf8), name: "outbox.json", siblings: files.mapValues { Array($0.utf8) })
    try MastodonReader.read(source, into: sink)
    return sink
  }

  private func note(_ id: Int, _ more: String) -> String {
    """
    {"id":"\(Self.ann)/statuses/\(id)","type":"Note","published":"2022-11-05T10:11:12Z",
    "attributedTo":"\(Self.ann)",\(more)}
    """
  }

  private func create(_ id: Int, _ more: String) -> String {
    """
    {"id":"\(Self.ann)/statuses/\(id)/activity","type":"Create","actor":"\(Self.ann)",
    "published":"2022-11-05T10:11:12Z","object":\(note(id, more))}
    """
  }

  private func announce(_ id: Int, _ object: String) -> String {
    """
    {"id":"\(Self.ann)/statuses/\(id)/activity","type":"Announce","actor":"\(Self.ann)",
    "published":"2022-11-08T00:00:00Z","object":\(object)}
    """
  }

  @Test("Sensitive media are covered, the words are not; a warning covers all")
  func warnings() throws {
    let sink = try read([
      create(1, "\"content\":\"<p>a</p>\",\"sensitive\":true,\"summary\":null"),
      create(2, "\"content\":\"<p>b</p>\",\"sensitive\":true,\"summary\":\"Food\""),
      create(3, "\"content\":\"<p>c</p>\",\"sensitive\":false"),
    ])
    #expect(sink.messages.map { $0.post?.warning } == [nil, "Food", nil])
    #expect(sink.messages.map { $0.post?.mediaWarning } == ["", nil, nil])
  }

  @Test(
    "Media of servers with another store, of older archives, on the network; what is left out is kept"
  )
  func media() throws {
    let sink = try read([
      create(
        1,
        """
        "content":"","attachment":[
        {"mediaType":"image/png","url":"/bucket/media_attachments/files/1/a.png","blurhash":"LEHV6n"},
        {"mediaType":"video/mp4","url":"media_attachments/files/1/b.mp4"}]
        """),
      create(
        2,
        """
        "content":"","attachment":{"mediaType":"image/png","url":"https://a.example/c.png"}
        """),
    ])
    #expect(
      sink.messages[0].media.map(\.path) == [
        "media_attachments/files/1/a.png", "media_attachments/files/1/b.mp4",
      ])
    #expect(sink.messages[0].media[0].blurHash == "LEHV6n")
    #expect(sink.messages[0].unknownFields == nil)
    #expect(sink.messages[1].media.map(\.path) == ["https://a.example/c.png"])
    #expect(sink.messages[1].unknownFields?.contains("https://a.example/c.png") == true)
  }

  @Test("Emoji that people drew are marked where their names stand")
  func emoji() throws {
    let sink = try read([
      create(
        1,
        """
        "content":"<p>Hi :cat: at 10:30: :dog:</p>","tag":[
        {"type":"Emoji","name":":cat:","icon":{"type":"Image","url":"emoji/cat.png"}},
        {"type":"Emoji","name":":dog:","icon":{"url":"https://a.example/dog.png"}},
        {"type":"Emoji","name":":up:","icon":{"url":"../../up.png"}},
        {"type":"Hashtag","name":"#x"}]
        """)
    ])
    let text = try #require(sink.messages.first?.text)
    #expect(text.string == "Hi :cat: at 10:30: :dog:")
    #expect(
      text.spans == [
        .init(3..<8, .customEmoji(id: "emoji/cat.png")),
        .init(19..<24, .customEmoji(id: "https://a.example/dog.png")),
      ])
  }

  @Test("A boost that has its note is shown whole, under its own name and time")
  func boosts() throws {
    let sink = try read([
      create(1, "\"content\":\"<p>mine</p>\""), announce(8, note(1, "\"content\":\"<p>mine</p>\"")),
      announce(9, "\"\(Self.ann)/statuses/1\""),
    ])
    #expect(sink.messages.map(\.text.string) == ["mine", "mine", ""])
    #expect(
      sink.messages.map { $0.post?.boosted } == [
        nil, "\(Self.ann)/statuses/1", "\(Self.ann)/statuses/1",
      ])
    #expect(sink.messages[1].time.seconds == 1_667_865_600)
    #expect(Set(sink.messages.map(\.sourceKey)).count == 3)
  }

  @Test("Likes and bookmarks of others' posts are addresses alone, and said to be")
  func likes() throws {
    let own = "\(Self.ann)/statuses/1"
    let sink = try read(
      [create(1, "\"content\":\"a\"")],
      siblings: [
        "likes.json": "{\"orderedItems\":[\"\(own)\",\"https://b.example/1\"]}",
        "bookmarks.json": "{\"orderedItems\":[\"\(own)\"]}",
      ])
    #expect(sink.messages[0].post?.isLiked == true && sink.messages[0].post?.isBookmarked == true)
    #expect(sink.notes.map(\.file) == ["likes.json"])
    #expect(sink.notes[0].reason.hasPrefix("1 post of somebody else"))
  }

  @Test("A person's posts, the one that was passed on, and people by their keys")
  func people() throws {
    let folder = try TemporaryFolder()
    let items = [
      create(1, "\"content\":\"mine\""), announce(8, "\"\(Self.ann)/statuses/1\""),
      announce(9, "\"https://b.example/users/ben/statuses/9\""),
    ]
    try folder.write(
      """
      {"type":"OrderedCollection","id":"outbox.json","orderedItems":[\(items.joined(separator: ","))]}
      """, as: "x/outbox.json")
    try folder.write(MastodonTests.actor, as: "x/actor.json")
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(try ImportInput(opening: folder.path + "/x"))
    let archive = try Archive(opening: path)
    let timeline = try #require(try archive.conversations().first)
    let ann = try #require(try archive.author(withKey: Self.ann, in: timeline.id))
    #expect(ann.name == "Ann Weaver" && ann.id == timeline.ownAuthorID)
    let ben = try #require(
      try archive.author(withKey: "https://b.example/users/ben", in: timeline.id))
    #expect(try archive.author(withKey: "nobody", in: timeline.id) == nil)
    #expect(try archive.positions(ofPostsBy: ann.id, in: timeline.id) == [0, 1])
    #expect(try archive.positions(ofPostsBy: ben.id, in: timeline.id) == [2])
    #expect(try archive.positions(ofPostsBy: .init(rawValue: 999), in: timeline.id) == [])
  }
}
