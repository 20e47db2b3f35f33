import CPango
public import LugeCore

/// Measures, hit-tests and (through ``TextPainter``) draws text with Pango.
///
/// One instance belongs to one thread: it owns a font map, contexts and the last shaped pieces,
/// without locks. Equal requests give equal layouts in all instances of the process.
///
/// Any text is accepted. Control characters are shown as spaces, a long text is shaped in pieces
/// (see ``PangoText/pieceLimit``), sizes beyond 32-bit coordinates are clamped.
public final class PangoText: TextMeasuring {
  /// Maximum bytes shaped at once.
  public static let pieceLimit = ShapedPiece.byteLimit
  /// Maximum bytes shaped at once of a single paragraph longer than `pieceLimit`, unless lines are
  /// so wide that only a few would fit. In text without break opportunities Pango walks over the
  /// rest of the piece for each line.
  static let cutLimit = 1 << 10

  /// Counts since this instance was made.
  public struct Statistics: Hashable, Sendable {
    public var layouts = 0
    public var shapedPieces = 0
    public var shapedBytes = 0
    public var cacheHits = 0
    /// Number of paragraphs laid out from cached words, without shaping.
    public var fastParagraphs = 0
    /// Number of paragraphs (and their bytes) that were given to Pango because of their text.
    public var declinedParagraphs = 0
    public var declinedBytes = 0
    /// Number of words (and parts of words) shaped for the cache.
    public var shapedSegments = 0
    /// Number of layouts painted from cached words, without shaping.
    public var rememberedPaintings = 0
    /// Number of lines that were drawn differently than measured. Any but zero is a defect.
    public var disagreements = 0
  }

  // MARK: Mutable State

  /// Fonts; owned by the lane's thread, like everything below.
  let fonts: PangoFonts
  public var statistics: Statistics {
    var statistics = counters.pointee
    if let fast { statistics.shapedSegments = fast.cache.fills }
    return statistics
  }
  /// Counters, behind a pointer so that counting is cheap.
  let counters: UnsafeMutablePointer<Statistics>
  private var cache: PieceCache
  /// Layout from cached words; nil when Pango lays out everything.
  private(set) var fast: FastText?
  let masks = GlyphMasks()
  /// Storage for the lines of texts that are only measured.
  private var spare = LineStack()

  /// Makes an instance.
  ///
  /// - Parameters:
  ///   - usesFastPath: whether to lay out paragraphs from cached words; layouts are the same.
  ///   - keepsPieces: whether to cache the texts that Pango shaped last, for drawing or hit-testing
  ///     what was just measured. Turn it off to measure times: a repeated text would cost nothing.
  /// - Complexity: the first instance of a process loads the font configuration, which takes much
  ///   longer than making another one.
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

  /// Turns the fast path off after a line was drawn differently than measured: this instance then
  /// uses Pango only, so that the rows are right when they are measured again.
  func heal() {
    counters.pointee.disagreements += 1
    fast = nil
  }

  /// Returns the glyphs to paint a layout with; nil unless all its words are cached.
  func glyphs(of layout: TextLayout) -> LineGlyphs? {
    guard let glyphs = fast?.glyphs(of: layout) else { return nil }
    counters.pointee.rememberedPaintings += 1
    return glyphs
  }

  /// Shapes a paragraph, with its separator, for its lines only; the result is not cached.
  func shapeOnce(_ request: TextRequest, _ piece: TextLayout.Piece) -> ShapedPiece {
    shape(request, piece, isKept: false)
  }

  /// Returns the piece, from the cache or newly shaped.
  ///
  /// May wait for another lane that computes a font's metrics; see `FontMetricsGuard`.
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

  /// Lays out a text.
  ///
  /// - Complexity: O(bytes of text); with `maxLines`, O(bytes of these lines). Pango is not called
  ///   for words that are cached.
  public func layout(_ request: TextRequest) -> TextLayout {
    counters.pointee.layouts &+= 1
    var stack = LineStack()
    if addWords(request, to: &stack) {
      return TextLayout(request: request, size: stack.size, lines: stack.lines, pieces: [])
    }
    let pieces = stackLines(of: request, into: &stack)
    return TextLayout(request: request, size: stack.size, lines: stack.lines, pieces: pieces)
  }

  /// Returns the size and number of lines that `layout` would give, without making a layout.
  ///
  /// - Complexity: as for `layout`; allocates nothing when all words are cached.
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

  /// Adds the lines of a text of cached words in one script.
  ///
  /// - Returns: false, with the sink unchanged, for any other text.
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
        // A line has about two glyphs per em.
        let perLine = Int(request.pangoWidth >> 10) * 2 / Int(request.font.safePixelSize)
        stack.reserve(min(bytes.count / max(1, perLine) + 1, 64))
        if appendFast(request, bytes, bytes.indices, limit: .max, to: &stack) { return [] }
      }
      let pieces = stackLines(of: request, bytes: bytes, mayBeFast: !mayBeWhole, into: &stack)
      return pieces.isWhole(of: bytes.count) ? [] : pieces
    }
  }
}

extension TextLayout {
  /// Pieces of the layout; one for a text that was shaped as a whole.
  var allPieces: [Piece] {
    pieces.isEmpty
      ? [Piece(range: 0..<request.text.string.utf8.count, lines: lines.indices)] : pieces
  }
}

extension [TextLayout.Piece] {
  /// Whether the array is a single piece that the layout need not list.
  fileprivate func isWhole(of count: Int) -> Bool {
    self.count == 1 && self[0].range == 0..<count && self[0].direction == .automatic
      && !self[0].isElided
  }
}

extension PangoText {
  /// Breaks the request's text into lines, shaping it piece by piece.
  ///
  /// A piece ends between two paragraphs if one ends within the limit. Otherwise it cuts a
  /// paragraph. Then two lines are dropped: the last one, which may continue after the cut, and the
  /// one before, whose end may depend on the spaces before the cut (Pango 1.52). The next piece
  /// begins there. So lines break as if the paragraph had been shaped as a whole.
  func stackLines(
    of request: TextRequest, bytes: UnsafeBufferPointer<UInt8>, mayBeFast: Bool,
    into stack: inout LineStack
  ) -> [TextLayout.Piece] {
    let room = Int(request.pangoWidth) >> 10
    let limit = request.maxLines.map { max($0, 1) } ?? .max
    let bytesAtOnce = request.bytesAtOnce
    let cutLimit = min(bytesAtOnce, max(Self.cutLimit, Int(4 * request.bytesPerLine)))
    var pieces: [TextLayout.Piece] = []
    var start = 0
    var continues = false
    while true {
      let stretch = Stretch(
        from: start, in: bytes, continues: continues, limit: bytesAtOnce,
        cutLimit: cutLimit)
      let direction = TextLayout.Piece.Direction(
        isRightToLeft: stack.isRightToLeft(stack.lines.count - 1), continues: continues)
      let first = stack.lines.count
      let piece = TextLayout.Piece(range: stretch.range, lines: first..<first, direction: direction)
      if !(mayBeFast && !stretch.isCut && direction == .automatic
        && appendFast(request, bytes, stretch.range, limit: limit, to: &stack))
      {
        shape(request, piece).forEachLine { line in
          stack.append(line, range: line.range, room: room)
          // One line more than allowed shows that the text is too long.
          return stack.lines.count <= limit || stretch.isCut
        }
      }

      var next = stretch.next
      if stretch.isCut, stack.lines.count - first > 1 {
        let kept = max(first + 1, stack.lines.count - 2)
        next = stack.lines[kept].range.lowerBound
        stack.truncate(to: kept)
      }
      pieces.append(
        TextLayout.Piece(
          range: stretch.range, lines: first..<stack.lines.count, direction: direction))
      if stack.lines.count > limit || (stack.lines.count == limit && next != nil) {
        elide(request, bytes: bytes, limit: limit, stack: &stack, pieces: &pieces)
        return pieces
      }
      guard let next else { return pieces }
      start = next
      continues = stretch.isCut
    }
  }

  /// Replaces line number `limit` and the following ones by one line that ends in an ellipsis.
  private func elide(
    _ request: TextRequest, bytes: UnsafeBufferPointer<UInt8>, limit: Int, stack: inout LineStack,
    pieces: inout [TextLayout.Piece]
  ) {
    let index = limit - 1
    let start = stack.lines[index].range.lowerBound
    let isRightToLeft = stack.isRightToLeft(index)
    stack.truncate(to: index)
    pieces.removeAll { $0.lines.lowerBound >= index }
    if let last = pieces.indices.last, pieces[last].lines.upperBound > index {
      pieces[last].lines = pieces[last].lines.lowerBound..<index
    }

    let longest = min(bytes.count, start + max(request.bytesAtOnce, 64))
    var end = Paragraphs.separator(in: bytes, from: start, before: longest)?.lowerBound ?? longest
    while end < bytes.count, end > start, Paragraphs.isContinuation(bytes[end]) { end -= 1 }
    let tail = TextLayout.Piece(
      range: start..<end, lines: index..<index + 1,
      direction: isRightToLeft ? .rightToLeft : .leftToRight, isElided: true)
    shape(request, tail).forEachLine { line in
      let visible = min(line.ellipsisOffset ?? end, end)
      stack.append(line, range: start..<visible, room: Int(request.pangoWidth) >> 10)
      return false
    }
    pieces.append(tail)
  }
}

extension TextRequest {
  /// Number of bytes to shape at once: up to the limit, or about as many as the allowed lines can
  /// hold.
  var bytesAtOnce: Int {
    guard let maxLines else { return PangoText.pieceLimit }
    let wanted = bytesPerLine * (Double(max(maxLines, 1)) + 1)
    return Int(min(max(wanted, 256), Double(PangoText.pieceLimit)))
  }

  /// Approximate number of bytes that a line can hold: few glyphs are narrower than a quarter em,
  /// and few scripts take more than three bytes per glyph.
  var bytesPerLine: Double { 3 * Double(pangoWidth >> 10) / (font.safePixelSize / 4) }
}

extension TextLayout.Piece.Direction {
  fileprivate init(isRightToLeft: Bool, continues: Bool) {
    self =
      continues
      ? (isRightToLeft ? .rightToLeft : .leftToRight)
      : (isRightToLeft ? .automaticRightToLeft : .automatic)
  }
}

/// Range of bytes to shape next.
private struct Stretch {
  var range: Range<Int>
  /// Offset at which the text continues; nil at its end.
  var next: Int?
  /// Whether the range ends within a paragraph.
  var isCut: Bool

  /// Finds the next range.
  ///
  /// - Parameter continues: whether the text before `start` belongs to the same paragraph; then the
  ///   range ends with the paragraph at the latest.
  init(
    from start: Int, in bytes: UnsafeBufferPointer<UInt8>, continues: Bool, limit: Int,
    cutLimit: Int
  ) {
    let end = min(bytes.count, start + limit)
    let separator =
      continues
      ? Paragraphs.separator(in: bytes, from: start, before: min(bytes.count, start + cutLimit))
      : end == bytes.count
        ? nil : Paragraphs.lastSeparator(in: bytes, start..<end)
    if let separator {
      (range, next, isCut) = (start..<separator.lowerBound, separator.upperBound, false)
    } else if end == bytes.count, !continues || bytes.count <= start + cutLimit {
      (range, next, isCut) = (start..<bytes.count, nil, false)
    } else {
      let cut = Paragraphs.cut(
        in: bytes, after: start, limit: min(start + cutLimit, bytes.count - 1))
      (range, next, isCut) = (start..<cut, cut, cut < bytes.count)
      if cut == bytes.count { next = nil }
    }
  }
}
