import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Bluesky: who is called what") struct BlueskyHandleTests {
  private func mention(_ text: String, _ did: String) -> [String: DAGValue] {
    TestRepository.post(
      text, ["facets": .list([TestRepository.facet(0..<text.utf8.count, "mention", "did", did)])])
  }

  @Test("Mentions tell handles, of the owner as well; without one an identity is shortened")
  func mentions() throws {
    var made = TestRepository()
    made.add("app.bsky.feed.post/3k2yihcrp6f2c", mention("@ann.example", TestRepository.did))
    made.add("app.bsky.feed.post/3k2yihcrp6f2d", mention("@ben.bsky.social", "did:plc:ben"))
    // Words that only look like a name.
    made.add("app.bsky.feed.post/3k2yihcrp6f2e", mention("@carla", "did:plc:carla"))
    for (index, did) in ["did:plc:ben", "did:plc:carla4567890123456", "did:web:dora.example"]
      .enumerated()
    {
      made.add(
        "app.bsky.feed.repost/3kaheyt6vpc2\(["b", "c", "d"][index])",
        [
          "subject": TestRepository.strong("at://\(did)/app.bsky.feed.post/3kaheyt6vpc22"),
          "createdAt": .text("2024-02-23T00:00:00Z"),
        ])
    }
    let sink = try made.read()
    #expect(sink.conversations.first?.name == "@ann.example")
    #expect(sink.messages[0].post?.handle == "@ann.example")
    let boosts = sink.messages.filter { $0.post?.boostedBy != nil }
    #expect(boosts.map { $0.post?.handle } == ["@ben.bsky.social", "", "@dora.example"])
    #expect(
      boosts.map { $0.author?.name } == [
        "@ben.bsky.social", "did:plc:carla456…", "@dora.example",
      ])
  }

  @Test("Pictures inside of the file are counted, not lost in silence")
  func rawBlocks() throws {
    var made = TestRepository.sample
    made.edit = { blocks in
      let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
      blocks.append((CID(hashing: bytes, codec: .raw), bytes))
    }
    let sink = try made.read()
    #expect(sink.messages.count == 5)
    #expect(sink.notes.contains { $0.reason.hasPrefix("1 pictures or films in it") })
  }
}
