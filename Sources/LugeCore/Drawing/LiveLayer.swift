/// A part of a row that changes by itself, such as an animated picture: it is put over the row's
/// drawing frame by frame, and the row is neither laid out nor drawn again for it.
///
/// The row's draw list shows the same picture at rest; what the list draws after it, over the same
/// place, stays above the layer.
public struct LiveLayer: Hashable, Sendable {
  public var key: ImageKey
  /// Where in the row, device pixels; edges are whole pixels.
  public var rect: Rect
  public var radii: CornerRadii

  public init(key: ImageKey, rect: Rect, radii: CornerRadii) {
    self.key = key
    self.rect = rect
    self.radii = radii
  }

  public func offsetBy(x: Double, y: Double) -> LiveLayer {
    LiveLayer(key: key, rect: rect.offsetBy(x: x, y: y), radii: radii)
  }
}
