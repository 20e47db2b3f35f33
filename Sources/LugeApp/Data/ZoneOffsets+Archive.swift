import LugeArchive
import LugeCore

extension ZoneOffsets {
  /// Returns the local time of a time in an archive; a time of unknown zone is local already.
  func localSeconds(of time: Timestamp) -> Int64 {
    time.certainty == .exact ? localSeconds(at: time.seconds) : time.seconds
  }
}
