import Foundation
public import LugeArchive
public import LugeCore
public import LugeEngine
public import LugeFeed
import LugeWords

/// A timeline of an archive by position, newest first. Memory does not depend on its length.
public struct ArchivePostSource: IndexedSource {
  public let archive: Archive
  public let timeline: ConversationSummary
  private let mapper: PostMapper
  private let facts: ConversationPictures?
  private let marks: PostMarks?

  /// - Parameter facts: provides and stores sizes and previews of pictures; nil: only those in the
  ///   posts are used.
  init(
    archive: Archive, timeline: ConversationSummary, facts: ConversationPictures? = nil,
    marks: PostMarks? = nil
  ) {
    self.archive = archive
    self.timeline = timeline
    self.facts = facts
    self.marks = marks
    mapper = PostMapper(timeline, archive: archive)
  }

  public var count: Int { timeline.count }

  /// Reads posts on the calling lane.
  public func items(at positions: Range<Int>) async throws -> [Post] {
    let stored = try archive.messages(
      in: timeline.id, at: count - positions.upperBound..<count - positions.lowerBound)
    return mapper.posts(stored, facts, marks).reversed()
  }

  public func id(of item: Post) -> ItemID { item.id }
}

/// Provider and configuration with which an engine shows a timeline.
public enum TimelinePresentation {
  /// Returns a provider of all posts, the newest first.
  public static func provider(
    archive: Archive, timeline: ConversationSummary, zone: ZoneOffsets
  ) -> FactoryRowProvider<ArchivePostSource, PostRowFactory> {
    provider(
      archive: archive, timeline: timeline, zone: zone,
      facts: ConversationPictures(archive: archive, conversation: timeline, notes: nil))
  }

  static func provider(
    archive: Archive, timeline: ConversationSummary, zone: ZoneOffsets, facts: ConversationPictures,
    marks: PostMarks? = nil
  ) -> FactoryRowProvider<ArchivePostSource, PostRowFactory> {
    FactoryRowProvider(
      source: ArchivePostSource(archive: archive, timeline: timeline, facts: facts, marks: marks),
      factory: PostRowFactory(
        FeedConfiguration.home(appearance: appearance(of: timeline), zone: zone).ofArchive))
  }

  static let appearance = FeedAppearance()

  /// Returns the appearance with the terms of the timeline's network.
  static func appearance(of timeline: ConversationSummary) -> FeedAppearance {
    let isMastodon = timeline.key.hasPrefix("mastodon:")
    return isMastodon ? appearance : reposting
  }

  private static let reposting: FeedAppearance = {
    var strings = FeedStrings()
    strings.boosted = localized("reposted")
    strings.boost = localized("Repost", context: "button")
    strings.boosts = localizedPlural(one: "{count} repost", other: "{count} reposts")
    return FeedAppearance(strings: strings)
  }()

  public static var engineConfiguration: EngineConfiguration {
    var configuration = EngineConfiguration(
      opensAt: .start, contentInsets: .init(bottom: 12), estimatedItemHeight: 180,
      background: FeedStyle.background, follow: .off)
    configuration.emphasizesCards = true
    return configuration
  }
}

extension FeedConfiguration {
  /// The configuration without actions that an archive does not support.
  var ofArchive: FeedConfiguration {
    var configuration = self
    configuration.pieces = pieces.map { $0 is ActionsPiece ? ActionsPiece(isReadOnly: true) : $0 }
    return configuration
  }
}
