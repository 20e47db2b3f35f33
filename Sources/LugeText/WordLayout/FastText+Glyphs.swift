import CPango
import LugeCore

/// Glyphs of a layout's lines.
struct LineGlyphs {
  /// Font of all glyphs.
  var font: UnsafeMutablePointer<PangoFont>
  /// Glyphs, with `x` from the left edge of their line.
  var glyphs: [SegmentGlyph] = []
  /// Index after the last glyph of each line.
  var ends: [Int] = []

  func line(_ index: Int) -> ArraySlice<SegmentGlyph> {
    glyphs[(index > 0 ? ends[index - 1] : 0)..<ends[index]]
  }
}

extension FastText {
  /// Returns the glyphs of a text in one script and font from its cached words; nil when the text
  /// is not that simple, or some word is not cached.
  ///
  /// They are the glyphs that Pango would give: a cached word was shaped between two other words,
  /// and its neighbours change neither its glyphs nor its advance.
  ///
  /// - Complexity: O(bytes); shapes nothing.
  func glyphs(of layout: TextLayout) -> LineGlyphs? {
    let request = layout.request
    guard layout.pieces.isEmpty, request.text.spans.isEmpty,
      !layout.lines.isEmpty
    else { return nil }
    var string = request.text.string
    return string.withUTF8 { bytes in
      guard !bytes.isEmpty, bytes.count <= ShapedPiece.byteLimit,
        Paragraphs.separator(in: bytes, from: 0, before: bytes.count) == nil
      else { return nil }
      scratch.load(bytes)
      for context in family(request.font).simpleContexts {
        if let found = glyphs(of: layout.lines, bytes.count, context) { return found }
      }
      return nil
    }
  }

  /// Returns the glyphs of lines in one context.
  ///
  /// - Parameter count: number of bytes in the scratch space.
  private func glyphs(of lines: [TextLayout.Line], _ count: Int, _ context: SegmentContext)
    -> LineGlyphs?
  {
    let bytes = scratch.bytes
    var result = LineGlyphs(font: context.typeface.font)
    result.glyphs.reserveCapacity(count)
    var hasOwnScript = context.key.script == PANGO_SCRIPT_COMMON.rawValue
    var line = 0
    var (x, lineX): (Int32, Int32) = (0, 0)
    var index = 0
    while index < count {
      while line + 1 < lines.count, lines[line + 1].range.lowerBound == index {
        result.ends.append(result.glyphs.count)
        line += 1
        lineX = x
      }
      if bytes[index] == 0x20 {
        x &+= context.spaceAdvance
        index += 1
        continue
      }
      let start = index
      while index < count, isPlain(bytes + index) { index += 1 }
      // A word that continues in the next line was shaped in two parts.
      guard index > start, index - start <= ParagraphScan.segmentLimit,
        index == count || bytes[index] == 0x20, index <= lines[line].range.upperBound,
        let known = cache.known(bytes + start, index - start, context: context.id),
        known.entry.runCount == 1, known.entry.typeface == context.main,
        known.entry.edges.contains(.simple), !known.glyphs.isEmpty
      else { return nil }
      hasOwnScript = hasOwnScript || known.entry.edges.contains(.ownScript)
      for glyph in known.glyphs {
        result.glyphs.append(
          SegmentGlyph(index: glyph.index, x: x &- lineX &+ glyph.x, y: glyph.y))
      }
      x &+= known.entry.advance
    }
    guard hasOwnScript, line == lines.count - 1 else { return nil }
    result.ends.append(result.glyphs.count)
    return result
  }

  /// Whether the character is neither a space nor painted as one; see `withDisplayBytes`.
  @inline(__always)
  private func isPlain(_ byte: UnsafePointer<UInt8>) -> Bool {
    byte[0] > 0x20 && byte[0] != 0x7F && (byte[0] != 0xC2 || byte[1] >= 0xA0)
  }
}
