public import LugeCore

/// Row and region at a point of the viewport.
public struct ListHit: Sendable {
  public var position: Int
  public var row: RowID
  /// Action of the region at the point; nil when there is no region.
  public var action: HitRegion.Action?
  /// Text that "Copy" copies.
  public var copyText: String?
  /// Point in the region, as fractions of its width and height; nil when it was reached without a
  /// pointer.
  public var place: Point?
  /// Slot at the point, which a decorator may fill; nil if there is none.
  public var slot: SlotKey?

  /// Makes a hit of a region that was reached without a pointer.
  public init(
    position: Int, row: RowID, action: HitRegion.Action? = nil, copyText: String? = nil
  ) {
    self.position = position
    self.row = row
    self.action = action
    self.copyText = copyText
  }
}

/// A row in view, for tests, accessibility and measuring.
public struct VisibleRow: Sendable {
  public var position: Int
  public var id: RowID
  /// Top edge from the viewport's top, device pixels.
  public var y: Int
  public var height: Int
  public var accessibleText: String
}

/// A row in view with its lines, for checking what has moved.
package struct SeenRow: Sendable {
  package var id: RowID
  /// Distance from the viewport's top, device pixels.
  package var y: Int
  /// Height as shown: less than the layout's while the row animates.
  package var height: Int
  package var lines: [LineMark]
}
