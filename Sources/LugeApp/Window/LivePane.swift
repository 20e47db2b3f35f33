import Foundation
import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeListKit
import LugeLive
import LugeQt

/// Place in a room that the user left; nil for its end.
private struct RoomVisit: Sendable {
  var place: ReadingPlace?
}

/// A live room in the window's main area.
@MainActor
final class LivePane: EditResponder {
  let key: RoomKey
  let chat: ChatView
  let rooms: LiveRoomController
  let finding: RoomFind
  private unowned let controller: ViewerController
  private let archive: String

  // MARK: Mutable State (main actor)

  /// Back and forward history of jumps in the room.
  private var visits = Visits<RoomVisit>()

  init(
    _ controller: ViewerController, _ running: LiveHub.Running, _ account: LiveAccount,
    _ opening: LiveRoomController.Opening
  ) throws {
    key = RoomKey(user: running.entry.user, room: opening.room.id)
    var opening = opening
    opening.isUnreadSought = running.status == .live && opening.isUnreadMissing
    self.controller = controller
    archive = running.entry.archive
    var options = ChatView.Options()
    options.fontFamily = ListFont.family
    options.configuration.zone = controller.zone
    options.configuration.isGroup = !opening.room.isDirect
    options.network = controller.settings.loadsFromNetwork ? .always : .whenAsked
    options.ownPictures = LivePictures(account: account)
    options.composer.drafts = controller.drafts
    options.composer.recentEmoji = RecentEmoji(path: "\(UserFolders.config())/luge/emoji.json")
    chat = try ChatView(
      opening.messages, in: controller.window, options: options, scheme: controller.scheme)
    chat.apply(controller.look)
    chat.find = controller.find
    chat.list.onZoom = { [weak controller] steps in
      controller?.settings.zoom(by: steps > 0 ? 1 : -1)
    }
    chat.list.onSideButton = { [weak controller] in controller?.navigation.go($0) ?? false }
    controller.options.onList?(chat.list.engine)
    rooms = LiveRoomController(account, opening, status: running.status, in: chat)
    finding = RoomFind(rooms, in: chat.list, zone: controller.zone) { [weak controller] in
      controller?.find.reach ?? 0
    }
    bind(chat)
    rooms.onObstacle = { [weak controller, key] in controller?.rooms?.leaveBehind($0, key) }
    rooms.onThread = { [weak self] in self?.bind($0) }
  }

  private func bind(_ chat: ChatView) {
    chat.onAction = { [weak self, weak chat] action, hit in
      switch action {
      case .goTo(let item):
        if let chat { self?.follow(item, in: chat) }
      case .openFile(let path) where LivePictures.isOwn(path):
        self?.rooms.open(address: path, of: hit.row.item)
      default: return false
      }
      return true
    }
    chat.menu = { [weak self] in self?.rooms.entries(for: $0) ?? [] }
    chat.source.network.permitsAll = controller.settings.loadsFromNetwork
    let before = chat.overlay.onCover
    chat.overlay.onCover = { [weak self] isCovered in
      before?(isCovered)
      self?.cover(isCovered)
    }
  }

  /// Overlays that may cover the lists: for pictures and videos of the room and of its thread.
  var overlays: [MediaOverlay] { chats.map { $0.overlay } }

  private var chats: [ChatView] { [chat] + (chat.thread.map { [$0.chat] } ?? []) }

  /// Pauses the other lists of the window, too, while a picture or a video covers them all.
  private func cover(_ isCovered: Bool) {
    for chat in chats { chat.list.isCovered = isCovered }
    controller.coverLists(isCovered)
    if !isCovered, !rooms.isClosing { rooms.noteRead() }
  }

  /// Follows the setting, and requests the pictures that were refused so far if that permits it.
  func permitNetwork() {
    let isPermitted = controller.settings.loadsFromNetwork
    for chat in chats {
      chat.source.network.permitsAll = isPermitted
      if isPermitted { chat.pictures.retryRefused() }
    }
  }

  /// Goes to the message that a reply answers.
  func follow(_ item: ItemID, in chat: ChatView) {
    if chat === self.chat { leavePlace() }
    if !chat.show(item) { rooms.goToOriginal(item) }
  }

  /// Asks for a date and goes to its first message, here or on the server.
  func askForDate() {
    let zone = controller.zone
    let now = Int64(Date().timeIntervalSince1970)
    let first = Int64(CivilDate.day(year: 2000, month: 1, day: 1)) * 86_400
    let selected = rooms.secondsInView ?? now
    Task { @MainActor [weak self] in
      let chosen = await self?.controller.askForDate(
        first: first, last: zone.localSeconds(at: now), selected: zone.localSeconds(at: selected))
      guard let chosen else { return }
      self?.leavePlace()
      self?.rooms.go(toTime: zone.seconds(ofLocal: chosen.localMidnight) * 1000)
    }
  }

  // MARK: Back and forward

  var canGoBack: Bool { !visits.back.isEmpty }
  var canGoForward: Bool { !visits.forward.isEmpty }

  /// The present place; nil for a list that shows nothing yet.
  private var visit: RoomVisit? {
    let engine = chat.list.engine
    guard !engine.visibleRows.isEmpty else { return nil }
    return RoomVisit(place: engine.readingPlace)
  }

  /// Adds the present place to the history; call it before a jump.
  func leavePlace() {
    guard let visit else { return }
    visits.leave(visit)
    controller.updateMenus()
  }

  /// - Returns: whether there is something to go back to.
  func goBack() -> Bool {
    guard let left = visit, let visit = visits.back.last else { return false }
    visits.goBack(from: left)
    show(visit)
    return true
  }

  func goForward() -> Bool {
    guard let left = visit, let visit = visits.forward.last else { return false }
    visits.goForward(from: left)
    show(visit)
    return true
  }

  private func show(_ visit: RoomVisit) {
    rooms.goBack(to: visit.place)
    controller.updateMenus()
  }

  /// Releases the window, and stores the user's position.
  func close() {
    let engine = chat.list.engine
    if !engine.visibleRows.isEmpty {
      controller.reading.remember(
        .init(
          place: engine.readingPlace, newest: nil,
          visited: Int64(Date().timeIntervalSince1970)), archive, "live:\(rooms.room.room)")
    }
    rooms.isClosing = true
    chat.close()
  }

  // MARK: EditResponder

  let canSelectAll = true
  var canCopy: Bool { chat.list.engine.selection.map { !$0.isEmpty } ?? false }
  func copyContent() { chat.copySelection() }
  func selectAllContent() { chat.selectAll() }
}
