import LugeCore

/// One message as an export reader read it: everything that its source has, before it is stored.
public struct MessageRecord: Sendable, Hashable {
  /// The message's key in its source, unique in its conversation. Export readers of sources without
  /// keys (WhatsApp text, IRC) derive one from content, place and repetition, so that importing the
  /// same export again finds the same keys.
  public var sourceKey: String
  public var author: AuthorRecord?
  public var time: Timestamp
  public var text: StyledText
  public var kind: Kind
  public var replyTo: ReplyRecord?
  public var forwardedFrom: String?
  /// Time of the last edit. Sources that mark an edit without a time (WhatsApp) set ``isEdited``
  /// alone.
  public var edited: Timestamp?
  public var isEdited: Bool
  public var reactions: [ReactionRecord]
  public var media: [MediaRecord]
  /// Fields that Luge does not interpret, as one JSON object; nil if there are none.
  public var unknownFields: String?
  /// Additional fields of a timeline's post; nil for messages.
  public var post: PostRecord?

  public enum Kind: Sendable, Hashable {
    case message
    /// An event (joined, pinned, renamed …) with the source's own name for it; the sentence to show
    /// is in ``MessageRecord/text``.
    case service(action: String)
    /// A message whose content was deleted.
    case deleted
  }

  public init(
    sourceKey: String, author: AuthorRecord? = nil, time: Timestamp, text: StyledText = .init(""),
    kind: Kind = .message, replyTo: ReplyRecord? = nil, forwardedFrom: String? = nil,
    edited: Timestamp? = nil, isEdited: Bool = false, reactions: [ReactionRecord] = [],
    media: [MediaRecord] = [], unknownFields: String? = nil, post: PostRecord? = nil
  ) {
    self.sourceKey = sourceKey
    self.author = author
    self.time = time
    self.text = text
    self.kind = kind
    self.replyTo = replyTo
    self.forwardedFrom = forwardedFrom
    self.edited = edited
    self.isEdited = isEdited || edited != nil
    self.reactions = reactions
    self.media = media
    self.unknownFields = unknownFields
    self.post = post
  }
}

/// A point in time, and how precisely the source knows it.
public struct Timestamp: Sendable, Hashable, Codable {
  /// Seconds since 1970-01-01 00:00 UTC; if the zone is unknown, the local time as if it were UTC.
  public var seconds: Int64
  public var certainty: Certainty

  public enum Certainty: Int, Sendable, Hashable, Codable {
    /// An absolute time.
    case exact = 0
    /// A local time without a zone: up to 14 hours off.
    case zoneUnknown = 1
    /// A local time without zone or seconds (WhatsApp on Android, IRC).
    case minuteZoneUnknown = 2
  }

  /// Range of times: a hundred million years either way, so that sums with offsets do not overflow
  /// and every second has a calendar date.
  package static let range: ClosedRange<Int64> = -3_155_760_000_000_000...3_155_760_000_000_000

  public init(seconds: Int64, certainty: Certainty) {
    self.seconds = seconds
    self.certainty = certainty
  }
}

extension ZoneOffsets {
  /// Returns the local time of a time in an archive; a time of unknown zone is local already.
  package func localSeconds(of time: Timestamp) -> Int64 {
    time.certainty == .exact ? localSeconds(at: time.seconds) : time.seconds
  }
}

public struct AuthorRecord: Sendable, Hashable {
  /// Key that is unique in the source: `user123` in Telegram, the name itself in WhatsApp and IRC.
  /// A key over 1 KB is cut to its beginning and a digest.
  public var key: String
  /// At most ``longestName`` characters.
  public private(set) var name: String

  /// Maximum characters of a name; of a longer one the beginning is kept. A list of people may give
  /// a name of megabytes to an id of a few bytes, which messages then repeat.
  public static let longestName = Clipping.nameLimit

  public init(key: String, name: String) {
    self.key = BoundedKey.key(key)
    self.name = Self.clipped(name)
  }

  /// Returns a name, or the beginning of one that is too long.
  ///
  /// - Complexity: O(``longestName``).
  package static func clipped(_ name: String) -> String { Clipping.name(name) }
}

public struct ReplyRecord: Sendable, Hashable {
  /// ``MessageRecord/sourceKey`` of the answered message.
  public var sourceKey: String
  /// Conversation of the answered message; nil if it is the same.
  public var conversationKey: String?

  public init(sourceKey: String, conversationKey: String? = nil) {
    self.sourceKey = sourceKey
    self.conversationKey = conversationKey
  }
}

public struct ReactionRecord: Sendable, Hashable, Codable {
  /// The emoji, or a name or path for a custom one.
  public var emoji: String
  public var count: Int
  /// Names of the people who reacted, as far as the source lists them.
  public var authors: [String]

  public init(emoji: String, count: Int, authors: [String] = []) {
    self.emoji = emoji
    self.count = count
    self.authors = authors
  }

  /// Decodes a reaction; files that were not written by Luge may leave out the authors.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    emoji = try values.decode(String.self, forKey: .emoji)
    count = try values.decode(Int.self, forKey: .count)
    authors = try values.decodeIfPresent([String].self, forKey: .authors) ?? []
  }
}

extension ReactionRecord {
  /// Sign in place of a custom emoji without a name.
  package static let customSign = "✦"
  private static let longestName = 32
  /// Maximum bytes of an emoji: a character may consist of any number of scalars.
  private static let longestEmoji = 128

  /// The emoji as text: itself, the name of a custom one (`:party_parrot:`), or ``customSign`` for
  /// one of which exports name only the document, by number or file.
  package var shownEmoji: String {
    let isName = emoji.utf8.count > 2 && emoji.hasPrefix(":") && emoji.hasSuffix(":")
    let emoji = Clipping.prefix(emoji, bytes: Self.longestEmoji)
    if isName { return ForeignText.visible(String(emoji.prefix(Self.longestName))) }
    let isDocument =
      emoji.utf8.count > 4
      && (emoji.utf8.contains(UInt8(ascii: "/")) || emoji.utf8.allSatisfy { $0 < 0x80 })
    return isDocument ? Self.customSign : emoji
  }
}

public struct MediaRecord: Sendable, Hashable, Codable {
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    case photo, video, animation, sticker, audio, voice, videoMessage, file, contact, location,
      poll, call, other
  }

  public var kind: Kind
  /// Path relative to the export's folder; nil if the export omits the file.
  public var path: String?
  public var thumbnailPath: String?
  public var mimeType: String?
  public var fileName: String?
  /// Size of the file, bytes.
  public var size: Int64?
  /// Size of a picture or video, pixels.
  public var width: Int?
  public var height: Int?
  /// Duration, seconds.
  public var duration: Double?
  /// Text that the source has instead of a file ("<Media omitted>", "(File not included …)"), or
  /// the content of kinds without a file, for the user.
  public var note: String?
  /// Blurred preview of the picture, if the source has one (https://blurha.sh).
  public var blurHash: String?

  public init(
    kind: Kind, path: String? = nil, thumbnailPath: String? = nil, mimeType: String? = nil,
    fileName: String? = nil, size: Int64? = nil, width: Int? = nil, height: Int? = nil,
    duration: Double? = nil, note: String? = nil,
    blurHash: String? = nil
  ) {
    self.kind = kind
    self.path = path
    self.thumbnailPath = thumbnailPath
    self.mimeType = mimeType
    self.fileName = fileName
    self.size = size
    self.width = width
    self.height = height
    self.duration = duration
    self.note = note
    self.blurHash = blurHash
  }

  /// Returns an attachment that is only text, not written by the message's author: an invoice, a
  /// list, a row of buttons, the text of an integration.
  public static func words(_ text: String) -> MediaRecord {
    MediaRecord(kind: .other, mimeType: wordsType, note: text)
  }

  /// Whether it is only text, rather than a note about a file.
  public var isWords: Bool {
    kind == .other && mimeType == Self.wordsType && path == nil && fileName == nil
      && note?.isEmpty == false
  }

  private static let wordsType = "text/plain"
}

extension MessageRecord {
  /// Moves text attachments into ``text`` if it is empty.
  public mutating func takeWords() {
    guard text.isEmpty, kind == .message else { return }
    let words = media.filter(\.isWords).compactMap(\.note)
    guard !words.isEmpty else { return }
    text = StyledText(words.joined(separator: "\n\n"))
    media.removeAll(where: \.isWords)
  }
}
