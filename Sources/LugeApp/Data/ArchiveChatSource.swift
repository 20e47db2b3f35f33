public import LugeArchive
public import LugeChat
public import LugeCore
public import LugeEngine
import LugeWords
import Synchronization

/// A conversation of an archive by position. Memory does not depend on its length.
public struct ArchiveChatSource: IndexedSource {
  public let archive: Archive
  public let conversation: ConversationSummary
  private let mapper: LazyMapper
  private let facts: ConversationPictures?
  private let marks: PostMarks?
  private let firstNew: Int?
  /// Runs of people who joined or left; nil if each of them is shown.
  private let joinRuns: JoinRuns?
  private let cards: PageCards?

  /// - Parameters:
  ///   - facts: provides and stores sizes and previews of pictures; nil: only those in the messages
  ///     are used.
  ///   - firstNew: position of the first message since the last visit, which has a line above it.
  ///   - zone: zone of the days that limit runs of people who joined or left; nil shows each of
  ///     them.
  ///   - cards: cards of pages that messages link to.
  init(
    archive: Archive, conversation: ConversationSummary, facts: ConversationPictures? = nil,
    marks: PostMarks? = nil, firstNew: Int? = nil, foldingJoinsIn zone: ZoneOffsets? = nil,
    cards: PageCards? = nil
  ) {
    joinRuns = zone.map {
      JoinRuns(archive: archive, conversation: conversation, zone: $0, firstNew: firstNew)
    }
    self.archive = archive
    self.cards = cards
    self.firstNew = firstNew
    self.marks = marks
    self.conversation = conversation
    self.facts = facts
    mapper = LazyMapper()
  }

  public var count: Int { conversation.count }

  /// Reads messages on the calling lane.
  public func items(at positions: Range<Int>) async throws -> [ChatMessage] {
    let mapper = mapper.value { MessageMapper(conversation, archive: archive) }
    let stretch = try AlbumReader(archive: archive, conversation: conversation)
      .stretch(around: positions)
    let known = facts?.facts(of: stretch.messages.flatMap(\.media), mapper) ?? [:]
    let first = max(0, positions.lowerBound - stretch.first)
    let wanted = first..<min(stretch.messages.count, first + positions.count)
    var runs =
      try joinRuns?.runs(among: Array(stretch.messages[wanted]), first: stretch.first + first)[...]
      ?? []
    return wanted.map { index in
      let id = ItemID(stretch.messages[index].id)
      var mapper = mapper
      mapper.isFolding = marks?.isExpanded(id) == false
      var message =
        stretch.albums.isEmpty
        ? mapper.message(stretch.messages[index], facts: known)
        : mapper.message(at: index, of: stretch, facts: known)
      message.isFirstUnread = stretch.first + index == firstNew
      message.isUnfolded = marks?.isExpanded(message.id) ?? false
      let position = stretch.first + index
      while let run = runs.first, run.positions.upperBound <= position { runs.removeFirst() }
      if let run = runs.first, run.positions.contains(position) {
        message.joinRun = run.part(
          of: position, isOpen: marks?.isExpanded(run.item) ?? false)
      }
      cards?.apply(to: &message, at: position)
      return message
    }
  }

  public func id(of item: ChatMessage) -> ItemID { item.id }
}

/// Provider and configuration with which an engine shows a conversation.
public enum ChatPresentation {
  public static func provider(
    archive: Archive, conversation: ConversationSummary, zone: ZoneOffsets,
    showsEachJoin: Bool = false
  ) -> FactoryRowProvider<ArchiveChatSource, ChatRowFactory> {
    provider(
      archive: archive, conversation: conversation, zone: zone,
      facts: ConversationPictures(archive: archive, conversation: conversation, notes: nil),
      showsEachJoin: showsEachJoin)
  }

  /// Returns whether author names are needed: always in groups, because most of their members may
  /// have written nothing. Between two people the bubble's side tells the author, once it is known
  /// which of them the user is.
  static func needsNames(_ conversation: ConversationSummary) -> Bool {
    if conversation.kind == .group { return true }
    let tellsBySide = conversation.hasOwner || conversation.partnerID != nil
    return conversation.authors > 2 || conversation.authors == 2 && !tellsBySide
  }

  static func provider(
    archive: Archive, conversation: ConversationSummary, zone: ZoneOffsets,
    facts: ConversationPictures,
    marks: PostMarks? = nil, firstNew: Int? = nil, showsEachJoin: Bool = false,
    cards: PageCards? = nil
  ) -> FactoryRowProvider<ArchiveChatSource, ChatRowFactory> {
    var configuration = ChatConfiguration(isGroup: needsNames(conversation), zone: zone)
    configuration.appearance = appearance
    configuration.kinds.append(TextKind(foldedLines: foldedLines))
    return FactoryRowProvider(
      source: ArchiveChatSource(
        archive: archive, conversation: conversation, facts: facts, marks: marks,
        firstNew: firstNew, foldingJoinsIn: showsEachJoin ? nil : zone, cards: cards),
      factory: ChatRowFactory(configuration))
  }

  /// Number of lines of a long message before "Show more".
  static let foldedLines = 40

  static var appearance: ChatAppearance {
    var strings = ChatStrings()
    // An archive does not know what the user has read elsewhere.
    strings.unread = localized("New messages")
    strings.fileMissing = localized("Not in the export")
    var style = ChatStyle()
    style.avatar.isButton = true
    // As in chats of accounts, both margins look equal beside the scroll bar.
    style.bubble.barRoom = ChatStyle.BubbleMetrics.scrollBarRoom
    return ChatAppearance(style: style, strings: strings)
  }

  public static var engineConfiguration: EngineConfiguration {
    EngineConfiguration(
      opensAt: .end, contentInsets: .init(top: 6, bottom: 10), background: ChatStyle.background)
  }
}

/// Mapper that the first lane that reads makes, because making it may query the database.
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
