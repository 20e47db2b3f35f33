import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Bluesky repositories") struct BlueskyTests {
  @Test("Posts, an answer, a quote with a picture, a page and a repost")
  func posts() throws {
    let sink = try TestRepository.sample.read()
    let conversation = try #require(sink.conversations.first)
    #expect(conversation.key == "bluesky:\(TestRepository.did)")
    #expect(conversation.name == "Ann Weaver" && conversation.kind == .timeline)
    try #require(sink.messages.count == 5)
    let first = sink.messages[0]
    #expect(first.sourceKey == "at://\(TestRepository.did)/app.bsky.feed.post/3k2yihcrp6f2c")
    #expect(first.author?.name == "Ann Weaver")
    #expect(first.time == Timestamp(seconds: 1_708_631_893, certainty: .exact))
    #expect(
      first.text.spans == [
        .init(12..<16, .mention(id: "did:plc:ben")),
        .init(20..<31, .link(target: "https://example.org/long")), .init(32..<36, .hashtag),
      ])
    #expect(first.post?.isLiked == true)
    #expect(first.unknownFields == #"{"langs":["en"]}"#)
    #expect(
      first.post?.url
        == "https://bsky.app/profile/\(TestRepository.did)/post/3k2yihcrp6f2c")
    #expect(sink.messages[1].replyTo?.sourceKey == first.sourceKey)
    #expect(sink.messages[1].post?.isLiked == nil)

    let third = sink.messages[2]
    #expect(third.post?.quote?.sourceKey == first.sourceKey)
    #expect(third.post?.mediaWarning == "Nudity" && third.post?.warning == nil)
    let picture = try #require(third.media.first)
    #expect(picture.note == "A cat" && picture.mimeType == "image/jpeg")
    #expect(picture.width == 1000 && picture.height == 750)
    #expect(picture.fileName?.hasPrefix("bafkrei") == true)
    // Without blobs beside the repository it has an address.
    #expect(
      picture.path
        == "https://cdn.bsky.app/img/feed_fullsize/plain/\(TestRepository.did)/"
        + "\(picture.fileName ?? "")@jpeg")
    #expect(BlobFolder().picture("baf/../x", of: TestRepository.did, .whole) == nil)
    #expect(BlobFolder().picture("bafk", of: "did:plc:a/../b", .whole) == nil)
    #expect(
      BlobAddress(did: "did:web:a.example%3A8080", blob: "bafk")?.still
        == "https://video.bsky.app/watch/did%3Aweb%3Aa.example%253A8080/bafk/thumbnail.jpg")

    #expect(sink.messages[3].post?.link?.title == "Title")
    #expect(sink.messages[4].post?.boostedBy?.name == "Ann Weaver")
    #expect(sink.messages[4].author?.key == "did:plc:ben")
    #expect(
      sink.messages[4].post?.boosted == "at://did:plc:ben/app.bsky.feed.post/3kaheyt6vpc22")
    #expect(sink.messages[4].text.isEmpty)
    #expect(sink.skipped.isEmpty)
    #expect(sink.notes.map(\.place) == ["app.bsky.feed.like"])
  }

  @Test("Any number of records, in trees of any depth, each of them once", arguments: 0..<6)
  func trees(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var made = TestRepository()
    var keys: Set<String> = []
    for number in 0..<Int.random(in: 0...600, using: &random) {
      let key = RecordTime.key(
        microseconds: Int64.random(in: 0...(1 << 52), using: &random), clock: 0)
      // Equal records are one block.
      if keys.insert(key).inserted {
        made.add("app.bsky.feed.post/\(key)", TestRepository.post("\(number % 400)"))
      }
    }
    let sink = try made.read()
    let wanted = Set(keys.map { "at://\(TestRepository.did)/app.bsky.feed.post/\($0)" })
    #expect(Set(sink.messages.map(\.sourceKey)) == wanted)
    #expect(sink.skipped.isEmpty && sink.notes.isEmpty)
  }

  @Test("A part of the tree that is missing loses no post; a ring ends; both are reported")
  func brokenTrees() throws {
    var made = TestRepository.sample
    made.edit = { blocks in blocks.removeLast(1) }
    let holed = try made.read()
    #expect(holed.messages.count == 5)
    #expect(holed.notes.contains { $0.reason == "a part of the tree is missing" })

    // Only somebody who breaks SHA-256 makes a ring; the names are not believed before they are
    // seen.
    var ring = TestRepository.sample
    let name = ring.tree.root
    ring.edit = { blocks in
      let node = DAGValue.map([
        "l": .link(name),
        "e": .list([
          .map(["p": .integer(0), "k": .bytes([97]), "v": .link(name), "t": .link(name)])
        ]),
      ])
      blocks[blocks.count - 1].bytes = node.encoded
    }
    let turned = try ring.read()
    #expect(turned.messages.count == 5)
    #expect(turned.notes.contains { $0.reason == "the tree leads here twice" })
  }

  @Test("A record that is missing, and one that was changed, are named")
  func missingRecords() throws {
    var made = TestRepository.sample
    made.edit = { blocks in blocks.remove(at: 2) }
    let sink = try made.read()
    #expect(sink.messages.count == 4)
    #expect(sink.skipped.map(\.place) == ["app.bsky.feed.post/3k2yihcrp6f2c"])

    made = TestRepository.sample
    made.edit = { blocks in blocks[2].bytes = DAGValue.map(TestRepository.post("other")).encoded }
    let changed = try made.read()
    #expect(changed.messages.count == 5)
    #expect(changed.notes.contains { $0.reason.contains("named for") })
  }

  @Test("A file that ends in the middle keeps what there is, and says so")
  func cut() throws {
    let bytes = TestRepository.sample.bytes
    let sink = CollectingSink()
    #expect(throws: ArchiveError.self) {
      try BlueskyReader.read(
        MemoryByteSource(Array(bytes.dropLast(10)), name: "repo.car"), into: sink)
    }
    #expect(sink.messages.count == 5)
  }

  @Test("Known by its content")
  func confidence() {
    let bytes = TestRepository.sample.bytes
    #expect(BlueskyReader.confidence(prefix: bytes, fileName: "x") == 95)
    for other in ["", "{}", "roots version", MastodonTests.outbox] {
      #expect(BlueskyReader.confidence(prefix: Array(other.utf8), fileName: "a.car") == 0)
    }
  }

  @Test("A folder with pictures beside the repository, imported twice, adds nothing")
  func stored() throws {
    let folder = try TemporaryFolder()
    try folder.write(TestRepository.sample.bytes, as: "export/repo.car")
    let blob = CID(hashing: [1, 2, 3], codec: .raw).text
    try folder.write([0xFF, 0xD8, 0, 0], as: "export/blobs/\(blob)")
    let input = try ImportInput(opening: folder.path + "/export")
    #expect(input.parts.count == 1)
    let path = folder.path + "/a.luge"
    #expect(try ArchiveImporter(into: path).run(input).added == 5)
    let again = try ArchiveImporter(into: path).run(input)
    #expect(again.added == 0 && again.unchanged == 5)
    let archive = try Archive(opening: path)
    let timeline = try #require(try archive.conversations().first)
    let stored = try archive.messages(in: timeline.id, at: 0..<5)
    #expect(stored.flatMap(\.media).map(\.path) == ["blobs/\(blob)"])
    #expect(try archive.search("answer").count == 1)
  }

  @Test("Broken repositories are refused or reported, and never crash", arguments: 0..<8)
  func fuzz(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let bytes = TestRepository.sample.bytes
    for _ in 0..<60 {
      var broken = bytes
      switch Int.random(in: 0..<4, using: &random) {
      case 0: broken = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
      case 1:
        for _ in 0..<8 {
          broken[Int.random(in: 0..<broken.count, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
      case 2:
        let from = Int.random(in: 0..<bytes.count, using: &random)
        broken.removeSubrange(from..<Int.random(in: from..<bytes.count, using: &random))
      default: broken = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
      let sink = CollectingSink()
      do {
        try BlueskyReader.read(MemoryByteSource(broken, name: "repo.car"), into: sink)
      } catch is ArchiveError {}
      #expect(sink.messages.allSatisfy { $0.post != nil && !$0.sourceKey.isEmpty })
    }
  }
}
