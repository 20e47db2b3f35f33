import LugeCore

/// The highlight of an item after a jump: full at once, then it fades.
///
/// A function of time: whatever frames are missed, it ends when it should, and then nothing runs
/// any more.
struct Flash: Hashable, Sendable {
  /// Seconds at full strength, and those in which it fades after them.
  static let hold = 0.7
  static let fade = 0.9

  var item: ItemID
  /// Time of the first frame that shows it; infinity until there is one.
  var begun: Double

  /// 1 at first, 0 when it is over.
  func strength(at time: Double) -> Double {
    let rest = min(1, max(0, 1 - max(0, time - begun - Self.hold) / Self.fade))
    return rest * rest
  }
}
