import CPango
import LugeCore

/// One lane's fonts: a font map of its own, and a context for each base direction.
///
/// Every instance sets the same options, and painting uses the very same fonts, so that what one
/// lane measures another one draws. Metrics are hinted: advances and line heights are whole pixels,
/// which is also where this Cairo puts glyphs.
final class PangoFonts {
  let names: FontFamilies.Names
  private let map: UnsafeMutablePointer<PangoFontMap>
  /// Paragraphs without a direction of their own run left to right in the one, right to left in
  /// the other. There are two because changing a context's direction would lay out anew every
  /// layout made with it.
  private let leftToRight: OpaquePointer
  private let rightToLeft: OpaquePointer

  // MARK: Mutable State

  /// Owned by the lane's thread; at most `descriptionLimit` entries.
  private var descriptions: [FontSpec: OpaquePointer] = [:]
  private let descriptionLimit = 64
  /// Fonts (kept alive by this object) and languages whose metrics are known to be sound.
  private var sound: Set<FontAndLanguage> = []
  private var lastSound: FontAndLanguage?

  init(names: FontFamilies.Names) {
    self.names = names
    map = pango_cairo_font_map_new()
    leftToRight = Self.makeContext(map, PANGO_DIRECTION_LTR, language: names.language)
    rightToLeft = Self.makeContext(map, PANGO_DIRECTION_RTL, language: names.language)
  }

  deinit {
    for description in descriptions.values { pango_font_description_free(description) }
    for key in sound { g_object_unref(key.font) }
    g_object_unref(UnsafeMutableRawPointer(leftToRight))
    g_object_unref(UnsafeMutableRawPointer(rightToLeft))
    g_object_unref(map)
  }

  func context(_ direction: TextLayout.Piece.Direction) -> OpaquePointer {
    switch direction {
    case .automatic, .leftToRight: leftToRight
    case .automaticRightToLeft, .rightToLeft: rightToLeft
    }
  }

  /// Pango's form of a font; owned by this object and valid until the next call.
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
    return made
  }

  /// Whether a font was asked for before.
  func knows(_ font: FontSpec) -> Bool { descriptions[font] != nil }

  /// Whether the metrics of every font in a piece were computed soundly; see `ShapingGate`, within
  /// which this is called.
  ///
  /// - Parameter trusting: takes whatever metrics there are for sound, because nobody else was
  ///   computing any; some fonts may well have no width.
  func areMetricsSound(in shaped: ShapedPiece, trusting: Bool) -> Bool {
    var isSound = true
    shaped.forEachLine { line in
      line.forEachItem { item in
        guard let font = item.pointee.analysis.font else { return }
        let key = FontAndLanguage(font: font, language: item.pointee.analysis.language)
        if key == lastSound { return }
        lastSound = key
        guard !sound.contains(key) else { return }
        let metrics = pango_font_get_metrics(font, key.language)
        let width = pango_font_metrics_get_approximate_char_width(metrics)
        pango_font_metrics_unref(metrics)
        if width > 0 || trusting {
          g_object_ref(font)
          sound.insert(key)
        } else {
          lastSound = nil
          isSound = false
        }
      }
      return isSound
    }
    return isSound
  }

  private struct FontAndLanguage: Hashable {
    var font: UnsafeMutablePointer<PangoFont>
    var language: OpaquePointer?
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
  /// The size kept within what fonts and Pango's 32-bit coordinates can bear.
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
