public import LugeCore

/// Where measured heights outlive the program, so that the next opening has an exact scroll bar at
/// once. Heights that turn out wrong heal like any other: what is laid out knows better.
public protocol HeightStore: Sendable {
  /// The heights known for an environment, one an item, negative where unknown; nil for none.
  /// Called in the background, may block.
  func heights(count: Int, in environment: LayoutEnvironment) -> [Int32]?
  /// Keeps what is known. Called on the engine's thread: has to return at once.
  func keep(_ heights: HeightIndex, in environment: LayoutEnvironment)
}

/// What a store had, as an index, for the environment and the list it was asked about.
struct RestoredHeights: Sendable {
  let layoutVersion: UInt32
  /// Nil when there was nothing.
  let index: HeightIndex?
}

/// How far an environment's heights have come from the store and gone to it.
struct HeightKeeping {
  var askedFor: UInt32?
  var isWaiting = false
  /// Exact heights that the store has.
  var keptCount = 0
  /// The list is no longer the one that was stored.
  var isForeign = false
}
