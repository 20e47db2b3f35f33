public import LugeCore

/// What one frame shows: pieces from top to bottom that cover the viewport without gaps or
/// overlaps where there is content.
public struct FramePlan: Sendable {
  public struct Piece: Sendable {
    public enum Content: Sendable {
      case bitmap(Bitmap)
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
  }

  public var size: PixelSize
  public var scheme: ColorScheme
  public var background: ThemeColor
  public var pieces: [Piece]
  public var emphasis: Emphasis?

  public init(
    size: PixelSize, scheme: ColorScheme, background: ThemeColor, pieces: [Piece]
  ) {
    self.size = size
    self.scheme = scheme
    self.background = background
    self.pieces = pieces
  }

  /// Whether composing both gives the same pixels: such a frame need not be painted again.
  ///
  /// - Complexity: O(pieces).
  public func looksEqual(to other: FramePlan) -> Bool {
    size == other.size && scheme == other.scheme && background == other.background
      && pieces.count == other.pieces.count && emphasis == other.emphasis
      && zip(pieces, other.pieces).allSatisfy { a, b in
        guard a.y == b.y, a.height == b.height else { return false }
        switch (a.content, b.content) {
        case (.bitmap(let a), .bitmap(let b)): return a === b
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
