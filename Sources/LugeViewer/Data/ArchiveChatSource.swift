public import LugeArchive
public import LugeChat
public import LugeCore
public import LugeEngine
import Synchronization

/// A conversation of an archive, by position. Memory does not depend on how long it is.
public struct ArchiveChatSource: IndexedSource {
  public let archive: Archive
  public let conversation: ConversationSummary
  private let mapper: LazyMapper

  public init(archive: Archive, conversation: ConversationSummary) {
    self.archive = archive
    self.conversation = conversation
    mapper = LazyMapper()
  }

  public var count: Int { conversation.count }

  /// Reads on the calling lane.
  public func items(at positions: Range<Int>) async throws -> [ChatMessage] {
    let mapper = mapper.value { MessageMapper(conversation, archive: archive) }
    return try archive.messages(in: conversation.id, at: positions).map(mapper.message)
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
    EngineConfiguration(
      opensAt: .end, contentInsets: .init(top: 6, bottom: 10), background: ChatStyle.background)
  }
}

/// Made on the first lane that reads, because making it may ask the database.
private final class LazyMapper: Sendable {
  private let mapper = Mutex<MessageMapper?>(nil)

  func value(_ make: () -> MessageMapper) -> MessageMapper {
    mapper.withLock { mapper in
      if let mapper { return mapper }
      let made = make()
      mapper = made
      return made
    }
  }
}
