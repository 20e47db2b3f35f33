import LugeArchive
import LugeCore
import LugeWords

/// Reads Mastodon's archive of an account ("Request your archive"): the activities in
/// `outbox.json`, and beside it the person in `actor.json` and the addresses in `likes.json` and
/// `bookmarks.json`.
///
/// Also reads outboxes in this format from other ActivityPub servers. Memory holds one activity at
/// a time, and all of these addresses; invalid activities are skipped and reported.
public enum MastodonReader: ExportReader, NamedPartsReader {
  public static let formatName = "Mastodon archive"
  public static var evidence: String { localized("an ActivityPub outbox") }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    let text = prefix.drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || $0 <= 0x20 }
    guard text.first == UInt8(ascii: "{") else { return 0 }
    let head = String(decoding: text.prefix(8192), as: UTF8.self)
    guard head.contains("\"OrderedCollection\""), head.contains("\"orderedItems\"") else {
      return 0
    }
    let marks = ["\"Create\"", "\"Announce\"", "\"Note\"", "\"actor\""].filter(head.contains).count
    // Lists of likes and bookmarks are such collections, too, but of addresses. Without any of the
    // marks, only the file's name tells an empty outbox from them.
    if marks == 0 { return fileName == "outbox.json" ? 60 : 0 }
    return min(95, 65 + marks * 10)
  }

  static func part(named name: String) -> NamedPart? {
    switch name {
    case "actor.json":
      .list(losing: "name and picture of the account are missing", isBeside: true)
    case "likes.json", "bookmarks.json":
      .list(losing: "it is not known which posts are in it", isBeside: true)
    case "outbox.json": .chat
    default: nil
    }
  }

  public static func accompanies(fileName: String) -> Bool {
    ["actor.json", "likes.json", "bookmarks.json"].contains(fileName)
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    let profile = MastodonProfile(beside: source)
    var outbox = MastodonOutbox(profile: profile)
    var added = 0
    var skipped = 0
    /// Keys of the posts in this file that the owner has liked or bookmarked.
    var own: Set<String> = []
    var hasBegun = false
    func begin(_ actor: String?) throws {
      guard !hasBegun else { return }
      hasBegun = true
      try sink.begin(outbox.conversation(actor: actor, mediaRoot: source.context.mediaRoot))
    }
    let records = JSONWalk(
      ["orderedItems", "*"],
      onOversize: { offset, reason in
        skipped += 1
        try sink.skip(
          SkippedRecord(file: source.name, place: "byte \(offset)", reason: reason))
      }
    ) { value, offset in
      try begin(value["actor"]?.string)
      switch outbox.read(value) {
      case .post(let record):
        added += 1
        if profile.marks(record.sourceKey) { own.insert(record.sourceKey) }
        try sink.add(record)
      case .skipped(let id, let reason):
        skipped += 1
        let place = id.map { "\($0) (byte \(offset))" } ?? "byte \(offset)"
        try sink.skip(SkippedRecord(file: source.name, place: place, reason: reason))
      }
      if value.tape.hadInvalidText {
        try sink.note(InvalidText.note(in: source.name, place: "byte \(offset)"))
      }
    }
    try records.read(source) { try sink.progress(bytes: $0) }
    guard records.found, added > 0 || skipped == 0 else {
      throw ArchiveError.unknownFormat(
        path: source.name,
        hint: "A Mastodon archive has activities in \"orderedItems\"; this file has none.")
    }
    try begin(nil)
    for (name, liked) in [("likes.json", profile.liked), ("bookmarks.json", profile.bookmarked)] {
      let others = liked.count - own.intersection(liked).count
      guard others > 0 else { continue }
      try sink.note(
        SkippedRecord(
          file: name, place: "the list",
          reason: others == 1
            ? "1 post of somebody else is in the archive by its address alone"
            : "\(others) posts of others are in the archive by their addresses alone"))
    }
  }
}

/// The archive's owner with their likes and bookmarks, from the files beside the outbox.
struct MastodonProfile {
  var id: String?
  var name: String?
  var userName: String?
  /// Path in the archive.
  var avatar: String?
  /// The person's description of themselves.
  var about: String?
  var liked: Set<String> = []
  var bookmarked: Set<String> = []

  private static let longestAddress = 4096

  init(beside source: any ByteSource) {
    let actor = JSONDocument.read(source.sibling("actor.json"))
    // Lengths are limited, because each post repeats these texts.
    id = actor?["id"]?.string.flatMap { $0.utf8.count <= Self.longestAddress ? $0 : nil }
    name = actor?["name"]?.string.map(Clipping.name)
    userName = actor?["preferredUsername"]?.string.map(Clipping.name)
    about = actor.flatMap(Self.about)
    // Only a path inside the archive is used; an address would be downloaded.
    if let icon = actor?["icon"]?["url"]?.string, icon.utf8.count <= Self.longestAddress,
      !icon.contains("://")
    {
      avatar = MastodonOutbox.relative(icon)
    }
    liked = Self.addresses(source.sibling("likes.json"))
    bookmarked = Self.addresses(source.sibling("bookmarks.json"))
  }

  /// Maximum fields of a profile, of which servers allow four.
  private static let mostFields = 16

  /// Returns a person's description, and the fields below it.
  private static func about(_ actor: JSONValue) -> String? {
    let fields = actor["attachment"]?.elements.prefix(mostFields).map { field in
      ["name", "value"].compactMap { field[$0]?.string.map { HTMLText.styled($0).string } }
        .filter { !$0.isEmpty }.joined(separator: ": ")
    }
    let summary = actor["summary"]?.string.map { HTMLText.styled($0).string }
    let lines = ([summary ?? ""] + (fields ?? [])).filter { !$0.isEmpty }
    return lines.isEmpty ? summary : lines.joined(separator: "\n")
  }

  func marks(_ id: String) -> Bool { liked.contains(id) || bookmarked.contains(id) }

  private static func addresses(_ source: (any ByteSource)?) -> Set<String> {
    guard let list = JSONDocument.read(source)?["orderedItems"] else { return [] }
    return Set(list.elements.lazy.compactMap(\.string))
  }
}
