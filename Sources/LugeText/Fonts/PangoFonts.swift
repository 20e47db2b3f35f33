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
  /// Fonts (kept alive, too) whose metrics were asked for with care.
  private var primed: Set<FontAndLanguage> = []
  /// Fonts that have no width even when nobody else computes any (emoji, in some languages), by
  /// description without size, and language; known across reloads, or two of them would have each other's fonts
  /// loaded again for ever.
  private(set) var withoutWidth: Set<String>

  init(names: FontFamilies.Names, withoutWidth: Set<String> = []) {
    self.names = names
    self.withoutWidth = withoutWidth
    map = pango_cairo_font_map_new()
    leftToRight = Self.makeContext(map, PANGO_DIRECTION_LTR, language: names.language)
    rightToLeft = Self.makeContext(map, PANGO_DIRECTION_RTL, language: names.language)
  }

  deinit {
    for description in descriptions.values { pango_font_description_free(description) }
    for key in sound { g_object_unref(key.font) }
    for key in primed { g_object_unref(key.font) }
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
  func areMetricsSound(in shaped: ShapedPiece) -> Bool {
    var isSound = true
    shaped.forEachLine { line in
      line.forEachItem { item in
        guard let font = item.pointee.analysis.font else { return }
        let key = FontAndLanguage(font: font, language: item.pointee.analysis.language)
        if key == lastSound { return }
        lastSound = key
        guard !sound.contains(key), !isKnownSound(key) else { return }
        lastSound = nil
        isSound = false
      }
      return isSound
    }
    return isSound
  }

  /// The approximate width of a font's characters, nil when it was not computed soundly. Called
  /// within the gate's exclusive part.
  func approximateWidth(_ font: UnsafeMutablePointer<PangoFont>, _ language: OpaquePointer?)
    -> Int32?
  {
    let key = FontAndLanguage(font: font, language: language)
    prime(key)
    return sound.contains(key) || isKnownSound(key) ? Self.width(key) : nil
  }

  /// Computes the metrics of all fonts that a piece will use, so that they are sound; a width of
  /// nothing is then what the font has. Called within the gate's exclusive part, on new fonts.
  func prime(for request: TextRequest, _ piece: TextLayout.Piece) {
    var wide = request
    wide.maxWidth = 1 << 20
    ShapedPiece(wide, piece, fonts: self, wraps: false).forEachLine { line in
      line.forEachItem { item in
        guard let font = item.pointee.analysis.font else { return }
        let key = FontAndLanguage(font: font, language: item.pointee.analysis.language)
        prime(key)
        if Self.width(key) == 0 { withoutWidth.insert(Self.describe(key)) }
      }
      return true
    }
  }

  /// Computes a font's metrics, those of the fonts first that this computation uses.
  ///
  /// Pango lays out a sample of the language for it; the fonts in it get metrics on the way, without
  /// a width, and keep them.
  private func prime(_ key: FontAndLanguage) {
    guard primed.insert(key).inserted else { return }
    g_object_ref(key.font)
    if let sample = pango_language_get_sample_string(key.language),
      let description = pango_font_describe_with_absolute_size(key.font)
    {
      let layout: OpaquePointer = pango_layout_new(leftToRight)
      pango_layout_set_font_description(layout, description)
      pango_layout_set_text(layout, sample, -1)
      var keys: Set<FontAndLanguage> = []
      var node = pango_layout_get_lines_readonly(layout)
      while let current = node {
        if let data = current.pointee.data {
          ShapedLine(data.assumingMemoryBound(to: PangoLayoutLine.self), origin: 0).forEachItem {
            guard let font = $0.pointee.analysis.font else { return }
            keys.insert(FontAndLanguage(font: font, language: key.language))
            keys.insert(FontAndLanguage(font: font, language: $0.pointee.analysis.language))
          }
        }
        node = current.pointee.next
      }
      for other in keys { prime(other) }
      g_object_unref(UnsafeMutableRawPointer(layout))
      pango_font_description_free(description)
    }
    _ = Self.width(key)
  }

  private func isKnownSound(_ key: FontAndLanguage) -> Bool {
    guard Self.width(key) > 0 || withoutWidth.contains(Self.describe(key)) else { return false }
    g_object_ref(key.font)
    sound.insert(key)
    return true
  }

  private static func width(_ key: FontAndLanguage) -> Int32 {
    guard let metrics = pango_font_get_metrics(key.font, key.language) else { return 0 }
    defer { pango_font_metrics_unref(metrics) }
    return pango_font_metrics_get_approximate_char_width(metrics)
  }

  private struct FontAndLanguage: Hashable {
    var font: UnsafeMutablePointer<PangoFont>
    var language: OpaquePointer?
  }

  private static func describe(_ key: FontAndLanguage) -> String {
    guard let description = pango_font_describe(key.font) else { return "" }
    defer { pango_font_description_free(description) }
    pango_font_description_unset_fields(description, PANGO_FONT_MASK_SIZE)
    guard let name = pango_font_description_to_string(description) else { return "" }
    defer { g_free(name) }
    let language = key.language.flatMap { pango_language_to_string($0) }
    return String(cString: name) + " " + (language.map { String(cString: $0) } ?? "")
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
