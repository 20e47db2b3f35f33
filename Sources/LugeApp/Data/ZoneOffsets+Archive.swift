import LugeArchive
import LugeCore

extension ZoneOffsets {
  /// What a clock on the wall shows at a time of an archive; a time whose zone is unknown is such a
  /// clock's.
  func localSeconds(of time: Timestamp) -> Int64 {
    time.certainty == .exact ? localSeconds(at: time.seconds) : time.seconds
  }
}
