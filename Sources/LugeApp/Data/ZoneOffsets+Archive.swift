import LugeArchive
import LugeCore

extension ZoneOffsets {
  /// What a clock on the wall shows at a time of an archive; a time whose zone is unknown is such a clock's.
  func localSeconds(of time: Timestamp) -> Int64 {
    time.certainty == .exact ? localSeconds(at: time.seconds) : time.seconds
  }

  /// The moment at which a clock on the wall shows a time; the inverse of ``localSeconds(at:)``.
  func seconds(ofLocal local: Int64) -> Int64 {
    // The offset of the guess may be that of the other side of a change of the clocks.
    let guess = local.subtractingClamped(Int64(offset(at: local)))
    return local.subtractingClamped(Int64(offset(at: guess)))
  }
}
