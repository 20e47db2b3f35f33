public import LugeCore

/// Stores measured heights between launches, so that the next opening has an exact scroll bar at
/// once. A wrong height is corrected when its item is laid out.
public protocol HeightStore: Sendable {
  /// The heights known for an environment, one for each item, negative if unknown; nil for none.
  /// Called in the background, may block.
  func heights(count: Int, in environment: LayoutEnvironment) -> [Int32]?
  /// Stores the known heights. Called on the engine's thread: must return at once.
  func keep(_ heights: HeightIndex, in environment: LayoutEnvironment)
}

/// Heights read from a store, for an environment and a list.
struct RestoredHeights: Sendable {
  let layoutVersion: UInt32
  /// Nil when there were none.
  let index: HeightIndex?
}

/// Heights of an environment: how far they were read from the store and written to it.
struct HeightKeeping {
  var askedFor: UInt32?
  var isWaiting = false
  /// Number of exact heights in the store.
  var keptCount = 0
  /// Whether the list has changed since it was stored.
  var isForeign = false
}
