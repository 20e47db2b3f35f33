import LugeArchive
import LugeCore
import LugeQt
import LugeWords

/// Which of the people in an archive its reader is: whose messages stand on the right.
extension ViewerController {
  /// More than these are asked for in a list.
  private static let namedCandidates = 2
  private nonisolated static let listedPeople = 200
  private static let shownName = 40

  /// Asks once, where no source told and nobody has answered yet.
  func askForOwner(of opened: OpenArchive) {
    let unknown = opened.conversations.filter {
      $0.kind != .timeline && $0.ownAuthorID == nil && $0.authors > 1
    }
    guard !unknown.isEmpty else { return }
    Task { @MainActor [weak self] in
      let people = try? await Task.detached { try opened.archive.possibleOwners(limit: 50) }.value
      guard let self, let people, people.count > 1, isOpen(opened) else { return }
      // Of two people, one of whom the conversation is named after, the other one is known.
      let names = Set(people.map(\.name))
      guard unknown.contains(where: { $0.authors > 2 || !names.contains($0.name) }) else { return }
      let candidates = settings.likelyOwners(people).prefix(Self.namedCandidates)
      notices.tell(
        ViewerNotice(
          text: localized("Which of these people is you? Your messages stand on the right then."),
          buttons: candidates.map { Self.shown($0.name) } + [localized("Somebody Else…")]
        ) { [weak self] index in
          guard let self else { return }
          switch index {
          case nil: setOwner(nil, of: opened, onlyWhereUnknown: true)
          case let index? where index < candidates.count:
            setOwner(candidates[index], of: opened, onlyWhereUnknown: true)
          default: chooseOwner()
          }
        }, about: .owner)
    }
  }

  /// Lets the reader choose among all people of the open archive.
  func chooseOwner() {
    guard case .open(let opened) = content else { return }
    Task { @MainActor [weak self] in
      let people =
        (try? await Task.detached { try opened.archive.people(limit: Self.listedPeople) }.value)
        ?? []
      guard let self, isOpen(opened) else { return }
      let choices =
        people.map { Surface.Choice.entry(Self.shown($0.name)) } + [
          .entry(localized("None of Them"))
        ]
      let surface = window.main.surface
      let place = Point(x: Double(surface.geometry.size.width) / 3, y: 0)
      guard let index = await surface.choose(from: choices, at: place) else { return }
      setOwner(people.indices.contains(index) ? people[index] : nil, of: opened)
    }
  }

  /// Notes the answer in the archive and shows it anew.
  func setOwner(
    _ person: StoredAuthor?, of opened: OpenArchive, onlyWhereUnknown: Bool = false
  ) {
    if let person { settings.rememberOwner(person.name) }
    notices.tell(nil, about: .owner)
    let path = opened.path
    Task { @MainActor [weak self] in
      let problem = await Task.detached { () -> String? in
        do throws(ArchiveError) {
          try Archive.setOwner(
            person?.id, inArchive: path, onlyWhereUnknown: onlyWhereUnknown)
          return nil
        } catch {
          return error.words
        }
      }.value
      guard let self else { return }
      if let problem {
        note(localized("Not noted: {reason}", ["reason": problem]))
      } else if isOpen(opened) {
        open(
          opened.export.map { ArchiveOpening(archive: path, of: $0) } ?? ArchiveOpening(path: path))
      }
    }
  }

  /// Whom the command line has named; whoever is not in the archive is not looked for.
  func applyOwnName(to opened: OpenArchive) {
    guard let name = ownName else { return }
    ownName = nil
    Task { @MainActor [weak self] in
      let people =
        (try? await Task.detached { try opened.archive.people(limit: .max) }.value) ?? []
      guard let self, isOpen(opened) else { return }
      let wanted = name.lowercased()
      if let person = people.first(where: { $0.name.lowercased() == wanted }) {
        setOwner(person, of: opened)
      } else {
        note(
          localized(
            "Nobody in this archive is called “{name}”", ["name": ForeignText.visible(name)]))
      }
    }
  }

  private func isOpen(_ opened: OpenArchive) -> Bool {
    guard case .open(let current) = content else { return false }
    return current.archive === opened.archive
  }

  private static func shown(_ name: String) -> String {
    ForeignText.visible(String(name.prefix(shownName))).replacing("&", with: "&&")
  }
}

extension ViewerSettings {
  /// The most likely one first: somebody who was the owner of another archive, then whoever is in
  /// most conversations.
  func likelyOwners(_ people: [StoredAuthor]) -> [StoredAuthor] {
    people.filter { ownNames.contains($0.name) } + people.filter { !ownNames.contains($0.name) }
  }

  mutating func rememberOwner(_ name: String) {
    ownNames.removeAll { $0 == name }
    ownNames = Array(([name] + ownNames).prefix(Self.recentLimit))
  }
}
