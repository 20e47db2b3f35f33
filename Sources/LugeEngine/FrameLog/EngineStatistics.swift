/// Counts of what the engine did; they only grow, except where noted.
public struct EngineStatistics: Sendable, Hashable {
  public var frames = 0
  /// Frames that showed at least one placeholder.
  public var framesWithBlanks = 0
  public var blankPixels = 0
  public var itemsLoaded = 0
  public var itemsLaidOutByLane = 0
  public var itemsLaidOutOnTheSpot = 0
  /// Items measured only to make the scroll bar exact.
  public var itemsSurveyed = 0
  /// Heights read from a height store.
  public var heightsRestored = 0
  public var slicesDrawnByLane = 0
  public var slicesDrawnOnTheSpot = 0
  public var staleResultsDropped = 0
  /// Requests for drawings that were dropped before they began.
  public var wishesDropped = 0
  /// Rows shown as skeletons, counted in each frame.
  public var skeletonsShown = 0
  public var loadsFailed = 0
  public var updatesApplied = 0
  /// Items in memory whose rows an update made again: changed ones and their neighbours.
  public var itemsRemade = 0
  /// Rows of these that were laid out again, and rows that were unchanged and kept their layouts.
  public var rowsRelaidOut = 0
  public var rowsKept = 0
  /// Bytes of row bitmaps in memory now.
  public var bitmapBytes = 0
  /// Items in memory now.
  public var windowCount = 0
  public var cellsCreated = 0
}
