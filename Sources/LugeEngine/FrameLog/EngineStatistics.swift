/// Counts of what the engine did; all only grow, except where said.
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
  /// Heights that a height store had.
  public var heightsRestored = 0
  public var slicesDrawnByLane = 0
  public var slicesDrawnOnTheSpot = 0
  public var staleResultsDropped = 0
  /// Drawings that were asked for and not begun when nobody wanted them any more.
  public var wishesDropped = 0
  /// Rows shown as skeletons, once a frame: they came faster than they could be drawn.
  public var skeletonsShown = 0
  public var loadsFailed = 0
  /// Updates that were applied, and updates that were folded into one before them.
  public var updatesApplied = 0
  public var updatesFolded = 0
  /// Held items whose rows an update had made anew: its own and their neighbours, no others.
  public var itemsRemade = 0
  /// Rows of these that were laid out, and rows that came out as before and kept their layouts.
  public var rowsRelaidOut = 0
  public var rowsKept = 0
  /// Bytes of drawn rows held now.
  public var bitmapBytes = 0
  /// Items held now.
  public var windowCount = 0
  public var cellsCreated = 0
}
