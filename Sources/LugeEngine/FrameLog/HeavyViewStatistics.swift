/// Counts of what heavy views did; the first group only grows.
public struct HeavyViewStatistics: Sendable, Hashable {
  /// Number of views built, and of those that were ended.
  public var made = 0
  public var ended = 0
  /// Number of pictures drawn, and of those for which only the overlay was drawn.
  public var drawn = 0
  public var overlaysDrawn = 0
  /// Number of times that a view showed its snapshot in a frame.
  public var snapshotsShown = 0
  /// Number of results dropped because their view had ended.
  public var staleResultsDropped = 0

  /// Number of views alive now, their bytes, and the bytes of snapshots.
  public var count = 0
  public var bytes = 0
  public var snapshotBytes = 0
}
