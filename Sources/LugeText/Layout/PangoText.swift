import CPango
public import LugeCore

/// Measures, hit-tests and (through ``TextPainter``) draws text with Pango.
///
/// One instance belongs to one thread: it owns a font map, contexts and the last shaped pieces, and
/// takes no locks. Equal requests give equal layouts in every instance of the process.
///
/// Any text can be given. Control characters are shown as blanks, a long text is shaped in
/// pieces (see ``PangoText/pieceLimit``), sizes beyond what 32-bit coordinates bear are clamped.
public final class PangoText: TextMeasuring {
  /// Bytes shaped at once. Pango takes over-proportionally long for many paragraphs (a megabyte of
  /// short lines: 2.8 s in pieces of 16 KiB, 1.3 s in pieces of 4 KiB), and its structures cost over
  /// 100 bytes a character.
  public static let pieceLimit = 4 << 10
  /// Bytes shaped at once where a single paragraph is longer than `pieceLimit`, unless lines are so
  /// wide that this would not hold a few of them. Without break opportunities each line costs a walk
  /// over the rest of its piece.
  static let cutLimit = 1 << 10

  /// What this instance did since it was made.
  public struct Statistics: Hashable, Sendable {
    public var layouts = 0
    public var shapedPieces = 0
    public var shapedBytes = 0
    public var cacheHits = 0
    /// Pieces that were laid out from remembered words, without shaping.
    public var fastPieces = 0
    /// Words (and parts of words) shaped for that.
    public var shapedSegments = 0
    /// Lines that came out differently when they were drawn. Zero, or there is a defect.
    public var disagreements = 0
    /// How often fonts were loaded again because their metrics had come out wrong.
    public var fontReloads = 0
  }

  // MARK: Mutable State

  /// Owned by the lane's thread, like everything below.
  private(set) var fonts: PangoFonts
  public internal(set) var statistics = Statistics()
  private var cache = PieceCache()
  /// Nil when everything goes to Pango.
  private(set) var fast: FastText?

  /// - Complexity: the first instance of a process loads the font configuration (tens of
  ///   milliseconds), later ones take less than one.
  /// - Parameter usesFastPath: measures paragraphs of known words without shaping; layouts are the
  ///   same. Off until it has earned trust: a crash of a test run that used it is unexplained, and
  ///   text in mixed scripts is slower with it.
  public init(names: FontFamilies.Names = FontFamilies.current, usesFastPath: Bool = false) {
    fonts = PangoFonts(names: names)
    if usesFastPath { fast = FastText(fonts: fonts) }
  }

  /// Lines that were measured without shaping have come out differently when they were drawn: from
  /// now on this instance measures with Pango alone, so that the rows agree when they are next
  /// measured.
  func heal() {
    statistics.disagreements += 1
    fast = nil
  }

  /// The piece, shaped now or remembered.
  ///
  /// Waits while another lane uses a font for the first time; see `ShapingGate`.
  func shape(_ request: TextRequest, _ piece: TextLayout.Piece) -> ShapedPiece {
    if let known = cache.piece(request, piece) {
      statistics.cacheHits += 1
      return known
    }
    let isNew = !fonts.knows(request.font)
    let body = { [fonts] in
      let made = ShapedPiece(request, piece, fonts: fonts)
      return (made, fonts.areMetricsSound(in: made, trusting: isNew))
    }
    var (made, isSound) = isNew ? ShapingGate.exclusive(body) : ShapingGate.shared(body)
    if !isSound {
      (made, fonts) = ShapingGate.exclusive {
        let fresh = PangoFonts(names: fonts.names)
        let made = ShapedPiece(request, piece, fonts: fresh)
        _ = fresh.areMetricsSound(in: made, trusting: true)
        return (made, fresh)
      }
      cache = PieceCache()
      if fast != nil { fast = FastText(fonts: fonts) }
      statistics.fontReloads += 1
    }
    statistics.shapedPieces += 1
    statistics.shapedBytes += piece.range.count
    cache.insert(made, for: request)
    return made
  }

  /// - Complexity: O(bytes of text); with `maxLines` what these lines need of it.
  public func layout(_ request: TextRequest) -> TextLayout {
    statistics.layouts += 1
    var stack = LineStack()
    var string = request.text.string
    let pieces = string.withUTF8 { bytes in
      stackLines(of: request, bytes: bytes, into: &stack)
    }
    return TextLayout(
      request: request, size: stack.size, lines: stack.lines,
      pieces: pieces.isWhole(of: string.utf8.count) ? [] : pieces)
  }
}

extension TextLayout {
  /// The pieces, one for a text that was shaped as a whole.
  var allPieces: [Piece] {
    pieces.isEmpty
      ? [Piece(range: 0..<request.text.string.utf8.count, lines: lines.indices)] : pieces
  }
}

extension [TextLayout.Piece] {
  /// Whether this is a single piece that needs no mention in the layout.
  fileprivate func isWhole(of count: Int) -> Bool {
    self.count == 1 && self[0].range == 0..<count && self[0].direction == .automatic
      && !self[0].isElided
  }
}
