import Foundation
import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeListKit
import LugeLive
import LugeQt

/// A live room in the window's main area.
@MainActor
final class LivePane: EditResponder {
  let key: RoomKey
  let chat: ChatView
  let rooms: LiveRoomController
  let finding: RoomFind
  private unowned let controller: ViewerController
  private let archive: String

  init(
    _ controller: ViewerController, _ running: LiveHub.Running, _ account: LiveAccount,
    _ opening: LiveRoomController.Opening
  ) throws {
    key = RoomKey(user: running.entry.user, room: opening.room.id)
    self.controller = controller
    archive = running.entry.archive
    var options = ChatView.Options()
    options.fontFamily = ListFont.family
    options.configuration.zone = controller.zone
    options.configuration.isGroup = !opening.room.isDirect
    options.ownPictures = LivePictures(account: account)
    options.composer.drafts = controller.drafts
    options.composer.recentEmoji = RecentEmoji(path: "\(UserFolders.config())/luge/emoji.json")
    chat = try ChatView(
      opening.messages, in: controller.window, options: options, scheme: controller.scheme)
    chat.animates = controller.animatesPictures
    chat.find = controller.find
    chat.list.setStyle(zoom: controller.settings.zoom, fontFamily: ListFont.family)
    chat.list.onZoom = { [weak controller] steps in
      controller?.settings.zoom(by: steps > 0 ? 1 : -1)
    }
    chat.list.onSideButton = { [weak controller] button in
      guard let controller else { return false }
      return button.contains(.back)
        ? controller.navigation.goBack() : controller.navigation.goForward()
    }
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
        if chat?.show(item) != true { self?.rooms.goToOriginal(item) }
      case .openFile(let path) where LivePictures.isOwn(path):
        self?.rooms.open(address: path, of: hit.row.item)
      default: return false
      }
      return true
    }
    chat.menu = { [weak self] in self?.rooms.entries(for: $0) ?? [] }
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
      self?.rooms.go(toTime: zone.seconds(ofLocal: chosen.localMidnight) * 1000)
    }
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
    chat.close()
  }

  // MARK: EditResponder

  let canSelectAll = true
  func copyContent() { chat.copySelection() }
  func selectAllContent() { chat.selectAll() }
}
