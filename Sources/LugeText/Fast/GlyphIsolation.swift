import CPango

/// Which glyphs of a font no substitution, kerning or other rule of the font concerns, so that what
/// stands next to them cannot change them, nor they what stands next to them.
///
/// For the space it is the proof that Firefox's word cache rests on: words can be shaped one by
/// one. For the ideographs of East Asian fonts it means that each can.
///
/// Looked at are the rules that a script has in any language, of the features that are on by default
/// in horizontal text (nobody switches on others), and the old kerning table in its common form.
/// Apple's tables are not understood, and such fonts are refused.
final class GlyphIsolation {
  private let touched: OpaquePointer
  /// What rules that concern the space concern as well.
  private let companions: OpaquePointer
  /// The substitutions that were looked at.
  private let substitutions: OpaquePointer
  private let face: OpaquePointer
  /// By the old table, which says nothing of what else it concerns.
  private var isSpaceKerned = false

  /// - Parameters:
  ///   - face: outlives this object.
  ///   - space: its glyph.
  /// - Complexity: O(rules of the font), about 0.2 ms for Noto Sans.
  init?(_ face: OpaquePointer, script: hb_script_t, space: hb_codepoint_t?) {
    guard
      hb_aat_layout_has_substitution(face) == 0, hb_aat_layout_has_positioning(face) == 0,
      let lookups = hb_set_create(), let glyphs = hb_set_create(),
      let companions = hb_set_create(), let substitutions = hb_set_create(),
      let own = hb_set_create()
    else { return nil }
    defer {
      hb_set_destroy(lookups)
      hb_set_destroy(own)
    }
    self.face = face
    self.companions = companions
    self.substitutions = substitutions
    touched = glyphs
    let features = Self.features.map(Self.tag) + [0]
    let scripts = Self.scriptTags(script)
    for table in [Self.tag("GSUB"), Self.tag("GPOS")] {
      hb_set_clear(lookups)
      // The one of them that HarfBuzz takes for this table.
      var (index, chosen): (UInt32, hb_tag_t) = (0, 0)
      hb_ot_layout_table_select_script(
        face, table, UInt32(scripts.count), scripts, &index, &chosen)
      guard chosen != 0 else { continue }
      guard !Self.hasRequiredFeature(face, table, script: index) else { return nil }
      hb_ot_layout_collect_lookups(face, table, [chosen, 0], nil, features, lookups)
      if table == Self.tag("GSUB") { hb_set_union(substitutions, lookups) }
      var lookup = hb_codepoint_t.max
      while hb_set_next(lookups, &lookup) != 0 {
        hb_set_clear(own)
        // Before, at, after and instead of.
        hb_ot_layout_lookup_collect_glyphs(face, table, lookup, own, own, own, own)
        hb_set_union(touched, own)
        guard let space, hb_set_has(own, space) != 0 else { continue }
        if table == Self.tag("GSUB"), let followers = Self.followers(face, lookup, space) {
          for glyph in followers { hb_set_add(companions, glyph) }
        } else {
          hb_set_union(companions, own)
        }
      }
    }
    if let space { hb_set_del(companions, space) }
    hb_set_clear(own)
    guard Self.addKerning(face, to: own) else { return nil }
    if let space { isSpaceKerned = hb_set_has(own, space) != 0 }
    hb_set_union(touched, own)
  }

  deinit {
    hb_set_destroy(touched)
    hb_set_destroy(companions)
    hb_set_destroy(substitutions)
  }

  /// Whether no rule that concerns the space can concern a word too, whatever becomes of its glyphs
  /// on the way.
  ///
  /// - Parameter glyphs: those of its characters, and those that it is shown with.
  /// - Complexity: O(substitutions of the font) at worst.
  func leavesBlanks(_ glyphs: some Sequence<hb_codepoint_t>) -> Bool {
    guard !isSpaceKerned, let closure = hb_set_create() else { return false }
    defer { hb_set_destroy(closure) }
    for glyph in glyphs { hb_set_add(closure, glyph) }
    if hb_set_is_empty(companions) != 0 { return true }
    hb_ot_layout_lookups_substitute_closure(face, substitutions, closure)
    hb_set_intersect(closure, companions)
    return hb_set_is_empty(closure) != 0
  }

  func isIsolated(_ glyph: hb_codepoint_t) -> Bool { hb_set_has(touched, glyph) == 0 }

  /// What HarfBuzz (hb-ot-shape.cc and its shapers) turns on by itself, or may for some script.
  private static let features: [StaticString] = [
    "rvrn", "ltra", "ltrm", "rtla", "rtlm", "frac", "numr", "dnom", "rand", "trak", "Harf", "HARF",
    "Buzz", "BUZZ", "abvm", "blwm", "ccmp", "locl", "mark", "mkmk", "rlig", "calt", "clig", "curs",
    "dist", "kern", "liga", "rclt", "isol", "fina", "fin2", "fin3", "medi", "med2",
    "init", "mset", "stch", "ljmo", "vjmo", "tjmo", "nukt", "akhn", "rphf", "rkrf", "pref", "blwf",
    "abvf", "half", "pstf", "vatu", "cjct", "cfar", "pres", "abvs", "blws", "psts", "haln",
  ]

  /// Whether some language of a script turns on a feature of its own choice.
  private static func hasRequiredFeature(
    _ face: OpaquePointer, _ table: hb_tag_t, script: UInt32
  ) -> Bool {
    let languages = hb_ot_layout_script_get_language_tags(face, table, script, 0, nil, nil)
    return ([UInt32(HB_OT_LAYOUT_DEFAULT_LANGUAGE_INDEX)] + Array(0..<languages)).contains {
      var index: UInt32 = 0
      return hb_ot_layout_language_get_required_feature_index(face, table, script, $0, &index) != 0
    }
  }

  /// What a lookup makes one glyph with the space, if it does nothing else with it.
  private static func followers(
    _ face: OpaquePointer, _ lookup: hb_codepoint_t, _ space: hb_codepoint_t
  ) -> Set<hb_codepoint_t>? {
    let blob = hb_face_reference_table(face, tag("GSUB"))
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(blob, &length) else { return nil }
    let table = UnsafeRawBufferPointer(start: data, count: Int(length))
    return SpaceLigatures(table: table, space: space).followers(lookup: lookup)
  }

  /// The script's tags, the best one first.
  private static func scriptTags(_ script: hb_script_t) -> [hb_tag_t] {
    var tags = [hb_tag_t](repeating: 0, count: Int(HB_OT_MAX_TAGS_PER_SCRIPT))
    var count = UInt32(tags.count)
    hb_ot_tags_from_script_and_language(script, nil, &count, &tags, nil, nil)
    return Array(tags.prefix(Int(count)))
  }

  /// Adds what is kerned by the table of that name.
  ///
  /// - Returns: false when the table is not of the common form: version 0, lists of pairs.
  private static func addKerning(_ face: OpaquePointer, to kerned: OpaquePointer) -> Bool {
    let blob = hb_face_reference_table(face, tag("kern"))
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(blob, &length), length > 0 else { return true }
    let bytes = UnsafeRawBufferPointer(start: data, count: Int(length))
    func value(_ offset: Int) -> Int? {
      offset + 1 < bytes.count ? Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) : nil
    }
    guard value(0) == 0, let tables = value(2) else { return false }
    var offset = 4
    for _ in 0..<tables {
      guard let coverage = value(offset + 4), coverage >> 8 == 0, let pairs = value(offset + 6)
      else { return false }
      offset += 14
      for _ in 0..<pairs {
        guard let left = value(offset), let right = value(offset + 2) else { return false }
        hb_set_add(kerned, hb_codepoint_t(left))
        hb_set_add(kerned, hb_codepoint_t(right))
        offset += 6
      }
    }
    return true
  }

  private static func tag(_ name: StaticString) -> hb_tag_t {
    (0..<4).reduce(0) { $0 << 8 | hb_tag_t(name.utf8Start[$1]) }
  }
}
