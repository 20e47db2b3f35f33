import CPango
import LugeCore

/// Layout of paragraphs from cached words, without shaping: typefaces, segment cache and scratch
/// space of one lane.
///
/// Its layouts equal Pango's; a paragraph where that is not certain is declined.
final class FastText {
  let fonts: PangoFonts
  let typefaces: TypefaceTable
  let cache: WordCache

  // MARK: Mutable State

  /// Families by requested font; owned by the lane's thread, like everything below.
  private var families: [FontSpec: FontFamily] = [:]
  private var lastFamily: FontFamily?
  let pairs = BreakPairs()
  private var nextID: UInt32 = 1
  let scratch = FastScratch()

  init(fonts: PangoFonts, byteLimit: Int = WordCache.usualLimit) {
    self.fonts = fonts
    typefaces = TypefaceTable(fonts: fonts)
    cache = WordCache(byteLimit: byteLimit)
  }

  /// Lays out the paragraph in the scratch space from `start` on: in a simple way if it has one
  /// script and one font, otherwise item by item.
  ///
  /// - Parameters:
  ///   - styles: styles of the text, in its offsets; empty if it has one font.
  ///   - origin: offset in the text of the scratch space's first byte.
  ///   - isLast: whether the text ends with the paragraph.
  ///   - isNeutralLeftToRight: whether a paragraph without a direction of its own is left-to-right;
  ///     otherwise it is declined.
  /// - Returns: false when it was declined; then the stack is unchanged.
  /// - Complexity: O(bytes).
  func append(
    _ range: Range<Int>, family: FontFamily, styles: [StyleRun], origin: Int, width: Int32,
    isLast: Bool, isNeutralLeftToRight: Bool, limit: Int, to stack: inout LineStack
  ) -> Bool {
    if range.isEmpty {
      guard isNeutralLeftToRight else { return false }
      let offset = origin + range.lowerBound
      let traits = styles.first { $0.range.contains(offset) }?.traits ?? []
      let styled = traits.isEmpty ? family : self.family(family.font, traits: traits)
      let line = styled.emptyLine(fonts)
      stack.append(range: offset..<offset, ascent: line.ascent, descent: line.descent, width: 0)
      return true
    }
    if isLast, PangoRules.blanksAtTheEndTakeRoom,
      PangoRules.endsInBlank(
        UnsafeBufferPointer(start: scratch.bytes + range.lowerBound, count: range.count))
    {
      return false
    }
    let first = stack.lines.count
    if styles.isEmpty, let context = simple(range, family) {
      if context.key.script == PANGO_SCRIPT_COMMON.rawValue, !isNeutralLeftToRight { return false }
      if breakLines(
        range, origin: origin, width: width, isLast: isLast, limit: limit,
        direction: ParagraphDirection(), to: &stack)
      {
        return true
      }
    } else if let direction = itemize(
      range, family: family, styles: styles, origin: origin,
      isNeutralLeftToRight: isNeutralLeftToRight),
      breakLines(
        range, origin: origin, width: width, isLast: isLast, limit: limit,
        direction: direction, to: &stack)
    {
      return true
    }
    if stack.lines.count > first { stack.truncate(to: first) }
    return false
  }

  // MARK: Breaking lines

  /// Breaks the paragraph whose advances, flags and items are in the scratch space.
  private func breakLines(
    _ range: Range<Int>, origin: Int, width: Int32, isLast: Bool, limit: Int,
    direction: ParagraphDirection, to stack: inout LineStack
  ) -> Bool {
    let bytes = scratch.bytes + range.lowerBound
    let items = scratch.items
    var breaker = FastBreaker(
      advances: scratch.advances, flags: scratch.flags, bytes: bytes, count: range.count,
      items: items, itemCount: scratch.itemCount, width: width, isLast: isLast)
    let offset = origin + range.lowerBound
    while breaker.start < range.count {
      let start = breaker.start
      guard
        let line = breaker.line({
          self.advance(bytes + $0.lowerBound, $0.count, item: items[$1])
        })
      else { return false }
      // If a line overflows, Pango's widths depend on the order of the runs.
      if direction.hasRightToLeft, (line.advance &+ 1023) >> 10 > width >> 10 { return false }
      let height = height(of: line.items)
      stack.append(
        range: offset + start..<offset + line.end, ascent: height.ascent, descent: height.descent,
        width: line.pixels(in: width),
        isRightToLeft: direction.isRightToLeft)
      if stack.lines.count > limit { return true }
    }
    return true
  }

  @inline(__always)
  private func height(of items: ClosedRange<Int>) -> (ascent: Int, descent: Int) {
    let first = typefaces[scratch.items[items.lowerBound].typeface]
    if items.count == 1 { return Typeface.lineHeight(first, EmptyCollection()) }
    return Typeface.lineHeight(
      first, items.dropFirst().lazy.map { self.typefaces[self.scratch.items[$0].typeface] })
  }

  /// Returns the advance of a part of a word, shaped on its own; nil if it cannot be.
  func advance(_ key: UnsafePointer<UInt8>, _ count: Int, item: FastBreaker.Item) -> Int32? {
    let context = scratch.contexts[Int(item.context)]
    guard context.canCut, count <= ParagraphScan.segmentLimit else { return nil }
    let entry = entry(key, count, WordCache.hash(key, count, context.id), context)
    return entry.runCount == 1 && entry.typeface == item.typeface && !entry.edges.contains(.uncut)
      ? entry.advance : nil
  }

  @inline(__always)
  func entry(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ hash: UInt64, _ context: SegmentContext
  ) -> SegmentEntry {
    cache.entry(key, count, hash: hash, context: context.id) {
      let bytes = UnsafeBufferPointer(start: key, count: count)
      // Letters of another script are looked up in that script's context, never in this one.
      guard context.isScript(of: bytes) else { return Segment() }
      let script = ParagraphScan.script(of: bytes)
      let isOwn = script?.pango == context.key.script
      var segment = context.shaper.shape(bytes)
      if isOwn { segment.edges.insert(.ownScript) }
      if script != nil { segment.edges.insert(.simple) }
      segment.markWord(bytes, in: context)
      return segment
    }
  }

  // MARK: Fonts

  @inline(__always)
  func family(_ font: FontSpec) -> FontFamily {
    if let lastFamily, lastFamily.font == font { return lastFamily }
    let family = findFamily(font)
    lastFamily = family
    return family
  }

  @inline(never)
  private func findFamily(_ font: FontSpec) -> FontFamily {
    if families.count >= 64 { families.removeAll() }
    let family = families[font] ?? FontFamily(font)
    families[font] = family
    return family
  }

  /// Returns the family for a part of the text with other traits.
  func family(_ font: FontSpec, traits: Traits) -> FontFamily {
    var styled = font
    if traits.contains(.bold) { styled.weight = .bold }
    if !traits.isDisjoint(with: [.italic, .quote]) { styled.isItalic = true }
    if traits.contains(.monospaced) { styled.family = fonts.names.monospaced }
    return findFamily(styled)
  }

  func makeContext(_ key: SegmentContext.Key) -> SegmentContext? {
    nextID += 1
    return SegmentContext(key, id: nextID, fonts: fonts, typefaces: typefaces)
  }
}

/// The contexts of a requested font.
final class FontFamily {
  let font: FontSpec
  // MARK: Mutable State

  /// Contexts by key, nil for those that can't be used; owned by the lane's thread, like everything
  /// below.
  private var contexts: [SegmentContext.Key: SegmentContext?] = [:]
  /// Context of the last simple paragraph.
  var lastSimple: SegmentContext?
  /// Contexts of a few simple paragraphs, for painting.
  private(set) var simpleContexts: [SegmentContext] = []

  func noteSimple(_ context: SegmentContext) {
    guard !simpleContexts.contains(where: { $0 === context }) else { return }
    if simpleContexts.count >= 6 { simpleContexts.removeLast() }
    simpleContexts.insert(context, at: 0)
  }

  /// Ascent and descent of a line without text.
  private var empty: (ascent: Int, descent: Int)?

  init(_ font: FontSpec) { self.font = font }

  /// Height of a line without text, once it is known.
  var knownEmptyLine: (ascent: Int, descent: Int)? { empty }

  func emptyLine(_ fonts: PangoFonts) -> (ascent: Int, descent: Int) {
    if let empty { return empty }
    var metrics = (ascent: 0, descent: 0, width: 0)
    ShapedPiece(
      TextRequest(StyledText(""), font: font, maxWidth: 1 << 20),
      TextLayout.Piece(range: 0..<0, lines: 0..<0), fonts: fonts
    ).forEachLine {
      metrics = $0.metrics()
      return false
    }
    empty = (metrics.ascent, metrics.descent)
    return (metrics.ascent, metrics.descent)
  }

  func context(_ script: PangoScript.RawValue, isRightToLeft: Bool, in text: FastText)
    -> SegmentContext?
  {
    if !isRightToLeft, let lastSimple, lastSimple.key.script == script { return lastSimple }
    let key = SegmentContext.Key(font: font, script: script, isRightToLeft: isRightToLeft)
    if let known = contexts[key] { return known }
    let made = text.makeContext(key)
    contexts[key] = .some(made)
    return made
  }
}

/// Memory for one range of text, which is laid out paragraph by paragraph.
final class FastScratch {
  private static let capacity = ShapedPiece.byteLimit + 64

  // MARK: Mutable State

  /// Bytes of the range, with zeros after them; owned by the lane's thread, like everything below.
  let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  /// Advances of the current paragraph, like all that follows.
  let advances = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
  let flags = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  let items = UnsafeMutablePointer<FastBreaker.Item>.allocate(capacity: capacity)
  var itemCount = 0
  var contexts: [SegmentContext] = []
  /// Emoji of the paragraph that `addWords` is processing. A word has at least one byte and a
  /// space, so there are never more.
  let emoji = UnsafeMutablePointer<EmojiWord>.allocate(capacity: capacity / 2)

  deinit {
    emoji.deallocate()
    bytes.deallocate()
    advances.deallocate()
    flags.deallocate()
    items.deallocate()
  }

  /// Copies a range of text.
  ///
  /// - Precondition: no more than `ShapedPiece.byteLimit` bytes.
  @inline(__always)
  func load(_ stretch: UnsafeBufferPointer<UInt8>) {
    if let base = stretch.baseAddress { bytes.update(from: base, count: stretch.count) }
    UnsafeMutableRawPointer(bytes + stretch.count).initializeMemory(
      as: UInt8.self, repeating: 0, count: 32)
  }

  func addItem(end: Int, typeface: UInt16, context: Int, safeDistance: Int32) {
    items[itemCount] = FastBreaker.Item(
      end: Int32(end), typeface: typeface, context: UInt16(context), safeDistance: safeDistance)
    itemCount += 1
  }
}
