import CPango
import LugeCore

/// A piece of text that Pango has shaped and broken into lines, kept for drawing and hit-testing.
///
/// Belongs to the thread of the `PangoFonts` it was made with.
final class ShapedPiece {
  /// Maximum bytes shaped at once. Pango's time grows faster than the number of paragraphs, and its
  /// structures take over 100 bytes per character.
  static let byteLimit = 4 << 10

  let piece: TextLayout.Piece
  /// Traits of the piece's runs, in the text's offsets.
  let styles: [StyleRun]
  let layout: OpaquePointer

  /// Shapes `piece` of the request's text, without a limit on lines.
  ///
  /// - Complexity: O(piece), except for runs without break opportunities, where Pango walks over
  ///   the rest again for each line; callers keep pieces small.
  init(_ request: TextRequest, _ piece: TextLayout.Piece, fonts: PangoFonts) {
    self.piece = piece
    layout = pango_layout_new(fonts.context(piece.direction))
    pango_layout_set_font_description(layout, fonts.description(request.font))
    pango_layout_set_width(layout, request.pangoWidth)
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    switch piece.direction {
    case .automatic, .automaticRightToLeft: break
    case .leftToRight, .rightToLeft: pango_layout_set_auto_dir(layout, 0)
    }
    if piece.isElided { pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END) }

    let text = request.text
    if text.spans.isEmpty {
      styles = []
    } else {
      var string = text.string
      styles = string.withUTF8 { text.styleRuns(in: piece.range, bytes: $0) }
    }
    let (layout, styles) = (layout, styles)
    withDisplayBytes(of: text.string, piece.range, suffix: piece.isElided ? "…" : "") { bytes in
      let attributes = AttributeList.make(
        runs: styles, origin: piece.range.lowerBound, bytes: bytes,
        monospaced: fonts.names.monospaced,
        images: styles.contains { $0.traits.contains(.image) } ? text.imageOccurrences : [],
        fontSize: request.font.safePixelSize)
      pango_layout_set_attributes(layout, attributes)
      pango_attr_list_unref(attributes)
      // This depends on the whole text, so that its paragraphs have the same tabs wherever they are
      // cut.
      if bytes.contains(0x09), text.hasCode { fonts.setCodeTabs(layout, request.font) }
      bytes.withMemoryRebound(to: CChar.self) {
        pango_layout_set_text(layout, $0.baseAddress, Int32(clamping: $0.count))
      }
    }
  }

  deinit { ShapingGate.exclusive { g_object_unref(UnsafeMutableRawPointer(layout)) } }

  /// Calls `body` with each line in order until it returns false. Lines live as long as the piece.
  func forEachLine(_ body: (ShapedLine) -> Bool) {
    var node = ShapingGate.exclusive { pango_layout_get_lines_readonly(layout) }
    while let current = node {
      guard let data = current.pointee.data else { break }
      let line = data.assumingMemoryBound(to: PangoLayoutLine.self)
      guard body(ShapedLine(line, origin: piece.range.lowerBound)) else { return }
      node = current.pointee.next
    }
  }
}

extension StyledText {
  fileprivate var hasCode: Bool {
    spans.contains {
      switch $0.attribute {
      case .code, .preformatted: true
      default: false
      }
    }
  }
}

extension TextRequest {
  /// Width in Pango units, at most 2²⁰ px: beyond it 32-bit coordinates would overflow.
  var pangoWidth: Int32 { Int32(min(max(maxWidth, 1), 1 << 20)) * PANGO_SCALE }
}
