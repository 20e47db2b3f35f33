public import LugeCore

/// A rectangle laid over a composed frame: a selection, a find hit, the row a search led to.
public struct Highlight: Hashable, Sendable {
  /// From the viewport's top left, device pixels; rounded to whole ones.
  public var rect: Rect
  /// Blended with its alpha.
  public var color: RGBA

  public init(_ rect: Rect, color: RGBA) {
    self.rect = rect
    self.color = color
  }
}
