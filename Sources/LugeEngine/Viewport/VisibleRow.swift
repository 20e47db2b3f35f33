public import LugeCore

/// What lies under a point of the viewport.
public struct ListHit: Sendable {
  public var position: Int
  public var row: RowID
  /// What the place reacts with, if it is a region that reacts.
  public var action: HitRegion.Action?
  /// What "Copy" would copy.
  public var copyText: String?
  /// Where in the region, as parts of its width and height; nil for those who reach it without a
  /// pointer.
  public var place: Point?

  /// For those who reach a place without a pointer.
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
