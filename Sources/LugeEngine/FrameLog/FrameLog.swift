/// The last frames, oldest first; a ring, so that keeping it costs nothing.
public struct FrameLog: Sendable {
  public static let capacity = 240

  // MARK: Mutable State (the engine's thread)
  private var ring: [FrameRecord] = []
  private var next = 0
  /// The frame under way.
  var current = FrameRecord()
  private var counts = EngineStatistics()

  init() {}

  /// Frames that are remembered, oldest first.
  public var frames: [FrameRecord] { Array(ring[next...] + ring[..<next]) }

  public var last: FrameRecord? {
    ring.isEmpty ? nil : ring[(next + ring.count - 1) % ring.count]
  }

  /// Of all frames so far; what only parts of the engine know is 0.
  var statistics: EngineStatistics { counts }

  mutating func begin(_ number: Int, at time: Double) {
    counts.frames += 1
    current = FrameRecord(number: number, time: time)
  }

  /// The present frame shows what its record says.
  mutating func planned() {
    if current.blankPixels > 0 {
      counts.framesWithBlanks += 1
      counts.blankPixels += current.blankPixels
    }
    counts.skeletonsShown += current.skeletons
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
