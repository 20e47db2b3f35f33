public import LugeCore

/// Store of measured heights between launches, so that the scroll bar is exact as soon as the list
/// opens. A wrong height is corrected when its item is laid out.
public protocol HeightStore: Sendable {
  /// Returns the heights known for an environment, one per item, negative if unknown; nil if the
  /// store has none. Called in the background, may block.
  func heights(count: Int, in environment: LayoutEnvironment) -> [Int32]?
  /// Stores the known heights. Called on the engine's thread: must return at once.
  func keep(_ heights: HeightIndex, in environment: LayoutEnvironment)
}

/// Heights read from a store, for an environment and a list.
struct RestoredHeights: Sendable {
  let layoutVersion: UInt32
  /// Heights; nil when the store had none.
  let index: HeightIndex?
}

/// State of the heights of an environment: how far they were read from the store and written to it.
struct HeightKeeping {
  var askedFor: UInt32?
  var isWaiting = false
  /// Number of exact heights in the store.
  var keptCount = 0
  /// Whether the list has changed since its heights were stored.
  var isForeign = false
}
