public import LugeArchive
public import LugeChat
public import LugeCore
public import LugeEngine

/// A conversation of an archive, by position. Memory does not depend on how long it is.
public struct ArchiveChatSource: IndexedSource {
  public let archive: Archive
  public let conversation: ConversationSummary
  private let mapper: MessageMapper

  public init(archive: Archive, conversation: ConversationSummary) {
    self.archive = archive
    self.conversation = conversation
    mapper = MessageMapper(conversation, archive: archive)
  }

  public var count: Int { conversation.count }

  /// Reads on the calling lane.
  public func items(at positions: Range<Int>) async throws -> [ChatMessage] {
    try archive.messages(in: conversation.id, at: positions).map(mapper.message)
  }

  public func id(of item: ChatMessage) -> ItemID { item.id }
}

/// Everything an engine needs to show a conversation.
public enum ChatPresentation {
  public static func provider(
    archive: Archive, conversation: ConversationSummary, zone: ZoneOffsets
  ) -> FactoryRowProvider<ArchiveChatSource, ChatRowFactory> {
    FactoryRowProvider(
      source: ArchiveChatSource(archive: archive, conversation: conversation),
      factory: ChatRowFactory(
        ChatConfiguration(isGroup: conversation.authors > 2, zone: zone)))
  }

  public static var engineConfiguration: EngineConfiguration {
    EngineConfiguration(opensAt: .end, background: ChatStyle.background)
  }
}
