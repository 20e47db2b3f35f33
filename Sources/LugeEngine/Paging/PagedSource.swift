public import LugeCore

/// Items that can only be reached from one another: a server that gives pages.
public protocol PagedSource: Sendable {
  associatedtype Item: Sendable

  /// Some items in a row, oldest first.
  ///
  /// Called off the main thread. May be slow, and may fail: what it throws is shown where the items
  /// would be, with a way to try again. Cancelled when nobody waits for it any more.
  ///
  /// - Parameter limit: items wanted; fewer are fine, also none when more exist.
  func page(_ place: PagePlace, limit: Int) async throws -> Page<Item>

  /// The item's name, and a revision that changes with its content. The names `Int64.min` and
  /// `Int64.max` are the list's own.
  func key(of item: Item) -> ItemKey
}

/// Which items are asked for.
public enum PagePlace: Sendable, Hashable {
  /// The newest there are.
  case newest
  /// Those right before and right after an item, without it.
  case before(ItemID)
  case after(ItemID)
  /// Those around an item, with it if it still exists.
  case around(ItemID)
}

public struct Page<Item: Sendable>: Sendable {
  /// Oldest first.
  public var items: [Item]
  /// Whether the source has items before and after these.
  public var hasBefore: Bool
  public var hasAfter: Bool

  public init(_ items: [Item], hasBefore: Bool, hasAfter: Bool) {
    self.items = items
    self.hasBefore = hasBefore
    self.hasAfter = hasAfter
  }
}

/// The two ends of what is held.
public enum PageEdge: Sendable, Hashable, CaseIterable { case before, after }
