import Synchronization

/// User-interface language of the process.
///
/// It is English, in which the sources are written, until a program chooses another one: importing
/// a library changes nothing. `luge`, `LugeQt.Application` and the options of a
/// `LugeListKit.ChatView` call ``followEnvironment(_:)`` before they show any text, unless the
/// program has chosen a language.
public enum Words {
  /// What a program has chosen.
  private struct Choice {
    var speech = Speech()
    var formats = LocaleFormats()
    var isMade = false
  }

  // MARK: Mutable State

  /// Set once at a program's start, read by every thread.
  private static let choice = Mutex(Choice())

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
  public static var language: String { choice.withLock { $0.speech.tag } }

  /// Whether windows are laid out from right to left. Also true for a language that the user has
  /// chosen but that has no catalogue yet, because the user's other programs are mirrored, and so
  /// are the messages.
  public static var isRightToLeft: Bool { choice.withLock { $0.speech.isRightToLeft } }

  /// Whether the program has chosen the language.
  public static var isChosen: Bool { choice.withLock { $0.isMade } }

  /// Whether the language is a pseudo-locale for tests.
  public static var isPseudo: Bool { choice.withLock { $0.speech.pseudo != nil } }

  /// Formats of numbers, dates and times.
  public static var formats: LocaleFormats { choice.withLock { $0.formats } }

  private static func follow(_ preference: LanguagePreference, _ domains: [Domain]) {
    let speech = preference.speech(domains)
    let formats = LocaleFormats(
      environment: LanguagePreference.variable, language: speech.ownFormats)
    choice.withLock { $0 = Choice(speech: speech, formats: formats, isMade: true) }
  }

  // MARK: Lookup

  /// Returns the translation; nil if the text is to be shown unchanged.
  public static func translation(_ text: String, context: String? = nil) -> String? {
    choice.withLock { $0.speech }.translation(text, context: context)
  }

  static func plural(_ one: String, _ other: String, context: String?) -> PluralWords {
    choice.withLock { $0.speech }.plural(one, other, context: context)
  }
}

extension Speech {
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

extension PluralWords {
  /// Returns the form for a number, with `{count}` filled in and the given values.
  public func callAsFunction(_ count: Int, _ values: [String: String] = [:]) -> String {
    var values = values
    if values["count"] == nil { values["count"] = Words.formats.number(count) }
    return form(for: count).filled(values)
  }
}

/// Returns all forms of a text with a number in it, for a number that is known later.
public func localizedPlural(one: String, other: String, context: String? = nil) -> PluralWords {
  Words.plural(one, other, context: context)
}
