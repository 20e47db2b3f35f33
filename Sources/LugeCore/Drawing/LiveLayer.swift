/// A part of a row that changes by itself, such as an animated picture or a chart: it is put over
/// the row's drawing, and the row is neither laid out nor drawn again for it.
///
/// Of a picture, the row's draw list shows the same at rest; what the list draws after it, over the
/// same place, stays above the layer. A layer with ``content`` is a heavy view, which is built once
/// and outlives the cells that show it; see ``LiveView``. Where it covers the whole row, it takes
/// the place of the row's drawing, which is then seen only until the view was drawn once.
public struct LiveLayer: Hashable, Sendable {
  /// What shows here; of a heavy view its identity, which no two rows may share.
  public var key: ImageKey
  /// Where in the row, device pixels; edges are whole pixels.
  public var rect: Rect
  public var radii: CornerRadii
  /// What makes the heavy view; nil for pictures. Layers are compared without it: the key names it.
  public var content: (any LiveContent)?
  /// What the heavy view is given of the reader's hands.
  public var input: LiveInput
  /// Where in ``rect``, from its upper left, the heavy view can be touched; nil everywhere. What is
  /// around it belongs to the list.
  public var inputArea: Rect?

  public init(
    key: ImageKey, rect: Rect, radii: CornerRadii = .zero, content: (any LiveContent)? = nil,
    input: LiveInput = [], inputArea: Rect? = nil
  ) {
    self.inputArea = inputArea
    self.key = key
    self.rect = rect
    self.radii = radii
    self.content = content
    self.input = input
  }

  public func offsetBy(x: Double, y: Double) -> LiveLayer {
    var moved = self
    moved.rect = rect.offsetBy(x: x, y: y)
    return moved
  }

  public static func == (a: LiveLayer, b: LiveLayer) -> Bool {
    a.key == b.key && a.rect == b.rect && a.radii == b.radii && a.input == b.input
      && a.inputArea == b.inputArea
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(rect)
  }
}
