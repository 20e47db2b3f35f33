public import LugeCore

/// Items that the source has between two items that are held.
public struct PageGap: Sendable, Hashable {
  /// Names the gap as long as it is there, whatever of it is filled meanwhile.
  public let number: Int
  /// The item held right before it.
  public internal(set) var after: ItemID
}

/// The items of a paged source that are held: a stretch that grows by pages at both ends, may have
/// gaps, and is cut at the end far from the reader (Chatto's sliding data window).
///
/// How an item looks may depend on the one before and the one behind it: a date above it, the name
/// of its author. Therefore the outermost item is held back where the source has more beyond it: it
/// is not among those ``shown``, and is shown with the page that brings its neighbour. So what is
/// shown never changes because of a page that comes, or of a cut.
///
/// A value without any behaviour in time; ``PagedList`` gives it that.
public struct PageWindow<Item: Sendable>: Sendable {
  public private(set) var items: [Item] = []
  /// Whether the source has, or had, items beyond the ends.
  public private(set) var hasBefore: Bool
  public private(set) var hasAfter: Bool
  /// Where items are missing between those that are held, from the first to the last. Each names an
  /// item that is held and has one behind it.
  public private(set) var gaps: [PageGap] = []
  /// Items at the ends that are not shown as long as their neighbours are unknown.
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

  /// - Complexity: O(items held).
  public func position(of id: ItemID) -> Int? { items.firstIndex { name($0) == id } }

  /// The item behind a gap.
  ///
  /// - Complexity: O(items held).
  public func item(behind gap: PageGap) -> ItemID? {
    position(of: gap.after).flatMap { $0 + 1 < items.count ? name(items[$0 + 1]) : nil }
  }

  /// Positions among ``items`` of those that are shown: all but one at an end that is held back.
  public var shown: Range<Int> {
    let lower = heldBackFirst == nil ? 0 : 1
    return lower..<max(lower, items.count - (heldBackLast == nil ? 0 : 1))
  }

  /// - Parameter wanted: an item that is shown, also where it is an outermost one.
  public mutating func replaceAll(with page: Page<Item>, showing wanted: ItemID? = nil) {
    items = []
    gaps = []
    insert(page.items, at: 0)
    (hasBefore, hasAfter) = (page.hasBefore, page.hasAfter)
    showEnds()
    holdBackFirst(unless: wanted)
    holdBackLast(unless: wanted)
  }

  /// Shows the items that were held back: what is beyond them cannot be had now. They are not held
  /// back again.
  public mutating func showEnds() {
    heldBackFirst = nil
    heldBackLast = nil
  }

  /// Takes in the page before or after what is held. A page without items ends this direction,
  /// whatever it says: asking again would bring the same.
  ///
  /// - Complexity: O(items held).
  public mutating func extend(_ edge: PageEdge, with page: Page<Item>) {
    let (oldFirst, oldLast) = (first, last)
    switch edge {
    case .before:
      insert(page.items, at: 0)
      hasBefore = page.hasBefore && !page.items.isEmpty
      // What was shown stays so.
      if first != oldFirst { holdBackFirst() }
    case .after:
      insert(page.items, at: items.count)
      hasAfter = page.hasAfter && !page.items.isEmpty
      if last != oldLast { holdBackLast() }
    }
    showWhatHasNeighbours()
  }

  /// Says that the source has items beyond an end that seemed to be the last one there.
  public mutating func expectMore(_ edge: PageEdge) {
    guard !items.isEmpty else { return }
    switch edge {
    case .before: hasBefore = true
    case .after: hasAfter = true
    }
  }

  /// Takes in items that have just been written, where they belong: by the source's order where it
  /// has one, otherwise at the newest end. Never refused for being too many: what is too much is
  /// cut later, far from the reader.
  ///
  /// An item needs no place where it is among pages to come: beyond an end, or within a gap.
  ///
  /// - Parameter leavesGap: whether items are missing between those held and the new ones.
  /// - Returns: whether all of them were taken in.
  /// - Complexity: O(items held + new items × items behind their places).
  @discardableResult
  public mutating func insertNew(_ new: [Item], leavesGap: Bool = false) -> Bool {
    guard !leavesGap else { return insertBehindGap(new) }
    var tookAll = true
    var atEnd: [Item] = []
    for item in new {
      if position(of: name(item)) != nil {
        replace(item)
        continue
      }
      guard let rank = order(item),
        let behind = items.firstIndex(where: { other in order(other).map { rank < $0 } ?? false })
      else {
        atEnd.append(item)
        continue
      }
      let isBeyond = behind == 0 && hasBefore
      let isInGap = behind > 0 && gaps.contains { $0.after == name(items[behind - 1]) }
      if isBeyond || isInGap {
        tookAll = false
      } else {
        items.insert(item, at: behind)
      }
    }
    guard !atEnd.isEmpty else { return tookAll }
    guard !hasAfter else { return false }
    insert(atEnd, at: items.count)
    return tookAll
  }

  /// Takes in items right behind the one of that name.
  ///
  /// - Returns: false where it is not held.
  /// - Complexity: O(items held).
  @discardableResult
  public mutating func insert(_ new: [Item], after id: ItemID) -> Bool {
    guard let position = position(of: id) else { return false }
    let last = insert(new, at: position + 1)
    if let last { moveGap(from: id, to: last) }
    return true
  }

  /// Takes in a page of what is missing in a gap, asked for from the item before it
  /// (``PageEdge/before``: the page begins there) or from the one behind it. The gap closes when
  /// the page reaches its other side, brings nothing, or says that there is no more.
  ///
  /// - Complexity: O(items held).
  public mutating func fill(_ number: Int, from side: PageEdge, with page: Page<Item>) {
    guard let index = gaps.firstIndex(where: { $0.number == number }),
      let position = position(of: gaps[index].after)
    else { return }
    let beyond = Set(
      side == .before ? items[(position + 1)...].map(name) : items[...position].map(name))
    // What a page brings from beyond the gap's other side may belong into the next gap.
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
      gaps[index].after = last
    }
  }

  /// Puts the item in the place of the one with its name.
  public mutating func replace(_ item: Item) {
    if let position = position(of: name(item)) { items[position] = item }
  }

  /// - Complexity: O(items held).
  public mutating func remove(_ ids: Set<ItemID>) {
    var kept: [Item] = []
    kept.reserveCapacity(items.count)
    for item in items {
      let id = name(item)
      if !ids.contains(id) {
        kept.append(item)
      } else if let gap = gaps.firstIndex(where: { $0.after == id }) {
        // What is missing stands behind the item before now, or before all that is held.
        if let previous = kept.last.map(name), !gaps.contains(where: { $0.after == previous }) {
          gaps[gap].after = previous
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
    let held = Set(items.map(name))
    gaps.removeAll { !held.contains($0.after) }
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

  /// An item that is not the outermost one any more is shown; so is one behind which a gap stands,
  /// and the last one there is.
  private mutating func showWhatHasNeighbours() {
    if let held = heldBackFirst,
      held != first || !hasBefore || gaps.contains(where: { $0.after == held })
    {
      heldBackFirst = nil
    }
    if let held = heldBackLast {
      let isBehindGap =
        items.count > 1 && gaps.contains { $0.after == name(items[items.count - 2]) }
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
    gaps.append(PageGap(number: nextGapNumber, after: last))
    nextGapNumber += 1
    insert(new, at: items.count)
    return true
  }

  private mutating func moveGap(from id: ItemID, to last: ItemID) {
    if let gap = gaps.firstIndex(where: { $0.after == id }) { gaps[gap].after = last }
  }

  /// Behind the last item nothing is held: what is missing there is beyond the end.
  private mutating func dropGapAtEnd() {
    guard let last, let gap = gaps.firstIndex(where: { $0.after == last }) else {
      if items.isEmpty { gaps = [] }
      return
    }
    gaps.remove(at: gap)
    hasAfter = true
  }

  /// Items that are held already take their new content where they are.
  ///
  /// - Returns: the name of the last item that was put in.
  @discardableResult
  private mutating func insert(_ new: [Item], at place: Int) -> ItemID? {
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
    showWhatHasNeighbours()
    return fresh.last.map(name)
  }
}
