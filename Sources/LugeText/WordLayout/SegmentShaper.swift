import CPango
import LugeCore

/// Shapes single segments of one context with the lane's own Pango context, and refuses those that
/// would look different between other neighbours.
final class SegmentShaper {
  /// Index of the typeface of spaces.
  private(set) var main: UInt16 = 0
  private let layout: OpaquePointer
  /// Texts before and after a segment while it is shaped.
  private let left: String
  private let right: String
  /// Number of characters before the segment.
  private let leadCount: Int
  /// Mark that keeps the end of a sample in the same direction as the rest of it; empty if the
  /// letters do.
  private let mark: String
  private let level: UInt8
  private let isWrittenWithoutBlanks: Bool
  private let typefaces: TypefaceTable
  /// Attributes that insert hyphens, as in every layout.
  private let attributes: OpaquePointer
  /// Whether the segments may have letters of ASCII.
  private let hasLatinLetters: Bool

  /// Makes a shaper; nil when spaces do not have the expected typeface.
  init?(
    _ key: SegmentContext.Key, neighbour: String, fonts: PangoFonts, typefaces: TypefaceTable
  ) {
    self.typefaces = typefaces
    level = key.isRightToLeft ? 1 : 0
    // A character without a direction of its own takes that of the characters around it. Where the
    // neighbouring letters have the other direction, a direction mark is needed.
    let isNatural = key.isRightToLeft == SegmentContext.isRightToLeft(key.script)
    mark = isNatural ? "" : key.isRightToLeft ? "\u{200F}" : "\u{200E}"
    left = "\(neighbour)\(mark). "
    right = " .\(mark)\(neighbour)"
    leadCount = left.unicodeScalars.count
    isWrittenWithoutBlanks = SegmentContext.isWrittenWithoutBlanks(key.script)
    layout = pango_layout_new(fonts.context(.leftToRight))
    pango_layout_set_font_description(layout, fonts.description(key.font))
    hasLatinLetters = key.script == PANGO_SCRIPT_LATIN.rawValue
    attributes = pango_attr_list_new()
    if let hyphens = pango_attr_insert_hyphens_new(0) {
      pango_attr_list_insert(attributes, hyphens)
    }

    let blank = leadCount - 1
    guard let sample = ShapedSample("\(left)\(mark)\(neighbour)", layout, attributes),
      let words = sample.itemIndex(ofCharacter: blank),
      let main = typefaces.index(sample.items[words].key),
      let space = typefaces[main].spaceAdvance, sample.widths[blank] == space
    else { return nil }
    self.main = main
  }

  /// Whether spaces between emoji have the typeface of those between words.
  ///
  /// Computed only when it is needed: the emoji of a sample make Pango sort all fonts once more for
  /// this size, weight and language, which takes as long as shaping the words.
  private(set) lazy var isMainAlone: Bool = {
    guard let sample = ShapedSample("\(left)😀 😀\(right)", layout, attributes),
      let space = typefaces[main].spaceAdvance
    else { return false }
    return [leadCount - 1, leadCount + 1].allSatisfy {
      isMain($0, sample) && sample.widths[$0] == space
    }
  }()

  /// Shaper of ASCII words without a layout; made with the first word, nil where its result might
  /// differ.
  private lazy var plain: PlainShaper? = {
    guard level == 0, mark.isEmpty else { return nil }
    let characters = (0x21...0x7E).map { UnicodeScalar(UInt8($0)) }
      .filter { hasLatinLetters || !$0.properties.isAlphabetic }
    var word = ""
    word.unicodeScalars.append(contentsOf: characters)
    guard let sample = ShapedSample("\(left)\(word)\(right)", layout, attributes),
      sample.items.count == 1,
      isMain(0, sample), sample.items[0].level == 0, !sample.items[0].hasUnknownGlyph
    else { return nil }
    return PlainShaper(
      sample.items[0].key, characters: characters, left: left, right: right, attributes: attributes)
  }()

  deinit {
    ShapingGate.exclusive { g_object_unref(UnsafeMutableRawPointer(layout)) }
    pango_attr_list_unref(attributes)
  }

  /// Shapes the segment between two words of its script. It is refused unless its items contain
  /// nothing else except spaces, and its advances are whole pixels.
  ///
  /// - Complexity: O(bytes).
  func shape(_ key: UnsafeBufferPointer<UInt8>) -> Segment {
    let word = String(decoding: key, as: UTF8.self)
    guard word.utf8.count == key.count, let sample = sample(of: key, word) else {
      return Segment()
    }
    return read(word, from: sample) ?? Segment()
  }

  /// Shapes the segment between its neighbours.
  private func sample(of key: UnsafeBufferPointer<UInt8>, _ word: String) -> ShapedSample? {
    plainSample(of: key) ?? laidOutSample(of: word)
  }

  /// Shapes the segment without a layout; returns nil where a layout is needed.
  func plainSample(of key: UnsafeBufferPointer<UInt8>) -> ShapedSample? {
    guard key.allSatisfy({ 0x21...0x7E ~= $0 }), let plain, plain.takes(key) else { return nil }
    return plain.sample(of: key)
  }

  func laidOutSample(of word: String) -> ShapedSample? {
    ShapedSample("\(left)\(word)\(right)", layout, attributes)
  }

  private func read(_ word: String, from sample: ShapedSample) -> Segment? {
    let scalars = Array(word.unicodeScalars)
    let first = leadCount
    let end = first + scalars.count
    guard let firstScalar = scalars.first,
      sample.widths.count == end + right.unicodeScalars.count,
      let space = typefaces[main].spaceAdvance, sample.widths[first - 1] == space,
      sample.widths[end] == space, isMain(first - 1, sample), isMain(end, sample)
    else { return nil }

    var segment = Segment()
    var advance: Int32 = 0
    var item = -1
    var runAdvance: Int32 = 0
    for (index, scalar) in scalars.enumerated() {
      let attribute = sample.attributes[first + index]
      let width = sample.widths[first + index]
      guard let current = sample.itemIndex(ofCharacter: first + index), width >= 0,
        attribute.is_white == 0 || scalar.isUncut, attribute.break_removes_preceding == 0
      else { return nil }
      if scalar.isUncut || attribute.break_inserts_hyphen != 0 { segment.edges.insert(.uncut) }
      let isRunStart = current != item
      if isRunStart {
        guard sample.items[current].level & 1 == level, !sample.items[current].hasUnknownGlyph,
          runAdvance & 1023 == 0, segment.runs.count < 200,
          let typeface = typefaces.index(sample.items[current].key),
          sample.items[current].ascent == typefaces[typeface].ascent,
          sample.items[current].descent == typefaces[typeface].descent
        else { return nil }
        if let last = segment.runs.indices.last { segment.runs[last].end = segment.advances.count }
        segment.runs.append(Segment.Run(end: 0, typeface: typeface))
        item = current
        runAdvance = 0
      }
      segment.flags.append(
        (attribute.is_char_break != 0 ? Segment.characterBreak : 0)
          | (attribute.is_line_break != 0 ? Segment.lineBreak : 0)
          | (isRunStart ? Segment.boundary : 0))
      segment.advances.append(advance)
      advance += width
      segment.advance = advance
      runAdvance += width
      for _ in 1..<max(1, UTF8.width(scalar)) {
        segment.advances.append(advance)
        segment.flags.append(0)
      }
    }
    guard let lastRun = segment.runs.indices.last, runAdvance & 1023 == 0,
      segment.advances.count == word.utf8.count, sample.attributes[end].is_line_break == 0,
      sample.attributes[end].break_inserts_hyphen == 0
    else { return nil }
    segment.runs[lastRun].end = segment.advances.count
    // Refuse a mark that is shown in another font than its letter, and a keycap, because they
    // depend on their neighbours. Only the variation selectors of emoji are known not to.
    guard hasOwnMarks(scalars, segment) else { return nil }
    segment.firstClass = BreakPairs.lineBreakClass(firstScalar)
    // A combining character has the class of its base; see LB9 and LB10.
    let base = scalars.last {
      let lineClass = BreakPairs.lineBreakClass($0)
      return lineClass != BreakPairs.combining && lineClass != BreakPairs.joiner
    }
    segment.lastClass = BreakPairs.lineBreakClass(base ?? firstScalar)
    if isWrittenWithoutBlanks, scalars.count == 1, segment.runs.count == 1,
      let item = sample.itemIndex(ofCharacter: first), let glyph = sample.items[item].onlyGlyph,
      let isolation = typefaces.isolation(sample.items[item].key), isolation.isIsolated(glyph)
    {
      segment.edges.insert(.isolated)
    }
    if segment.runs.count == 1, segment.runs[0].typeface == main,
      let item = sample.itemIndex(ofCharacter: first)
    {
      let before = sample.items[item].characters.lowerBound..<first
      let start = left.utf8.count
      segment.glyphs =
        sample.glyphs(
          of: start..<start + word.utf8.count, in: sample.items[item],
          from: before.reduce(0) { $0 + sample.widths[$1] }) ?? []
    }
    markBlanks(scalars[...], first, sample, &segment)
    return findEdges(word, scalars, &segment) ? segment : nil
  }

  /// Sets the edges that say whether spaces of the fonts at the segment's ends are as wide as on
  /// their own.
  private func markBlanks(
    _ scalars: ArraySlice<Unicode.Scalar>, _ first: Int, _ sample: ShapedSample,
    _ segment: inout Segment
  ) {
    guard !segment.edges.contains(.isolated) else { return }
    func leaves(_ typeface: UInt16, _ character: Int) -> (behind: Bool, before: Bool) {
      guard !typefaces[typeface].isSpaceIsolated,
        let index = sample.itemIndex(ofCharacter: character)
      else { return (false, false) }
      let item = sample.items[index]
      let own = item.characters.clamped(to: first..<first + scalars.count)
      return typefaces.leavesBlanks(
        item.key, scalars[own.lowerBound - first..<own.upperBound - first], item.glyphs)
    }
    guard let last = segment.runs.last else { return }
    let atStart = leaves(segment.runs[0].typeface, first)
    if atStart.before { segment.edges.insert(.leavesBlankBefore) }
    let atEnd =
      segment.runs.count == 1 ? atStart : leaves(last.typeface, first + scalars.count - 1)
    if atEnd.behind { segment.edges.insert(.leavesBlankBehind) }
  }

  /// Whether marks are shown in the font of the letters before them.
  private func hasOwnMarks(_ scalars: [Unicode.Scalar], _ segment: Segment) -> Bool {
    let isMark = { (scalar: Unicode.Scalar) in
      g_unichar_ismark(scalar.value) != 0 && !(0xFE00...0xFE0F).contains(scalar.value)
    }
    guard scalars.contains(where: isMark) else { return true }
    guard let first = scalars.first, g_unichar_isalpha(first.value) != 0,
      !scalars.contains("\u{20E3}")
    else { return false }
    let starts = Set(segment.runs.lazy.map(\.end))
    var offset = 0
    for scalar in scalars {
      if isMark(scalar), starts.contains(offset) { return false }
      offset += UTF8.width(scalar)
    }
    return true
  }

  private func isMain(_ character: Int, _ sample: ShapedSample) -> Bool {
    guard let item = sample.itemIndex(ofCharacter: character) else { return false }
    return typefaces.index(sample.items[item].key) == main
  }

  /// Sets the edges that say which font spaces at the ends of a run take, where that is not
  /// obvious.
  private func findEdges(
    _ word: String, _ scalars: [Unicode.Scalar], _ segment: inout Segment
  ) -> Bool {
    if segment.runs[0].typeface != main {
      guard let sample = ShapedSample(" \(word)\(right)", layout, attributes),
        let blank = sample.itemIndex(ofCharacter: 0), let next = sample.itemIndex(ofCharacter: 1)
      else { return false }
      if blank == next {
        guard sample.widths[0] == typefaces[segment.runs[0].typeface].spaceAdvance else {
          return false
        }
        segment.edges.insert(.joinsFirst)
      } else if isMain(0, sample) {
        segment.edges.insert(.emojiFirst)
      }
    }
    if let last = segment.runs.last, last.typeface != main {
      guard let sample = ShapedSample("\(left)\(word) \(mark)", layout, attributes) else {
        return false
      }
      let end = leadCount + scalars.count
      guard sample.widths.count == end + 1 + mark.unicodeScalars.count,
        let blank = sample.itemIndex(ofCharacter: end),
        let previous = sample.itemIndex(ofCharacter: end - 1)
      else { return false }
      if blank == previous {
        guard sample.widths[end] == typefaces[last.typeface].spaceAdvance else { return false }
        segment.edges.insert(.joinsLast)
      } else if isMain(end, sample) {
        segment.edges.insert(.emojiLast)
      }
    }
    // Pango counts some characters as spaces when it chooses fonts, so they go with the spaces next
    // to them.
    if let first = scalars.first, first.countsAsBlank, !segment.edges.contains(.emojiFirst) {
      return false
    }
    if let last = scalars.last, last.countsAsBlank, !segment.edges.contains(.emojiLast) {
      return false
    }
    return true
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a no-break space, a soft hyphen, or an invisible character that allows
  /// or forbids a break. At the end of a line their effect is left to Pango; elsewhere they only
  /// have their advance.
  var isUncut: Bool {
    switch value {
    case 0xA0, 0xAD, 0x200B, 0x202F, 0x2060, 0xFEFF: true
    default: false
    }
  }

  /// Whether Pango's `consider_as_space` is true for a scalar other than a space.
  fileprivate var countsAsBlank: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .spaceSeparator: true
    default: (0xFE00...0xFE0F).contains(value) || (0xE0100...0xE01EF).contains(value)
    }
  }
}
