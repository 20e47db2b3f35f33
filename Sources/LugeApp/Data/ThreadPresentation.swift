import LugeArchive
import LugeCore
import LugeEngine
import LugeFeed

/// The posts of a thread, which are few and read in advance; converted on the lane. The list has
/// the rows of a timeline, with another configuration.
struct ThreadSource: IndexedSource {
  let whole: MessageThread
  let timeline: ConversationSummary
  let mapper: PostMapper
  let facts: ConversationPictures?
  let marks: PostMarks?

  private var thread: [StoredMessage] { whole.messages }
  var count: Int { thread.count }
  func items(at positions: Range<Int>) async throws -> [Post] {
    mapper.posts(Array(thread[positions.clamped(to: thread.indices)]), facts, marks)
  }
  func id(of item: Post) -> ItemID { item.id }

  func provider(focus: Int64, zone: ZoneOffsets) -> any RowProvider {
    var configuration = FeedConfiguration.thread(
      ItemID(focus), appearance: TimelinePresentation.appearance(of: timeline), zone: zone
    ).ofArchive
    if let first = thread.first, let last = thread.last {
      if whole.isCutAbove {
        configuration.pieces.insert(MorePiece(of: ItemID(first.id), isAbove: true), at: 0)
      }
      configuration.pieces.insert(BackPiece(first: ItemID(first.id)), at: 0)
      if whole.isCutBelow {
        configuration.pieces.append(MorePiece(of: ItemID(last.id), isAbove: false))
      }
    }
    return FactoryRowProvider(source: self, factory: PostRowFactory(configuration))
  }
}
