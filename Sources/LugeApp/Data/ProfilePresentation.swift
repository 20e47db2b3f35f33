import Foundation
import LugeArchive
import LugeCore
import LugeEngine
import LugeFeed

/// All posts that one person wrote or boosted, the newest first; read when the person's page is
/// opened.
struct PersonPosts: Sendable {
  let profile: PostProfile
  /// Positions in the timeline, ascending; never empty.
  let positions: [Int]
  /// The newest post.
  let newest: ItemID

  /// Reads a person's posts; nil if there are none. Blocks.
  ///
  /// - Complexity: O(posts of the person).
  init?(
    of author: AuthorID, in timeline: ConversationSummary, of archive: Archive
  ) throws(ArchiveError) {
    let written = try archive.positions(ofPostsBy: author, in: timeline.id)
    let boosted = try archive.positions(ofPostsBoostedBy: author, in: timeline.id)
    // A boost of one's own post is in both lists.
    positions = Set(written).union(boosted).sorted()
    guard let oldest = positions.first, let last = positions.last else { return nil }
    func message(_ position: Int) throws(ArchiveError) -> StoredMessage? {
      try archive.messages(in: timeline.id, at: position..<position + 1).first
    }
    guard let newest = try message(last) else { return nil }
    let times = try archive.times(in: timeline.id, at: [oldest])
    self.newest = ItemID(newest.id)
    let mapper = PostMapper(timeline, archive: archive)
    // The profile is taken from the person's own post if there is one: a boost contains less of it.
    let shown: PostAuthor?
    if let own = written.last {
      shown = try message(own).map(mapper.author(of:))
    } else {
      shown = newest.post?.boostedBy.map(mapper.person)
    }
    guard let shown else { return nil }
    var profile = PostProfile(
      author: shown, posts: positions.count, first: times.first??.seconds,
      last: newest.time.seconds)
    if let about = try archive.about(author) {
      profile.about = LinkDetector().linking(
        StyledText(about.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
    self.profile = profile
  }

  /// Returns the position in this list of the post at a position in the archive; nil if the list
  /// does not contain it.
  ///
  /// - Complexity: O(log n).
  func position(ofArchivePosition archivePosition: Int) -> Int? {
    let index = positions.partitioningIndex { $0 >= archivePosition }
    return index < positions.count && positions[index] == archivePosition
      ? positions.count - 1 - index : nil
  }

  /// Returns the position in the archive of the post at a position in this list.
  func archivePosition(_ position: Int) -> Int? {
    positions.indices.contains(position) ? positions[positions.count - 1 - position] : nil
  }
}

/// A person's posts as a list: the rows of a timeline, with another configuration.
struct PersonSource: IndexedSource {
  let posts: PersonPosts
  let archive: Archive
  let timeline: ConversationSummary
  let mapper: PostMapper
  let facts: ConversationPictures?
  let marks: PostMarks?

  var count: Int { posts.positions.count }

  /// Reads posts on the calling lane, consecutive ones of the timeline in one query.
  func items(at positions: Range<Int>) async throws -> [Post] {
    let wanted = positions.compactMap(posts.archivePosition).sorted()
    var stored: [StoredMessage] = []
    var run = wanted.first.map { $0..<$0 } ?? 0..<0
    for position in wanted {
      if position != run.upperBound {
        stored += try archive.messages(in: timeline.id, at: run)
        run = position..<position
      }
      run = run.lowerBound..<position + 1
    }
    stored += try archive.messages(in: timeline.id, at: run)
    return mapper.posts(stored, facts, marks).reversed()
  }

  func id(of item: Post) -> ItemID { item.id }

  func provider(zone: ZoneOffsets) -> any RowProvider {
    var configuration = FeedConfiguration.profile(
      posts.profile, above: posts.newest, appearance: TimelinePresentation.appearance(of: timeline),
      zone: zone
    ).ofArchive
    configuration.pieces.insert(BackPiece(first: posts.newest), at: 0)
    return FactoryRowProvider(source: self, factory: PostRowFactory(configuration))
  }
}
