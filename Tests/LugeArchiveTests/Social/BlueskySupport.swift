@testable import LugeArchive
@testable import LugeImporters

/// A repository that is made for a test.
struct TestRepository {
  static let did = "did:plc:ewvi7nxzyoun6zhxrhs64oiz"
  var records: [(key: String, value: DAGValue)] = []
  /// Changes the list of blocks before it is written.
  var edit: (inout [(cid: CID, bytes: [UInt8])]) -> Void = { _ in }
  /// What the commit says instead of the tree's root.
  var data: CID?

  mutating func add(_ key: String, _ fields: [String: DAGValue]) {
    let type = String(key.prefix { $0 != "/" })
    var fields = fields
    fields["$type"] = .text(type)
    records.append((key, .map(fields)))
  }

  var tree: RepositoryTree {
    RepositoryTree(records.map { ($0.key, CID(hashing: $0.value.encoded)) })
  }

  /// Records in front of the tree, as older exports have them.
  var bytes: [UInt8] {
    let tree = tree
    let commit = RepositoryWriting.commit(
      did: Self.did, data: data ?? tree.root, revision: "3k2yihcrp6f2c")
    let root = CID(hashing: commit)
    var blocks: [(cid: CID, bytes: [UInt8])] = [(root, commit)]
    for record in records {
      let bytes = record.value.encoded
      blocks.append((CID(hashing: bytes), bytes))
    }
    blocks += tree.blocks
    edit(&blocks)
    return blocks.reduce(into: RepositoryWriting.header(root: root)) { file, block in
      file += RepositoryWriting.section(block.bytes, cid: block.cid)
    }
  }

  func read(_ bytes: [UInt8]? = nil) throws -> CollectingSink {
    let sink = CollectingSink()
    try BlueskyReader.read(MemoryByteSource(bytes ?? self.bytes, name: "repo.car"), into: sink)
    return sink
  }

  static func post(_ text: String, _ more: [String: DAGValue] = [:]) -> [String: DAGValue] {
    more.merging(
      ["text": .text(text), "createdAt": .text("2024-02-22T19:58:13.903Z")],
      uniquingKeysWith: { a, _ in a })
  }

  static func strong(_ uri: String) -> DAGValue {
    .map(["uri": .text(uri), "cid": .text(CID(hashing: Array(uri.utf8)).text)])
  }

  static func facet(_ range: Range<Int>, _ type: String, _ name: String, _ value: String)
    -> DAGValue
  {
    .map([
      "index": .map([
        "byteStart": .integer(Int64(range.lowerBound)),
        "byteEnd": .integer(Int64(range.upperBound)),
      ]),
      "features": .list([
        .map(["$type": .text("app.bsky.richtext.facet#\(type)"), name: .text(value)])
      ]),
    ])
  }

  /// Posts of all kinds.
  static var sample: TestRepository {
    var made = TestRepository()
    let text = "Ä tea with @ben at example.org #tea"
    made.add("app.bsky.actor.profile/self", ["displayName": .text("Ann Weaver")])
    made.add(
      "app.bsky.feed.post/3k2yihcrp6f2c",
      post(
        text,
        [
          "facets": .list([
            facet(12..<16, "mention", "did", "did:plc:ben"),
            facet(20..<31, "link", "uri", "https://example.org/long"),
            facet(32..<36, "tag", "tag", "tea"),
            // Inside of a character, and past the end.
            facet(1..<3, "tag", "tag", "x"), facet(30..<99, "tag", "tag", "x"),
          ]), "langs": .list([.text("en")]),
        ]))
    let first = "at://\(did)/app.bsky.feed.post/3k2yihcrp6f2c"
    made.add(
      "app.bsky.feed.post/3k2yinh52ne2x",
      post("An answer", ["reply": .map(["root": strong(first), "parent": strong(first)])]))
    let blob = CID(hashing: [1, 2, 3], codec: .raw)
    let images = DAGValue.map([
      "$type": .text("app.bsky.embed.images"),
      "images": .list([
        .map([
          "alt": .text("A cat"),
          "aspectRatio": .map(["width": .integer(4), "height": .integer(3)]),
          "image": .map([
            "$type": .text("blob"), "ref": .link(blob), "mimeType": .text("image/jpeg"),
            "size": .integer(3),
          ]),
        ])
      ]),
    ])
    made.add(
      "app.bsky.feed.post/3kaheyt6vpc22",
      post(
        "",
        [
          "embed": .map([
            "$type": .text("app.bsky.embed.recordWithMedia"), "media": images,
            "record": .map([
              "$type": .text("app.bsky.embed.record"), "record": strong(first),
            ]),
          ]),
          "labels": .map(["values": .list([.map(["val": .text("nudity")])])]),
        ]))
    made.add(
      "app.bsky.feed.post/3kaheyt6vpc2a",
      post(
        "A page",
        [
          "embed": .map([
            "$type": .text("app.bsky.embed.external"),
            "external": .map([
              "uri": .text("https://example.org/a"), "title": .text("Title"),
              "description": .text("Words"),
            ]),
          ])
        ]))
    made.add(
      "app.bsky.feed.repost/3kaheyt6vpc2b",
      [
        "subject": strong("at://did:plc:ben/app.bsky.feed.post/3kaheyt6vpc22"),
        "createdAt": .text("2024-02-23T00:00:00Z"),
      ])
    made.add("app.bsky.feed.like/3kaheyt6vpc2c", ["subject": strong(first)])
    return made
  }
}
