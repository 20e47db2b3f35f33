import LugeArchive
import LugeCore

/// The archive's owner, and data stored outside the tweet files.
struct TwitterAccount {
  var id = "unknown"
  var userName = ""
  var name = "Twitter"
  /// Path in the archive.
  var avatar: String?
  /// The person's description of themselves.
  var about: String?
  /// Ids of tweets that the person liked; others' tweets are not in the archive.
  var liked: Set<String> = []
  let notes: TwitterNotes
  /// The account's id is part of keys.
  private(set) var keys = SideFiles()

  private static let mostLiked = 2_000_000
  /// Maximum bytes of a tweet's id.
  private static let longestID = 64

  init(beside source: any ByteSource) {
    notes = TwitterNotes(Self.document("note-tweet.js", beside: source))
    let account = keys.read(source.sibling("account.js").map { AssignmentSource($0) })
    if let value = account?.elements.lazy.compactMap({ $0["account"] }).first {
      // Each tweet repeats them.
      id = value["accountId"]?.scalarText.map(BoundedKey.key) ?? id
      userName = Clipping.name(value["username"]?.string ?? "")
      let display = Clipping.name(value["accountDisplayName"]?.string ?? "")
      name = display.isEmpty ? (userName.isEmpty ? name : "@\(userName)") : display
    }
    let profile = Self.document("profile.js", beside: source)
    let picture = profile?.elements.lazy.compactMap { $0["profile"]?["avatarMediaUrl"]?.string }
      .first
    about =
      profile?.elements.lazy.compactMap { $0["profile"]?["description"] }
      .map { description in
        ["bio", "location", "website"].compactMap { description[$0]?.string }
          .filter { !$0.isEmpty }.joined(separator: "\n")
      }.first { !$0.isEmpty }
    if let file = picture?.pathParts.last, file.utf8.count < 256, !file.contains("..") {
      avatar = "profile_media/\(id)-\(file)"
    }
    if let likes = source.sibling("like.js") {
      var found: Set<String> = []
      let records = JSONWalk(["*"], onOversize: { _, _ in }) { value, _ in
        if found.count < Self.mostLiked, let id = value["like"]?["tweetId"]?.scalarText,
          id.utf8.count <= Self.longestID
        {
          found.insert(id)
        }
      }
      // Unreadable likes do not affect the tweets.
      try? records.read(AssignmentSource(likes)) { _ in }
      liked = found
    }
  }

  /// Returns the purpose of a file beside the tweets and messages, by its name.
  static func part(named name: String) -> NamedPart? {
    switch name {
    case "profile.js":
      .list(losing: "picture and description of the account are missing", isBeside: true)
    case "note-tweet.js": .list(losing: "long tweets end in the middle", isBeside: true)
    case "like.js": .list(losing: "likes are missing", isBeside: true)
    case "tweets.js", "tweet.js", "direct-messages.js", "direct-messages-group.js",
      "direct-message.js", "direct-message-group.js":
      .chat
    default: nil
    }
  }

  private static func document(_ name: String, beside source: any ByteSource) -> JSONValue? {
    source.sibling(name).flatMap {
      JSONDocument.read(AssignmentSource($0), limit: NamedParts.largest)
    }
  }

  var handle: String { userName.isEmpty ? "" : "@\(userName)" }
}

/// The full texts of long tweets, of which the tweets contain only the beginning.
final class TwitterNotes {
  struct Note {
    var seconds: Int64
    var text: String
    var links: TwitterLinks
    var styles: [TwitterText.Style]
  }

  // MARK: Mutable State (owned by the one thread that reads)

  /// Long texts by their beginnings, the oldest first.
  private var notes: [String: [Note]] = [:]
  private var count = 0
  private(set) var used = 0
  /// Bytes of texts that tweets may still get: one belongs to one tweet, and one of megabytes to
  /// which many tweets fit would fill the disk.
  private var allowance = 1 << 20

  private static let beginning = 40
  /// Maximum seconds between a text and its tweet.
  private static let farthest: UInt64 = 86_400
  /// Maximum number of people that one tweet answers; networks allow 50.
  private static let mostMentions = 200

  init(_ document: JSONValue?) {
    for record in document.map({ Array($0.elements) }) ?? [] {
      let note = record["noteTweet"]
      guard let time = note?["createdAt"]?.string.flatMap(ISOTime.parse), let core = note?["core"],
        let text = core["text"]?.string, !text.isEmpty
      else { continue }
      count += 1
      allowance = allowance.addingClamped(text.utf8.count.multipliedClamped(by: 4))
      notes[Self.key(text[...]), default: []].append(
        Note(
          seconds: time.seconds, text: text, links: TwitterLinks(urls: core["urls"]),
          styles: Self.styles(core["styletags"])))
    }
    for key in notes.keys { notes[key]?.sort { $0.seconds < $1.seconds } }
  }

  /// Number of texts that belong to no tweet that was read.
  var unused: Int { max(0, count - used) }

  private static func key(_ text: Substring) -> String { String(text.prefix(beginning)) }

  private static func styles(_ tags: JSONValue?) -> [TwitterText.Style] {
    TwitterLinks.elements(tags).flatMap { tag -> [TwitterText.Style] in
      guard let from = tag["fromIndex"]?.integer, let to = tag["toIndex"]?.integer, from >= 0,
        from < to, to <= 1 << 24
      else { return [] }
      return TwitterLinks.elements(tag["styleTypes"] ?? tag["types"]).compactMap { type in
        let attribute: StyledText.Attribute? =
          switch type.string?.lowercased() {
          case "bold": .bold
          case "italic": .italic
          case "strikethrough": .strike
          default: nil
          }
        return attribute.map { .init(range: Int(from)..<Int(to), attribute: $0) }
      }
    }
  }

  /// Returns the full text of a truncated one: among those that begin the same, the nearest in
  /// time.
  ///
  /// - Returns: nil if there is none; `mentions` are those of a reply, which its long text lacks.
  /// - Complexity: O(log n) for n texts that begin the same, for each mention at the beginning.
  func note(beginning text: String, at seconds: Int64) -> (mentions: String, note: Note)? {
    guard !notes.isEmpty, allowance > 0 else { return nil }
    var rest = text[...]
    for _ in 0...Self.mostMentions {
      if let found = notes[Self.key(rest)].flatMap({ Self.nearest($0, to: seconds) }) {
        used += 1
        allowance = allowance.subtractingClamped(found.text.utf8.count)
        return (String(text[..<rest.startIndex]), found)
      }
      guard rest.first == "@", let blank = rest.firstIndex(of: " ") else { return nil }
      rest = rest[rest.index(after: blank)...]
    }
    return nil
  }

  /// - Parameter notes: texts with the oldest first.
  private static func nearest(_ notes: [Note], to seconds: Int64) -> Note? {
    let next = notes.partitioningIndex { $0.seconds >= seconds }
    func distance(_ note: Note) -> UInt64 { note.seconds.subtractingClamped(seconds).magnitude }
    let beside = notes[max(0, next - 1)..<min(notes.count, next + 1)]
    return beside.filter { distance($0) <= farthest }.min { distance($0) < distance($1) }
  }
}
