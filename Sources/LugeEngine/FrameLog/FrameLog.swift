/// Records of the last frames in a ring buffer of fixed size.
public struct FrameLog: Sendable {
  public static let capacity = 240

  // MARK: Mutable State (the engine's thread)
  private var ring: [FrameRecord] = []
  private var next = 0
  /// Record of the frame in progress.
  var current = FrameRecord()
  private var counts = EngineStatistics()

  init() {}

  /// Recorded frames, oldest first.
  public var frames: [FrameRecord] { Array(ring[next...] + ring[..<next]) }

  public var last: FrameRecord? { lastIndex.map { ring[$0] } }

  private var lastIndex: Int? { ring.isEmpty ? nil : index(back: 0) }

  /// Returns the index of an earlier frame's record.
  ///
  /// - Parameter back: number of frames before the last one; less than the number of recorded
  ///   frames.
  private func index(back: Int) -> Int { (next + ring.count - 1 - back) % ring.count }

  /// Returns the frame with this number; nil when it is not recorded any more.
  ///
  /// - Complexity: O(frames since then).
  public func frame(_ number: Int) -> FrameRecord? {
    for back in ring.indices {
      let record = ring[index(back: back)]
      if record.number <= number { return record.number == number ? record : nil }
    }
    return nil
  }

  /// Totals of all frames so far; fields that only other parts know are 0.
  var statistics: EngineStatistics { counts }

  mutating func begin(_ number: Int, at time: Double) {
    counts.frames += 1
    current = FrameRecord(number: number, time: time)
  }

  /// Adds the current frame's record to the totals, once it is planned.
  mutating func planned() {
    counts.blankPixels += current.blankPixels
    counts.skeletonsShown += current.skeletons
  }

  /// Adds the costs after the last frame was planned.
  mutating func shown(painting: Double, missed: Int, other: Double, otherBefore: Double) {
    guard let lastIndex else { return }
    ring[lastIndex].other = other
    ring[lastIndex].otherBefore = otherBefore
    ring[lastIndex].paint = painting
    ring[lastIndex].missed = missed
  }

  mutating func close() {
    if ring.count < Self.capacity {
      ring.append(current)
    } else {
      ring[next] = current
      next = (next + 1) % Self.capacity
    }
  }
}
