public import LugeCore

/// The items of a paged source that are held: a stretch that grows by pages at both ends and is cut
/// at the end far from the reader (Chatto's sliding data window).
///
/// A value without any behaviour in time; ``PagedList`` gives it that.
public struct PageWindow<Item: Sendable>: Sendable {
  public private(set) var items: [Item] = []
  /// Whether the source has, or had, items beyond the ends.
  public private(set) var hasBefore: Bool
  public private(set) var hasAfter: Bool
  private let name: @Sendable (Item) -> ItemID

  public init(
    hasBefore: Bool = true, hasAfter: Bool = false, name: @escaping @Sendable (Item) -> ItemID
  ) {
    self.hasBefore = hasBefore
    self.hasAfter = hasAfter
    self.name = name
  }

  public var first: ItemID? { items.first.map(name) }
  public var last: ItemID? { items.last.map(name) }

  /// - Complexity: O(items held).
  public func position(of id: ItemID) -> Int? { items.firstIndex { name($0) == id } }

  public mutating func replaceAll(with page: Page<Item>) {
    items = []
    insert(page.items, at: 0)
    (hasBefore, hasAfter) = (page.hasBefore, page.hasAfter)
  }

  /// Takes in the page before or after what is held.
  ///
  /// - Complexity: O(items held).
  public mutating func extend(_ edge: PageEdge, with page: Page<Item>) {
    switch edge {
    case .before:
      insert(page.items, at: 0)
      hasBefore = page.hasBefore
    case .after:
      insert(page.items, at: items.count)
      hasAfter = page.hasAfter
    }
  }

  /// Takes in items that have just been written. Never refused for being too many: what is too
  /// much is cut later, far from the reader. Away from the newest end they need no place: they are
  /// among the pages to come.
  ///
  /// - Returns: whether they were taken in.
  public mutating func insertNew(_ new: [Item]) -> Bool {
    guard !hasAfter else { return false }
    insert(new, at: items.count)
    return true
  }

  /// Puts the item in the place of the one with its name.
  public mutating func replace(_ item: Item) {
    if let position = position(of: name(item)) { items[position] = item }
  }

  public mutating func remove(_ ids: Set<ItemID>) { items.removeAll { ids.contains(name($0)) } }

  /// Cuts what is more than `preferredMaximum`, away from where the reader is.
  ///
  /// - Parameter focus: position among ``items``; as many as possible are kept on both sides of it.
  /// - Returns: how many items were cut at the start and at the end.
  /// - Complexity: O(items held).
  @discardableResult
  public mutating func adjust(preferredMaximum: Int, focus: Int) -> (before: Int, after: Int) {
    let excess = items.count - max(1, preferredMaximum)
    guard excess > 0 else { return (0, 0) }
    let before = min(max(0, focus - max(1, preferredMaximum) / 2), excess)
    let after = excess - before
    items.removeFirst(before)
    items.removeLast(after)
    if before > 0 { hasBefore = true }
    if after > 0 { hasAfter = true }
    return (before, after)
  }

  /// Items that are held already take their new content where they are.
  private mutating func insert(_ new: [Item], at place: Int) {
    var known: [ItemID: Int] = [:]
    for (position, item) in items.enumerated() { known[name(item)] = position }
    var fresh: [Item] = []
    var freshNames: Set<ItemID> = []
    for item in new {
      if let position = known[name(item)] {
        items[position] = item
      } else if freshNames.insert(name(item)).inserted {
        fresh.append(item)
      }
    }
    items.insert(contentsOf: fresh, at: place)
  }
}
