/// A font by its properties; the text module finds the font files.
public struct FontSpec: Hashable, Sendable {
  public enum Weight: UInt8, Hashable, Sendable { case regular, medium, semibold, bold }

  public var family: String
  /// Device pixels per em; scale and zoom are already applied.
  public var pixelSize: Double
  public var weight: Weight
  public var isItalic: Bool

  public init(
    family: String, pixelSize: Double, weight: Weight = .regular, isItalic: Bool = false
  ) {
    self.family = family
    self.pixelSize = pixelSize
    self.weight = weight
    self.isItalic = isItalic
  }
}

/// A request to lay out a text: its base font, and the space it has.
public struct TextRequest: Hashable, Sendable {
  /// Alignment of lines that are narrower than the layout. The layout is as wide as its widest
  /// line, not as `maxWidth`; the row places the whole of it.
  ///
  /// `natural` puts lines at the side where their paragraph's script begins.
  public enum Alignment: UInt8, Hashable, Sendable { case natural, center }

  public var text: StyledText
  public var font: FontSpec
  /// Maximum width of a line, device pixels.
  public var maxWidth: Int
  /// Maximum number of lines, the last of which ends in an ellipsis; nil: no limit.
  public var maxLines: Int?
  public var alignment: Alignment

  public init(
    _ text: StyledText, font: FontSpec, maxWidth: Int, maxLines: Int? = nil,
    alignment: Alignment = .natural
  ) {
    self.text = text
    self.font = font
    self.maxWidth = maxWidth
    self.maxLines = maxLines
    self.alignment = alignment
  }
}

/// A text with its lines broken and measured; drawing uses exactly these lines.
public struct TextLayout: Sendable {
  public struct Line: Hashable, Sendable {
    /// UTF-8 offsets of the line in the text. Lines follow each other without gaps, except for the
    /// separator between two paragraphs (a line feed, a carriage return, both, or U+2029), which
    /// belongs to no line. A line with an ellipsis ends at the ellipsis.
    public var range: Range<Int>
    /// Top of the line from the top of the layout, device pixels.
    public var top: Int
    public var height: Int
    public var baseline: Int
    /// Advance of the line's content, rounded up to device pixels, without spaces at its end.
    /// Glyphs may overhang it by a pixel or two (slanted and ornate letters).
    public var width: Int

    public init(range: Range<Int>, top: Int, height: Int, baseline: Int, width: Int) {
      self.range = range
      self.top = top
      self.height = height
      self.baseline = baseline
      self.width = width
    }
  }

  /// A part of the text that is shaped on its own. Only long and shortened texts have several.
  public struct Piece: Hashable, Sendable {
    /// Base direction: from each paragraph's own text, with a default for paragraphs that have
    /// none, or that began in an earlier piece.
    public enum Direction: UInt8, Hashable, Sendable {
      case automatic, automaticRightToLeft, leftToRight, rightToLeft
    }

    /// UTF-8 offsets of the shaped text; may reach beyond the last line taken from it.
    public var range: Range<Int>
    /// Indices of its lines.
    public var lines: Range<Int>
    public var direction: Direction
    /// Whether the piece is one line that ends in an ellipsis, even if its text would fit.
    public var isElided: Bool

    public init(
      range: Range<Int>, lines: Range<Int>, direction: Direction = .automatic,
      isElided: Bool = false
    ) {
      self.range = range
      self.lines = lines
      self.direction = direction
      self.isElided = isElided
    }
  }

  public let request: TextRequest
  public let size: PixelSize
  public let lines: [Line]
  /// Pieces into which the text was cut for shaping, so that any lane can draw any part of it;
  /// empty when it was shaped as a whole.
  public let pieces: [Piece]

  public init(request: TextRequest, size: PixelSize, lines: [Line], pieces: [Piece] = []) {
    self.request = request
    self.size = size
    self.lines = lines
    self.pieces = pieces
  }
}

extension TextLayout {
  /// Whether the end of the text is missing because its space was too small.
  package var isShortened: Bool {
    (lines.last?.range.upperBound ?? 0) < request.text.string.utf8.count
      || pieces.contains(where: \.isElided)
  }
}

/// Measures text. One instance belongs to one thread (a lane), so implementations keep font
/// contexts and scratch space without locks.
public protocol TextMeasuring: AnyObject {
  /// Lays out a text. Equal requests have equal results on all instances.
  func layout(_ request: TextRequest) -> TextLayout
  /// Returns rectangles that cover a range of UTF-8 offsets, one or more in each line.
  func rectangles(for range: Range<Int>, in layout: TextLayout) -> [Rect]
  /// Returns the positions of the layout's characters; for rows on screen. The result is read
  /// without this object.
  func geometry(of layout: TextLayout) -> TextGeometry
}

extension TextMeasuring {
  /// Returns positions of lines only, without characters: for implementations that do not draw.
  public func geometry(of layout: TextLayout) -> TextGeometry {
    TextGeometry(
      size: layout.size,
      lines: layout.lines.map {
        TextGeometry.Line(
          range: $0.range, top: $0.top, height: $0.height, cells: 0..<0, isRightToLeft: false)
      }, cells: [], wordBounds: [])
  }
}
