public import LugeCore

/// Items that can only be reached from one another: a server that gives pages.
public protocol PagedSource: Sendable {
  associatedtype Item: Sendable

  /// Some items in a row, oldest first.
  ///
  /// Called off the main thread. May be slow, and may fail: what it throws is shown where the items
  /// would be, with a way to try again. Cancelled when nobody waits for it any more.
  ///
  /// - Parameter limit: items wanted; fewer are fine. A page without items ends asking in its
  ///   direction, whatever it says of more.
  func page(_ place: PagePlace, limit: Int) async throws -> Page<Item>

  /// The item's name, and a revision that changes with its content. Names of which
  /// ``LugeCore/ItemID/isReserved`` is true are the list's own; ``ItemNames`` gives none of these.
  func key(of item: Item) -> ItemKey

  /// Where an item that was written belongs among the others, nil where only its coming says so: it
  /// then stands at the newest end. Pages have to be in the same order.
  func order(of item: Item) -> PageOrder?
}

extension PagedSource {
  public func order(of item: Item) -> PageOrder? { nil }
}

/// An item's place among all: by time, say, and among those of one time by a number.
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

/// The two ends of what is held, and the two sides of a gap.
public enum PageEdge: Sendable, Hashable, CaseIterable { case before, after }
