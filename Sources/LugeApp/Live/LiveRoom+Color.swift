import LugeArchive
import LugeLive

extension LiveRoom {
  /// Index of the colour behind its initials.
  var colorIndex: Int { Int(truncatingIfNeeded: id.rawValue) }
}
