import LugeCore

/// Plan of what an update does to the items in memory: which stay, and where, and which must be
/// made again: items that came in or changed, and the neighbours of items that came, went or
/// changed, because a row may depend on the item beside it.
struct WindowPlan {
  struct Slot {
    /// Position in the current state; nil for an item that is not in memory.
    var old: Int?
    var isDirty: Bool
    /// Whether the item was removed and inserted elsewhere.
    var isMoved = false
  }

  /// Position of the first slot in the new state.
  private(set) var lower: Int
  private(set) var slots: [Slot]
  /// Number of items while the changes are applied one by one.
  private var count: Int
  /// Position of the item around which slots are kept when there are too many.
  private var focus: Int
  /// Whether the list will show its end.
  private let followsEnd: Bool

  /// Maximum number of items inserted at one place that are made at once. If there are more, those
  /// nearest the view are made.
  static let insertLimit = 128

  /// Makes the plan of an update.
  ///
  /// - Parameters:
  ///   - focus: position in the current state of the item that the user looks at.
  ///   - count: number of items in the current state.
  /// - Complexity: O(changes · items in memory).
  init(held: Range<Int>, focus: Int, followsEnd: Bool, count: Int, changes: [ListChange]) {
    lower = held.lowerBound
    slots = held.map { Slot(old: $0, isDirty: false) }
    self.count = count
    self.focus = focus
    self.followsEnd = followsEnd
    for change in changes { apply(change) }
  }

  var range: Range<Int> { lower..<lower + slots.count }

  /// Positions in the new state of items that must be made, as ranges.
  var dirtyRanges: [Range<Int>] {
    var ranges: [Range<Int>] = []
    for (index, slot) in slots.enumerated() where slot.isDirty {
      if let last = ranges.last, last.upperBound == lower + index {
        ranges[ranges.count - 1] = last.lowerBound..<lower + index + 1
      } else {
        ranges.append(lower + index..<lower + index + 1)
      }
    }
    return ranges
  }

  private mutating func apply(_ change: ListChange) {
    switch change {
    case .insert(let items, let at):
      let position = min(max(0, at), count)
      insert(items, at: position, slot: Slot(old: nil, isDirty: true))
      soil(position - 1)
      soil(position + items)
    case .remove(let positions):
      let positions = positions.clamped(to: 0..<count)
      guard !positions.isEmpty else { return }
      remove(positions)
      soil(positions.lowerBound - 1)
      soil(positions.lowerBound)
    case .reload(let positions):
      let around = positions.lowerBound - 1..<positions.upperBound + 1
      for position in around.clamped(to: range) { soil(position) }
    case .move(let from, let to):
      guard from >= 0, from < count, to >= 0, to < count else { return }
      var slot =
        range.contains(from) ? slots[from - lower] : Slot(old: nil, isDirty: true)
      slot.isDirty = true
      slot.isMoved = true
      remove(from..<from + 1)
      soil(from - 1)
      soil(from)
      insert(1, at: to, slot: slot)
      soil(to - 1)
      soil(to + 1)
    }
  }

  private mutating func soil(_ position: Int) {
    guard range.contains(position) else { return }
    slots[position - lower].isDirty = true
  }

  private mutating func insert(_ items: Int, at position: Int, slot: Slot) {
    guard items > 0 else { return }
    let (start, end) = (lower, lower + slots.count)
    let isAtListEnd = position == count
    count += items
    let isInside = position > start && position < end
    let touchesStart = position == start && start == 0
    let touchesEnd = position == end && isAtListEnd
    if !slots.isEmpty, isInside || touchesStart || touchesEnd {
      let made = min(items, Self.insertLimit)
      let new = Array(repeating: slot, count: made)
      if made == items {
        slots.insert(contentsOf: new, at: position - start)
      } else if position > focus, !(touchesEnd && followsEnd) {
        slots.replaceSubrange((position - start)..., with: new)
      } else {
        slots.replaceSubrange(..<(position - start), with: new)
        lower = position + items - made
      }
    } else if position <= start {
      lower += items
    }
    if position <= focus { focus += items }
  }

  private mutating func remove(_ positions: Range<Int>) {
    let inside = positions.clamped(to: range)
    if !inside.isEmpty {
      slots.removeSubrange(inside.lowerBound - lower..<inside.upperBound - lower)
    }
    lower -= max(0, min(positions.upperBound, lower) - positions.lowerBound)
    count -= positions.count
    if focus >= positions.upperBound {
      focus -= positions.count
    } else {
      focus = min(focus, positions.lowerBound)
    }
  }
}

extension ListChange {
  /// Returns the position after the change; for a removed item, the position of the item that takes
  /// its place.
  func moved(_ position: Int) -> Int {
    switch self {
    case .insert(let count, let at): position >= at ? position + count : position
    case .remove(let range):
      position >= range.upperBound
        ? position - range.count : min(position, range.lowerBound)
    case .reload: position
    case .move(let from, let to):
      if position == from {
        to
      } else {
        ListChange.insert(count: 1, at: to).moved(
          ListChange.remove(from..<from + 1).moved(position))
      }
    }
  }
}
