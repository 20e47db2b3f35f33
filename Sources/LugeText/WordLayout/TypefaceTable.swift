import CPango

/// A font as it is used for text of one script and language: the values that breaking lines needs.
///
/// Lengths are in Pango units.
struct Typeface {
  var font: UnsafeMutablePointer<PangoFont>
  var language: OpaquePointer?
  var ascent: Int32 = 0
  var descent: Int32 = 0
  /// Index of the script's baseline.
  var baseline = 0
  /// Positions in the font of the baselines in `Typeface.baselineTags`. Pango aligns the runs of a
  /// line on the baseline of the first one's script.
  var baselines: SIMD4<Int32> = .zero
  /// Distance from the end of the line within which Pango compares break opportunities.
  var safeDistance: Int32 = 0
  /// Advance of the space; nil when the font has none.
  var spaceAdvance: Int32?
  /// Whether no rule concerns the space, so that words can be shaped one by one.
  var isSpaceIsolated = false

  /// Tags of all baselines that scripts have in horizontal text.
  static let baselineTags = [
    HB_OT_LAYOUT_BASELINE_TAG_ROMAN, HB_OT_LAYOUT_BASELINE_TAG_HANGING,
    HB_OT_LAYOUT_BASELINE_TAG_IDEO_EMBOX_BOTTOM_OR_LEFT,
    HB_OT_LAYOUT_BASELINE_TAG_IDEO_FACE_BOTTOM_OR_LEFT,
  ]

  /// Returns ascent and descent of a line of runs in logical order, whole pixels, computed as in
  /// Pango's `apply_baseline_shift` and `pango_layout_line_get_extents`.
  static func lineHeight(_ first: Typeface, _ rest: some Sequence<Typeface>) -> (
    ascent: Int, descent: Int
  ) {
    var (top, bottom) = (min(0, -first.ascent), max(0, first.descent))
    for typeface in rest {
      let shift = first.baselines[first.baseline] - typeface.baselines[first.baseline]
      top = min(top, -typeface.ascent - shift)
      bottom = max(bottom, typeface.descent - shift)
    }
    return ((Int(-top) + 1023) >> 10, (Int(bottom) + 1023) >> 10)
  }
}

/// Typefaces of one lane, by small numbers.
final class TypefaceTable {
  struct Key: Hashable {
    var font: UnsafeMutablePointer<PangoFont>
    var language: OpaquePointer?
    var script: UInt8
  }

  private struct FaceKey: Hashable {
    var face: OpaquePointer
    var script: UInt8
  }

  static let limit = 4096
  private let fonts: PangoFonts

  // MARK: Mutable State

  /// Typefaces, whose fonts are kept alive; owned by the lane's thread, like everything below.
  private(set) var typefaces: [Typeface] = []
  private var indices: [Key: UInt16] = [:]
  /// Isolations by face, because no rule of a font depends on its size. The faces are kept alive.
  private var isolations: [FaceKey: GlyphIsolation?] = [:]

  init(fonts: PangoFonts) { self.fonts = fonts }

  deinit {
    ShapingGate.exclusive { for key in indices.keys { g_object_unref(key.font) } }
    for key in isolations.keys { hb_face_destroy(key.face) }
  }

  subscript(index: UInt16) -> Typeface { typefaces[Int(index)] }

  /// Returns the index of a typeface.
  ///
  /// - Returns: nil when there are too many, or its script has an unknown baseline.
  func index(_ key: Key) -> UInt16? {
    if let known = indices[key] { return known }
    guard typefaces.count < Self.limit else { return nil }
    guard let typeface = ShapingGate.exclusive({ make(key) }) else { return nil }
    g_object_ref(key.font)
    typefaces.append(typeface)
    let index = UInt16(typefaces.count - 1)
    indices[key] = index
    return index
  }

  /// Returns the isolation of a font's glyphs in a script; nil when it cannot be determined.
  func isolation(_ key: Key) -> GlyphIsolation? {
    ShapingGate.exclusive { findIsolation(key) }
  }

  /// Whether a space next to a word (or the part of one) in one font is as wide as on its own:
  /// after the word, and before it.
  ///
  /// - Parameters:
  ///   - scalars: scalars of the word.
  ///   - glyphs: glyphs that it is shown with.
  func leavesBlanks(
    _ key: Key, _ scalars: some Sequence<Unicode.Scalar>, _ glyphs: [SegmentGlyph]
  ) -> (behind: Bool, before: Bool) {
    ShapingGate.exclusive {
      guard let isolation = findIsolation(key), let font = pango_font_get_hb_font(key.font) else {
        return (false, false)
      }
      var all = glyphs.map(\.index)
      var first: hb_codepoint_t?
      for (index, scalar) in scalars.enumerated() {
        var glyph: hb_codepoint_t = 0
        guard hb_font_get_nominal_glyph(font, scalar.value, &glyph) != 0 else {
          return (false, false)
        }
        all.append(glyph)
        if index == 0, g_unichar_isalpha(scalar.value) != 0 { first = glyph }
      }
      return isolation.leavesBlanks(all, first: first)
    }
  }

  private func findIsolation(_ key: Key) -> GlyphIsolation? {
    guard let sized = pango_font_get_hb_font(key.font), let face = hb_font_get_face(sized) else {
      return nil
    }
    let shared = FaceKey(face: face, script: key.script)
    if let known = isolations[shared] { return known }
    var space: hb_codepoint_t = 0
    let hasSpace = hb_font_get_nominal_glyph(sized, 0x20, &space) != 0
    let made = GlyphIsolation(face, script: Self.script(key), space: hasSpace ? space : nil)
    hb_face_reference(face)
    isolations[shared] = .some(made)
    return made
  }

  private static func script(_ key: Key) -> hb_script_t {
    hb_script_t(rawValue: g_unicode_script_to_iso15924(GUnicodeScript(Int32(key.script))))
  }

  private func make(_ key: Key) -> Typeface? {
    var result = Typeface(font: key.font, language: key.language)
    result.safeDistance = fonts.approximateWidth(key.font, key.language) * 3
    guard let sized = pango_font_get_hb_font(key.font), readBaselines(key, sized, &result) else {
      return nil
    }
    var space: hb_codepoint_t = 0
    var logical = PangoRectangle()
    let hasSpace = hb_font_get_nominal_glyph(sized, 0x20, &space) != 0
    // All glyphs of a font have the font's height.
    pango_font_get_glyph_extents(key.font, hasSpace ? space : emptyGlyph, nil, &logical)
    result.ascent = -logical.y
    result.descent = logical.y + logical.height
    // Advances of whole pixels add up without rounding, wherever a line is cut.
    if hasSpace, let width = shapedSpace(key), width > 0, width & 1023 == 0 {
      result.spaceAdvance = width
      result.isSpaceIsolated = isolation(key)?.isSpaceIsolated ?? false
    }
    return result
  }

  /// Returns the advance of a space on its own; a font may have another space for a language.
  private func shapedSpace(_ key: Key) -> Int32? {
    var analysis = PangoAnalysis()
    analysis.font = key.font
    analysis.language = key.language
    analysis.script = key.script
    guard let glyphs = pango_glyph_string_new() else { return nil }
    defer { pango_glyph_string_free(glyphs) }
    // Both texts have to be the same pointer, because the item has to lie within its paragraph.
    " ".withCString {
      pango_shape_with_flags($0, 1, $0, 1, &analysis, glyphs, PANGO_SHAPE_ROUND_POSITIONS)
    }
    return glyphs.pointee.num_glyphs == 1 ? glyphs.pointee.glyphs[0].geometry.width : nil
  }

  private func readBaselines(_ key: Key, _ font: OpaquePointer, _ result: inout Typeface) -> Bool {
    let script = Self.script(key)
    let language = key.language.flatMap {
      hb_language_from_string(pango_language_to_string($0), -1)
    }
    var scripts = [hb_tag_t](repeating: 0, count: Int(HB_OT_MAX_TAGS_PER_SCRIPT))
    var languages = [hb_tag_t](repeating: 0, count: Int(HB_OT_MAX_TAGS_PER_LANGUAGE))
    var (scriptCount, languageCount) = (UInt32(scripts.count), UInt32(languages.count))
    hb_ot_tags_from_script_and_language(
      script, language, &scriptCount, &scripts, &languageCount, &languages)
    let tag = hb_ot_layout_get_horizontal_baseline_tag_for_script(script)
    guard scriptCount > 0, let index = Typeface.baselineTags.firstIndex(of: tag) else {
      return false
    }
    result.baseline = index
    for (index, tag) in Typeface.baselineTags.enumerated() {
      var position: hb_position_t = 0
      hb_ot_layout_get_baseline_with_fallback(
        font, tag, HB_DIRECTION_LTR, scripts[Int(scriptCount) - 1],
        languageCount > 0 ? languages[Int(languageCount) - 1] : 0, &position)
      result.baselines[index] = position
    }
    return true
  }
}

/// Value of the macro `PANGO_GLYPH_EMPTY`, which Swift cannot import.
private let emptyGlyph: PangoGlyph = 0x0FFF_FFFF
