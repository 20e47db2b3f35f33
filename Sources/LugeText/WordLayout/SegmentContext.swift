import CPango
import LugeCore

/// Context of a segment: the requested font, the script that Pango gives the characters around it,
/// and whether they run right to left. A segment's glyphs and look depend only on these.
final class SegmentContext {
  struct Key: Hashable {
    var font: FontSpec
    var script: PangoScript.RawValue
    var isRightToLeft: Bool
  }

  let key: Key
  /// Identifier of the context in the cache; never 0.
  let id: UInt32
  /// Typeface of spaces on their own.
  let main: UInt16
  let spaceAdvance: Int32
  /// Typeface with the number `main`.
  let typeface: Typeface
  /// Ascent and descent of a line in this typeface only, whole pixels.
  let height: (Int, Int)
  /// Whether the context is for paragraphs without a letter.
  let isCommon: Bool
  let shaper: SegmentShaper
  /// Whether parts of a word can be shaped on their own. False for scripts whose letters join,
  /// because Pango shapes a part with the letters that it would join.
  let canCut: Bool

  /// Makes a context; nil when its words can't be shaped one by one.
  init?(_ key: Key, id: UInt32, fonts: PangoFonts, typefaces: TypefaceTable) {
    guard let neighbour = Self.neighbours[key.script],
      let shaper = SegmentShaper(key, neighbour: neighbour, fonts: fonts, typefaces: typefaces),
      typefaces[shaper.main].isSpaceIsolated,
      let space = typefaces[shaper.main].spaceAdvance
    else { return nil }
    self.key = key
    self.id = id
    self.shaper = shaper
    main = shaper.main
    spaceAdvance = space
    typeface = typefaces[shaper.main]
    height = Typeface.lineHeight(typeface, EmptyCollection())
    isCommon = key.script == PANGO_SCRIPT_COMMON.rawValue
    canCut = key.script != PANGO_SCRIPT_ARABIC.rawValue
  }

  /// Whether all characters are of the context's script or common to all; see
  /// `pango_script_iter_next`.
  func isScript(of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy {
      let script = PangoScript.RawValue(clamping: Int(g_unichar_get_script($0.value).rawValue))
      return script == key.script || script == PANGO_SCRIPT_COMMON.rawValue
        || script == PANGO_SCRIPT_INHERITED.rawValue
    }
  }

  /// A letter of each supported script. It is placed beside segments while they are shaped, so that
  /// characters common to all scripts get the script, language and font that they have in such a
  /// text.
  private static let neighbours: [PangoScript.RawValue: String] = {
    let pairs: [(PangoScript, String)] = [
      (PANGO_SCRIPT_COMMON, "0"), (PANGO_SCRIPT_LATIN, "x"), (PANGO_SCRIPT_GREEK, "ω"),
      (PANGO_SCRIPT_CYRILLIC, "ж"), (PANGO_SCRIPT_HAN, "中"), (PANGO_SCRIPT_HIRAGANA, "あ"),
      (PANGO_SCRIPT_KATAKANA, "ア"), (PANGO_SCRIPT_HANGUL, "한"), (PANGO_SCRIPT_HEBREW, "ש"),
      (PANGO_SCRIPT_ARABIC, "د"), (PANGO_SCRIPT_THAI, "ก"), (PANGO_SCRIPT_DEVANAGARI, "क"),
      (PANGO_SCRIPT_BENGALI, "ক"), (PANGO_SCRIPT_TAMIL, "க"), (PANGO_SCRIPT_TELUGU, "క"),
      (PANGO_SCRIPT_GUJARATI, "ક"), (PANGO_SCRIPT_GURMUKHI, "ਕ"), (PANGO_SCRIPT_KANNADA, "ಕ"),
      (PANGO_SCRIPT_MALAYALAM, "ക"), (PANGO_SCRIPT_ARMENIAN, "ա"), (PANGO_SCRIPT_GEORGIAN, "ა"),
    ]
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0.0.rawValue, $0.1) })
  }()

  /// Returns whether a supported script's letters run right to left.
  static func isRightToLeft(_ script: PangoScript.RawValue) -> Bool {
    script == PANGO_SCRIPT_HEBREW.rawValue || script == PANGO_SCRIPT_ARABIC.rawValue
  }

  /// Whether a script is written without spaces, so that most of its characters are words of their
  /// own.
  static func isWrittenWithoutBlanks(_ script: PangoScript.RawValue) -> Bool {
    [
      PANGO_SCRIPT_HAN.rawValue, PANGO_SCRIPT_HIRAGANA.rawValue, PANGO_SCRIPT_KATAKANA.rawValue,
    ].contains(script)
  }

  /// Whether Pango has rules for line breaks of a script besides Unicode's. Its rules for Arabic
  /// concern only the backspace key, those for Indic scripts only text with joiners
  /// (break-arabic.c, break-indic.c).
  static func isTailored(_ script: PangoScript.RawValue, hasJoiner: Bool) -> Bool {
    if untailored.contains(script) || isWrittenWithoutBlanks(script) { return false }
    return hasJoiner || !tailoredAtJoiners.contains(script)
  }

  private static let untailored: Set<PangoScript.RawValue> = [
    PANGO_SCRIPT_COMMON.rawValue, PANGO_SCRIPT_LATIN.rawValue, PANGO_SCRIPT_GREEK.rawValue,
    PANGO_SCRIPT_CYRILLIC.rawValue, PANGO_SCRIPT_HEBREW.rawValue, PANGO_SCRIPT_HANGUL.rawValue,
    PANGO_SCRIPT_ARABIC.rawValue,
  ]
  private static let tailoredAtJoiners: Set<PangoScript.RawValue> = [
    PANGO_SCRIPT_DEVANAGARI.rawValue, PANGO_SCRIPT_BENGALI.rawValue, PANGO_SCRIPT_TAMIL.rawValue,
    PANGO_SCRIPT_TELUGU.rawValue, PANGO_SCRIPT_GUJARATI.rawValue, PANGO_SCRIPT_GURMUKHI.rawValue,
    PANGO_SCRIPT_KANNADA.rawValue, PANGO_SCRIPT_MALAYALAM.rawValue,
  ]
}
