import LugeArchive
import LugeCore
import LugeEngine
import LugeListKit

extension TimelinePane {
  /// False for a thread, which is not in order of time.
  var findsNearestFirst: Bool {
    if case .thread = content { false } else { true }
  }

  /// False, because a post's rows may contain other text than the post.
  var knowsFinds: Bool { false }

  /// Position to begin at. Find goes back in time, which is downwards; a thread is read from old to
  /// new.
  var findStart: Int {
    if case .thread = content { lastPlaceInView } else { firstPlaceInView }
  }

  func position(ofArchivePosition archivePosition: Int) -> Int? {
    switch content {
    case .home:
      // The newest post is first.
      let position = timeline.count - 1 - archivePosition
      return (0..<timeline.count).contains(position) ? position : nil
    case .thread(let thread, _, _):
      return thread.messages.firstIndex { $0.position == archivePosition }
    case .person(let posts, _): return posts.position(ofArchivePosition: archivePosition)
    }
  }

  var foldedLines: Int { TimelinePresentation.appearance.style.foldedLines }

  /// Highlights the post as a whole: the positions of matches in its rows are unknown.
  func reveal(_ place: Int, _ item: FoundItem?, range: Range<Int>?) {
    let query = surface.engine.textQuery
    let found = query.flatMap { query in item?.text.stops(of: query).first }
    unfolding(place, item, found) { [weak self] in
      self?.surface.jump(to: place, highlighting: true)
    }
  }
}
