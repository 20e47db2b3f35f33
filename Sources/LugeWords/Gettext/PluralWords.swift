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

  /// Returns the form for a number, with `{count}` filled in and the given values.
  public func callAsFunction(_ count: Int, _ values: [String: String] = [:]) -> String {
    let index = rule.form(count)
    guard let text = forms.indices.contains(index) ? forms[index] : forms.last else { return "" }
    var values = values
    if values["count"] == nil { values["count"] = Words.formats.number(count) }
    return text.filled(values)
  }
}
