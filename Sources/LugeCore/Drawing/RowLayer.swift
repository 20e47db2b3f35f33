/// A part of a row that changes by itself, such as an animated picture or a chart. It is drawn over
/// the row, which is neither laid out nor drawn again.
///
/// For an animated picture, the row's draw list contains the still picture; commands after it, at
/// the same place, stay in front of the layer. A layer with ``content`` is a heavy view, which
/// outlives the cells that show it; see ``HeavyView``. If it covers the whole row,
/// it replaces the row's drawing, which is then visible only until the view was drawn once.
public struct RowLayer: Hashable, Sendable {
  /// The picture, or the identity of the heavy view, which must be unique.
  public var key: ImageKey
  /// Rectangle in the row, device pixels; whole pixels at the edges.
  public var rect: Rect
  public var radii: CornerRadii
  /// The content of a heavy view; nil for pictures. Ignored when layers are compared: the key
  /// identifies it.
  public var content: (any HeavyViewContent)?
  /// The input that the heavy view wants.
  public var input: HeavyViewInput
  /// The part of ``rect``, from its upper left, in which the heavy view takes input; nil: all of
  /// it. Input around it belongs to the list.
  public var inputArea: Rect?

  public init(
    key: ImageKey, rect: Rect, radii: CornerRadii = .zero, content: (any HeavyViewContent)? = nil,
    input: HeavyViewInput = [], inputArea: Rect? = nil
  ) {
    self.inputArea = inputArea
    self.key = key
    self.rect = rect
    self.radii = radii
    self.content = content
    self.input = input
  }

  public func offsetBy(x: Double, y: Double) -> RowLayer {
    var moved = self
    moved.rect = rect.offsetBy(x: x, y: y)
    return moved
  }

  public static func == (a: RowLayer, b: RowLayer) -> Bool {
    a.key == b.key && a.rect == b.rect && a.radii == b.radii && a.input == b.input
      && a.inputArea == b.inputArea
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(rect)
  }
}
