public import LugeCore

/// Gap: items that the source has between two items in memory.
public struct PageGap: Sendable, Hashable {
  /// Number that identifies the gap while it exists, also after a part of it was filled.
  public let number: Int
  /// Item in memory right before the gap.
  public internal(set) var preceding: ItemID
}

/// The items of a paged source that are in memory: a range that grows by pages at both ends, may
/// have gaps, and is trimmed at the end far from the view (Chatto's sliding data window).
///
/// The rows of an item may depend on the items before and after it: a date above it, the name of
/// its author. Therefore the first and the last item are not ``shown`` while the source has more
/// beyond them; they are shown together with the page that brings their neighbours. So what is
/// shown never changes because of a new page or of trimming.
///
/// A value without timers or requests; ``PagedList`` adds those.
public struct PageWindow<Item: Sendable>: Sendable {
  public private(set) var items: [Item] = []
  /// Whether the source has, or had, items before the first and after the last one in memory.
  public private(set) var hasBefore: Bool
  public private(set) var hasAfter: Bool
  /// Gaps, from first to last. Each names the item in memory before it, and there is another one
  /// after it.
  public private(set) var gaps: [PageGap] = []
  /// Outermost items that are not shown while their neighbours are unknown.
  public private(set) var heldBackFirst: ItemID?
  public private(set) var heldBackLast: ItemID?
  private var nextGapNumber = 0
  private let name: @Sendable (Item) -> ItemID
  private let order: @Sendable (Item) -> PageOrder?

  public init(
    hasBefore: Bool = true, hasAfter: Bool = false,
    order: @escaping @Sendable (Item) -> PageOrder? = { _ in nil },
    name: @escaping @Sendable (Item) -> ItemID
  ) {
    self.hasBefore = hasBefore
    self.hasAfter = hasAfter
    self.order = order
    self.name = name
  }

  public var first: ItemID? { items.first.map(name) }
  public var last: ItemID? { items.last.map(name) }

  /// Returns the position of an item in ``items``; nil when it is not in memory.
  ///
  /// - Complexity: O(items in memory).
  public func position(of id: ItemID) -> Int? { items.firstIndex { name($0) == id } }

  /// Returns the item in memory right after a gap; nil for an unknown gap.
  ///
  /// - Complexity: O(items in memory).
  public func item(following gap: PageGap) -> ItemID? {
    position(of: gap.preceding).flatMap { $0 + 1 < items.count ? name(items[$0 + 1]) : nil }
  }

  /// Range of positions in ``items`` that are shown: all except the items held back at the ends.
  public var shown: Range<Int> {
    let lower = heldBackFirst == nil ? 0 : 1
    return lower..<max(lower, items.count - (heldBackLast == nil ? 0 : 1))
  }

  /// Replaces all items by those of a page.
  ///
  /// - Parameter wanted: an item to show even if it is the first or the last of the page.
  public mutating func replaceAll(with page: Page<Item>, showing wanted: ItemID? = nil) {
    items = []
    gaps = []
    insert(page.items, at: 0)
    (hasBefore, hasAfter) = (page.hasBefore, page.hasAfter)
    showEnds()
    holdBackFirst(unless: wanted)
    holdBackLast(unless: wanted)
  }

  /// Shows the items that were held back, because the pages beyond them cannot be loaded now. They
  /// are not held back again.
  public mutating func showEnds() {
    heldBackFirst = nil
    heldBackLast = nil
  }

  /// Adds the page before or after the items in memory. A page without items ends this direction,
  /// even if it claims that there are more: another request would return the same.
  ///
  /// - Complexity: O(items in memory).
  public mutating func extend(_ edge: PageEdge, with page: Page<Item>) {
    let (oldFirst, oldLast) = (first, last)
    switch edge {
    case .before:
      insert(page.items, at: 0)
      hasBefore = page.hasBefore && !page.items.isEmpty
      // An item that was shown stays shown.
      if first != oldFirst { holdBackFirst() }
    case .after:
      insert(page.items, at: items.count)
      hasAfter = page.hasAfter && !page.items.isEmpty
      if last != oldLast { holdBackLast() }
    }
    showWhatHasNeighbours()
  }

  /// Marks that the source has more items beyond an end that seemed to be the last.
  public mutating func expectMore(_ edge: PageEdge) {
    guard !items.isEmpty else { return }
    switch edge {
    case .before: hasBefore = true
    case .after: hasAfter = true
    }
  }

  /// Adds new items where they belong: by the source's order if it has one, otherwise at the newest
  /// end. Items are never refused because there are too many; trimming follows later, far from the
  /// view.
  ///
  /// An item is not added if a page to come contains it: beyond an end, or within a gap.
  ///
  /// - Parameter leavesGap: whether items are missing between those in memory and the new ones.
  /// - Returns: whether all of them were added.
  /// - Complexity: O(items in memory + new items), and O(items in memory) more for each new item
  ///   that belongs before one in memory.
  @discardableResult
  public mutating func insertNew(_ new: [Item], leavesGap: Bool = false) -> Bool {
    guard !leavesGap else { return insertBehindGap(new) }
    var tookAll = true
    var atEnd: [Item] = []
    var known = positions()
    // Most new items belong behind all in memory, which needs no search. An upper bound is enough:
    // below it the search decides.
    var highest = items.lazy.compactMap(order).max()
    for item in new {
      let rank = order(item)
      if let position = known[name(item)] {
        items[position] = item
        if let rank { highest = max(highest ?? rank, rank) }
        continue
      }
      guard let rank, let highest, rank < highest,
        let behind = items.firstIndex(where: { other in order(other).map { rank < $0 } ?? false })
      else {
        atEnd.append(item)
        continue
      }
      let isBeyond = behind == 0 && hasBefore
      let isInGap = behind > 0 && gaps.contains { $0.preceding == name(items[behind - 1]) }
      if isBeyond || isInGap {
        tookAll = false
      } else {
        items.insert(item, at: behind)
        known = positions()
      }
    }
    guard !atEnd.isEmpty else { return tookAll }
    guard !hasAfter else { return false }
    insert(atEnd, at: items.count, known: known)
    return tookAll
  }

  /// Adds a page of a gap's items, requested from the item before it (``PageEdge/before``: the page
  /// begins there) or from the one after it. The gap closes when the page reaches its other side,
  /// is empty, or says that there is no more.
  ///
  /// - Complexity: O(items in memory).
  public mutating func fill(_ number: Int, from side: PageEdge, with page: Page<Item>) {
    guard let index = gaps.firstIndex(where: { $0.number == number }),
      let position = position(of: gaps[index].preceding)
    else { return }
    let beyond = Set(
      side == .before ? items[(position + 1)...].map(name) : items[...position].map(name))
    // Items of the page that lie beyond the gap's other side may belong in the next gap.
    var missing = page.items[...]
    let isBeyond = { (item: Item) in beyond.contains(name(item)) }
    let end =
      side == .before ? missing.firstIndex(where: isBeyond) : missing.lastIndex(where: isBeyond)
    if let end { missing = side == .before ? missing[..<end] : missing[(end + 1)...] }
    let reaches = end != nil
    let isOver = side == .before ? !page.hasAfter : !page.hasBefore
    let last = insert(Array(missing), at: position + 1)
    if reaches || isOver || page.items.isEmpty {
      gaps.remove(at: index)
    } else if side == .before, let last {
      gaps[index].preceding = last
    }
  }

  /// Replaces the item with the same identifier.
  ///
  /// - Complexity: O(items in memory).
  public mutating func replace(_ item: Item) {
    if let position = position(of: name(item)) { items[position] = item }
  }

  /// Replaces the items in memory that have the identifiers of the given ones; the others are
  /// ignored.
  ///
  /// - Complexity: O(items in memory + items given).
  public mutating func replace(_ changed: [Item]) {
    guard !changed.isEmpty else { return }
    let known = positions()
    for item in changed {
      if let position = known[name(item)] { items[position] = item }
    }
  }

  /// Removes items.
  ///
  /// - Complexity: O(items in memory).
  public mutating func remove(_ ids: Set<ItemID>) {
    var kept: [Item] = []
    kept.reserveCapacity(items.count)
    for item in items {
      let id = name(item)
      if !ids.contains(id) {
        kept.append(item)
      } else if let gap = gaps.firstIndex(where: { $0.preceding == id }) {
        // The gap now begins after the previous item, or before all items in memory.
        if let previous = kept.last.map(name), !gaps.contains(where: { $0.preceding == previous }) {
          gaps[gap].preceding = previous
        } else {
          if kept.isEmpty { hasBefore = true }
          gaps.remove(at: gap)
        }
      }
    }
    items = kept
    dropGapAtEnd()
    showWhatHasNeighbours()
  }

  /// Trims the window when it has more than `preferredMaximum` items, far from the focus.
  ///
  /// - Parameter focus: position in ``items``; as many items as possible are kept on both sides of
  ///   it.
  /// - Returns: the number of items that were removed at the start and at the end.
  /// - Complexity: O(items in memory).
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
    let held = Set(items.map(name))
    gaps.removeAll { !held.contains($0.preceding) }
    dropGapAtEnd()
    if before > 0 { holdBackFirst() }
    if after > 0 { holdBackLast() }
    showWhatHasNeighbours()
    return (before, after)
  }

  private mutating func holdBackFirst(unless wanted: ItemID? = nil) {
    heldBackFirst = hasBefore && first != wanted ? first : nil
    showWhatHasNeighbours()
  }

  private mutating func holdBackLast(unless wanted: ItemID? = nil) {
    heldBackLast = hasAfter && last != wanted ? last : nil
    showWhatHasNeighbours()
  }

  /// Shows a held-back item that is no longer outermost, is followed by a gap, or is the last one
  /// that exists.
  private mutating func showWhatHasNeighbours() {
    if let held = heldBackFirst,
      held != first || !hasBefore || gaps.contains(where: { $0.preceding == held })
    {
      heldBackFirst = nil
    }
    if let held = heldBackLast {
      let isBehindGap =
        items.count > 1 && gaps.contains { $0.preceding == name(items[items.count - 2]) }
      if held != last || !hasAfter || isBehindGap { heldBackLast = nil }
    }
    if shown.isEmpty { showEnds() }
  }

  private mutating func insertBehindGap(_ new: [Item]) -> Bool {
    guard !hasAfter else { return false }
    guard let last, let firstNew = new.first, position(of: name(firstNew)) == nil else {
      if items.isEmpty { hasBefore = hasBefore || !new.isEmpty }
      return insertNew(new)
    }
    gaps.append(PageGap(number: nextGapNumber, preceding: last))
    nextGapNumber += 1
    insert(new, at: items.count)
    return true
  }

  /// Removes a gap after the last item: its items now count as beyond the end.
  private mutating func dropGapAtEnd() {
    guard let last, let gap = gaps.firstIndex(where: { $0.preceding == last }) else {
      if items.isEmpty { gaps = [] }
      return
    }
    gaps.remove(at: gap)
    hasAfter = true
  }

  /// Positions in ``items`` by identifier.
  private func positions() -> [ItemID: Int] {
    Dictionary(items.enumerated().map { (name($1), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Inserts items; those already in memory are replaced in place.
  ///
  /// - Parameter known: ``positions()``, if they have been computed already.
  /// - Returns: the identifier of the last item that was inserted.
  @discardableResult
  private mutating func insert(
    _ new: [Item], at place: Int, known: [ItemID: Int]? = nil
  ) -> ItemID? {
    let known = known ?? positions()
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
    showWhatHasNeighbours()
    return fresh.last.map(name)
  }
}
