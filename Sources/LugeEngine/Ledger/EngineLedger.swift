/// The last frames, oldest first; a ring, so that keeping it costs nothing.
public struct EngineLedger: Sendable {
  public static let capacity = 240

  // MARK: Mutable State (the engine's thread)
  private var ring: [FrameRecord] = []
  private var next = 0
  /// The frame under way.
  var current = FrameRecord()

  /// Frames that are remembered, oldest first.
  public var frames: [FrameRecord] { Array(ring[next...] + ring[..<next]) }

  public var last: FrameRecord? {
    ring.isEmpty ? nil : ring[(next + ring.count - 1) % ring.count]
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
