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
  /// short lines: 2.8 s in pieces of 16 KiB, 1.3 s in pieces of 4 KiB), and its structures cost
  /// over 100 bytes a character.
  public static let pieceLimit = 4 << 10
  /// Bytes shaped at once where a single paragraph is longer than `pieceLimit`, unless lines are so
  /// wide that this would not hold a few of them. Without break opportunities each line costs a
  /// walk over the rest of its piece.
  static let cutLimit = 1 << 10

  /// What this instance did since it was made.
  public struct Statistics: Hashable, Sendable {
    public var layouts = 0
    public var shapedPieces = 0
    public var shapedBytes = 0
    public var cacheHits = 0
    /// Paragraphs that were laid out from remembered words, without shaping.
    public var fastParagraphs = 0
    /// Paragraphs (and their bytes) that could have been but for what they say, and went to Pango.
    public var declinedParagraphs = 0
    public var declinedBytes = 0
    /// Words (and parts of words) shaped for that.
    public var shapedSegments = 0
    /// Layouts that were painted from remembered words, without shaping.
    public var rememberedPaintings = 0
    /// Lines that came out differently when they were drawn. Zero, or there is a defect.
    public var disagreements = 0
  }

  // MARK: Mutable State

  /// Owned by the lane's thread, like everything below.
  let fonts: PangoFonts
  public var statistics: Statistics {
    var statistics = counters.pointee
    if let fast { statistics.shapedSegments = fast.cache.fills }
    return statistics
  }
  /// Behind a pointer: counting must not cost more than what is counted.
  let counters: UnsafeMutablePointer<Statistics>
  private var cache: PieceCache
  /// Nil when everything goes to Pango.
  private(set) var fast: FastText?
  let masks = GlyphMasks()
  /// Storage for texts that are only measured.
  private var spare = LineStack()

  /// - Complexity: the first instance of a process loads the font configuration (tens of
  ///   milliseconds), later ones take less than one.
  /// - Parameter usesFastPath: measures paragraphs of known words without shaping; layouts are the
  ///   same.
  /// - Parameter keepsPieces: keeps the texts that Pango shaped last, for whoever draws or
  ///   hit-tests what was just measured. Whoever compares times turns it off: a text that comes
  ///   again would cost nothing.
  public init(
    names: FontFamilies.Names = FontFamilies.current, usesFastPath: Bool = true,
    keepsPieces: Bool = true
  ) {
    cache = PieceCache(countLimit: keepsPieces ? 384 : 0)
    fonts = PangoFonts(names: names)
    counters = .allocate(capacity: 1)
    counters.initialize(to: Statistics())
    if usesFastPath { fast = FastText(fonts: fonts) }
  }

  deinit { counters.deallocate() }

  /// Lines that were measured without shaping have come out differently when they were drawn: from
  /// now on this instance measures with Pango alone, so that the rows agree when they are next
  /// measured.
  func heal() {
    counters.pointee.disagreements += 1
    fast = nil
  }

  /// What a layout is painted with, if all its words are remembered.
  func glyphs(of layout: TextLayout) -> LineGlyphs? {
    guard let glyphs = fast?.glyphs(of: layout) else { return nil }
    counters.pointee.rememberedPaintings += 1
    return glyphs
  }

  /// A paragraph with its separator, shaped for its lines alone.
  func shapeOnce(_ request: TextRequest, _ piece: TextLayout.Piece) -> ShapedPiece {
    shape(request, piece, isKept: false)
  }

  /// The piece, shaped now or remembered.
  ///
  /// Waits for another lane that computes a font's metrics; see `FontMetricsGuard`.
  func shape(_ request: TextRequest, _ piece: TextLayout.Piece, isKept: Bool = true)
    -> ShapedPiece
  {
    if isKept, let known = cache.piece(request, piece) {
      counters.pointee.cacheHits += 1
      return known
    }
    let made = ShapedPiece(request, piece, fonts: fonts)
    counters.pointee.shapedPieces += 1
    counters.pointee.shapedBytes += piece.range.count
    if isKept { cache.insert(made, for: request) }
    return made
  }

  /// - Complexity: O(bytes of text); with `maxLines` what these lines need of it. About half a
  ///   microsecond for a chat message whose words are known.
  public func layout(_ request: TextRequest) -> TextLayout {
    counters.pointee.layouts &+= 1
    var stack = LineStack()
    if addWords(request, to: &stack) {
      return TextLayout(request: request, size: stack.size, lines: stack.lines, pieces: [])
    }
    let pieces = stackLines(of: request, into: &stack)
    return TextLayout(request: request, size: stack.size, lines: stack.lines, pieces: pieces)
  }

  /// The size that `layout` would give, and the number of lines, without making a layout.
  ///
  /// - Complexity: as for `layout`; allocates nothing when all words are known.
  public func measure(_ request: TextRequest) -> TextExtent {
    counters.pointee.layouts &+= 1
    var extent = TextExtent(size: .zero, lineCount: 0)
    if addWords(request, to: &extent) { return extent }
    spare.clear()
    var stack = LineStack()
    swap(&stack, &spare)
    _ = stackLines(of: request, into: &stack)
    defer { swap(&stack, &spare) }
    return TextExtent(size: stack.size, lineCount: stack.lines.count)
  }

  /// Adds the lines of a text of known words in one script.
  ///
  /// - Returns: false, with the sink as it was, for any other text.
  @inline(__always)
  private func addWords<Sink: LineSink>(_ request: TextRequest, to sink: inout Sink) -> Bool {
    guard let fast, request.maxLines == nil, !request.text.hasFontSpans else { return false }
    let paragraphs = request.text.string.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      guard bytes.count <= Self.pieceLimit else { return nil }
      fast.scratch.load(bytes)
      return fast.addWords(
        count: bytes.count, family: fast.family(request.font), width: request.pangoWidth,
        to: &sink)
    }
    guard let paragraphs, let paragraphs else { return false }
    counters.pointee.fastParagraphs &+= paragraphs
    return true
  }

  private func stackLines(of request: TextRequest, into stack: inout LineStack)
    -> [TextLayout.Piece]
  {
    var string = request.text.string
    return string.withUTF8 { bytes in
      let mayBeWhole =
        fast != nil && request.maxLines == nil && bytes.count <= Self.pieceLimit
      if mayBeWhole {
        // About two glyphs an em.
        let perLine = Int(request.pangoWidth >> 10) * 2 / Int(request.font.safePixelSize)
        stack.reserve(min(bytes.count / max(1, perLine) + 1, 64))
        if appendFast(request, bytes, bytes.indices, limit: .max, to: &stack) { return [] }
      }
      let pieces = stackLines(of: request, bytes: bytes, mayBeFast: !mayBeWhole, into: &stack)
      return pieces.isWhole(of: bytes.count) ? [] : pieces
    }
  }
}

/// What a text needs.
public struct TextExtent: Hashable, Sendable {
  public var size: PixelSize
  public var lineCount: Int

  public init(size: PixelSize, lineCount: Int) {
    self.size = size
    self.lineCount = lineCount
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
