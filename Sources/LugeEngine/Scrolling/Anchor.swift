/// Scroll position: an item, and the distance of the viewport's top edge below the item's top.
///
/// Positions on screen are counted from here, in both directions. Therefore rows that change above
/// or below cannot move the view: no offset from the list's start is ever used.
struct Anchor: Hashable, Sendable {
  var position: Int
  /// Distance in device pixels; negative when content shorter than the viewport begins below its
  /// top.
  var offset: Int
}

/// A line of text that must stay where it is while rows are laid out at other widths.
struct LineAnchor: Hashable, Sendable {
  var position: Int
  /// `RowID.part` of the row.
  var part: UInt32
  /// `LineMark.key` of the line.
  var key: Int
  /// Position of the line's top in the viewport.
  var y: Int
}

/// Numbers for a scroll bar, device pixels.
public struct ScrollMetrics: Hashable, Sendable {
  public var contentHeight: Int
  public var offset: Int
  public var viewportHeight: Int
  /// Whether all heights are measured; otherwise some are estimated.
  public var isExact: Bool
  public var isAtStart: Bool
  public var isAtEnd: Bool
  /// The item at the top of the viewport; nil for an empty list.
  public var firstVisiblePosition: Int?
}
