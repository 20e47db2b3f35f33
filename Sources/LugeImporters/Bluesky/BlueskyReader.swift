import LugeArchive
import LugeCore
import LugeWords

/// Reads the repository of a Bluesky account as the app exports it: a CAR file with all of a
/// person's public records. Pictures are not in it, but perhaps in a folder of blobs beside it.
///
/// The file is read twice: once for the tree that lists the records, once for the records, in the
/// order of the file. Memory holds the tree and one record.
public enum BlueskyReader: ExportReader {
  public static let formatName = "Bluesky repository"
  public static var evidence: String { localized("a repository (CAR) that begins with its header") }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    isRepository(prefix) ? 95 : 0
  }

  public static func isBinary(_ prefix: [UInt8]) -> Bool { isRepository(prefix) }

  /// Whether bytes begin like a CAR file: a length, and a map of roots and version.
  static func isRepository(_ prefix: [UInt8]) -> Bool {
    guard let end = prefix.prefix(3).firstIndex(where: { $0 < 128 }), prefix.count > end + 16,
      prefix[end + 1] & 0xE0 == 0xA0
    else { return false }
    let head = String(decoding: prefix.prefix(256), as: UTF8.self)
    return head.contains("roots") && head.contains("version")
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    var index = try RepositoryIndex(source)
    let records = index.takeRecords()
    guard let again = try source.reopened() else {
      throw ArchiveError.notReadable(
        path: source.name, reason: "it can be read only once; save it to a file")
    }
    let root = source.context.mediaRoot
    let posts = BlueskyPosts(
      did: index.did, profile: index.profile, blobs: BlobFolder(beside: root), liked: index.liked,
      handles: index.handles)
    try sink.begin(posts.conversation(mediaRoot: root))
    var reading = RepositoryReading(
      index: index, records: records, posts: posts, name: source.name, sink: sink)
    try reading.run(CARStream(again))
    if let ending = index.ending { throw ending }
  }
}

/// The second pass over a repository.
struct RepositoryReading {
  private let index: RepositoryIndex
  private let posts: BlueskyPosts
  private let name: String
  private let sink: any ImportSink
  private var records: RecordTable
  /// Number of records that are not posts, by collection.
  private var others: [String: Int] = [:]
  private let tape = JSONTape()

  private static let mostCollections = 256
  /// Bytes of records that were read under further keys: equal records share a block, and one of
  /// megabytes under many keys would make a small file fill the disk.
  private var repeated = 0
  private static let mostRepeated = 64 << 20
  private static let progressStep: Int64 = 1 << 18

  init(
    index: RepositoryIndex, records: RecordTable, posts: BlueskyPosts, name: String,
    sink: any ImportSink
  ) {
    self.index = index
    self.posts = posts
    self.name = name
    self.sink = sink
    self.records = records
  }

  mutating func run(_ stream: CARStream) throws {
    _ = try stream.root()
    var reported: Int64 = 0
    while let block = try next(stream) {
      try read(block)
      if stream.offset - reported >= Self.progressStep {
        reported = stream.offset
        try sink.progress(bytes: reported)
      }
    }
    try sink.progress(bytes: stream.offset)
    for problem in index.problems {
      try sink.note(SkippedRecord(file: name, place: problem.place, reason: problem.reason))
    }
    for key in records.missing {
      try sink.skip(SkippedRecord(file: name, place: key, reason: "its block is missing"))
    }
    if index.rawBlocks > 0 {
      try sink.note(
        SkippedRecord(
          file: name, place: "the blocks",
          reason: "\(index.rawBlocks) pictures or films in it are not unpacked; "
            + "a folder \"blobs\" beside it is read"))
    }
    for (collection, count) in others.sorted(by: { $0.key < $1.key }) {
      try sink.note(
        SkippedRecord(
          file: name, place: collection,
          reason: "\(count) record\(count == 1 ? " is no post" : "s are no posts")"))
    }
  }

  /// Returns the next block. If the file ends early, the first pass has reported that.
  private func next(_ stream: CARStream) throws -> CARStream.Block? {
    do { return try stream.next() } catch {
      if index.ending != nil { return nil }
      throw error
    }
  }

  private mutating func read(_ block: CARStream.Block) throws {
    if block.isTooLarge {
      return try skip(block, nil, "larger than \(CARStream.largestBlock >> 20) MB")
    }
    guard let cid = block.cid else { return try skip(block, nil, "a block of an unknown kind") }
    guard cid.codec == .cbor else { return }
    var keys = records.take(cid)
    if keys.isEmpty {
      // If the tree is incomplete, records missing from it are still in the file, but without their
      // keys.
      guard !index.isTreeWhole, !records.names(cid) else { return }
      guard (try? DAGCBOR.read(block.bytes, onto: tape)) != nil,
        let type = tape.root?["$type"]?.string, type.hasPrefix("app.bsky.feed.")
      else { return }
      keys = ["\(type)/\(cid.text)"]
    }
    do { try DAGCBOR.read(block.bytes, onto: tape) } catch let problem {
      return try skip(block, keys[0], "\(problem.reason) (byte \(problem.byte) of it)")
    }
    if CID(hashing: block.bytes) != cid {
      try note(block, keys[0], "its bytes are not those that it was named for")
    }
    for (number, key) in keys.enumerated() {
      if number > 0 { try repeats(block) }
      try add(key, block)
    }
    if tape.hadInvalidText {
      try sink.note(InvalidText.note(in: name, place: place(block, keys[0])))
    }
  }

  /// Counts a record that is read once more, under another key.
  private mutating func repeats(_ block: CARStream.Block) throws {
    repeated = repeated.addingClamped(block.bytes.count)
    guard repeated > Self.mostRepeated else { return }
    throw ArchiveError.tooLarge(
      path: name, place: place(block, nil),
      limit: "\(ByteCount(Self.mostRepeated)) of the same records under further keys")
  }

  private mutating func add(_ key: String, _ block: CARStream.Block) throws {
    guard let value = tape.root else { return }
    let parts = key.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return try skip(block, key, "its key is not one of a record") }
    let address = RecordAddress(did: index.did, collection: parts[0], key: parts[1])
    switch posts.read(value, at: address) {
    case .post(let record): try sink.add(record)
    case .skipped(let reason): try skip(block, key, reason)
    // The profile has given the timeline its name.
    case .other("app.bsky.actor.profile"): break
    case .other(let collection):
      if others.count < Self.mostCollections || others[collection] != nil {
        others[collection, default: 0] += 1
      } else {
        others["others", default: 0] += 1
      }
    }
  }

  private func skip(_ block: CARStream.Block, _ key: String?, _ reason: String) throws {
    try sink.skip(SkippedRecord(file: name, place: place(block, key), reason: reason))
  }

  private func note(_ block: CARStream.Block, _ key: String?, _ reason: String) throws {
    try sink.note(SkippedRecord(file: name, place: place(block, key), reason: reason))
  }

  private func place(_ block: CARStream.Block, _ key: String?) -> String {
    key.map { "\($0) (byte \(block.offset))" } ?? "byte \(block.offset)"
  }
}
