public import LugeArchive

/// An open archive with its list of conversations.
public struct OpenArchive: Sendable {
  public let path: String
  /// The export that was opened; nil if the path is an archive itself.
  public let export: String?
  public let archive: Archive
  /// Conversations, the one with the newest message first.
  public let conversations: [ConversationSummary]
}
