/// Counts of what heavy views did; the first group only grows.
public struct HeavyViewStatistics: Sendable, Hashable {
  /// Number of views built, and of those that were ended.
  public var made = 0
  public var ended = 0
  /// Number of pictures drawn.
  public var drawn = 0

  /// Number of views alive now, their bytes, and the bytes of snapshots.
  public var count = 0
  public var bytes = 0
  public var snapshotBytes = 0
}
