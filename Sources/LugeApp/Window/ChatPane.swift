import Foundation
import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeListKit
import LugePaint
import LugeQt
import LugeWords

/// The messages of one conversation in the window's main area.
@MainActor
final class ChatPane: ArchivePane, LinkCardOwner {
  let surface: ListSurface
  // MARK: Mutable State (main actor)
  /// The conversation, as far as it has been imported.
  var conversation: ConversationSummary
  var provider: any RowProvider

  let facts: ConversationPictures
  let archive: Archive
  let pictures: ListPictures
  let actions: ChatListActions
  unowned let controller: ViewerController
  var dates: DateSamples?
  var isReadingDates = false
  var frameLog: FrameLogOverlay?
  let firstNew: Int?
  /// Whether people who join or leave are shown one by one.
  let showsEachJoin: Bool
  let marks: PostMarks
  /// Cards of pages that the archive does not contain.
  let cards = PageCards()
  /// Plays voice messages and audio.
  private let playback: Playback

  /// - Parameter place: the user's last place; nil opens at the newest message.
  init(
    _ controller: ViewerController, opened: OpenArchive, conversation: ConversationSummary,
    at place: OpeningPlace?
  ) {
    firstNew = place?.firstNew
    showsEachJoin = controller.settings.showsEachJoin
    self.controller = controller
    self.conversation = conversation
    archive = opened.archive
    marks = controller.shown.marks
    facts = ConversationPictures(
      archive: opened.archive, conversation: conversation,
      notes: controller.notes.pictures(of: opened),
      originals: controller.originals)
    let pictures = ListPictures(controller.images) { [facts] in facts.decoded($0, $1) }
    self.pictures = pictures
    var configuration = ChatPresentation.engineConfiguration
    configuration.measuresAll = true
    provider = ChatPresentation.provider(
      archive: archive, conversation: conversation, zone: controller.zone, facts: facts,
      marks: marks, firstNew: firstNew, showsEachJoin: showsEachJoin, cards: cards)
    let heights = ArchiveHeights(
      archive: archive, conversation: conversation, zone: controller.zone,
      notes: controller.notes.heights(of: opened), firstNew: firstNew,
      showsEachJoin: showsEachJoin)
    surface = controller.list(
      in: controller.window.main, provider, configuration,
      tools: PaintTools.factory(images: pictures, warmup: controller.options.warmup),
      showsJumpButton: true
    ) { engine in
      engine.heightStore = heights
      pictures.serve(engine)
      controller.options.onList?(engine)
    }
    surface.rowLayers = controller.animations
    actions = ChatListActions(surface, pictures, controller.overlay)
    let files = MessageMapper(media: conversation.mediaFolders)
    playback = Playback { files.key($0) }
    playback.serve(surface)
    bind()
    followSizes(of: facts)
    if let saved = place?.place, let position = place?.position {
      surface.engine.restore(saved, at: position)
    } else if let firstNew {
      surface.engine.jump(to: firstNew, highlighting: true)
    }
  }

  let showsDates = true

  // MARK: Reading place

  var hasNew: Bool { firstNew != nil }

  func goToFirstNew() {
    guard let firstNew else { return }
    controller.navigation.leavePlace()
    surface.jump(to: firstNew, highlighting: true)
  }

  func rememberPlace() {
    guard let place = openingPlace else { return }
    surface.engine.keepHeights()
    keep(place)
  }

  private func bind() {
    bindCommon()
    playback.onNote = { [weak self] in self?.note($0) }
    playback.onOpen = { [weak self] in self?.controller.opener.open(file: $0) }
    surface.onGoToEdge = { [weak self] edge in
      self?.leavePlace(for: edge)
      return false
    }
    surface.onSelect = { [weak self] in self?.offer($0) }
    surface.onContextMenu = { [weak self] hit, point in self?.showMenu(hit, at: point) }
    surface.onItemMenu = { [weak self] contents, point in self?.showMenu(contents, at: point) }
    surface.actionTitle = { action in
      if action.isAuthor { return localized("Messages from This Person") }
      if action == .custom(ChatAction.fold) { return localized("Show More or Less") }
      return TextName(action).map { localized("Find {name}", ["name": $0.words]) }
    }
  }

  /// Keeps the place to go back to, unless the list is at the edge, or on its way to one.
  private func leavePlace(for edge: ListSurface.Edge) {
    let metrics = surface.engine.metrics
    let isThere = edge == .end ? metrics.isAtEnd : metrics.offset <= 0
    // Going back from a search returns to where it began, wherever its messages were read.
    guard !isThere, !surface.engine.isJumping, !controller.search.isOpen else { return }
    controller.navigation.leavePlace()
  }

  // MARK: Actions

  func turnFold(of hit: ListHit) {
    guard hit.row.part == ChatPart.joinRun else {
      return toggleFold(of: hit.row.item, at: hit.position)
    }
    findJoins(at: hit.position) { [weak self] run in
      if let run { self?.turnJoins(run) }
    }
  }

  func search(for name: TextName) { controller.find.open(name.words) }

  func selected(_ selection: TextSelection) -> SelectedMessages {
    SelectedMessages(
      archive: archive, conversation: conversation, zone: controller.zone, selection: selection)
  }

  func show(_ key: ImageKey, of hit: ListHit) {
    actions.show(key, of: hit.row.item, at: hit.position)
  }

  func reveal(_ entry: PictureEntry) async {
    let reader = AlbumReader(archive: archive, conversation: conversation)
    let shown = try? await Task.detached { () throws(ArchiveError) in
      let position = try reader.shownPosition(of: entry.position)
      let messages = try reader.archive.messages(
        in: reader.conversation.id, at: position..<position + 1)
      return (position, messages.first?.id)
    }.value
    guard let (position, id) = shown, let id else { return }
    reveal(ItemID(id), at: position)
  }

  func goTo(_ item: ItemID) {
    let archive = archive
    Task { @MainActor [weak self, weak controller] in
      let conversations = controller?.conversations ?? []
      let read = await controller?.read { () throws(ArchiveError) in
        try Self.place(of: item, archive, conversations)
      }
      guard let read, let self else { return }
      guard let place = read else {
        self.controller.window.main.toast(localized("This message is not in the archive"))
        return
      }
      self.controller.navigation.leavePlace()
      if place.conversation == conversation.id {
        surface.jump(to: place.position, highlighting: true)
      } else {
        self.controller.show(place.conversation, at: place.position)
      }
    }
  }

  /// Returns the index at which a message is shown; a part of an album is shown at the album's.
  private nonisolated static func place(
    of item: ItemID, _ archive: Archive, _ conversations: [ConversationSummary]
  ) throws(ArchiveError) -> (conversation: ConversationID, position: Int)? {
    guard var place = try archive.place(of: item.rawValue) else { return nil }
    if let conversation = conversations.first(where: { $0.id == place.conversation }) {
      place.position = try AlbumReader(archive: archive, conversation: conversation)
        .shownPosition(of: place.position)
    }
    return place
  }

  // MARK: Dates

  /// Returns the local time of a moment, on the clock of this conversation's messages.
  func localSeconds(_ seconds: Int64) -> Int64 {
    guard hasExactTimes else { return seconds }
    return controller.zone.localSeconds(at: seconds)
  }

  var hasExactTimes: Bool { conversation.first?.certainty == .exact }

  /// Returns the date at the user's place, or the nearest known one.
  func secondsInView() -> Int64? {
    surface.engine.metrics.firstVisiblePosition.flatMap { dates?.seconds(at: $0) }
      ?? conversation.last?.seconds
  }

  func dateText(_ position: Int) -> String? {
    guard let seconds = dates?.seconds(at: position) else { return nil }
    let date = CivilDate(localSeconds: localSeconds(seconds))
    return ChatAppearance().strings.dates.short(date)
  }

  /// Asks for a date and goes to its first message, or to the next message after it.
  func askForDate() {
    guard let first = conversation.first?.seconds, let last = conversation.last?.seconds else {
      return
    }
    let position = surface.engine.metrics.firstVisiblePosition
    let (archive, id) = (archive, conversation.id)
    Task { @MainActor [weak self] in
      // The samples of dates may not be read yet.
      let shown = await Task.detached {
        position.flatMap { try? archive.times(in: id, at: [$0]).first ?? nil }?.seconds
      }.value
      guard let self, controller.chat === self else { return }
      let local = [first, last, shown ?? secondsInView() ?? last].map { localSeconds($0) }
      let chosen = await controller.askForDate(
        first: local[0], last: local[1], selected: local[2])
      if let chosen { go(to: chosen) }
    }
  }

  private func go(to date: CivilDate) {
    let midnight =
      hasExactTimes ? controller.zone.seconds(ofLocal: date.localMidnight) : date.localMidnight
    let (archive, conversation) = (archive, conversation)
    Task { @MainActor [weak self, weak controller] in
      let time = Timestamp(
        seconds: midnight, certainty: conversation.first?.certainty ?? .exact)
      let read = await controller?.read { () throws(ArchiveError) in
        try archive.position(in: conversation.id, atOrAfter: time)
      }
      guard let position = read, let self, self.controller.chat === self else { return }
      self.controller.navigation.leavePlace()
      if let position {
        surface.jump(to: position, highlighting: true)
      } else {
        surface.scrollToEnd()
      }
    }
  }

  // MARK: Cards of pages

  var previews: LinkPreviews { controller.previews }

  func lookAround() { actions.lookAtLinks() }

  func takeUnseenLinks(of rows: [VisibleRow]) -> [String] {
    cards.hasLinks ? rows.compactMap { cards.takeUnseen(of: $0.id.item) } : []
  }

  func lacksCard(of address: String, in item: ItemID) -> Bool {
    cards.lacksCard(of: address, in: item)
  }

  /// Does nothing: the messages that link to a page are known.
  func expectCard(of address: String, in item: ItemID) {}

  func show(_ card: LinkCard?, of address: String) {
    guard let card else { return }
    let changes = cards.add(card, of: address).map { ListChange.reload($0..<$0 + 1) }
    guard !changes.isEmpty else { return }
    surface.engine.update(
      to: provider, changes: changes, options: UpdateOptions(author: .history))
    surface.requestFrame()
  }
}
