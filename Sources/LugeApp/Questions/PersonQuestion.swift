import LugeCore
import LugeQt
import LugeWords

/// A text field that suggests the people whose names contain its text: for more people than fit
/// into a menu.
struct PersonQuestion {
  var title: String
  /// Hint for leaving the field empty; nil if a person must be named.
  var hintForNobody: String?
  var accept: String
  /// Names in the form that is shown.
  var names: [String]

  /// - Parameter answer: called with the person's index, or nil for nobody; not called if the user
  ///   cancels.
  @MainActor
  func ask(in window: Window, answer: @escaping @MainActor (Int?) -> Void) async {
    let names = names.map(Clipping.singleLine)
    let form = Form(
      title: title, hint: hintForNobody ?? "", accept: accept,
      fields: [.init(localized("Name"), isOptional: hintForNobody != nil, choices: names)])
    await window.ask(form) { values in
      let written = (values.first ?? "").trimmingCharacters(in: .whitespaces).lowercased()
      guard !written.isEmpty else {
        answer(nil)
        return nil
      }
      let containing = names.indices.filter { names[$0].lowercased().contains(written) }
      let whole = containing.first { names[$0].lowercased() == written }
      guard let person = whole ?? (containing.count == 1 ? containing[0] : nil) else {
        return Self.nobody(called: values.first ?? "")
      }
      answer(person)
      return nil
    }
  }

  static func nobody(called name: String) -> String {
    localized(
      "Nobody in this archive is called “{name}”", ["name": ForeignText.name(name)])
  }
}
