import LugeArchive
import LugeCore
import LugeEngine

extension ChatPane {
  var canFind: Bool { true }
  var knowsFinds: Bool { true }
}

extension TimelinePane {
  /// A thread is a few posts of the timeline, read as a whole.
  var canFind: Bool { isHome }

  /// A post's rows may say more than it does, and less.
  var knowsFinds: Bool { false }

  /// The search goes back in time, which is down the list.
  var findStart: Int { firstPlaceInView }

  /// The newest post is the first.
  func archivePosition(_ place: Int) -> Int? {
    let position = timeline.count - 1 - place
    return isHome && (0..<timeline.count).contains(position) ? position : nil
  }

  var foldedLines: Int { TimelinePresentation.appearance.style.foldedLines }

  /// Where the words stand in a post's rows is not known: the post as a whole stands out.
  func reveal(_ place: Int, message: StoredMessage?, range: Range<Int>?) {
    let query = surface.engine.textQuery
    let found = query.flatMap { query in message?.text.stops(of: query).first }
    unfolding(place, message, found) { [weak self] in
      self?.surface.jump(to: place, highlighting: true)
    }
  }
}
