/// Language of the interface, with its catalogues.
struct Speech: Sendable {
  /// Catalogues of the program, then Luge's own; empty for English.
  var catalogues: [MessageCatalogue] = []
  var pseudo: PseudoLanguage?
  var tag = "en"
  var isRightToLeft = false

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
}
