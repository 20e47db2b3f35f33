import LugeArchive
import LugeCore
import LugeEngine
import LugeWords

/// Position and identifier of a conversation's last message, to notice later whether messages were
/// inserted before it.
struct ConversationEnd: Sendable {
  var conversation: ConversationID
  var count: Int
  var message: Int64?

  init(of conversation: ConversationSummary, in archive: Archive) {
    self.conversation = conversation.id
    count = conversation.count
    message = Self.message(conversation.id, at: count - 1, in: archive)
  }

  /// Returns whether everything that was imported since then was appended after this message.
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

/// Shows the messages of a running import.
@MainActor
final class ImportGrowth {
  private unowned let controller: ViewerController
  private let job: ImportJob
  private let exports: [String]
  /// Returns whether the import is still the one to show.
  private let isWanted: @MainActor (ImportJob) -> Bool

  // MARK: Mutable State (main actor)

  /// The archive that is shown; nil before the first messages.
  private var archive: Archive?
  /// Last message of the shown conversation, as it was when last read.
  private var end: ConversationEnd?
  /// First visible position when the list grew for the first time. If it is the same once the
  /// import is complete, the user has not scrolled, and the complete list is shown at its end.
  private var firstPosition: Int?
  /// Whether the archive is being read, and whether more was imported meanwhile.
  private var isReading = false
  private var isBehind = false

  init(
    _ job: ImportJob, of exports: [String], in controller: ViewerController,
    isWanted: @escaping @MainActor (ImportJob) -> Bool
  ) {
    self.controller = controller
    self.job = job
    self.exports = exports
    self.isWanted = isWanted
  }

  /// Whether anything of the import is shown.
  var isShown: Bool { archive != nil }

  /// Shows what has been imported so far.
  func show(_ path: String) {
    guard !isReading else {
      isBehind = true
      return
    }
    isReading = true
    Task { @MainActor [weak self] in
      await self?.read(path)
      guard let self, isWanted(job) else { return }
      isReading = false
      if isBehind {
        isBehind = false
        show(path)
      }
    }
  }

  private func read(_ path: String) async {
    let controller = controller
    defer { withExtendedLifetime(controller) {} }
    guard let archive else {
      guard case .archive(let opened) = await ArchiveOpening(archive: path, ofAny: exports).outcome,
        let first = opened.firstShown([:])
      else { return }
      let end = await Task.detached { ConversationEnd(of: first, in: opened.archive) }.value
      // Meanwhile the import may have ended, or another archive been opened.
      guard isWanted(job), !controller.isShowingArchive else { return }
      self.archive = opened.archive
      self.end = end
      controller.begin(opened, places: [:])
      // Nothing is said about the media folder, which is known only after the import.
      controller.notices.tell(nil, about: .media)
      return
    }
    let (shown, end) = (controller.pane?.conversation.id, self.end)
    let read = await Task.detached { () -> (GrownConversations, ConversationEnd?)? in
      guard let all = try? archive.conversations() else { return nil }
      let now = all.first { $0.id == shown }.map { ConversationEnd(of: $0, in: archive) }
      let isLonger = end?.conversation == shown && end?.stands(in: archive) == true
      return (GrownConversations(all: all, shown: isLonger ? shown : nil), now)
    }.value
    guard let (grown, now) = read, isWanted(job), let opened = controller.opened,
      opened.archive === archive,
      controller.pane == nil || controller.pane?.conversation.id == shown
    else { return }
    self.end = now
    if firstPosition == nil {
      firstPosition = controller.mainList?.engine.metrics.firstVisiblePosition
    }
    controller.take(grown, opened)
  }

  /// Returns the places at which to open the complete archive, given the stored ones: none of its
  /// messages is new, and a user who has not scrolled sees its end, as after any other import.
  func places(
    in places: [ConversationID: OpeningPlace]
  ) -> [ConversationID: OpeningPlace] {
    let hasMoved =
      firstPosition.map { $0 != controller.mainList?.engine.metrics.firstVisiblePosition } ?? false
    var places = places
    for id in places.keys {
      places[id]?.firstNew = nil
      places[id]?.isWhollyNew = false
    }
    guard !hasMoved, let shown = controller.pane?.conversation.id else { return places }
    places[shown]?.place = nil
    places[shown]?.position = nil
    return places
  }
}

extension ViewerController {
  /// Shows the present contents of an archive that is being imported into.
  func take(_ grown: GrownConversations, _ old: OpenArchive) {
    let opened = OpenArchive(
      path: old.path, export: old.export, archive: old.archive,
      conversations: grown.inOrder(of: old.conversations))
    shown.grow(to: opened)
    if let sidebar {
      sidebar.grow(to: opened)
    } else if opened.conversations.count > 1, let shown = pane?.conversation.id {
      side.fill(selected: shown)
      side.arrange()
    }
    guard let id = grown.shown, let next = opened.conversations.first(where: { $0.id == id })
    else { return }
    chat?.grow(to: next)
    timeline?.grow(to: next)
    if pane?.conversation.count == next.count { showTitle(of: next) }
    updateMenus()
  }
}

/// The conversations of an archive that is being imported into.
struct GrownConversations: Sendable {
  var all: [ConversationSummary]
  /// The shown conversation, if all its new messages were appended; otherwise nil.
  var shown: ConversationID?

  /// Returns the conversations with the listed ones in their old order, followed by the new ones.
  func inOrder(of old: [ConversationSummary]) -> [ConversationSummary] {
    let now = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    let known = Set(old.map(\.id))
    return old.compactMap { now[$0.id] } + all.filter { !known.contains($0.id) }
  }
}

extension ChatPane {
  /// Appends messages. The user's position does not change, even at the end.
  func grow(to next: ConversationSummary) {
    let old = conversation
    guard next.count > old.count else { return }
    conversation = next
    provider = ChatPresentation.provider(
      archive: archive, conversation: next, zone: controller.zone, facts: facts, marks: marks,
      firstNew: firstNew, showsEachJoin: showsEachJoin, cards: cards)
    var changes: [ListChange] = []
    // Author names appear, or bubbles change sides.
    let isAnother =
      ChatPresentation.needsNames(old) != ChatPresentation.needsNames(next)
      || old.ownAuthorID != next.ownAuthorID || old.partnerID != next.partnerID
    if isAnother {
      changes.append(.reload(0..<old.count))
    } else if old.count > 0 {
      // The last bubble may be continued, and so may a run of people who joined or left.
      let changed = old.service > 0 && !showsEachJoin ? JoinRuns.limit : 1
      changes.append(.reload(max(0, old.count - changed)..<old.count))
    }
    changes.append(.insert(count: next.count - old.count, at: old.count))
    listGrew(changes)
  }
}

extension TimelinePane {
  /// Inserts newer posts before the first one. The user's position does not change.
  func grow(to next: ConversationSummary) {
    let added = next.count - timeline.count
    guard isHome, added > 0 else { return }
    setTimeline(next)
    listGrew([.insert(count: added, at: 0)])
  }
}

extension ArchivePane {
  fileprivate func listGrew(_ changes: [ListChange]) {
    // Heights are stored only for complete lists.
    surface.engine.heightStore = nil
    dates = nil
    isReadingDates = false
    surface.engine.update(
      to: provider, changes: changes, options: UpdateOptions(author: .history))
    surface.requestFrame()
  }
}
