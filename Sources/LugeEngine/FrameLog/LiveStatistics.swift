/// What heavy views did; the first group only grows.
public struct LiveStatistics: Sendable, Hashable {
  /// Views built, and leases that ended.
  public var made = 0
  public var ended = 0
  /// Pictures drawn, and of these how many drew the overlay alone.
  public var drawn = 0
  public var overlaysDrawn = 0
  /// Frames in which a view stood in its snapshot's picture, once a view.
  public var snapshotsShown = 0
  /// Results for leases that had ended meanwhile.
  public var staleResultsDropped = 0

  /// Live views now, their bytes, and the bytes of the pictures left behind.
  public var count = 0
  public var bytes = 0
  public var snapshotBytes = 0
}
