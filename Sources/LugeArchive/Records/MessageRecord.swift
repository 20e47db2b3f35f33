import LugeCore

/// One message as an importer read it: everything its source had, before it has a place in a store.
public struct MessageRecord: Sendable, Hashable {
  /// The message's key in its source, unique in its conversation. Sources without keys (WhatsApp
  /// text, IRC) derive one from content, place and repetition, so that a second import of the
  /// same export finds the same keys.
  public var sourceKey: String
  public var author: AuthorRecord?
  public var time: Timestamp
  public var text: StyledText
  public var kind: Kind
  public var replyTo: ReplyRecord?
  public var forwardedFrom: String?
  /// When the message was last edited. Sources that mark an edit without a time (WhatsApp) set
  /// ``isEdited`` alone.
  public var edited: Timestamp?
  public var isEdited: Bool
  public var reactions: [ReactionRecord]
  public var media: [MediaRecord]
  /// Fields that Luge gives no meaning to, as one JSON object; nil when there were none.
  public var unknownFields: String?
  /// For posts of a timeline.
  public var post: PostRecord?

  public enum Kind: Sendable, Hashable {
    case message
    /// Something that happened (joined, pinned, renamed …): the source's own name for it; the
    /// sentence to show is in ``MessageRecord/text``.
    case service(action: String)
    /// Content was deleted, only the place is left.
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

/// A point in time together with how much of it the source knew.
public struct Timestamp: Sendable, Hashable, Codable {
  /// Seconds since 1970-01-01 00:00 UTC; where the zone is unknown, the wall clock read as if UTC.
  public var seconds: Int64
  public var certainty: Certainty

  public enum Certainty: Int, Sendable, Hashable, Codable {
    /// An absolute time.
    case exact = 0
    /// A wall clock without a zone: off by up to 14 hours.
    case zoneUnknown = 1
    /// A wall clock without zone or seconds (WhatsApp on Android, IRC).
    case minuteZoneUnknown = 2
  }

  /// Range of times: a hundred million years either way, so that differences and offsets of zones
  /// add up, and every calendar has a date for them.
  package static let range: ClosedRange<Int64> = -3_155_760_000_000_000...3_155_760_000_000_000

  public init(seconds: Int64, certainty: Certainty) {
    self.seconds = seconds
    self.certainty = certainty
  }
}

public struct AuthorRecord: Sendable, Hashable {
  /// Unique in the source: `user123` in Telegram, the name itself in WhatsApp and IRC.
  public var key: String
  public var name: String

  public init(key: String, name: String) {
    self.key = key
    self.name = name
  }
}

public struct ReplyRecord: Sendable, Hashable {
  /// ``MessageRecord/sourceKey`` of the message replied to.
  public var sourceKey: String
  /// The conversation it is in, when it is another one.
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
  /// Names of those who reacted, as far as the source lists them.
  public var authors: [String]

  public init(emoji: String, count: Int, authors: [String] = []) {
    self.emoji = emoji
    self.count = count
    self.authors = authors
  }
}

public struct MediaRecord: Sendable, Hashable, Codable {
  public enum Kind: String, Sendable, Hashable, Codable {
    case photo, video, animation, sticker, audio, voice, videoMessage, file, contact, location,
      poll, call, other
  }

  public var kind: Kind
  /// Path relative to the export's folder; nil when the export left the file out.
  public var path: String?
  public var thumbnailPath: String?
  public var mimeType: String?
  public var fileName: String?
  /// Bytes.
  public var size: Int64?
  /// Pixels.
  public var width: Int?
  public var height: Int?
  /// Seconds.
  public var duration: Double?
  /// Text that the source has instead of a file ("<Media omitted>", "(File not included …)"), or
  /// the content of kinds without a file, for people to read.
  public var note: String?
  /// A blurred stand-in for the picture, where the source has one (https://blurha.sh).
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

  /// Words that belong to a message without being written by its author: an invoice, a list, a row
  /// of buttons, what an integration says.
  public static func words(_ text: String) -> MediaRecord {
    MediaRecord(kind: .other, mimeType: wordsType, note: text)
  }

  /// Whether it is words alone, and not a note about a file.
  public var isWords: Bool {
    kind == .other && mimeType == Self.wordsType && path == nil && fileName == nil
      && note?.isEmpty == false
  }

  private static let wordsType = "text/plain"
}

extension MessageRecord {
  /// Takes the words beside a message for its text, where it has none.
  public mutating func takeWords() {
    guard text.isEmpty, kind == .message else { return }
    let words = media.filter(\.isWords).compactMap(\.note)
    guard !words.isEmpty else { return }
    text = StyledText(words.joined(separator: "\n\n"))
    media.removeAll(where: \.isWords)
  }
}
