import LugeArchive
import LugeCore
import LugeWords

/// Reads records of Bluesky in the JSON of its servers: one record, a list of them (`listRecords`),
/// the posts of a feed or of a thread.
///
/// Lists are streamed; memory holds one element.
public enum BlueskyRecordsReader: ExportReader {
  public static let formatName = "Bluesky records"
  public static var evidence: String { localized("records of app.bsky") }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    let text = prefix.drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || $0 <= 0x20 }
    guard text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") else { return 0 }
    let head = String(decoding: text.prefix(1 << 15), as: UTF8.self)
    let types = ["\"app.bsky.feed.post\"", "\"app.bsky.feed.repost\""]
    guard head.contains("\"at://"), head.contains("\"$type\""), types.contains(where: head.contains)
    else { return 0 }
    return 80
  }

  private static let prefixLength = 1 << 16
  private static let largestDocument = 16 << 20

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    let replay = try ReplayingByteSource(source, prefixLength: prefixLength)
    let reading = RecordsReading(name: source.name, mediaRoot: source.context.mediaRoot, sink: sink)
    if let path = list(in: replay.prefix) {
      let records = JSONWalk(
        path + ["*"],
        onOversize: { offset, reason in
          try sink.skip(
            SkippedRecord(file: source.name, place: "byte \(offset)", reason: reason))
        }
      ) { value, offset in
        try reading.read(value, place: "byte \(offset)")
      }
      try records.read(replay) { try sink.progress(bytes: $0) }
    } else {
      guard let document = JSONDocument.read(replay, limit: largestDocument) else {
        throw ArchiveError.malformed(
          path: source.name, place: "the document",
          reason: "it is no JSON, or more than \(largestDocument >> 20) MB without a list")
      }
      try reading.read(document, place: "the document")
    }
    guard reading.added > 0 else {
      throw ArchiveError.unknownFormat(path: source.name, hint: "None of its records is a post.")
    }
  }

  /// Returns the keys of the list in the document; nil if the document is one record.
  private static func list(in prefix: [UInt8]) -> [String]? {
    let text = prefix.drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || $0 <= 0x20 }
    if text.first == UInt8(ascii: "[") { return [] }
    let head = String(decoding: text, as: UTF8.self).filter { !$0.isWhitespace }
    // Only a cursor may precede the list.
    return ["records", "feed", "posts"].first { name in
      head.hasPrefix("{\"\(name)\":[")
        || head.hasPrefix("{\"cursor\":\"") && head.prefix(512).contains("\",\"\(name)\":[")
    }.map { [$0] }
  }
}

/// Unwraps the records in a server's response.
private final class RecordsReading {
  private let name: String
  private let mediaRoot: String?
  private let sink: any ImportSink
  private let blobs: BlobFolder
  private var posts: BlueskyPosts?
  private(set) var added = 0

  /// Maximum posts of one thread.
  private static let mostPosts = 100_000

  init(name: String, mediaRoot: String?, sink: any ImportSink) {
    self.name = name
    self.mediaRoot = mediaRoot
    self.sink = sink
    blobs = BlobFolder(beside: mediaRoot)
  }

  func read(_ value: JSONValue, place: String) throws {
    var pending = [value]
    var count = 0
    while let value = pending.popLast() {
      count += 1
      guard count <= Self.mostPosts else {
        return try skip(place, "a thread of more than \(Self.mostPosts) posts")
      }
      if let replies = value["replies"] { pending += replies.elements }
      if let parent = value["parent"] { pending.append(parent) }
      if let thread = value["thread"] {
        pending.append(thread)
      } else if let post = value["post"] {
        try read(post, reason: value["reason"], place)
      } else if value["uri"] != nil || value["value"] != nil || value["record"] != nil {
        try read(value, reason: nil, place)
      } else if value["replies"] == nil {
        try skip(place, "no record of a known form")
      }
    }
  }

  private func read(_ value: JSONValue, reason: JSONValue?, _ place: String) throws {
    guard let address = value["uri"]?.string.flatMap(RecordAddress.init) else {
      return try skip(place, "it has no address")
    }
    // The server marks posts that are deleted or blocked this way.
    guard let record = value["value"] ?? value["record"] else {
      return try skip("\(address.text) (\(place))", "the record is not there")
    }
    let author = value["author"].map { BlueskyProfile($0) }
    let context = author.map {
      BlueskyPosts.Context(
        author: $0, replies: Self.count(value["replyCount"]),
        boosts: Self.count(value["repostCount"]), likes: Self.count(value["likeCount"]))
    }
    let posts = try begin(address.did, author)
    switch posts.read(record, at: address, context: context) {
    case .post(var message):
      quote(value["embed"], in: &message)
      if let reason { repost(reason, &message) }
      added += 1
      try sink.add(message)
    case .skipped(let reason): try skip("\(address.text) (\(place))", reason)
    case .other(let collection):
      try skip("\(address.text) (\(place))", "records of \(collection) are no posts")
    }
    if value.tape.hadInvalidText {
      try sink.note(InvalidText.note(in: name, place: place))
    }
  }

  /// Begins the timeline with the first record, which identifies its owner.
  private func begin(_ did: String, _ author: BlueskyProfile?) throws -> BlueskyPosts {
    if let posts { return posts }
    let posts = BlueskyPosts(did: did, profile: author, blobs: blobs)
    self.posts = posts
    try sink.begin(posts.conversation(mediaRoot: mediaRoot))
    return posts
  }

  /// Reads the quoted post, which a server includes.
  private func quote(_ embed: JSONValue?, in message: inout MessageRecord) {
    let view = embed?["record"]?["record"] ?? embed?["record"]
    guard let view, let key = message.post?.quote?.sourceKey, view["uri"]?.string == key,
      let value = view["value"], let did = view["author"]?["did"]?.string
    else { return }
    message.post?.quote?.author = (view["author"].map { BlueskyProfile($0) } ?? .init()).person(did)
    message.post?.quote?.text = BlueskyText.styled(
      value["text"]?.string ?? "", facets: value["facets"])
    message.post?.quote?.time = value["createdAt"]?.string.flatMap(ISOTime.parse)?.seconds
  }

  /// Reads why a post is in a feed: another person's post may have been reposted.
  private func repost(_ reason: JSONValue, _ message: inout MessageRecord) {
    guard let by = reason["by"], let did = by["did"]?.string else { return }
    message.post?.boostedBy = BlueskyProfile(by).person(did)
    message.post?.boosted = message.sourceKey
    message.sourceKey = reason["uri"]?.string ?? "\(message.sourceKey)#\(did)"
    if let time = reason["indexedAt"]?.string.flatMap(ISOTime.parse) { message.time = time }
  }

  private func skip(_ place: String, _ reason: String) throws {
    try sink.skip(SkippedRecord(file: name, place: place, reason: reason))
  }

  private static func count(_ value: JSONValue?) -> Int? {
    value?.integer.map { Int(clamping: max(0, $0)) }
  }
}
