import LugeArchive
import LugeCore

extension ZoneOffsets {
  /// Returns the wall clock's seconds at a time of an archive; a time of unknown zone already is
  /// one.
  func localSeconds(of time: Timestamp) -> Int64 {
    time.certainty == .exact ? localSeconds(at: time.seconds) : time.seconds
  }
}
