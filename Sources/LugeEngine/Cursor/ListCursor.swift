public import LugeCore

/// Which item of a list the keys are about, and where a key leads.
///
/// A value that knows no list: it is told what is in view. It follows its item, whatever position
/// that has, and while the item is out of view a key begins anew from what is in view.
public struct ListCursor: Hashable, Sendable {
  /// An item of the list, and where it stands: device pixels from the viewport's upper edge.
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

  /// What a key does.
  public enum Outcome: Hashable, Sendable {
    /// There is nothing further.
    case stays
    /// There is more to be read of the item first: the content goes so many pixels towards the end.
    case scrolls(Int)
    case moves(to: Int)
  }

  /// The item; nil while only its position is known, for it was not held when the cursor came to
  /// it.
  public private(set) var item: ItemID?
  /// Of the item; nil where there is no cursor.
  public private(set) var position: Int?
  /// Whether the keys brought it where it is: then it is drawn. A click moves it unseen.
  public var isShown = false

  public init() {}

  public mutating func move(to position: Int, _ item: ItemID?, isShown: Bool) {
    self.position = position
    self.item = item
    self.isShown = isShown
  }

  public mutating func clear() { self = ListCursor() }

  /// Takes the list's present positions over. Where the item went away, the one in its place is the
  /// cursor's.
  ///
  /// - Parameter stops: held items, in the order of their positions.
  public mutating func follow(_ stops: [Stop]) {
    guard let place = position else { return }
    if let item, let stop = stops.first(where: { $0.item == item }) {
      position = stop.position
    } else if let stop = stops.first(where: { $0.position == place }) {
      item = stop.item
    } else if let last = stops.last, last.position == place - 1 {
      // It was the last one.
      (position, item) = (last.position, last.item)
    }
  }

  /// Where the item stands; nil while it is not held.
  public func stop(in stops: [Stop]) -> Stop? {
    stops.first { item != nil ? $0.item == item : $0.position == position }
  }

  /// What Down (`isForwards`) or Up does.
  ///
  /// - Parameters:
  ///   - stops: held items in view and beyond it, in the order of their positions.
  ///   - viewport: its height.
  ///   - line: how far the content goes at once within an item that is taller than the viewport;
  ///     nil goes on to the next.
  ///   - count: items of the list.
  public func step(
    isForwards: Bool, among stops: [Stop], viewport: Int, line: Int?, count: Int
  ) -> Outcome {
    // What has no height is shown by another item.
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
    let next =
      isForwards
      ? stops.first { $0.position > own.position }?.position ?? own.position + 1
      : stops.last { $0.position < own.position }?.position ?? own.position - 1
    return (0..<count).contains(next) ? .moves(to: next) : .stays
  }

  /// How far the content has to go for an item to be seen whole, as little as that takes; of one
  /// that is taller than the viewport the beginning is seen, or its end where the cursor came from
  /// below.
  ///
  /// - Parameter margin: pixels that stay free at the viewport's edges.
  public static func reveal(
    _ stop: Stop, viewport: Int, margin: Int, isFromBelow: Bool = false
  ) -> Int {
    // In a viewport that is hardly more than its margins the item still has to be seen.
    let margin = min(margin, max(0, viewport - 1) / 2)
    let (top, bottom) = (stop.y - margin, stop.end + margin - viewport)
    if stop.height + 2 * margin > viewport {
      if stop.y <= 0, stop.end >= viewport { return 0 }
      return isFromBelow ? bottom : top
    }
    return top < 0 ? top : max(0, bottom)
  }
}
