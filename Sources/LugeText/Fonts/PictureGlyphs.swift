import CPango
import Synchronization

/// Extents of colour-bitmap glyphs (emoji) without decoding their bitmaps.
///
/// Pango asks a font for the extents of each glyph of a line. For an emoji font Cairo decodes the
/// glyph's PNG to answer, which is slow, and needless for rows that are measured and never drawn.
/// HarfBuzz reads the same extents from the font's table of bitmaps, which has their sizes.
///
/// Line heights stay the same. Ink extents may differ by a pixel's rounding, which matters only for
/// the check whether ink leaves its line by half an em.
///
/// The function replaces the entry `get_glyph_extents` of the fonts' own type (``OwnFontMap``).
enum PictureGlyphs {
  private typealias GetExtents =
    @convention(c) (
      UnsafeMutablePointer<PangoFont>?, PangoGlyph, UnsafeMutablePointer<PangoRectangle>?,
      UnsafeMutablePointer<PangoRectangle>?
    ) -> Void

  /// Address of Pango's own function, 0 before ``install(on:)``. Written once, before the class
  /// uses the function here.
  private static let original = Atomic<UInt>(0)
  /// Key under which a font caches the answer of ``hasPictures(_:)``: 1 for no, 2 for yes.
  private static let key = g_quark_from_string("luge-has-pictures")
  /// Values of the macros `PANGO_GLYPH_EMPTY` and `PANGO_GLYPH_UNKNOWN_FLAG`, which Swift cannot
  /// import.
  private static let empty: PangoGlyph = 0x0FFF_FFFF
  private static let unknown: PangoGlyph = 0x1000_0000

  /// Installs the function in a font class that is being made, before a font of it exists; the
  /// first call counts.
  ///
  /// - Parameter table: class with Pango's own functions.
  static func install(on table: UnsafeMutablePointer<PangoFontClass>) {
    guard let current = table.pointee.get_glyph_extents else { return }
    if original.load(ordering: .acquiring) == 0 {
      original.store(unsafeBitCast(current as GetExtents, to: UInt.self), ordering: .releasing)
    }
    table.pointee.get_glyph_extents = { PictureGlyphs.extents($0, $1, $2, $3) }
  }

  /// Whether glyphs of a font are pictures. The font belongs to the calling thread.
  static func hasPictures(_ font: UnsafeMutablePointer<PangoFont>) -> Bool {
    let object = UnsafeMutableRawPointer(font).assumingMemoryBound(to: GObject.self)
    if let known = g_object_get_qdata(object, key) { return UInt(bitPattern: known) == 2 }
    guard let sized = pango_font_get_hb_font(font), let face = hb_font_get_face(sized) else {
      return false
    }
    let has = hb_ot_color_has_png(face) != 0
    g_object_set_qdata(object, key, UnsafeMutableRawPointer(bitPattern: has ? 2 : 1))
    return has
  }

  /// Returns Pango's own result, for tests.
  static func computed(_ font: UnsafeMutablePointer<PangoFont>, _ glyph: PangoGlyph) -> (
    ink: PangoRectangle, logical: PangoRectangle
  ) {
    var (ink, logical) = (PangoRectangle(), PangoRectangle())
    guard original.load(ordering: .acquiring) != 0 else { return (ink, logical) }
    let ask = unsafeBitCast(original.load(ordering: .acquiring), to: GetExtents.self)
    ask(font, glyph, &ink, &logical)
    return (ink, logical)
  }

  private static func extents(
    _ font: UnsafeMutablePointer<PangoFont>?, _ glyph: PangoGlyph,
    _ ink: UnsafeMutablePointer<PangoRectangle>?, _ logical: UnsafeMutablePointer<PangoRectangle>?
  ) {
    let ask = unsafeBitCast(original.load(ordering: .acquiring), to: GetExtents.self)
    var shape = hb_glyph_extents_t()
    guard glyph & unknown == 0, glyph != empty, let font, hasPictures(font),
      let sized = pango_font_get_hb_font(font),
      ink == nil || hb_font_get_glyph_extents(sized, glyph, &shape) != 0
    else { return ask(font, glyph, ink, logical) }
    // In HarfBuzz' extents up is positive, in Pango's rectangles down is.
    ink?.pointee = PangoRectangle(
      x: shape.x_bearing, y: -shape.y_bearing, width: shape.width, height: -shape.height)
    guard let logical else { return }
    // All glyphs of a font have the font's height.
    ask(font, empty, nil, logical)
    logical.pointee.width = hb_font_get_glyph_h_advance(sized, glyph)
  }
}
