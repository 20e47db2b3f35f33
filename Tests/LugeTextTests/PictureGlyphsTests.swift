import CPango
import LugeCore
import Testing

@testable import LugeText

@Suite("Pictures among letters")
struct PictureGlyphsTests {
  private static let emoji = ["😀", "👍", "❤️", "🇩🇪", "👩‍👩‍👧‍👦", "☎️", "1️⃣", "🏳️‍🌈"]

  /// Calls the body for the glyphs of fonts of pictures.
  private static func forEachPicture(
    size: Double, _ body: (UnsafeMutablePointer<PangoFont>, PangoGlyph) -> Void
  ) {
    let fonts = PangoFonts(names: FontFamilies.current)
    for text in emoji {
      let request = TextSamples.request(text, width: 400, size: size)
      let piece = TextLayout.Piece(range: 0..<text.utf8.count, lines: 0..<0)
      ShapedPiece(request, piece, fonts: fonts).forEachLine { line in
        line.forEachRun { run, _ in
          guard let font = run.pointee.item?.pointee.analysis.font,
            let glyphs = run.pointee.glyphs?.pointee, PictureGlyphs.hasPictures(font)
          else { return }
          for index in 0..<Int(glyphs.num_glyphs) { body(font, glyphs.glyphs[index].glyph) }
        }
        return true
      }
    }
  }

  @Test("Extents are Pango's, but for the rounding of ink", arguments: [9, 11, 14, 18, 40])
  func extents(size: Double) {
    var count = 0
    Self.forEachPicture(size: size) { font, glyph in
      let (ownInk, ownLogical) = PictureGlyphs.computed(font, glyph)
      guard glyph & 0x0FFF_FFFF != 0x0FFF_FFFF else { return }
      count += 1
      var (ink, logical) = (PangoRectangle(), PangoRectangle())
      pango_font_get_glyph_extents(font, glyph, &ink, &logical)
      #expect(logical.y == ownLogical.y && logical.height == ownLogical.height)
      #expect(logical.x == ownLogical.x)
      // Two pixels: Cairo scales a picture to whole pixels of its own.
      for (a, b) in [
        (ink.x, ownInk.x), (ink.y, ownInk.y), (ink.x + ink.width, ownInk.x + ownInk.width),
        (ink.y + ink.height, ownInk.y + ownInk.height), (logical.width, ownLogical.width),
      ] { #expect(abs(a - b) <= 2 * PANGO_SCALE, "\(a) \(b)") }
      var lineOnly = PangoRectangle()
      pango_font_get_glyph_extents(font, glyph, nil, &lineOnly)
      #expect(lineOnly.y == logical.y && lineOnly.height == logical.height)
    }
    #expect(count > 0)
  }
}
