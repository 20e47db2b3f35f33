/// What the reader looks at: an item, and how far below the item's top the viewport's top edge is.
///
/// Positions on screen are counted from here, in both directions. That is why rows that change
/// above or below cannot move what is in view: no offset from the list's start is ever applied.
struct Anchor: Hashable, Sendable {
  var position: Int
  /// Device pixels; negative while content shorter than the viewport stands lower.
  var offset: Int
}

/// A line of text that has to stay where it is while rows are laid out at other widths.
struct LineAnchor: Hashable, Sendable {
  var position: Int
  /// `RowID.part` of the row.
  var part: UInt32
  /// `LineMark.key` of the line.
  var key: Int
  /// Where the line's top is on screen.
  var y: Int
}

/// Numbers for a scroll bar, device pixels.
public struct ScrollMetrics: Hashable, Sendable {
  public var contentHeight: Int
  public var offset: Int
  public var viewportHeight: Int
  /// Items whose height is not measured yet count with an estimate.
  public var isExact: Bool
  public var isAtStart: Bool
  public var isAtEnd: Bool
  /// The item at the top of the viewport; nil for an empty list.
  public var firstVisiblePosition: Int?
}
