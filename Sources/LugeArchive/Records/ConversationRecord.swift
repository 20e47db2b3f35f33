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
