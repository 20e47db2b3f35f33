import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

private let serverModels =
  Fixtures.folder + "/social/bluesky_atproto/tests/test_atproto_client/models/test_data"

@Suite("Bluesky: blocks, names and records in JSON") struct BlueskyFormatTests {
  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  @Test("SHA-256 as the standard's examples have it")
  func hashes() {
    #expect(
      hexadecimal(SHA256.digest(Array("abc".utf8)))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      hexadecimal(SHA256.digest([]))
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      hexadecimal(
        SHA256.digest(Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)))
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  }

  @Test("Names of blocks as text, there and back; keys that are times")
  func names() throws {
    for codec in [CID.Codec.cbor, .raw] {
      let cid = CID(hashing: Array("x".utf8), codec: codec)
      #expect(CID(text: cid.text) == cid)
      #expect(CID(cid.bytes[...]) == cid)
      #expect(cid.text.hasPrefix(codec == .cbor ? "bafyrei" : "bafkrei"))
    }
    #expect(CID(text: "bafy") == nil)
    let key = RecordTime.key(microseconds: 1_700_000_000_123_456, clock: 7)
    #expect(key.count == 13 && RecordTime.seconds(key) == 1_700_000_000)
    #expect(RecordTime.seconds("self") == nil && RecordTime.seconds("zzzzzzzzzzzzz") == nil)
  }

  @Test("Layers of keys as the protocol's own examples have them")
  func layers() {
    let known = [
      ("2653ae71", 0), ("blue", 1), ("app.bsky.feed.post/454397e440ec", 4),
      ("app.bsky.feed.post/9adeb165882c", 8),
    ]
    for (key, layer) in known { #expect(RepositoryTree.layer(of: key) == layer) }
  }

  @Test("Roots of trees as the protocol's own examples have them")
  func roots() throws {
    #expect(
      RepositoryTree([]).root.text
        == "bafyreie5737gdxlw5i64vzichcalba3z2v5n6icifvx5xytvske7mr3hpm")
    let record = try #require(
      CID(text: "bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454"))
    #expect(
      RepositoryTree([("com.example.record/3jqfcqzm3fo2j", record)]).root.text
        == "bafyreibj4lsc3aqnrvphp5xmrnfoorvru4wynt6lwidqbm2623a6tatzdu")
  }

  @Test("What is written is read as it was", arguments: 0..<8)
  func values(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    func made(_ depth: Int) -> DAGValue {
      switch Int.random(in: 0..<(depth > 4 ? 5 : 8), using: &random) {
      case 0: .null
      case 1: .boolean(Bool.random(using: &random))
      case 2: .integer(Int64.random(in: .min ... .max, using: &random))
      case 3: .text(String(repeating: "ä\n", count: Int.random(in: 0...300, using: &random)))
      case 4: .bytes([1, 2, 3])
      case 5: .link(CID(hashing: [UInt8(depth)]))
      case 6: .list((0..<Int.random(in: 0...30, using: &random)).map { _ in made(depth + 2) })
      default:
        .map(
          Dictionary(
            (0..<Int.random(in: 0...6, using: &random)).map { ("key\($0)", made(depth + 1)) },
            uniquingKeysWith: { a, _ in a }))
      }
    }
    let tape = JSONTape()
    for _ in 0..<30 {
      let value = made(0)
      try DAGCBOR.read(value.encoded[...], onto: tape)
      #expect(try isEqual(#require(tape.root), value))
    }
  }

  private func isEqual(_ read: JSONValue, _ value: DAGValue) -> Bool {
    switch value {
    case .null: read.isNull
    case .boolean(let value): read.boolean == value
    case .integer(let value): read.kind == .number && read.integer == value
    case .text(let text): read.string == text
    case .bytes(let bytes): read["$bytes"]?.string == Data(bytes).base64EncodedString()
    case .link(let cid): read["$link"]?.string == cid.text
    case .list(let values):
      read.kind == .array && Array(read.elements).count == values.count
        && zip(read.elements, values).allSatisfy(isEqual)
    case .map(let fields):
      read.kind == .object && Array(read.fields).count == fields.count
        && fields.allSatisfy { key, value in read[key].map { isEqual($0, value) } ?? false }
    }
  }

  @Test(
    "Values that are refused, at once and without much memory",
    arguments: [
      [0x9B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x7B, 0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0],
      [0xBB, 0, 0, 0, 0xFF, 0, 0, 0, 0, 0x61, 0x61], [0x9F, 0xFF], [0xA1, 0x01, 0x02],
      [0xC1, 0x00],
      [0xD8, 0x2A, 0x41, 0x00], [0xF9, 0x7E, 0x00], [0xF7], [0x00, 0x00], [], [0x1C],
      Array(repeating: 0x81, count: 100_000),
    ] as [[UInt8]])
  func refused(bytes: [UInt8]) {
    let tape = JSONTape()
    #expect(throws: DAGCBOR.Problem.self) { try DAGCBOR.read(bytes[...], onto: tape) }
    #expect(tape.root == nil)
  }

  @Test("Blocks of made-up length end the reading; one that is too large is passed over")
  func lengths() throws {
    let good = TestRepository.sample
    for tail: [UInt8] in [
      Array(repeating: 0xFF, count: 12), [0xFF, 0xFF, 0xFF, 0xFF, 0x7F], [0x00], [0x03, 1, 2, 3],
    ] {
      let sink = CollectingSink()
      #expect(throws: ArchiveError.self) {
        try BlueskyReader.read(MemoryByteSource(good.bytes + tail, name: "x"), into: sink)
      }
      #expect(sink.messages.count == 5)
    }
    let large = CARStream.largestBlock + 1
    let sink = try good.read(
      good.bytes + RepositoryWriting.varint(large) + Array(repeating: 0, count: large))
    #expect(sink.messages.count == 5 && sink.skipped.count == 1)
  }

  // MARK: JSON

  private func json(_ text: String) throws -> CollectingSink {
    let sink = CollectingSink()
    try BlueskyRecordsReader.read(MemoryByteSource(Array(text.utf8), name: "x.json"), into: sink)
    return sink
  }

  private func record(_ key: String, _ text: String) -> String {
    """
    {"uri":"at://did:plc:ann/app.bsky.feed.post/\(key)","value":{"$type":"app.bsky.feed.post",
    "text":"\(text)","createdAt":"2024-02-22T19:58:13Z"}}
    """
  }

  @Test("One record, a list, a list of a server, a feed and a thread")
  func records() throws {
    let one = record("1", "a")
    let two = record("2", "b")
    for text in [
      "[\(one),\(two)]", "{\"records\": [\(one),\(two)],\"cursor\":\"2\"}",
      "{\"cursor\":\"2\",\"records\":[\(one),\(two)]}",
      "{\"feed\":[{\"post\":\(one)},{\"post\":\(two)}]}",
      "{\"thread\":{\"post\":\(one),\"replies\":[{\"post\":\(two)}]}}",
    ] {
      let sink = try json(text)
      #expect(sink.messages.map(\.text.string) == ["a", "b"])
      #expect(sink.conversations.map(\.key) == ["bluesky:did:plc:ann"])
      #expect(BlueskyRecordsReader.confidence(prefix: Array(text.utf8), fileName: "x") == 80)
    }
    #expect(try json(one).messages.count == 1)
    #expect(throws: ArchiveError.self) { try json("{\"uri\":1}") }
    #expect(throws: ArchiveError.self) { try json("{\"uri\":") }
  }

  @Test(
    "Records of a server's own tests",
    .enabled(if: FileManager.default.fileExists(atPath: serverModels)))
  func fixtures() throws {
    func read(_ name: String) throws -> CollectingSink {
      let sink = CollectingSink()
      try BlueskyRecordsReader.read(FileByteSource(path: "\(serverModels)/\(name)"), into: sink)
      return sink
    }
    let post = try #require(try read("post_record.json").messages.first)
    #expect(post.time.seconds == 1_708_631_893 && !post.text.isEmpty)
    let extended = try #require(try read("extended_post_record.json").messages.first)
    #expect(extended.unknownFields?.contains("lol") == true)
    #expect(extended.time.certainty == .zoneUnknown)
    let thread = try read("thread_view_post_with_embed_media.json")
    let quoting = try #require(thread.messages.first)
    #expect(quoting.author?.name == "Python SDK")
    #expect(quoting.post?.quote?.text.string == "test" && quoting.media.count == 1)
    for other in ["like_record.json", "custom_record.json", "feed_record.json"] {
      #expect(throws: ArchiveError.self) { try read(other) }
    }
  }
}
