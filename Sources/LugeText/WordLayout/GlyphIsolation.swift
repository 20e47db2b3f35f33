import CPango

/// Glyphs of a font that no substitution, kerning or other rule concerns, so that neighbours cannot
/// change them, nor they their neighbours.
///
/// If the space is one of them, words can be shaped one by one; Firefox's word cache relies on the
/// same. In East Asian fonts, ideographs that are among them can be shaped one by one.
///
/// The rules considered are those that a script has in any language, of the features that are on by
/// default in horizontal text (this program turns on no others), and the old kerning table in its
/// common form. Apple's tables are not supported, and such fonts are refused.
///
/// A rule that replaces the space whatever its neighbours are, as Noto Sans CJK has for Korean,
/// changes its glyph but not its isolation.
final class GlyphIsolation {
  private let touched: OpaquePointer
  /// Glyph of the space, and the glyphs that single substitutions make of it.
  private let spaces: OpaquePointer
  /// Glyphs that rules combine with the space.
  private let companions: OpaquePointer
  /// Glyphs that form a ligature with a space before them.
  private let followers: OpaquePointer
  /// Whether a glyph of `followers` appears only for its own character, and never as the first
  /// glyph of a word that begins with another character.
  private let areFollowersCharacters: Bool
  /// Whether no rule concerns the space together with anything.
  let isSpaceIsolated: Bool
  /// Substitutions that were considered.
  private let substitutions: OpaquePointer
  private let face: OpaquePointer
  /// Cache of glyphs from which substitutions never make a companion or a follower, and of all
  /// glyphs made from them. Confined to the lane's thread.
  private let harmless: OpaquePointer
  /// Whether the legacy `kern` table kerns the space; with which glyphs is not known.
  private var isSpaceKerned = false

  /// Examines a font's rules.
  ///
  /// - Parameters:
  ///   - face: outlives this object.
  ///   - space: the glyph of the space.
  /// - Complexity: O(rules of the font).
  init?(_ face: OpaquePointer, script: hb_script_t, space: hb_codepoint_t?) {
    guard
      hb_aat_layout_has_substitution(face) == 0, hb_aat_layout_has_positioning(face) == 0,
      let lookups = hb_set_create(), let glyphs = hb_set_create(),
      let companions = hb_set_create(), let substitutions = hb_set_create(),
      let own = hb_set_create(), let spaces = hb_set_create(), let followers = hb_set_create(),
      let harmless = hb_set_create()
    else { return nil }
    defer {
      hb_set_destroy(lookups)
      hb_set_destroy(own)
    }
    self.face = face
    self.companions = companions
    self.substitutions = substitutions
    self.spaces = spaces
    self.followers = followers
    self.harmless = harmless
    touched = glyphs
    let blob = hb_face_reference_table(face, Self.tag("GSUB"))
    defer { hb_blob_destroy(blob) }
    let rules = SubstitutionTable(blob)
    var isSpaceTouched = space == nil
    if let space { hb_set_add(spaces, space) }
    // HarfBuzz turns `calt` off for Hangul, as Uniscribe does (hb-ot-shaper-hangul.cc).
    let features =
      Self.features.map(Self.tag).filter {
        script != HB_SCRIPT_HANGUL || $0 != Self.tag("calt")
      } + [0]
    let scripts = Self.scriptTags(script)
    for table in [Self.tag("GSUB"), Self.tag("GPOS")] {
      hb_set_clear(lookups)
      // Take the script's tag that HarfBuzz chooses for this table.
      var (index, chosen): (UInt32, hb_tag_t) = (0, 0)
      hb_ot_layout_table_select_script(
        face, table, UInt32(scripts.count), scripts, &index, &chosen)
      guard chosen != 0 else { continue }
      guard !Self.hasRequiredFeature(face, table, script: index) else { return nil }
      hb_ot_layout_collect_lookups(face, table, [chosen, 0], nil, features, lookups)
      if table == Self.tag("GSUB") {
        hb_set_union(substitutions, lookups)
        Self.substitute(spaces, face, lookups, rules)
      }
      var lookup = hb_codepoint_t.max
      while hb_set_next(lookups, &lookup) != 0 {
        hb_set_clear(own)
        // Collect glyphs before, at and after the place of a rule, and its results.
        hb_ot_layout_lookup_collect_glyphs(face, table, lookup, own, own, own, own)
        hb_set_union(touched, own)
        guard let space, Self.intersects(own, spaces),
          table != Self.tag("GSUB") || !rules.isSingle(lookup: lookup)
        else { continue }
        isSpaceTouched = true
        if table == Self.tag("GSUB"), hb_set_get_population(spaces) == 1,
          let ligatures = rules.followers(of: space, lookup: lookup)
        {
          for glyph in ligatures { hb_set_add(followers, glyph) }
        } else {
          hb_set_union(companions, own)
        }
      }
    }
    hb_set_subtract(companions, spaces)
    hb_set_clear(own)
    guard Self.addKerning(face, to: own) else { return nil }
    isSpaceKerned = Self.intersects(own, spaces)
    hb_set_union(touched, own)
    isSpaceIsolated = !isSpaceTouched && !isSpaceKerned
    areFollowersCharacters =
      !rules.removesGlyphs && !Self.produces(followers, face, substitutions)
  }

  /// Adds the glyphs that single substitutions make of the given ones.
  private static func substitute(
    _ glyphs: OpaquePointer, _ face: OpaquePointer, _ lookups: OpaquePointer,
    _ rules: SubstitutionTable
  ) {
    var before: UInt32
    repeat {
      before = hb_set_get_population(glyphs)
      var lookup = hb_codepoint_t.max
      while hb_set_next(lookups, &lookup) != 0 {
        guard rules.isSingle(lookup: lookup) else { continue }
        hb_ot_layout_lookup_substitute_closure(face, lookup, glyphs)
      }
    } while hb_set_get_population(glyphs) != before
  }

  /// Whether some substitution produces one of these glyphs.
  private static func produces(
    _ glyphs: OpaquePointer, _ face: OpaquePointer, _ lookups: OpaquePointer
  ) -> Bool {
    guard let output = hb_set_create() else { return true }
    defer { hb_set_destroy(output) }
    var lookup = hb_codepoint_t.max
    while hb_set_next(lookups, &lookup) != 0 {
      hb_ot_layout_lookup_collect_glyphs(face, tag("GSUB"), lookup, nil, nil, nil, output)
    }
    return intersects(output, glyphs)
  }

  private static func intersects(_ a: OpaquePointer, _ b: OpaquePointer) -> Bool {
    guard let both = hb_set_create() else { return true }
    defer { hb_set_destroy(both) }
    hb_set_set(both, a)
    hb_set_intersect(both, b)
    return hb_set_is_empty(both) == 0
  }

  deinit {
    hb_set_destroy(touched)
    hb_set_destroy(companions)
    hb_set_destroy(substitutions)
    hb_set_destroy(spaces)
    hb_set_destroy(followers)
    hb_set_destroy(harmless)
  }

  /// Whether no rule that concerns the space can concern a word as well, whatever substitutions
  /// make of its glyphs: for a space after the word, and for one before it.
  ///
  /// - Parameters:
  ///   - glyphs: glyphs of the word's characters, and those that it is shown with.
  ///   - first: glyph of its first character, if that is a letter.
  /// - Complexity: O(substitutions of the font) for glyphs that were not asked for before.
  func leavesBlanks(_ glyphs: some Sequence<hb_codepoint_t>, first: hb_codepoint_t?) -> (
    behind: Bool, before: Bool
  ) {
    guard !isSpaceKerned, let closure = hb_set_create() else { return (false, false) }
    defer { hb_set_destroy(closure) }
    if hb_set_is_empty(companions) != 0, hb_set_is_empty(followers) != 0 { return (true, true) }
    for glyph in glyphs { hb_set_add(closure, glyph) }
    if hb_set_is_subset(closure, harmless) != 0 { return (true, true) }
    hb_ot_layout_lookups_substitute_closure(face, substitutions, closure)
    addHarmless(closure)
    guard !Self.intersects(closure, companions) else { return (false, false) }
    // A word is safe unless it begins with a glyph that forms a ligature with the space.
    let begins = first.map { areFollowersCharacters && hb_set_has(followers, $0) == 0 } ?? false
    return (true, begins || !Self.intersects(closure, followers))
  }

  /// Adds glyphs to the harmless ones, if all of them together are harmless.
  private func addHarmless(_ glyphs: OpaquePointer) {
    guard !Self.intersects(glyphs, companions), !Self.intersects(glyphs, followers),
      let all = hb_set_create()
    else { return }
    defer { hb_set_destroy(all) }
    hb_set_set(all, harmless)
    hb_set_union(all, glyphs)
    hb_ot_layout_lookups_substitute_closure(face, substitutions, all)
    if !Self.intersects(all, companions), !Self.intersects(all, followers) {
      hb_set_set(harmless, all)
    }
  }

  func isIsolated(_ glyph: hb_codepoint_t) -> Bool { hb_set_has(touched, glyph) == 0 }

  /// Features that HarfBuzz (hb-ot-shape.cc and its shapers) turns on by itself, or may turn on for
  /// some script.
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

  /// Returns the script's tags, the best one first.
  private static func scriptTags(_ script: hb_script_t) -> [hb_tag_t] {
    var tags = [hb_tag_t](repeating: 0, count: Int(HB_OT_MAX_TAGS_PER_SCRIPT))
    var count = UInt32(tags.count)
    hb_ot_tags_from_script_and_language(script, nil, &count, &tags, nil, nil)
    return Array(tags.prefix(Int(count)))
  }

  /// Adds the glyphs that the table of that name kerns.
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
