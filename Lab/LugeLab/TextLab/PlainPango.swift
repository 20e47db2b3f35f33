import CPango
import LugeCore
import LugeText

/// Pango as a careful programmer would use it, to compare with: one context, one reused layout, the
/// lanes' font options. Belongs to one thread.
final class PlainPango {
  private let map: UnsafeMutablePointer<PangoFontMap>
  private let context: OpaquePointer
  private let layout: OpaquePointer
  private let description: OpaquePointer
  private let font: UnsafeMutablePointer<PangoFont>?
  private let buffer: OpaquePointer?

  init(_ spec: FontSpec) {
    map = pango_cairo_font_map_new()
    context = pango_font_map_create_context(map)
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_ON)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_cairo_context_set_resolution(context, 96)
    pango_context_set_language(
      context, pango_language_from_string(FontFamilies.current.language))
    description = pango_font_description_new()
    pango_font_description_set_family(
      description, spec.family.isEmpty ? FontFamilies.default : spec.family)
    pango_font_description_set_absolute_size(description, spec.pixelSize * Double(PANGO_SCALE))
    layout = pango_layout_new(context)
    pango_layout_set_font_description(layout, description)
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    font = pango_context_load_font(context, description)
    buffer = hb_buffer_create()
  }

  deinit {
    if let buffer { hb_buffer_destroy(buffer) }
    if let font { g_object_unref(font) }
    pango_font_description_free(description)
    g_object_unref(UnsafeMutableRawPointer(layout))
    g_object_unref(UnsafeMutableRawPointer(context))
    g_object_unref(map)
  }

  func measure(_ text: String, width: Int) {
    pango_layout_set_width(layout, Int32(clamping: width) * PANGO_SCALE)
    set(text, layout)
    var (width, height): (Int32, Int32) = (0, 0)
    pango_layout_get_pixel_size(layout, &width, &height)
  }

  /// The least that can be done without remembering anything: glyphs and advances, no fallback
  /// fonts, no breaks.
  func shape(_ text: String) {
    guard let buffer, let font, let sized = pango_font_get_hb_font(font) else { return }
    var text = text
    hb_buffer_reset(buffer)
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        hb_buffer_add_utf8(buffer, $0.baseAddress, Int32(clamping: $0.count), 0, -1)
      }
    }
    hb_buffer_guess_segment_properties(buffer)
    hb_shape(sized, buffer, nil, 0)
  }

  /// A layout that stays.
  func keep(_ text: String, width: Int) -> Kept {
    let made: OpaquePointer = pango_layout_copy(layout)
    pango_layout_set_width(made, Int32(clamping: width) * PANGO_SCALE)
    set(text, made)
    return Kept(made)
  }

  private func set(_ text: String, _ layout: OpaquePointer) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        pango_layout_set_text(layout, $0.baseAddress, Int32(clamping: $0.count))
      }
    }
  }

  final class Kept {
    private let layout: OpaquePointer

    init(_ layout: OpaquePointer) {
      self.layout = layout
      var height: Int32 = 0
      pango_layout_get_pixel_size(layout, nil, &height)
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

    func rewrap(_ width: Int) {
      pango_layout_set_width(layout, Int32(clamping: width) * PANGO_SCALE)
      var height: Int32 = 0
      pango_layout_get_pixel_size(layout, nil, &height)
    }
  }
}
