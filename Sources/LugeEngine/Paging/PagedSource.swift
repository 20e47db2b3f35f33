public import LugeCore

/// Source whose items are reached page by page, each page from an item next to it: usually a
/// server.
public protocol PagedSource: Sendable {
  associatedtype Item: Sendable

  /// Returns consecutive items, oldest first.
  ///
  /// Called off the main thread. May be slow and may fail: the error is shown in place of the
  /// items, with a way to retry. The task is cancelled when the page is no longer needed.
  ///
  /// - Parameter limit: number of items wanted; fewer are fine. A page without items ends this
  ///   direction, even if it claims that there are more.
  func page(_ place: PagePlace, limit: Int) async throws -> Page<Item>

  /// Returns the item's identifier, and a revision that changes with its content. Identifiers with
  /// ``LugeCore/ItemID/isReserved`` belong to the list; ``ItemNames`` never makes one of them.
  func key(of item: Item) -> ItemKey

  /// Returns the place of a new item among the others; nil: at the newest end. Pages must have the
  /// same order.
  func order(of item: Item) -> PageOrder?
}

extension PagedSource {
  public func order(of item: Item) -> PageOrder? { nil }
}

/// An item's place in the order of all items: its time, for example, and a number among items of
/// the same time.
public struct PageOrder: Sendable, Hashable, Comparable {
  public var major: Int64
  public var minor: Int64

  public init(_ major: Int64, _ minor: Int64 = 0) {
    self.major = major
    self.minor = minor
  }

  public static func < (a: PageOrder, b: PageOrder) -> Bool {
    (a.major, a.minor) < (b.major, b.minor)
  }
}

/// Position of a page: which items to load.
public enum PagePlace: Sendable, Hashable {
  /// The newest items.
  case newest
  /// The items right before or after this one, without it.
  case before(ItemID)
  case after(ItemID)
  /// The items around this one, with it if it still exists.
  case around(ItemID)
}

public struct Page<Item: Sendable>: Sendable {
  /// Items, oldest first.
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

/// The two ends of the loaded items, or the two sides of a gap.
public enum PageEdge: Sendable, Hashable, CaseIterable { case before, after }
