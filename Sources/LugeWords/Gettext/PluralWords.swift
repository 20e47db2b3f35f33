/// All forms of a text with a number in it, with the rule that chooses one.
public struct PluralWords: Hashable, Sendable {
  private var forms: [String]
  private var rule: PluralRule

  /// Makes the text of a language with two forms.
  public init(one: String, other: String) {
    self.init(forms: [one, other], rule: .oneAndOther)
  }

  init(forms: [String], rule: PluralRule) {
    self.forms = forms
    self.rule = rule
  }

  /// Returns the form for a number; empty if the language has none.
  func form(for count: Int) -> String {
    let index = rule.form(count)
    return (forms.indices.contains(index) ? forms[index] : forms.last) ?? ""
  }
}
