public import LugeCore

/// Items that can be reached by position over a known count: an archive, an array.
public protocol IndexedSource: Sendable {
  associatedtype Item: Sendable

  /// Number of items when the list opens; later changes arrive through the engine's updates.
  var count: Int { get }

  /// The items at these positions, in order.
  ///
  /// Called off the main thread; may read a database. Cancelled when the range is no longer wanted.
  func items(at positions: Range<Int>) async throws -> [Item]

  /// The stable name of an item.
  func id(of item: Item) -> ItemID
}
