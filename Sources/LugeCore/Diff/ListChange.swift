/// A change from one state of a list to the next. Positions count in the state after the previous
/// changes.
public enum ListChange: Sendable, Hashable {
  case insert(count: Int, at: Int)
  case remove(Range<Int>)
  /// The same items with new content.
  case reload(Range<Int>)
  /// Moves one item; `to` is the position after the item was removed.
  case move(from: Int, to: Int)
}

/// An item's identifier, and a revision that changes with its content.
public struct ItemKey: Hashable, Sendable {
  public var id: ItemID
  public var revision: Revision

  public init(id: ItemID, revision: Revision = .initial) {
    self.id = id
    self.revision = revision
  }
}
