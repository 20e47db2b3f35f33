import Synchronization

/// User-interface language of the process.
///
/// It is English, in which the sources are written, until a program chooses another one: importing
/// a library changes nothing. `luge`, `LugeQt.Application` and the options of a
/// `LugeListKit.ChatView` call ``followEnvironment(_:)`` before they show any text, unless the
/// program has chosen a language.
public enum Words {
  /// Language of the interface, with its catalogues.
  struct Speech: Sendable {
    /// Catalogues of the program, then Luge's own; empty for English.
    var catalogues: [MessageCatalogue] = []
    var pseudo: PseudoLanguage?
    var tag = "en"
    var isRightToLeft = false
    var formats = LocaleFormats()
    var isChosen = false
  }

  // MARK: Mutable State

  /// Current language, set once at a program's start, read by every thread.
  private static let speech = Mutex(Speech())

  /// Chooses the language that `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG` name, as far as it
  /// has a catalogue; `LUGE_LANGUAGE` takes precedence over all of them.
  ///
  /// - Parameter domains: domains of the program, searched before Luge's.
  public static func followEnvironment(_ domains: [Domain] = []) {
    follow(LanguagePreference.ofProcess(), domains + [.luge])
  }

  /// Chooses the first of the languages for which one of the domains has a catalogue.
  ///
  /// - Parameter tags: language tags such as `de_AT`, `de` or `pt_BR`; the best one first.
  public static func use(_ tags: [String], _ domains: [Domain] = [.luge]) {
    follow(LanguagePreference(tags), domains)
  }

  /// Tag of the language, such as `de` or `de_AT`; `en` without a translation.
  public static var language: String { speech.withLock { $0.tag } }

  /// Whether windows are laid out from right to left. Also true for a language that the user has
  /// chosen but that has no catalogue yet, because the user's other programs are mirrored, and so
  /// are the messages.
  public static var isRightToLeft: Bool { speech.withLock { $0.isRightToLeft } }

  /// Whether the program has chosen the language.
  public static var isChosen: Bool { speech.withLock { $0.isChosen } }

  /// Whether the language is a pseudo-locale for tests.
  public static var isPseudo: Bool { speech.withLock { $0.pseudo != nil } }

  /// Formats of numbers, dates and times.
  public static var formats: LocaleFormats { speech.withLock { $0.formats } }

  private static func follow(_ preference: LanguagePreference, _ domains: [Domain]) {
    var found = preference.speech(domains)
    found.formats = LocaleFormats(
      environment: LanguagePreference.variable, language: found.ownFormats)
    found.isChosen = true
    let new = found
    speech.withLock { $0 = new }
  }

  // MARK: Lookup

  /// Returns the translation; nil if the text is to be shown unchanged.
  public static func translation(_ text: String, context: String? = nil) -> String? {
    speech.withLock { $0 }.translation(text, context: context)
  }

  static func plural(_ one: String, _ other: String, context: String?) -> PluralWords {
    speech.withLock { $0 }.plural(one, other, context: context)
  }
}

extension Words.Speech {
  func translation(_ text: String, context: String?) -> String? {
    if let pseudo { return pseudo.speak(text) }
    for catalogue in catalogues {
      if let found = catalogue.translation(text, context: context) { return found }
    }
    return nil
  }

  func plural(_ one: String, _ other: String, context: String?) -> PluralWords {
    if let pseudo { return PluralWords(one: pseudo.speak(one), other: pseudo.speak(other)) }
    for catalogue in catalogues {
      if let found = catalogue.plural(one, context: context) { return found }
    }
    return PluralWords(one: one, other: other)
  }

  /// Number formats of the language; used if the environment sets no locale.
  var ownFormats: LocaleFormats {
    var formats = LocaleFormats()
    guard pseudo == nil else { return formats }
    if let decimal = translation(".", context: "decimal separator") {
      formats.decimalSeparator = decimal
    }
    if let group = translation(",", context: "between thousands") { formats.groupSeparator = group }
    return formats
  }
}

/// Returns a text of the interface in the user's language.
///
///     localized("Open an archive…")
///     localized("Reply to {name}", ["name": name])
///
/// The text is a literal: `scripts/words` finds it there.
///
/// - Parameters:
///   - text: text in English.
///   - context: distinguishes texts that are equal in English only.
///   - values: values for the placeholders in braces.
public func localized(
  _ text: String, context: String? = nil, _ values: [String: String] = [:]
) -> String {
  let said = Words.translation(text, context: context) ?? text
  return values.isEmpty ? said : said.filled(values)
}

/// Marks a text that is looked up where it is shown, with ``localized(_:context:_:)``, and returns
/// it unchanged.
///
/// The text is a literal: `scripts/words` finds it there.
public func translatable(_ text: String) -> String { text }

/// Returns a text with a number in it, in the form that the user's language has for that number.
///
///     localized(one: "{count} message", other: "{count} messages", count: messages.count)
///
/// - Parameter count: value of `{count}`, with separators between thousands.
public func localized(
  one: String, other: String, count: Int, context: String? = nil, _ values: [String: String] = [:]
) -> String {
  Words.plural(one, other, context: context)(count, values)
}

/// Returns all forms of a text with a number in it, for a number that is known later.
public func localizedPlural(one: String, other: String, context: String? = nil) -> PluralWords {
  Words.plural(one, other, context: context)
}
