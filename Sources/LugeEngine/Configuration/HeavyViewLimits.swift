/// Limits of heavy views. Visible views are shown even beyond them.
public struct HeavyViewLimits: Sendable, Hashable {
  /// Maximum number of heavy views.
  public var count: Int
  /// Maximum bytes of heavy views with their pictures.
  public var byteLimit: Int
  /// Maximum bytes of snapshots that ended views left.
  public var snapshotByteLimit: Int
  /// Maximum number of ended views whose state (such as the zoomed range) is kept.
  public var stateCount: Int
  /// Seconds that a view is kept alive after it was last near the screen.
  public var leaseSeconds: Double

  public init(
    count: Int = 48, byteLimit: Int = 96 << 20, snapshotByteLimit: Int = 32 << 20,
    stateCount: Int = 10_000, leaseSeconds: Double = 120
  ) {
    self.count = count
    self.byteLimit = byteLimit
    self.snapshotByteLimit = snapshotByteLimit
    self.stateCount = stateCount
    self.leaseSeconds = leaseSeconds
  }
}
