public import LugeCore

/// Contents of one frame: pieces from top to bottom, without gaps or overlaps where there is
/// content.
public struct FramePlan: Sendable {
  public struct Piece: Sendable {
    public enum Content: Sendable {
      case bitmap(Bitmap)
      /// A row that is laid out but not drawn: its skeleton, from this line of pixels on.
      case skeleton(RowSkeleton, from: Int)
      /// An item that is not laid out: background with a faint mark, at the estimated or exact
      /// height.
      case placeholder
    }

    public var row: RowID?
    /// Top edge from the viewport's top, device pixels; negative when cut off above.
    public var y: Int
    public var height: Int
    public var content: Content

    public init(row: RowID?, y: Int, height: Int, content: Content) {
      self.row = row
      self.y = y
      self.height = height
      self.content = content
    }
  }

  /// A highlighted part of the viewport, after a jump.
  public struct Emphasis: Hashable, Sendable {
    /// Top edge from the viewport's top, device pixels.
    public var y: Int
    public var height: Int
    /// Colour at full strength.
    public var color: ThemeColor
    /// Strength, 0 to 1.
    public var strength: Double
    /// Columns in device pixels from the viewport's left edge; nil: the whole width.
    public var columns: Range<Int>?
    public var radii: CornerRadii

    public init(
      y: Int, height: Int, color: ThemeColor, strength: Double, columns: Range<Int>? = nil,
      radii: CornerRadii = .zero
    ) {
      self.columns = columns
      self.radii = radii
      self.y = y
      self.height = height
      self.color = color
      self.strength = strength
    }
  }

  /// A row layer that is at least partly in view.
  public struct Layer: Sendable {
    public var row: RowID
    public var key: ImageKey
    /// Upper left from the viewport's upper left, device pixels.
    public var x: Int
    public var y: Int
    public var size: PixelSize
    public var radii: CornerRadii
    public var surroundings: LayerSurroundings
    /// Current frame of the animation, set by the program that shows the plan. Nil leaves the row's
    /// own drawing.
    public var bitmap: Bitmap?

    public init(
      row: RowID, key: ImageKey, x: Int, y: Int, size: PixelSize, radii: CornerRadii = .zero,
      surroundings: LayerSurroundings = LayerSurroundings(), bitmap: Bitmap? = nil
    ) {
      self.row = row
      self.key = key
      self.x = x
      self.y = y
      self.size = size
      self.radii = radii
      self.surroundings = surroundings
      self.bitmap = bitmap
    }

    /// Whether both are composed to the same pixels.
    func looksEqual(to other: Layer) -> Bool {
      x == other.x && y == other.y && size == other.size && radii == other.radii
        && bitmap === other.bitmap && surroundings.below === other.surroundings.below
        && surroundings.above === other.surroundings.above
    }
  }

  /// A decoration in a slot of a row, or over the list; its bitmap may be transparent.
  public struct Decoration: Sendable {
    /// Slot of the decoration; nil for one over the list.
    public var slot: SlotKey?
    /// Upper left from the viewport's upper left, device pixels.
    public var x: Int
    public var y: Int
    public var bitmap: Bitmap
    /// Opacity, 0 (invisible) to 255 (opaque).
    public var opacity: UInt8 = 255

    func looksEqual(to other: Decoration) -> Bool {
      x == other.x && y == other.y && bitmap === other.bitmap && opacity == other.opacity
    }
  }

  /// A heavy view that is at least partly in view, so that input can reach it.
  public struct View: Hashable, Sendable {
    public var row: RowID
    public var key: ImageKey
    /// Upper left from the viewport's upper left, device pixels.
    public var x: Int
    public var y: Int
    public var size: PixelSize
    public var input: HeavyViewInput
    /// Part of the view that takes input, from its upper left; nil: all of it.
    public var inputArea: Rect?

    public var rect: Rect {
      Rect(x: Double(x), y: Double(y), width: Double(size.width), height: Double(size.height))
    }

    /// Whether it takes input at a point in device pixels from the viewport's upper left.
    public func takes(_ point: Point) -> Bool {
      (inputArea?.offsetBy(x: Double(x), y: Double(y)) ?? rect).contains(point)
    }
  }

  /// A part of the viewport that is shown sideways of its place: a message that a finger pulls.
  public struct Shift: Hashable, Sendable {
    /// Top edge from the viewport's top, device pixels.
    public var y: Int
    public var height: Int
    /// Distance in device pixels to the right; negative to the left.
    public var x: Int

    public init(y: Int, height: Int, x: Int) {
      self.y = y
      self.height = height
      self.x = x
    }
  }

  public var size: PixelSize
  public var scheme: ColorScheme
  public var background: ThemeColor
  public var pieces: [Piece]
  public var emphasis: Emphasis?
  /// Layers, drawn over the pieces.
  public var layers: [Layer]
  /// Decorations, drawn over the pieces and layers.
  public var decorations: [Decoration] = []
  /// Shift of pieces, layers and the decorations in their slots.
  public var shift: Shift?
  /// Heavy views; their pictures are among the pieces and layers.
  public var views: [View] = []

  public init(
    size: PixelSize, scheme: ColorScheme, background: ThemeColor, pieces: [Piece],
    layers: [Layer] = []
  ) {
    self.size = size
    self.scheme = scheme
    self.background = background
    self.pieces = pieces
    self.layers = layers
  }

  /// Whether both are composed to the same pixels; then the second need not be painted.
  ///
  /// - Complexity: O(pieces).
  public func looksEqual(to other: FramePlan) -> Bool {
    size == other.size && scheme == other.scheme && background == other.background
      && pieces.count == other.pieces.count && emphasis == other.emphasis && shift == other.shift
      && layers.count == other.layers.count
      && zip(layers, other.layers).allSatisfy { $0.looksEqual(to: $1) }
      && decorations.count == other.decorations.count
      && zip(decorations, other.decorations).allSatisfy { $0.looksEqual(to: $1) }
      && zip(pieces, other.pieces).allSatisfy { a, b in
        guard a.y == b.y, a.height == b.height else { return false }
        switch (a.content, b.content) {
        case (.bitmap(let a), .bitmap(let b)): return a === b
        case (.skeleton(let a, let top), .skeleton(let b, let other)):
          return a === b && top == other
        case (.placeholder, .placeholder): return true
        default: return false
        }
      }
  }

  /// Number of pixel rows in view that show a placeholder.
  public var blankPixels: Int {
    pieces.reduce(0) { sum, piece in
      guard case .placeholder = piece.content else { return sum }
      return sum + max(0, min(piece.y + piece.height, size.height) - max(piece.y, 0))
    }
  }
}
