public import LugeCore

/// The item that the keys act on, and the rule where each key moves it.
///
/// A value that does not refer to a list: the caller passes the items in view. The cursor follows
/// its item through updates. While the item is out of view, a key starts again from the items in
/// view.
public struct ListCursor: Hashable, Sendable {
  /// An item of the list with its place: device pixels from the viewport's upper edge.
  public struct Stop: Hashable, Sendable {
    public var position: Int
    public var item: ItemID
    public var y: Int
    public var height: Int

    public init(position: Int, item: ItemID, y: Int, height: Int) {
      self.position = position
      self.item = item
      self.y = y
      self.height = height
    }

    var end: Int { y + height }
  }

  /// Result of a key.
  public enum Outcome: Hashable, Sendable {
    /// There is no further item.
    case stays
    /// The item continues beyond the viewport: scroll by this many pixels towards the end.
    case scrolls(Int)
    case moves(to: Int)
  }

  /// Identifier of the item; nil while only its position is known, because it was not in memory
  /// when the cursor moved there.
  public private(set) var item: ItemID?
  /// Position of the item; nil when there is no cursor.
  public private(set) var position: Int?
  /// Whether the cursor is drawn: true after keys moved it, false after a click.
  public var isShown = false

  public init() {}

  public mutating func move(to position: Int, _ item: ItemID?, isShown: Bool) {
    self.position = position
    self.item = item
    self.isShown = isShown
  }

  public mutating func clear() { self = ListCursor() }

  /// Updates the position of the item. If the item was removed, the cursor takes the one in its
  /// place; if a row of items that are not loaded was replaced by these, the first item in view.
  ///
  /// - Parameter stops: items in memory, in the order of their positions.
  public mutating func follow(_ stops: [Stop]) {
    guard let place = position else { return }
    if let item, let stop = stops.first(where: { $0.item == item }) {
      position = stop.position
    } else if let stop = stops.first(where: { $0.position == place }) {
      item = stop.item
    } else if let last = stops.last, last.position == place - 1 {
      // The removed item was the last one.
      (position, item) = (last.position, last.item)
    } else if item?.isReserved == true,
      let first = stops.first(where: { $0.height > 0 && $0.y >= 0 && !$0.item.isReserved })
    {
      (position, item) = (first.position, first.item)
    }
  }

  /// Returns the place of the item; nil while it is not in memory.
  public func stop(in stops: [Stop]) -> Stop? {
    stops.first { item != nil ? $0.item == item : $0.position == position }
  }

  /// Moves the cursor for Down (`isForwards`) or Up.
  ///
  /// - Parameters:
  ///   - stops: items in memory, in view and beyond, in the order of their positions.
  ///   - viewport: height of the viewport.
  ///   - line: how far to scroll at once within an item that is taller than the viewport; nil: go
  ///     to the next item.
  ///   - count: number of items in the list.
  public func step(
    isForwards: Bool, among stops: [Stop], viewport: Int, line: Int?, count: Int
  ) -> Outcome {
    // Items without height are shown as a part of another one, or are passed over.
    let held = Set(stops.map(\.position))
    let stops = stops.filter { $0.height > 0 }
    let seen = stops.filter { $0.end > 0 && $0.y < viewport }
    guard count > 0, let first = seen.first, let last = seen.last else { return .stays }
    guard let own = stop(in: seen) else {
      let whole = seen.filter { $0.y >= 0 && $0.end <= viewport }
      let start = isForwards ? whole.first ?? first : whole.last ?? last
      return .moves(to: start.position)
    }
    if let line, own.height > viewport {
      if isForwards, own.end > viewport { return .scrolls(min(line, own.end - viewport)) }
      if !isForwards, own.y < 0 { return .scrolls(max(-line, own.y)) }
    }
    func beyond() -> Int {
      var next = own.position
      repeat { next += isForwards ? 1 : -1 } while held.contains(next)
      return next
    }
    let next =
      isForwards
      ? stops.first { $0.position > own.position }?.position ?? beyond()
      : stops.last { $0.position < own.position }?.position ?? beyond()
    return (0..<count).contains(next) ? .moves(to: next) : .stays
  }

  /// Returns the smallest distance to scroll so that the whole item is in view. Of an item taller
  /// than the viewport the beginning is shown, or the end if the cursor came from below.
  ///
  /// - Parameter margin: pixels to leave free at the viewport's edges.
  public static func reveal(
    _ stop: Stop, viewport: Int, margin: Int, isFromBelow: Bool = false
  ) -> Int {
    // Even in a viewport hardly larger than its margins the item must be visible.
    let margin = min(margin, max(0, viewport - 1) / 2)
    let (top, bottom) = (stop.y - margin, stop.end + margin - viewport)
    if stop.height + 2 * margin > viewport {
      if stop.y <= 0, stop.end >= viewport { return 0 }
      return isFromBelow ? bottom : top
    }
    return top < 0 ? top : max(0, bottom)
  }
}
