import CPango

/// The script of a paragraph for `WordLines`, by its first letter.
///
/// Only a guess at which context to try: each word is then checked against it.
struct WordScript: Equatable {
  let pango: PangoScript.RawValue

  static let common = WordScript(pango: PANGO_SCRIPT_COMMON.rawValue)

  private init(pango: PangoScript.RawValue) { self.pango = pango }

  /// Nil for scripts whose paragraphs are laid out in another way.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let script = g_unichar_get_script(scalar.value)
      switch script {
      case G_UNICODE_SCRIPT_COMMON, G_UNICODE_SCRIPT_INHERITED: continue
      case G_UNICODE_SCRIPT_LATIN, G_UNICODE_SCRIPT_GREEK, G_UNICODE_SCRIPT_CYRILLIC,
        G_UNICODE_SCRIPT_HANGUL:
        pango = PangoScript.RawValue(clamping: Int(script.rawValue))
        return
      default: return nil
      }
    }
    self = .common
  }
}
