import LugeCore
import LugeLive
import LugeWords

/// Check of whether the people exist who are invited by a form. A server takes any name, and nobody
/// ever comes. Of each name that it does not know the user is told once, because it may be wrong
/// about a person of another server: with the form's button pressed again it goes on.
@MainActor final class PeopleCheck {
  private let account: LiveAccount
  private let button: String
  private let known: Set<String>

  // MARK: Mutable State (main actor)

  /// Names that the user was told of.
  private var told: Set<String> = []

  /// - Parameters:
  ///   - button: title of the form's button.
  ///   - known: people whom the user has met, who are not looked for.
  init(_ account: LiveAccount, button: String, _ known: [RoomsController.Suggestion] = []) {
    self.account = account
    self.button = button
    self.known = Set(known.map(\.id))
  }

  /// Returns words about the first person whom the server does not know; nil to go on.
  func doubt(about people: [String]) async -> String? {
    for person in people where !known.contains(person) && !told.contains(person) {
      guard await !account.mayExist(person) else { continue }
      told.insert(person)
      return localized(
        "The server does not know {name}. Correct the name, or press “{button}” again to continue anyway.",
        ["name": ForeignText.visible(person), "button": button])
    }
    return nil
  }
}
