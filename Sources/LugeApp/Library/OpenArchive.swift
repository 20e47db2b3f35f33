public import LugeArchive

/// An archive with what the window needs of it.
public struct OpenArchive: Sendable {
  public let path: String
  /// The export that was opened, when it was one.
  public let export: String?
  public let archive: Archive
  /// The one with the newest message first.
  public let conversations: [ConversationSummary]
}
