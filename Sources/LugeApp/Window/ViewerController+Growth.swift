import LugeArchive
import LugeCore
import LugeEngine
import LugeWords

/// What is shown of an import while the rest of it is read.
@MainActor
struct ImportGrowth {
  let job: ImportJob
  /// Of the last state that was shown; nil until then.
  var archive: Archive?
  /// The last message of the conversation that was shown then: where another one stands in its
  /// place later, something came in before it.
  var end: ConversationEnd?
  /// Where the list stood when it was shown first: who has not moved since waits for the whole.
  var firstPosition: Int?
  /// The next state is being read; another one came meanwhile.
  var isReading = false
  var isBehind = false
}

/// The last message of a conversation at some time.
struct ConversationEnd: Sendable {
  var conversation: ConversationID
  var count: Int
  var message: Int64?

  init(of conversation: ConversationSummary, in archive: Archive) {
    self.conversation = conversation.id
    count = conversation.count
    message = Self.message(conversation.id, at: count - 1, in: archive)
  }

  /// Whether what came since came after it.
  func stands(in archive: Archive) -> Bool {
    message != nil && Self.message(conversation, at: count - 1, in: archive) == message
  }

  private static func message(
    _ conversation: ConversationID, at position: Int, in archive: Archive
  ) -> Int64? {
    guard position >= 0 else { return nil }
    return try? archive.messages(in: conversation, at: position..<position + 1).first?.id
  }
}

/// Reading while an import goes on.
extension ViewerController {
  func isGrowing(by job: ImportJob) -> Bool { growth?.job === job && growth?.archive != nil }

  /// Shows what can be read of an import; an archive that is open stays until all is there.
  func showSoFar(_ path: String, of exports: [String], by job: ImportJob) {
    if growth?.job !== job {
      guard !isShowingArchive else { return }
      growth = ImportGrowth(job: job)
    }
    guard growth?.isReading == false else {
      growth?.isBehind = true
      return
    }
    growth?.isReading = true
    Task { @MainActor [weak self] in
      await self?.readSoFar(path, of: exports, by: job)
      guard let self, growth?.job === job else { return }
      growth?.isReading = false
      if growth?.isBehind == true {
        growth?.isBehind = false
        showSoFar(path, of: exports, by: job)
      }
    }
  }

  private func readSoFar(_ path: String, of exports: [String], by job: ImportJob) async {
    guard let archive = growth?.archive else {
      guard case .archive(let opened) = await Self.opening(path, of: exports).outcome,
        let first = opened.firstShown([:])
      else { return }
      let end = await Task.detached { ConversationEnd(of: first, in: opened.archive) }.value
      // By then the import may be over, or something else open.
      guard isCurrent(job), !isShowingArchive else { return }
      growth?.archive = opened.archive
      growth?.end = end
      begin(with: opened)
      return
    }
    let (shown, end) = (pane?.conversation.id, growth?.end)
    let read = await Task.detached { () -> (GrownConversations, ConversationEnd?)? in
      guard let all = try? archive.conversations() else { return nil }
      let now = all.first { $0.id == shown }.map { ConversationEnd(of: $0, in: archive) }
      let isLonger = end?.conversation == shown && end?.stands(in: archive) == true
      return (GrownConversations(all: all, shown: isLonger ? shown : nil), now)
    }.value
    guard let (grown, now) = read, isCurrent(job), case .open(let opened) = content,
      opened.archive === archive, pane == nil || pane?.conversation.id == shown
    else { return }
    growth?.end = now
    take(grown, opened)
  }

  private func isCurrent(_ job: ImportJob) -> Bool {
    guard case .importing(let current, _) = pending else { return false }
    return current === job && growth?.job === job
  }

  private func begin(with opened: OpenArchive) {
    content = .open(opened)
    openingPlaces = [:]
    notices.forgetArchive()
    postMarks = PostMarks()
    jumps = Visits()
    showConversations(opened)
    // Which folder that is, is known when all is there.
    notices.tell(nil, about: .media)
  }

  private func take(_ grown: GrownConversations, _ old: OpenArchive) {
    let opened = OpenArchive(
      path: old.path, export: old.export, archive: old.archive,
      conversations: grown.inOrder(of: old.conversations))
    content = .open(opened)
    if growth?.firstPosition == nil {
      growth?.firstPosition = mainList?.engine.metrics.firstVisiblePosition
    }
    if let sidebar {
      sidebar.grow(to: opened)
    } else if opened.conversations.count > 1, let shown = pane?.conversation.id {
      sidebar = SidebarPane(self, opened: opened, selected: shown)
      window.setSideVisible(settings.placement.isSideVisible)
    }
    guard let id = grown.shown, let next = opened.conversations.first(where: { $0.id == id })
    else { return }
    chat?.grow(to: next)
    timeline?.grow(to: next)
    if pane?.conversation.count == next.count { showTitle(of: next) }
    menus?.update()
  }

  /// All of an import is there whose beginning was shown: nothing of it is new, and whoever has
  /// not moved since sees its end, as after any other import.
  func stayWhereRead() {
    let hasMoved =
      growth?.firstPosition.map { $0 != mainList?.engine.metrics.firstVisiblePosition } ?? false
    growth = nil
    for id in openingPlaces.keys { openingPlaces[id]?.firstNew = nil }
    guard !hasMoved, let shown = pane?.conversation.id else { return }
    openingPlaces[shown]?.place = nil
    openingPlaces[shown]?.position = nil
  }

  /// The import was given up, what came of it is shown.
  func tellStopped(_ exports: [String], name: String) {
    let count = conversations.reduce(0) { $0.addingClamped($1.messages) }
    let words = localized(
      one: "The import of {name} was stopped. This is the first {count} message of it.",
      other: "The import of {name} was stopped. These are the first {count} messages of it.",
      count: count, ["name": ForeignText.visible(name)])
    notices.tell(
      ViewerNotice(text: words, buttons: [localized("Go On")]) { [weak self] index in
        if index == 0 { self?.importExports(exports) }
      }, about: .failure)
  }
}

/// The conversations of an archive that is being imported into.
struct GrownConversations: Sendable {
  var all: [ConversationSummary]
  /// The one that is shown, if all that it got came after what it had.
  var shown: ConversationID?

  /// Those that are listed stay where they are, new ones come after them.
  func inOrder(of old: [ConversationSummary]) -> [ConversationSummary] {
    let now = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    let known = Set(old.map(\.id))
    return old.compactMap { now[$0.id] } + all.filter { !known.contains($0.id) }
  }
}

extension ChatPane {
  /// More messages came after the last one. The reader stays where they are, also at the end.
  func grow(to next: ConversationSummary) {
    let old = conversation
    guard next.count > old.count else { return }
    conversation = next
    provider = ChatPresentation.provider(
      archive: archive, conversation: next, zone: controller.zone, facts: facts, marks: marks,
      firstNew: firstNew, showsEachJoin: showsEachJoin, cards: cards)
    var changes: [ListChange] = []
    // Names above bubbles, and whose are on the right.
    let isAnother = (old.authors > 2) != (next.authors > 2) || old.ownAuthorID != next.ownAuthorID
    if isAnother {
      changes.append(.reload(0..<old.count))
    } else if old.count > 0 {
      // Its bubble may go on, and so may a run of people who came and left.
      let changed = old.service > 0 && !showsEachJoin ? JoinRuns.limit : 1
      changes.append(.reload(max(0, old.count - changed)..<old.count))
    }
    changes.append(.insert(count: next.count - old.count, at: old.count))
    listGrew(changes)
  }
}

extension TimelinePane {
  /// Newer posts came before the first one. The reader stays where they are.
  func grow(to next: ConversationSummary) {
    let added = next.count - timeline.count
    guard isHome, added > 0 else { return }
    take(next)
    listGrew([.insert(count: added, at: 0)])
  }
}

extension ArchivePane {
  fileprivate func listGrew(_ changes: [ListChange]) {
    // Heights are kept of lists that are whole.
    surface.engine.heightStore = nil
    dates = nil
    isReadingDates = false
    surface.engine.update(
      to: provider, changes: changes, options: UpdateOptions(author: .history))
    surface.requestFrame()
  }
}
