import LugeArchive
import LugeCore
import LugeEngine
import LugeFeed

/// One post with its thread, as a list: another configuration of the same rows.
enum ThreadPresentation {
  static func provider(
    _ thread: [StoredMessage], focus: Int64, archive: Archive, timeline: ConversationSummary,
    zone: ZoneOffsets, facts: PictureLedger, marks: PostMarks
  ) -> any RowProvider {
    var configuration = FeedConfiguration.note(
      ItemID(focus), appearance: TimelinePresentation.appearance, zone: zone)
    if let first = thread.first {
      configuration.pieces.insert(BackPiece(first: ItemID(first.id)), at: 0)
    }
    let source = ThreadSource(
      thread: thread, mapper: PostMapper(timeline, archive: archive), facts: facts, marks: marks)
    return FactoryRowProvider(source: source, factory: PostRowFactory(configuration))
  }
}

/// The posts of a thread, which are few and already read; made into posts on the lane.
private struct ThreadSource: IndexedSource {
  let thread: [StoredMessage]
  let mapper: PostMapper
  let facts: PictureLedger
  let marks: PostMarks

  var count: Int { thread.count }
  func items(at positions: Range<Int>) async throws -> [Post] {
    mapper.posts(Array(thread[positions]), facts, marks)
  }
  func id(of item: Post) -> ItemID { item.id }
}
