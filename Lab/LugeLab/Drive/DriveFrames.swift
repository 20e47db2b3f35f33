/// When the frames of a workload were painted, and in which segment each.
///
/// Counted as the programs of `Lab/Peers` count theirs: a frame counts when the script is inside of
/// a segment while it is painted. Pauses between two animations do not count, and neither does the
/// frame in which an animation comes to rest: its segment has ended by then, in all of them.
struct DriveFrames {
  /// Seconds, on the script's clock.
  private(set) var times: [Double] = []
  private(set) var segments: [Int] = []

  /// A frame has been painted.
  mutating func painted(at time: Double, in script: DriveScript) {
    guard script.isInSegment else { return }
    times.append(time)
    segments.append(script.segment)
  }
}
