import LugeArchive
import LugeCore
import LugeEngine

extension ChatPane {
  var canFind: Bool { true }
}

extension TimelinePane {
  /// A thread is a few posts of the timeline, read as a whole.
  var canFind: Bool { isHome }

  /// The search goes back in time, which is down the list.
  var findStart: Int { firstPlaceInView }

  /// The newest post is the first.
  func archivePosition(_ place: Int) -> Int? {
    let position = timeline.count - 1 - place
    return isHome && (0..<timeline.count).contains(position) ? position : nil
  }

  /// Where the words stand in a post is not known: the post as a whole stands out.
  func reveal(_ place: Int, message: StoredMessage?, range: Range<Int>?) {
    surface.jump(to: place, highlighting: true)
  }
}
