/// A place in a row for a mark that changes while the row's layout stays: the state of a sent
/// message, who has read it.
///
/// The program provides the mark (``LugeEngine/RowDecorator``). It is drawn over the row and must
/// fit into the slot; the row is neither laid out nor drawn again.
public struct RowSlot: Hashable, Sendable {
  public var key: SlotKey
  /// Rectangle in device pixels from the row's upper left; whole pixels at the edges.
  public var rect: Rect

  public init(_ key: SlotKey, _ rect: Rect) {
    self.key = key
    self.rect = rect
  }

  public func offsetBy(x: Double, y: Double) -> RowSlot {
    RowSlot(key, rect.offsetBy(x: x, y: y))
  }
}

/// Identifies a slot: its item, and which of the item's slots it is.
public struct SlotKey: Hashable, Sendable {
  public var item: ItemID
  /// Number of the slot within the item; each module of row kinds (LugeChat, LugeFeed) defines its
  /// own numbers.
  public var part: UInt32

  public init(item: ItemID, part: UInt32) {
    self.item = item
    self.part = part
  }
}
