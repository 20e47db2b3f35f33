public import LugeArchive
public import LugeCore
public import LugeEngine

/// A conversation of an archive as a list of its kind: messages with the newest last, or posts with
/// the newest first.
public struct ArchiveList {
  public let provider: any RowProvider
  public let configuration: EngineConfiguration
  private let archive: Archive
  private let conversation: ConversationSummary
  private let zone: ZoneOffsets

  public init(archive: Archive, conversation: ConversationSummary, zone: ZoneOffsets) {
    self.archive = archive
    self.conversation = conversation
    self.zone = zone
    if conversation.kind == .timeline {
      provider = TimelinePresentation.provider(
        archive: archive, timeline: conversation, zone: zone)
      configuration = TimelinePresentation.engineConfiguration
    } else {
      provider = ChatPresentation.provider(
        archive: archive, conversation: conversation, zone: zone)
      configuration = ChatPresentation.engineConfiguration
    }
  }

  /// Returns the selected text in the form for the clipboard. Blocks for conversations.
  ///
  /// - Parameter limit: maximum bytes.
  package func copiedText(of selection: TextSelection, limit: Int) async throws -> String {
    if conversation.kind == .timeline {
      let source = ArchivePostSource(archive: archive, timeline: conversation)
      return try await SelectedPosts(
        posts: { try await source.items(at: $0) }, count: conversation.count, zone: zone,
        selection: selection
      ).text(limit: limit).text
    }
    return try SelectedMessages(
      archive: archive, conversation: conversation, zone: zone, selection: selection
    ).text(limit: limit).text
  }

  /// Converts a place of the archive, counted from the oldest message, to a place of the list.
  public func place(_ place: OffscreenList.Place) -> OffscreenList.Place {
    guard conversation.kind == .timeline else { return place }
    return switch place {
    case .newest: .oldest
    case .oldest: .newest
    case .position(let position): .position(max(0, conversation.count - 1 - position))
    }
  }
}
