/// What changed from one state of a list to the next. Positions count in the state that the
/// changes before it left.
public enum ListChange: Sendable, Hashable {
  case insert(count: Int, at: Int)
  case remove(Range<Int>)
  /// The same items with other content.
  case reload(Range<Int>)
  /// One item to another place; `to` counts in the list without it.
  case move(from: Int, to: Int)
}

/// An item's name and what tells one content from another.
public struct ItemKey: Hashable, Sendable {
  public var id: ItemID
  public var revision: Revision

  public init(id: ItemID, revision: Revision = .initial) {
    self.id = id
    self.revision = revision
  }
}
