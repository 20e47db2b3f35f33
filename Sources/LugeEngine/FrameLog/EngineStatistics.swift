/// Counts of what the engine did; they only grow, except where noted.
public struct EngineStatistics: Sendable, Hashable {
  public var frames = 0
  public var blankPixels = 0
  public var itemsLoaded = 0
  public var itemsLaidOutByLane = 0
  public var itemsLaidOutOnTheSpot = 0
  /// Number of items measured only to make the scroll bar exact.
  public var itemsSurveyed = 0
  /// Number of heights read from a height store.
  public var heightsRestored = 0
  public var slicesDrawnByLane = 0
  public var slicesDrawnOnTheSpot = 0
  /// Number of slices that a frame drew while the lane drew them.
  public var slicesDrawnTwice = 0
  public var staleResultsDropped = 0
  /// Number of rows shown as skeletons, counted in each frame.
  public var skeletonsShown = 0
  public var loadsFailed = 0
  public var updatesApplied = 0
  /// Number of items in memory whose rows an update made again: changed ones and their neighbours.
  public var itemsRemade = 0
  /// Numbers of their rows that were laid out again, and that were unchanged and kept their
  /// layouts.
  public var rowsRelaidOut = 0
  public var rowsKept = 0
  /// Bytes of row bitmaps in memory now.
  public var bitmapBytes = 0
  /// Number of items in memory now.
  public var windowCount = 0
  public var cellsCreated = 0
}
