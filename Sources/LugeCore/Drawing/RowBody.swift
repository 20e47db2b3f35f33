/// The visible shape of a row's content: a bubble, a card.
public struct RowBody: Hashable, Sendable {
  /// Rectangle in device pixels from the row's upper left.
  public var rect: Rect
  public var radii: CornerRadii

  public init(_ rect: Rect, _ radii: CornerRadii = .zero) {
    self.rect = rect
    self.radii = radii
  }
}
