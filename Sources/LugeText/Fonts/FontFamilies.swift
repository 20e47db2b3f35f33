import Glibc
import Synchronization

/// Families used as the text font and the monospaced font, for the whole process.
///
/// Set them before the first lane starts: a lane reads them when it is made, and lanes that
/// disagree would measure differently.
public enum FontFamilies {
  /// Family names in order of preference, separated by commas. Fontconfig replaces a family that is
  /// not installed by the nearest one.
  public struct Names: Hashable, Sendable {
    /// Families of the text font, used for an empty family in a `FontSpec`.
    public var text: String
    /// Families of the font for code, inline and in blocks.
    public var monospaced: String
    /// BCP 47 tag of the language whose forms are preferred where scripts share characters (Han),
    /// and whose rules break lines where scripts need a language.
    public var language: String

    public init(
      text: String = "Noto Sans, sans-serif",
      monospaced: String = "Noto Sans Mono, DejaVu Sans Mono, monospace",
      language: String = FontFamilies.environmentLanguage()
    ) {
      self.text = text
      self.monospaced = monospaced
      self.language = language
    }
  }

  // MARK: Mutable State

  /// Current names, protected by their lock.
  private static let names = Mutex(Names())

  public static var current: Names {
    get { names.withLock { $0 } }
    set { names.withLock { $0 = newValue } }
  }

  /// Families of the text font; see ``current``.
  public static var `default`: String {
    get { current.text }
    set { names.withLock { $0.text = newValue } }
  }

  /// Returns the language of the locale variables, "en" when they name none.
  ///
  /// Pango's own default asks the C library, whose answer changes when a toolkit calls `setlocale`;
  /// layouts must not depend on which came first.
  public static func environmentLanguage() -> String {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = getenv(name), value[0] != 0 else { continue }
      let tag = String(cString: value).prefix { $0 != "." && $0 != "@" }
      return tag == "C" || tag == "POSIX" || tag.isEmpty
        ? "en" : String(tag.map { $0 == "_" ? "-" : $0 })
    }
    return "en"
  }
}
