/// A conversation as its source names it.
public struct ConversationRecord: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, Codable {
    case personal, group, channel, bot, saved, other
    /// Posts of a network: shown newest first.
    case timeline
  }

  /// Unique and stable over exports: `telegram:12345`, `whatsapp:Family`, `irc:#ubuntu`.
  public var key: String
  public var name: String
  public var kind: Kind
  /// ``AuthorRecord/key`` of the person who exported, where the source tells.
  public var ownAuthorKey: String?
  /// Folder that media paths are relative to.
  public var mediaRoot: String?
  /// Folders that media name in full, for a conversation that was put together of several.
  public var mediaFolders: Set<String> = []
  /// What other exports of the same chat call it, where several became one.
  public var otherNames: [OtherName] = []
  /// The source gives no keys to its messages, and may tell one in other words the next time: with
  /// its file instead of a remark that it was left out, with seconds, with other marks. A message
  /// that the archive has not by its key is looked for by author, time and words, then.
  public var isRetold = false
  /// Description that the exporting person gives of themselves, if the source has it.
  public var about: String?

  public init(
    key: String, name: String, kind: Kind, ownAuthorKey: String? = nil, mediaRoot: String? = nil,
    about: String? = nil
  ) {
    self.about = about
    self.key = key
    self.name = name
    self.kind = kind
    self.ownAuthorKey = ownAuthorKey
    self.mediaRoot = mediaRoot
  }
}

/// What another export of the same chat calls the chat and its people.
public struct OtherName: Sendable, Hashable {
  /// ``ConversationRecord/key`` there.
  public var key: String
  /// Seconds that its clock is ahead.
  public var clockOffset: Int64
  /// ``AuthorRecord/key`` here, by the one there; those that are the same are left out.
  public var people: [String: String]

  public init(key: String, clockOffset: Int64 = 0, people: [String: String] = [:]) {
    self.key = key
    self.clockOffset = clockOffset
    self.people = people
  }
}

/// A key by which another export of the same chat knows a message.
public struct KnownKey: Sendable, Hashable {
  /// ``ConversationRecord/key`` there.
  public var conversation: String
  public var key: String

  public init(conversation: String, key: String) {
    self.conversation = conversation
    self.key = key
  }

  /// The key here of a message that only an export of the chat under another key has.
  static func foreign(_ key: String) -> String { "merged:\(key)" }
}

/// A record that could not be read: counted and reported, never silently dropped.
public struct SkippedRecord: Sendable, Hashable {
  /// File, as the user named it.
  public var file: String
  /// Byte offset, line or record number, as exact as the format allows: "line 17", "byte 20480".
  public var place: String
  public var reason: String

  public init(file: String, place: String, reason: String) {
    self.file = file
    self.place = place
    self.reason = reason
  }
}
