/// The shape that a row's content has within the row: a bubble, a card.
public struct RowBody: Hashable, Sendable {
  /// Device pixels from the row's upper left.
  public var rect: Rect
  public var radii: CornerRadii

  public init(_ rect: Rect, _ radii: CornerRadii = .zero) {
    self.rect = rect
    self.radii = radii
  }
}
