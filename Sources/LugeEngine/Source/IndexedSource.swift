public import LugeCore

/// Source that has a known number of items and returns them by position: an archive, an array.
public protocol IndexedSource: Sendable {
  associatedtype Item: Sendable

  /// Number of items when the list opens. Later changes are passed to the engine as updates.
  var count: Int { get }

  /// Returns the items at these positions, in order.
  ///
  /// Called off the main thread; may read a database. The task is cancelled when the range is no
  /// longer needed.
  func items(at positions: Range<Int>) async throws -> [Item]

  /// Returns the identifier of an item; it must not change while the item exists.
  func id(of item: Item) -> ItemID
}
