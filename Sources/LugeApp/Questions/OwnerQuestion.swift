import LugeArchive
import LugeCore
import LugeQt
import LugeWords

/// A window that asks questions about the archive that it shows.
@MainActor
protocol AskingWindow: AnyObject {
  /// The archive that is shown.
  var opened: OpenArchive? { get }
  /// The conversation of it that is shown, also where its statistics or media are.
  var shownConversation: ConversationSummary? { get }
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
  /// Maximum people in a menu, the likeliest; for the others the user types a name.
  private static let listedPeople = 24
  private nonisolated static let shownName = 40

  /// Determines the owner of the conversation that is shown now: takes the name of the command
  /// line, otherwise asks if neither an export nor the user has told.
  ///
  /// - Parameter conversation: nil takes the question back.
  func ask(about conversation: ConversationSummary?, of opened: OpenArchive) {
    guard named == nil else { return noteNamed(in: opened) }
    guard let conversation, Self.isOwnerUnknown(conversation) else {
      return notices.tell(nil, about: .owner)
    }
    Task { @MainActor [weak self] in
      let read = try? await Self.members(of: conversation, in: opened.archive)
      guard let self, let read, host.isOpen(opened),
        host.shownConversation?.id == conversation.id
      else { return }
      let candidates = host.settings.likelyOwners(read.people, known: read.known)
        .prefix(Self.namedCandidates)
      notices.tell(
        ViewerNotice(
          text: Self.question(about: conversation, isOnly: opened.conversations.count == 1),
          buttons: candidates.map { Self.shown($0.name) } + [localized("Somebody Else…")],
          asking: candidates.count
        ) { [weak self] index in
          guard let self else { return }
          switch index {
          case nil: setOwner(nil, of: opened, in: conversation, onlyWhereUnknown: true)
          case let index? where index < candidates.count:
            setOwner(candidates[index], of: opened, onlyWhereUnknown: true)
          default: choose(besideButton: candidates.count)
          }
        }, about: .owner)
    }
  }

  /// Whether nothing tells who of its people the user is. In a conversation of two that is named
  /// after one of them, the owner is the other.
  nonisolated static func isOwnerUnknown(_ conversation: ConversationSummary) -> Bool {
    conversation.kind != .timeline && conversation.ownAuthorID == nil && conversation.authors > 1
      && conversation.partnerID == nil
  }

  /// - Parameter isOnly: whether the archive has no other conversation.
  nonisolated static func question(about conversation: ConversationSummary, isOnly: Bool) -> String
  {
    guard !isOnly else {
      return localized("Which of these people is you? Your messages will be shown on the right.")
    }
    let name = ForeignText.isolated(
      Clipping.singleLine(Clipping.prefix(conversation.name, bytes: shownName)))
    return localized(
      "Which of these people is you in “{name}”? Your messages will be shown on the right.",
      ["name": name])
  }

  /// The people of a conversation, the likeliest first, and who of the archive's is known to be the
  /// user somewhere.
  private nonisolated static func members(
    of conversation: ConversationSummary, in archive: Archive
  ) async throws -> (people: [StoredAuthor], known: Set<AuthorID>) {
    try await Task.detached {
      (try archive.possibleOwners(of: conversation.id), try archive.knownOwners())
    }.value
  }

  /// Lets the user choose among the people of the conversation that is shown.
  ///
  /// - Parameter button: of the question above the list, which the menu is shown beside; nil where
  ///   it was not asked there.
  func choose(besideButton button: Int? = nil) {
    guard let opened = host.opened, let conversation = host.shownConversation else { return }
    Task { @MainActor [weak self] in
      let read = try? await Self.members(of: conversation, in: opened.archive)
      guard let self, host.isOpen(opened), host.shownConversation?.id == conversation.id else {
        return
      }
      let (people, known) = read ?? ([], [])
      // Who is chosen stands first, so that it is seen, and can be taken back by one click.
      let chosen = people.filter { known.contains($0.id) }
      let others = host.settings.likelyOwners(people.filter { !known.contains($0.id) })
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
      items += others.prefix(Self.listedPeople).map { person in
        .entry(Self.shown(person.name)) { [weak self] in self?.setOwner(person, of: opened) }
      }
      if others.count > Self.listedPeople {
        items.append(
          .entry(localized("Somebody Else…")) { [weak self] in
            Task { await self?.ask(among: others, conversation, of: opened) }
          })
      }
      items.append(
        .entry(localized("None of Them")) { [weak self] in
          self?.setOwner(nil, of: opened, in: conversation)
        })
      let surface = window.main.surface
      surface.show(
        items, at: Point(x: Double(surface.geometry.size.width) / 3, y: 0),
        beside: button.flatMap { self.window.noticeButton($0) })
    }
  }

  /// - Parameter people: the likeliest first.
  private func ask(
    among people: [StoredAuthor], _ conversation: ConversationSummary, of opened: OpenArchive
  ) async {
    let question = PersonQuestion(
      title: localized("Which of These People Is You?"),
      hintForNobody: localized("Leave empty for none of them."), accept: localized("That's Me"),
      names: people.map { ForeignText.name($0.name) })
    await question.ask(in: window) { [weak self] in
      self?.setOwner($0.map { people[$0] }, of: opened, in: $0 == nil ? conversation : nil)
    }
  }

  /// Notes the answer in the archive and shows it again.
  ///
  /// - Parameter conversation: the only one that is meant; nil for all that the person is in.
  private func setOwner(
    _ person: StoredAuthor?, of opened: OpenArchive, in conversation: ConversationSummary? = nil,
    onlyWhereUnknown: Bool = false
  ) {
    if let person { host.settings.rememberOwner(person.name) }
    note(of: opened) { path throws(ArchiveError) in
      try Archive.setOwner(
        person?.id, inArchive: path, of: conversation?.id, onlyWhereUnknown: onlyWhereUnknown)
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
        host.note(localized("Not saved: {reason}", ["reason": problem]))
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
