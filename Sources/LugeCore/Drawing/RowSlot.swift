/// A place that a row keeps free for a sign that changes without the row: the state of a sent
/// message, who has read it.
///
/// What stands there belongs to the program (``LugeEngine/ListEngine/decorate``), is drawn over the
/// row, and takes no more room than the slot: the row is neither laid out nor drawn again for it.
public struct RowSlot: Hashable, Sendable {
  public var key: SlotKey
  /// Device pixels from the row's upper left; edges are whole pixels.
  public var rect: Rect

  public init(_ key: SlotKey, _ rect: Rect) {
    self.key = key
    self.rect = rect
  }

  public func offsetBy(x: Double, y: Double) -> RowSlot {
    RowSlot(key, rect.offsetBy(x: x, y: y))
  }
}

/// Names a slot: of which item, and which of its slots.
public struct SlotKey: Hashable, Sendable {
  public var item: ItemID
  /// What numbers mean, a library of rows says.
  public var part: UInt32

  public init(item: ItemID, part: UInt32) {
    self.item = item
    self.part = part
  }
}
