/// What heavy views may take. What is in view comes first, whatever the limits say.
public struct LiveLimits: Sendable, Hashable {
  /// Views that are alive at once.
  public var count: Int
  /// Bytes of live views: what they hold, and their pictures.
  public var byteLimit: Int
  /// Bytes of the pictures that views left behind.
  public var snapshotByteLimit: Int
  /// Views whose state (where the reader zoomed to) is remembered after they are gone.
  public var stateCount: Int
  /// Seconds that a view stays alive far from the screen.
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
