/// Counts of what heavy views did; the first group only grows.
public struct HeavyViewStatistics: Sendable, Hashable {
  /// Views built, and leases that ended.
  public var made = 0
  public var ended = 0
  /// Pictures drawn, and how many of them drew only the overlay.
  public var drawn = 0
  public var overlaysDrawn = 0
  /// Times that a view showed its snapshot in a frame.
  public var snapshotsShown = 0
  /// Results dropped because their lease had ended.
  public var staleResultsDropped = 0

  /// Views alive now, their bytes, and the bytes of snapshots.
  public var count = 0
  public var bytes = 0
  public var snapshotBytes = 0
}
