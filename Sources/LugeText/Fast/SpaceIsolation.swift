import CPango

/// Whether words of a font can be shaped one by one.
enum SpaceIsolation {
  /// True when no substitution, kerning or other rule of the font looks at the space, so that what
  /// stands on one side of it cannot change the glyphs or positions on the other side.
  ///
  /// The same proof that Firefox's word cache rests on. Rules of all scripts, languages and
  /// features are looked at, switched on or not; Apple's tables are not understood, and such fonts
  /// are refused.
  ///
  /// - Complexity: O(rules of the font), about 0.2 ms for Noto Sans.
  static func isProven(_ font: UnsafeMutablePointer<PangoFont>) -> Bool {
    guard let sized = pango_font_get_hb_font(font), let face = hb_font_get_face(sized) else {
      return false
    }
    var space: hb_codepoint_t = 0
    guard hb_font_get_nominal_glyph(sized, 0x20, &space) != 0,
      hb_aat_layout_has_substitution(face) == 0, hb_aat_layout_has_positioning(face) == 0,
      !hasTable(face, "kern"),
      let lookups = hb_set_create(), let glyphs = hb_set_create()
    else { return false }
    defer {
      hb_set_destroy(lookups)
      hb_set_destroy(glyphs)
    }
    for table in [tag("GSUB"), tag("GPOS")] {
      hb_set_clear(lookups)
      hb_set_clear(glyphs)
      hb_ot_layout_collect_lookups(face, table, nil, nil, nil, lookups)
      var lookup = hb_codepoint_t.max
      while hb_set_next(lookups, &lookup) != 0 {
        // Before, at, after and instead of: the space must be in none.
        hb_ot_layout_lookup_collect_glyphs(face, table, lookup, glyphs, glyphs, glyphs, glyphs)
      }
      if hb_set_has(glyphs, space) != 0 { return false }
    }
    return true
  }

  private static func hasTable(_ face: OpaquePointer, _ name: StaticString) -> Bool {
    let blob = hb_face_reference_table(face, tag(name))
    defer { hb_blob_destroy(blob) }
    return hb_blob_get_length(blob) > 0
  }

  private static func tag(_ name: StaticString) -> hb_tag_t {
    (0..<4).reduce(0) { $0 << 8 | hb_tag_t(name.utf8Start[$1]) }
  }
}
