public import LugeCore

/// What one frame shows: pieces from top to bottom that cover the viewport without gaps or
/// overlaps where there is content.
public struct FramePlan: Sendable {
  public struct Piece: Sendable {
    public enum Content: Sendable {
      case bitmap(Bitmap)
      /// Laid out and not drawn: a skeleton of it, from a line of the row on.
      case skeleton(RowSkeleton, from: Int)
      /// Not drawn yet: the background with a quiet mark, of the estimated or exact height.
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

  /// A stretch that stands out: where a jump led to.
  public struct Emphasis: Hashable, Sendable {
    /// Top edge from the viewport's top, device pixels.
    public var y: Int
    public var height: Int
    /// With the alpha that it has at full strength.
    public var color: ThemeColor
    /// 0 to 1.
    public var strength: Double
    /// Device pixels from the viewport's left edge; nil for all of its width.
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

  /// A live layer in view, at least partly.
  public struct Layer: Sendable {
    public var row: RowID
    public var key: ImageKey
    /// Upper left from the viewport's upper left, device pixels.
    public var x: Int
    public var y: Int
    public var size: PixelSize
    public var radii: CornerRadii
    public var surroundings: LayerSurroundings
    /// What it shows now: filled in by whoever shows the plan. Nil leaves the row's own drawing.
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

    /// Whether composing both gives the same pixels.
    func looksEqual(to other: Layer) -> Bool {
      x == other.x && y == other.y && size == other.size && radii == other.radii
        && bitmap === other.bitmap && surroundings.below === other.surroundings.below
        && surroundings.above === other.surroundings.above
    }
  }

  /// A sign in a slot of a row, or over the list, with a bitmap that is transparent where what is
  /// below shows through.
  public struct Decoration: Sendable {
    /// Nil over the list.
    public var slot: SlotKey?
    /// Upper left from the viewport's upper left, device pixels.
    public var x: Int
    public var y: Int
    public var bitmap: Bitmap
    /// 255 as it is, 0 nothing of it.
    public var opacity: UInt8

    public init(slot: SlotKey?, x: Int, y: Int, bitmap: Bitmap, opacity: UInt8 = 255) {
      self.slot = slot
      self.x = x
      self.y = y
      self.bitmap = bitmap
      self.opacity = opacity
    }

    func looksEqual(to other: Decoration) -> Bool {
      x == other.x && y == other.y && bitmap === other.bitmap && opacity == other.opacity
    }
  }

  /// A heavy view in view, at least partly: where input goes.
  public struct View: Hashable, Sendable {
    public var row: RowID
    public var key: ImageKey
    /// Upper left from the viewport's upper left, device pixels.
    public var x: Int
    public var y: Int
    public var size: PixelSize
    public var input: LiveInput
    /// Where in it input is taken, from its upper left; nil everywhere.
    public var inputArea: Rect?

    public init(
      row: RowID, key: ImageKey, x: Int, y: Int, size: PixelSize, input: LiveInput,
      inputArea: Rect? = nil
    ) {
      self.inputArea = inputArea
      self.row = row
      self.key = key
      self.x = x
      self.y = y
      self.size = size
      self.input = input
    }

    public var rect: Rect {
      Rect(x: Double(x), y: Double(y), width: Double(size.width), height: Double(size.height))
    }

    /// Whether a point, device pixels from the viewport's upper left, is where it takes input.
    public func takes(_ point: Point) -> Bool {
      (inputArea?.offsetBy(x: Double(x), y: Double(y)) ?? rect).contains(point)
    }
  }

  /// A stretch that is shown beside its place: a message that a finger pulls.
  public struct Shift: Hashable, Sendable {
    /// Top edge from the viewport's top, device pixels.
    public var y: Int
    public var height: Int
    /// Device pixels to the right; negative to the left.
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
  /// Drawn over the pieces.
  public var layers: [Layer]
  /// Drawn over the pieces and layers.
  public var decorations: [Decoration] = []
  /// Of pieces, layers and the decorations in their slots.
  public var shift: Shift?
  /// Heavy views, whose pictures are among the pieces and layers.
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

  /// Whether composing both gives the same pixels: such a frame need not be painted again.
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

  /// Rows of pixels in view that show a placeholder instead of content.
  public var blankPixels: Int {
    pieces.reduce(0) { sum, piece in
      guard case .placeholder = piece.content else { return sum }
      return sum + max(0, min(piece.y + piece.height, size.height) - max(piece.y, 0))
    }
  }
}
