import LugeCore

/// A conversation as an export reader found it.
public struct ConversationRecord: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, Codable {
    case personal, group, channel, bot, saved, other
    /// Posts of a network, shown newest first.
    case timeline
  }

  /// Key that is unique and the same in every export: `telegram:12345`, `whatsapp:Family`,
  /// `irc:#ubuntu`.
  public var key: String
  /// Key that earlier versions gave to the conversation; nil if it was the same. An archive that
  /// has the conversation under it, with the same messages, continues that one.
  public var formerKey: String? {
    didSet {
      formerKey = formerKey.map(BoundedKey.key)
      if formerKey == key { formerKey = nil }
    }
  }
  public var name: String
  public var kind: Kind
  /// ``AuthorRecord/key`` of the person who exported; nil if the source does not contain it.
  public var ownAuthorKey: String?
  /// Folder that media paths are relative to.
  public var mediaRoot: String?
  /// Folders that media paths include: of a conversation merged from several, and those of an
  /// export that are not in ``mediaRoot``.
  public var mediaFolders: Set<String> = []
  /// Names and keys in other exports of the same chat, if several were merged.
  public var otherNames: [OtherName] = []
  /// Whether the source has no message keys, and may contain a message in another form next time:
  /// with its file instead of a remark that it was omitted, with seconds, with other punctuation. A
  /// message whose key the archive does not have is then matched by author, time and text.
  public var isRetold = false
  /// Days, counted since 1970, as they are if the order of day and month is the other one than that
  /// in which the source was read, which is only guessed; empty if it is not.
  public var guessedDays: [Int64: Int64] = [:]
  /// Description that the exporting person gives of themselves; nil if the source has none.
  public var about: String?
  /// Messages that are new to the user, in a new archive; nil if none are. An archive that has the
  /// conversation already decides by what it had.
  public var unseen: UnseenMessages?

  /// Maximum bytes of a description. A list of chats may give a description of megabytes to an id
  /// of a few bytes, at each of which an export may begin the conversation again.
  private static let longestAbout = 64 << 10

  /// Returns a text that a second call does not cut further.
  private static func limited(_ text: String, to bytes: Int) -> String {
    text.utf8.count <= bytes + "…".utf8.count ? text : Clipping.prefix(text, bytes: bytes)
  }

  /// Keys over 1 KB, names over 4 KB and descriptions over 64 KB are cut.
  public init(
    key: String, name: String, kind: Kind, ownAuthorKey: String? = nil, mediaRoot: String? = nil,
    about: String? = nil
  ) {
    self.about = about.map { Self.limited($0, to: Self.longestAbout) }
    self.key = BoundedKey.key(key)
    self.name = Self.limited(name, to: Clipping.sentenceLimit)
    self.kind = kind
    self.ownAuthorKey = ownAuthorKey.map(BoundedKey.key)
    self.mediaRoot = mediaRoot
  }
}

/// Messages of a conversation that an import has added to earlier ones, and that nobody has seen
/// since.
public enum UnseenMessages: Sendable, Hashable {
  /// Messages later than a time, seconds since 1970.
  case after(Int64)
  /// All messages: the conversation came with a later export of the archive's other ones.
  case all
}

/// Names of a chat and its people in another export.
public struct OtherName: Sendable, Hashable {
  /// ``ConversationRecord/key`` in the other export.
  public var key: String
  /// Seconds by which the other export's clock is ahead.
  public var clockOffset: Int64
  /// ``AuthorRecord/key`` in this export, by the one in the other; equal ones are omitted.
  public var people: [ExactKey: String]

  public init(key: String, clockOffset: Int64 = 0, people: [ExactKey: String] = [:]) {
    self.key = key
    self.clockOffset = clockOffset
    self.people = people
  }
}

/// Key of a message in another export of the same chat.
public struct KnownKey: Sendable, Hashable {
  /// ``ConversationRecord/key`` in the other export.
  public var conversation: String
  public var key: String

  public init(conversation: String, key: String) {
    self.conversation = conversation
    self.key = key
  }

  /// Returns the key, in the archive, of a message that only an export under another conversation
  /// key has.
  static func foreign(_ key: String) -> String { "\(foreignMark)\(key)" }

  /// Whether a key in the archive is one of ``foreign(_:)``.
  static func isForeign(_ key: String) -> Bool { key.hasPrefix(foreignMark) }

  private static let foreignMark = "merged:"
}

/// A record that could not be read: it is counted and reported.
public struct SkippedRecord: Sendable, Hashable {
  /// File as the user named it.
  public var file: String
  /// Byte offset, line or record number, as exact as the format allows: "line 17", "byte 20480".
  public var place: String
  public var reason: String
  /// Name of the conversation that was being read; nil if none was.
  public var conversation: String?

  /// A place or a reason over 4 KB, such as one with a message's id, is cut.
  public init(file: String, place: String, reason: String) {
    self.file = file
    self.place = Clipping.prefix(place, bytes: Clipping.sentenceLimit)
    self.reason = Clipping.prefix(reason, bytes: Clipping.sentenceLimit)
  }
}
