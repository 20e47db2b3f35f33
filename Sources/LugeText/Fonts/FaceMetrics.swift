import CPango
import Glibc

/// Metrics of a font's lines and characters, computed without a layout.
///
/// To find a font's approximate character width, Pango lays out a sample text in a font that it
/// finds by the first one's description, which means another search in all of the system's fonts,
/// and another sort of them. The sample of an emoji font has the size of its pictures, and its ten
/// digits are pictures that have to be decoded and scaled. Here the width is the mean of the
/// advances that the font has for the sample's characters.
struct FaceMetrics: Sendable {
  private typealias MakeBase =
    @convention(c) (UnsafeMutablePointer<PangoFont>?, OpaquePointer?) ->
    UnsafeMutablePointer<PangoFontMetrics>?

  private let makeBase: MakeBase

  /// Fails if Pango does not export the function that computes the base of its metrics. It is not
  /// declared in a header, but exported for use by Pango's own libraries.
  init?() {
    // Searches all libraries of this program.
    guard let handle = dlopen(nil, RTLD_LAZY) else { return nil }
    defer { dlclose(handle) }
    guard let symbol = dlsym(handle, "pango_fc_font_create_base_metrics_for_context")
    else { return nil }
    makeBase = unsafeBitCast(symbol, to: MakeBase.self)
  }

  /// Computes the metrics of a font.
  ///
  /// - Returns: metrics that the caller has to unreference; nil when the font has no map any more.
  func metrics(
    _ font: UnsafeMutablePointer<PangoFont>, _ language: OpaquePointer?
  ) -> UnsafeMutablePointer<PangoFontMetrics>? {
    guard let map = pango_font_get_font_map(font),
      let context = pango_font_map_create_context(map)
    else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(context)) }
    pango_context_set_language(context, language)
    guard let metrics = makeBase(font, context), let harfbuzz = pango_font_get_hb_font(font)
    else { return nil }
    // Rounded up, because all contexts here have hinted metrics.
    metrics.pointee.ascent = Self.wholePixels(metrics.pointee.ascent)
    metrics.pointee.descent = Self.wholePixels(metrics.pointee.descent)
    metrics.pointee.height = Self.wholePixels(metrics.pointee.height)
    let lineHeight = metrics.pointee.ascent + metrics.pointee.descent
    var sample = Advances()
    if let text = pango_language_get_sample_string(language) {
      for scalar in String(cString: text).unicodeScalars { sample.add(scalar, of: harfbuzz) }
    }
    var digits = Advances()
    for digit in "0123456789".unicodeScalars { digits.add(digit, of: harfbuzz) }
    // A font may have none of these characters.
    metrics.pointee.approximate_char_width = sample.mean ?? max(1, lineHeight / 2)
    metrics.pointee.approximate_digit_width =
      digits.columns > 0 ? digits.widest : metrics.pointee.approximate_char_width
    return metrics
  }

  private static func wholePixels(_ units: Int32) -> Int32 {
    (units &+ PANGO_SCALE - 1) / PANGO_SCALE * PANGO_SCALE
  }

  /// Whether both describe the same lines.
  static func areEqual(
    _ a: UnsafeMutablePointer<PangoFontMetrics>, _ b: UnsafeMutablePointer<PangoFontMetrics>
  ) -> Bool {
    let (a, b) = (a.pointee, b.pointee)
    return a.ascent == b.ascent && a.descent == b.descent && a.height == b.height
      && a.underline_position == b.underline_position
      && a.underline_thickness == b.underline_thickness
      && a.strikethrough_position == b.strikethrough_position
      && a.strikethrough_thickness == b.strikethrough_thickness
  }

  /// Sums of advances in Pango units, by columns as Pango counts them.
  private struct Advances {
    var sum: Int32 = 0
    var widest: Int32 = 0
    var columns: Int32 = 0

    var mean: Int32? { columns > 0 ? sum / columns : nil }

    mutating func add(_ scalar: Unicode.Scalar, of font: OpaquePointer) {
      var glyph: hb_codepoint_t = 0
      guard g_unichar_iszerowidth(scalar.value) == 0,
        hb_font_get_nominal_glyph(font, scalar.value, &glyph) != 0
      else { return }
      // Advances are rounded to whole pixels, like the positions of glyphs.
      let scale = PANGO_SCALE
      let advance = (hb_font_get_glyph_h_advance(font, glyph) + scale / 2) / scale * scale
      sum += advance
      widest = max(widest, advance)
      columns += g_unichar_iswide(scalar.value) != 0 ? 2 : 1
    }
  }
}
