import CPango
import LugeCore

/// The scripts that the fast path knows. A paragraph has one of them, and characters that all share.
enum FastScript: UInt8, CaseIterable {
  /// Digits, punctuation and symbols alone.
  case common
  case latin, greek, cyrillic

  /// Stands next to a segment while it is shaped, so that characters common to all scripts are
  /// given the script, language and font that they have in such a paragraph.
  var neighbour: UInt8Pair {
    switch self {
    case .common: UInt8Pair(0x30)
    case .latin: UInt8Pair(0x78)
    case .greek: UInt8Pair(0xCF, 0x89)  // ω
    case .cyrillic: UInt8Pair(0xD0, 0xB6)  // ж
    }
  }

  /// A character in one or two bytes of UTF-8.
  struct UInt8Pair {
    let bytes: [UInt8]
    init(_ bytes: UInt8...) { self.bytes = bytes }
  }
}

/// A font as it is used for the paragraphs of one script, with what all their lines share.
///
/// The font is kept alive by `PangoFonts`, which has found its metrics sound.
final class Typeface {
  let font: UnsafeMutablePointer<PangoFont>
  let language: OpaquePointer?
  /// Tells typefaces apart in the cache.
  let id: UInt32
  /// Of a line, whole pixels.
  let ascent: Int
  let descent: Int
  /// Of a line without any text.
  let emptyAscent: Int
  let emptyDescent: Int
  let spaceAdvance: Int32
  /// How near to the end of the line Pango begins to weigh break opportunities.
  let safeDistance: Int32

  /// Nil when the font's words can't be shaped one by one.
  init?(id: UInt32, script: FastScript, font spec: FontSpec, text: PangoText) {
    func shaped(_ string: String) -> ShapedPiece {
      let request = TextRequest(StyledText(string), font: spec, maxWidth: 1 << 20)
      return text.shape(request, TextLayout.Piece(range: 0..<string.utf8.count, lines: 0..<0))
    }
    let neighbour = String(decoding: script.neighbour.bytes, as: UTF8.self)
    let sample = shaped("\(neighbour) \(neighbour)")
    let empty = shaped("").firstLineMetrics
    let line = sample.firstLineMetrics
    // The run belongs to the sample.
    let facts = withExtendedLifetime(sample) { ShapingGate.shared { Facts(sample) } }
    guard let facts else { return nil }
    self.id = id
    font = facts.font
    language = facts.language
    spaceAdvance = facts.spaceAdvance
    safeDistance = facts.safeDistance
    (ascent, descent) = (line.ascent, line.descent)
    (emptyAscent, emptyDescent) = (empty.ascent, empty.descent)
  }

  private struct Facts {
    let font: UnsafeMutablePointer<PangoFont>
    let language: OpaquePointer?
    let spaceAdvance: Int32
    let safeDistance: Int32

    /// - Parameter sample: two letters with a space between.
    init?(_ sample: ShapedPiece) {
      guard let run = sample.onlyRun, let item = run.pointee.item,
        let font = item.pointee.analysis.font, SpaceIsolation.isProven(font),
        let metrics = pango_font_get_metrics(font, item.pointee.analysis.language)
      else { return nil }
      let widths = run.logicalWidths(in: sample.layout)
      self.font = font
      language = item.pointee.analysis.language
      safeDistance = pango_font_metrics_get_approximate_char_width(metrics) * 3
      pango_font_metrics_unref(metrics)
      // Advances of whole pixels add up without rounding, wherever a line is cut.
      guard widths.count == 3, widths.allSatisfy({ $0 > 0 && $0 % PANGO_SCALE == 0 }),
        safeDistance > 0
      else { return nil }
      spaceAdvance = widths[1]
    }
  }
}

extension ShapedPiece {
  /// The run of a piece that has one line with one run; nil for all others.
  var onlyRun: UnsafeMutablePointer<PangoGlyphItem>? {
    guard let first = pango_layout_get_lines_readonly(layout), first.pointee.next == nil,
      let data = first.pointee.data
    else { return nil }
    return data.assumingMemoryBound(to: PangoLayoutLine.self).onlyRun
  }

  fileprivate var firstLineMetrics: (ascent: Int, descent: Int, width: Int) {
    var result = (ascent: 0, descent: 0, width: 0)
    forEachLine { line in
      result = line.metrics()
      return false
    }
    return result
  }
}

extension UnsafeMutablePointer<PangoLayoutLine> {
  var onlyRun: UnsafeMutablePointer<PangoGlyphItem>? {
    guard let runs = pointee.runs, runs.pointee.next == nil, let data = runs.pointee.data else {
      return nil
    }
    return data.assumingMemoryBound(to: PangoGlyphItem.self)
  }
}

extension UnsafeMutablePointer<PangoGlyphItem> {
  /// The advance of each character, Pango units.
  func logicalWidths(in layout: OpaquePointer) -> [Int32] {
    guard let item = pointee.item else { return [] }
    var widths = [Int32](repeating: 0, count: Int(item.pointee.num_chars))
    pango_glyph_item_get_logical_widths(self, pango_layout_get_text(layout), &widths)
    return widths
  }

  /// Whether some glyph stands for a character that the font lacks.
  var hasUnknownGlyph: Bool {
    guard let glyphs = pointee.glyphs?.pointee else { return true }
    return (0..<Int(glyphs.num_glyphs)).contains {
      glyphs.glyphs[$0].glyph & 0x1000_0000 != 0
    }
  }
}
