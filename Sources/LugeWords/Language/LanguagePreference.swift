#if canImport(Glibc)
  import Glibc
#endif

/// Languages that the user reads, the best one first, chosen as gettext chooses them.
struct LanguagePreference: Hashable, Sendable {
  /// Language tags such as `de_AT`, without the encoding.
  var tags: [String]

  init(_ tags: [String]) { self.tags = tags.map(Self.withoutEncoding).filter { !$0.isEmpty } }

  /// Reads the environment.
  ///
  /// - Parameter variable: returns a variable of the environment, nil if it is not set.
  init(environment variable: (String) -> String?) {
    func value(_ name: String) -> String? {
      variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    if let own = value("LUGE_LANGUAGE") {
      self.init([own])
      return
    }
    // Without a locale nothing is translated, whatever LANGUAGE says, because scripts rely on it.
    let locale = value("LC_ALL") ?? value("LC_MESSAGES") ?? value("LANG") ?? "C"
    // The C library has that only for the plain names; "C.UTF-8" is a locale like others.
    guard !["C", "POSIX"].contains(locale) else {
      self.init([])
      return
    }
    let own = Self.isNobodys(locale) ? [] : [locale]
    self.init(value("LANGUAGE")?.split(separator: ":").map(String.init) ?? own)
  }

  static func ofProcess() -> LanguagePreference {
    LanguagePreference(environment: variable)
  }

  /// Returns a variable of this process's environment.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Whether a locale is the C library's own, in whatever encoding.
  static func isNobodys(_ locale: String) -> Bool {
    ["C", "POSIX"].contains(withoutEncoding(locale))
  }

  /// Returns the language of the interface when these domains are available.
  func speech(_ domains: [Domain]) -> Speech {
    var speech = Speech()
    for tag in tags {
      if let pseudo = PseudoLanguage(tag) {
        speech.pseudo = pseudo
        speech.tag = tag
        speech.isRightToLeft = pseudo.isRightToLeft
        return speech
      }
      // The sources are English, so no catalogue is needed.
      if Self.base(tag) == "en" { return speech }
      for name in Self.names(tag) {
        let found = domains.compactMap { $0.catalogue(name) }
        guard !found.isEmpty else { continue }
        speech.catalogues = found
        speech.tag = name
        speech.isRightToLeft = Self.isRightToLeft(name)
        return speech
      }
    }
    speech.isRightToLeft = tags.first.map(Self.isRightToLeft) ?? false
    return speech
  }

  /// Returns the names to try for `de_AT@euro`: itself, `de_AT`, `de@euro`, `de`.
  static func names(_ tag: String) -> [String] {
    let parts = tag.split(separator: "@", maxSplits: 1)
    let place = parts.first.map(String.init) ?? tag
    let modifier = parts.count > 1 ? "@" + parts[1] : ""
    var names: [String] = []
    for candidate in [place + modifier, place, base(tag) + modifier, base(tag)]
    where !names.contains(candidate) {
      names.append(candidate)
    }
    return names
  }

  /// Returns `de_AT@euro` for `de_AT.UTF-8@euro`, and `de_AT` for `de-AT`.
  private static func withoutEncoding(_ locale: String) -> String {
    var result = locale
    if let dot = result.firstIndex(of: ".") {
      let end = result[dot...].firstIndex(of: "@") ?? result.endIndex
      result.removeSubrange(dot..<end)
    }
    guard PseudoLanguage(result) == nil else { return result }
    return String(result.map { $0 == "-" ? "_" : $0 })
  }

  private static func base(_ tag: String) -> String {
    String(tag.prefix { $0 != "_" && $0 != "@" })
  }

  /// Whether a language is written from right to left in all countries, or according to its
  /// modifier.
  private static func isRightToLeft(_ tag: String) -> Bool {
    [
      "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
    ].contains(base(tag)) || tag.hasSuffix("@arabic")
  }
}
