import LugeArchive
import LugeCore
import LugeQt
import LugeWords

/// A window that asks questions about the archive that it shows.
@MainActor
protocol AskingWindow: AnyObject {
  /// The archive that is shown.
  var opened: OpenArchive? { get }
  var settings: ViewerSettings { get set }

  /// Shows an archive again after it was changed.
  func openAgain(_ archive: OpenArchive)
  func note(_ words: String)
}

extension AskingWindow {
  func isOpen(_ archive: OpenArchive) -> Bool { opened?.archive === archive.archive }
}

/// Asks which person in an archive is its user, whose messages are shown on the right.
@MainActor
final class OwnerQuestion {
  private let window: Window
  private let notices: ViewerNotices
  private unowned let host: any AskingWindow

  // MARK: Mutable State (main actor)

  /// User's name from the command line; nil once it was stored.
  private var named: String?

  init(_ host: any AskingWindow, window: Window, notices: ViewerNotices, named: String?) {
    self.host = host
    self.window = window
    self.notices = notices
    self.named = named
  }

  /// Maximum people for whom the notice has buttons; more are in a menu.
  private static let namedCandidates = 2
  /// Maximum people in a menu; among more, the user types a name.
  private static let listedPeople = 24
  private nonisolated static let shownName = 40

  /// Finds the owner of a newly opened archive: uses the name from the command line; otherwise asks
  /// once if neither the export nor the user has said so before.
  func ask(of opened: OpenArchive) {
    guard named == nil else { return noteNamed(in: opened) }
    let unknown = Self.conversationsOfUnknownOwner(opened.conversations)
    guard !unknown.isEmpty else { return }
    Task { @MainActor [weak self] in
      let read = try? await Task.detached {
        (try opened.archive.possibleOwners(limit: 50), try opened.archive.knownOwners())
      }.value
      guard let self, let (people, known) = read, people.count > 1, host.isOpen(opened) else {
        return
      }
      let candidates = host.settings.likelyOwners(people, known: known)
        .prefix(Self.namedCandidates)
      notices.tell(
        ViewerNotice(
          text: Self.question(about: unknown, among: opened.conversations.count),
          buttons: candidates.map { Self.shown($0.name) } + [localized("Somebody Else…")],
          asking: candidates.count
        ) { [weak self] index in
          guard let self else { return }
          switch index {
          case nil: setOwner(nil, of: opened, onlyWhereUnknown: true)
          case let index? where index < candidates.count:
            setOwner(candidates[index], of: opened, onlyWhereUnknown: true)
          default: choose(besideButton: candidates.count)
          }
        }, about: .owner)
    }
  }

  /// Returns the conversations with an unknown owner. In a conversation of two that is named after
  /// one of them, the owner is the other.
  nonisolated static func conversationsOfUnknownOwner(
    _ conversations: [ConversationSummary]
  ) -> [ConversationSummary] {
    conversations.filter {
      $0.kind != .timeline && $0.ownAuthorID == nil && $0.authors > 1 && $0.partnerID == nil
    }
  }

  /// Returns the question, with the names of the conversations unless all are meant.
  ///
  /// - Parameter all: number of conversations in the archive.
  nonisolated static func question(about unknown: [ConversationSummary], among all: Int) -> String {
    func name(_ index: Int) -> String {
      ForeignText.isolated(
        Clipping.singleLine(Clipping.prefix(unknown[index].name, bytes: shownName)))
    }
    switch unknown.count {
    case all:
      return localized("Which of these people is you? Your messages stand on the right then.")
    case 1:
      return localized(
        "Which of these people is you in “{name}”? Your messages stand on the right then.",
        ["name": name(0)])
    case 2:
      return localized(
        "Which of these people is you in “{name}” and “{other}”? Your messages stand on the right then.",
        ["name": name(0), "other": name(1)])
    default:
      return localized(
        one:
          "Which of these people is you in “{name}”, “{other}” and {count} more conversation? Your messages stand on the right then.",
        other:
          "Which of these people is you in “{name}”, “{other}” and {count} more conversations? Your messages stand on the right then.",
        count: unknown.count - 2, ["name": name(0), "other": name(1)])
    }
  }

  /// Lets the user choose among all people of the open archive.
  ///
  /// - Parameter button: index of the notice's button, beside which the menu is shown; nil if it
  ///   was not chosen there.
  func choose(besideButton button: Int? = nil) {
    guard let opened = host.opened else { return }
    Task { @MainActor [weak self] in
      let read = try? await Task.detached {
        (try opened.archive.people(limit: .max), try opened.archive.knownOwners())
      }.value
      guard let self, host.isOpen(opened) else { return }
      let (people, owners) = read ?? ([], [])
      // Chosen people are first, so that they are visible, and can be removed with one click.
      let chosen = people.filter { owners.contains($0.id) }
      let others = people.filter { !owners.contains($0.id) }
      let isLong = people.count > Self.listedPeople
      if isLong, chosen.isEmpty { return await ask(among: others, of: opened) }
      var items: [MenuItem] = [
        .entry(localized("Which of These People Is You?"), isEnabled: false) {}, .separator,
      ]
      items += chosen.map { person in
        MenuItem.entry(Self.shown(person.name), isChecked: true) { [weak self] in
          self?.note(of: opened) { path throws(ArchiveError) in
            try Archive.forgetOwner(person.id, inArchive: path)
          }
        }
      }
      if !chosen.isEmpty { items.append(.separator) }
      if !isLong {
        items += others.map { person in
          .entry(Self.shown(person.name)) { [weak self] in self?.setOwner(person, of: opened) }
        }
      } else {
        items.append(
          .entry(localized("Somebody Else…")) { [weak self] in
            Task { await self?.ask(among: others, of: opened) }
          })
      }
      items.append(
        .entry(localized("None of Them")) { [weak self] in self?.setOwner(nil, of: opened) })
      let surface = window.main.surface
      surface.show(
        items, at: Point(x: Double(surface.geometry.size.width) / 3, y: 0),
        beside: button.flatMap { self.window.noticeButton($0) })
    }
  }

  private func ask(among people: [StoredAuthor], of opened: OpenArchive) async {
    // Among people whose names begin alike, the one with most messages is the likeliest.
    let archive = opened.archive
    let busiest =
      (try? await Task.detached { try archive.busiestPeople(limit: .max) }.value) ?? []
    let places = Dictionary(
      busiest.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let people = people.sorted { places[$0.id] ?? .max < places[$1.id] ?? .max }
    let question = PersonQuestion(
      title: localized("Which of These People Is You?"),
      hintForNobody: localized("Empty: none of them."), accept: localized("That's Me"),
      names: people.map { ForeignText.name($0.name) })
    await question.ask(in: window) { [weak self] in
      self?.setOwner($0.map { people[$0] }, of: opened)
    }
  }

  /// Stores the answer in the archive, and shows it again.
  private func setOwner(
    _ person: StoredAuthor?, of opened: OpenArchive, onlyWhereUnknown: Bool = false
  ) {
    if let person { host.settings.rememberOwner(person.name) }
    note(of: opened) { path throws(ArchiveError) in
      try Archive.setOwner(person?.id, inArchive: path, onlyWhereUnknown: onlyWhereUnknown)
    }
  }

  private func note(
    of opened: OpenArchive, _ write: @escaping @Sendable (String) throws(ArchiveError) -> Void
  ) {
    notices.tell(nil, about: .owner)
    let path = opened.path
    Task { @MainActor [weak self] in
      let problem = await Task.detached { () -> String? in
        do throws(ArchiveError) {
          try write(path)
          return nil
        } catch {
          return error.words
        }
      }.value
      guard let self else { return }
      if let problem {
        host.note(localized("Not noted: {reason}", ["reason": problem]))
      } else if host.isOpen(opened) {
        host.openAgain(opened)
      }
    }
  }

  /// Stores the person named on the command line; does nothing if the archive does not have that
  /// person.
  private func noteNamed(in opened: OpenArchive) {
    guard let name = named else { return }
    named = nil
    Task { @MainActor [weak self] in
      let people =
        (try? await Task.detached { try opened.archive.people(limit: .max) }.value) ?? []
      guard let self, host.isOpen(opened) else { return }
      let wanted = name.lowercased()
      if let person = people.first(where: { $0.name.lowercased() == wanted }) {
        setOwner(person, of: opened)
      } else {
        host.note(PersonQuestion.nobody(called: name))
      }
    }
  }

  private static func shown(_ name: String) -> String {
    MenuTitle.of(name, limit: shownName)
  }
}
