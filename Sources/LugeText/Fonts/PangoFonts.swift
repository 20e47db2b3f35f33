import CPango
import LugeCore

/// Fonts of one lane: a font map of its own, and a context for each base direction.
///
/// Every instance sets the same options, and painting uses the same fonts, so that one lane can
/// draw what another one measured; see also `FontMetricsGuard`. Metrics are hinted: advances and
/// line heights are whole pixels, which is also where Cairo draws glyphs.
final class PangoFonts {
  let names: FontFamilies.Names
  private let map: UnsafeMutablePointer<PangoFontMap>
  /// Contexts for paragraphs without a direction of their own, which are left-to-right in the one,
  /// right-to-left in the other. There are two, because changing a context's direction would
  /// invalidate every layout made with it.
  private let leftToRight: OpaquePointer
  private let rightToLeft: OpaquePointer

  // MARK: Mutable State

  /// Pango's descriptions of fonts, at most `descriptionLimit`. Owned by the lane's thread.
  private var descriptions: [FontSpec: OpaquePointer] = [:]
  private let descriptionLimit = 64
  private var areMetricsGuarded = false
  var codeTabWidths: [FontSpec: Int32] = [:]

  init(names: FontFamilies.Names) {
    self.names = names
    FontConfiguration.load()
    map = OwnFontMap.make()
    leftToRight = Self.makeContext(map, PANGO_DIRECTION_LTR, language: names.language)
    rightToLeft = Self.makeContext(map, PANGO_DIRECTION_RTL, language: names.language)
  }

  deinit {
    // Releasing a font may close its face.
    ShapingGate.exclusive {
      for description in descriptions.values { pango_font_description_free(description) }
      g_object_unref(UnsafeMutableRawPointer(leftToRight))
      g_object_unref(UnsafeMutableRawPointer(rightToLeft))
      g_object_unref(map)
    }
  }

  func context(_ direction: TextLayout.Piece.Direction) -> OpaquePointer {
    switch direction {
    case .automatic, .leftToRight: leftToRight
    case .automaticRightToLeft, .rightToLeft: rightToLeft
    }
  }

  /// Returns Pango's description of a font; owned by this object and valid until the next call.
  func description(_ font: FontSpec) -> OpaquePointer {
    if let known = descriptions[font] { return known }
    if descriptions.count >= descriptionLimit {
      for description in descriptions.values { pango_font_description_free(description) }
      descriptions.removeAll(keepingCapacity: true)
    }
    let made: OpaquePointer = pango_font_description_new()
    pango_font_description_set_family(made, font.family.isEmpty ? names.text : font.family)
    pango_font_description_set_absolute_size(made, font.safePixelSize * Double(PANGO_SCALE))
    pango_font_description_set_weight(made, font.weight.pango)
    pango_font_description_set_style(made, font.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    descriptions[font] = made
    guardMetrics(made)
    return made
  }

  /// Returns the approximate width of a font's characters, Pango units.
  func approximateWidth(_ font: UnsafeMutablePointer<PangoFont>, _ language: OpaquePointer?)
    -> Int32
  {
    let known = ShapingGate.exclusive { pango_font_get_metrics(font, language) }
    guard let metrics = known else { return 0 }
    defer { pango_font_metrics_unref(metrics) }
    return pango_font_metrics_get_approximate_char_width(metrics)
  }

  /// Prepares ``FontMetricsGuard`` with a font before anything is laid out in it.
  private func guardMetrics(_ description: OpaquePointer) {
    guard !areMetricsGuarded else { return }
    ShapingGate.exclusive {
      guard let font = pango_font_map_load_font(map, leftToRight, description) else { return }
      FontMetricsGuard.prepare(with: font)
      g_object_unref(font)
      areMetricsGuarded = true
    }
  }

  private static func makeContext(
    _ map: UnsafeMutablePointer<PangoFontMap>, _ direction: PangoDirection, language: String
  ) -> OpaquePointer {
    let context: OpaquePointer = pango_font_map_create_context(map)
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_ON)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_cairo_context_set_resolution(context, 96)
    pango_context_set_round_glyph_positions(context, 1)
    pango_context_set_base_dir(context, direction)
    pango_context_set_language(context, pango_language_from_string(language))
    return context
  }
}

extension FontSpec {
  /// Font size, limited to what fonts and Pango's 32-bit coordinates allow.
  var safePixelSize: Double { pixelSize.isFinite ? min(max(pixelSize, 1), 1024) : 16 }
}

extension FontSpec.Weight {
  var pango: PangoWeight {
    switch self {
    case .regular: PANGO_WEIGHT_NORMAL
    case .medium: PANGO_WEIGHT_MEDIUM
    case .semibold: PANGO_WEIGHT_SEMIBOLD
    case .bold: PANGO_WEIGHT_BOLD
    }
  }
}

extension PangoFonts {
  /// Columns between tabs in code.
  private static let codeTabColumns = 4

  /// Returns the distance between tabs in a text with code, Pango units.
  ///
  /// Pango's own tabs are as wide as eight spaces in the style with which the text begins: with
  /// them, columns of code after words in the text font would not be aligned.
  func codeTabWidth(_ font: FontSpec) -> Int32 {
    if let known = codeTabWidths[font] { return known }
    var code = font
    code.family = names.monospaced
    let description = description(code)
    let width = ShapingGate.exclusive {
      let layout: OpaquePointer = pango_layout_new(context(.leftToRight))
      defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
      pango_layout_set_font_description(layout, description)
      pango_layout_set_text(layout, String(repeating: "0", count: Self.codeTabColumns), -1)
      var (width, height): (Int32, Int32) = (0, 0)
      pango_layout_get_size(layout, &width, &height)
      return max(1, width)
    }
    if codeTabWidths.count >= 64 { codeTabWidths.removeAll() }
    codeTabWidths[font] = width
    return width
  }

  /// Sets the tabs of a text with code.
  func setCodeTabs(_ layout: OpaquePointer, _ font: FontSpec) {
    guard let tabs = pango_tab_array_new(1, 0) else { return }
    // Pango repeats the distance of the last tab that is set.
    pango_tab_array_set_tab(tabs, 0, PANGO_TAB_LEFT, codeTabWidth(font))
    pango_layout_set_tabs(layout, tabs)
    pango_tab_array_free(tabs)
  }
}
