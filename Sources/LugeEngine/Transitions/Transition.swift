import LugeCore

/// An animated height: a function of time, fast at first (cubic ease-out), so it can be evaluated
/// at any time, and ended or replaced at any moment.
struct HeightTransition: Sendable {
  var from: Int
  var start: Double
  var duration: Double

  func isOver(at time: Double) -> Bool { time >= start + duration }

  func height(at time: Double, to end: Int) -> Int {
    guard duration > 0, !isOver(at: time) else { return end }
    let rest = 1 - max(0, time - start) / duration
    return end + Int((Double(from - end) * rest * rest * rest).rounded())
  }
}

/// Bitmaps of a removed item while its space closes.
struct Ghost: Sendable {
  struct Slice: Sendable {
    var bitmap: Bitmap?
    var height: Int
  }

  var slices: [Slice]
  var shrinking: HeightTransition

  func height(at time: Double) -> Int { shrinking.height(at: time, to: 0) }
}

/// The animation of an item's height and of removed items beside it.
struct ItemTransition: Sendable {
  var growth: HeightTransition?
  /// Removed items above and below the item's own rows, in order.
  var leading: [Ghost] = []
  var trailing: [Ghost] = []

  var isEmpty: Bool { growth == nil && leading.isEmpty && trailing.isEmpty }

  func leadingHeight(at time: Double) -> Int { leading.reduce(0) { $0 + $1.height(at: time) } }
  func trailingHeight(at time: Double) -> Int { trailing.reduce(0) { $0 + $1.height(at: time) } }
  func ownHeight(at time: Double, full: Int) -> Int {
    growth?.height(at: time, to: full) ?? full
  }

  mutating func removeFinished(at time: Double) {
    if growth?.isOver(at: time) == true { growth = nil }
    leading.removeAll { $0.shrinking.isOver(at: time) }
    trailing.removeAll { $0.shrinking.isOver(at: time) }
  }
}
