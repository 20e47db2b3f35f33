import LugeArchive
import LugeChat
import LugeCore
import LugeImages
import LugeListKit
import LugeLive
import LugeQt
import LugeWords

/// Rooms of accounts in the window: beside the archive's conversations, and in the main area.
extension ViewerController: RoomWindow {
  /// Starts the accounts of this computer, once the first frame was shown.
  func beginAccounts() {
    guard let rooms else { return }
    window.onActive = { [weak self] isActive in
      // Who comes back to the window is not kept waiting for the next attempt.
      if isActive { self?.rooms?.tryAgain() }
      guard let self, let live else { return }
      if isActive { rooms.seen(live.key) }
      live.rooms.setWatched(isActive)
    }
    rooms.begin()
  }

  /// Whether the side list has more to show than the open archive's only conversation.
  var hasRooms: Bool { rooms?.hasRooms == true }

  var shownRoom: RoomKey? { live?.key }
  var detailedRoom: RoomKey? { details?.key }
  var leftRoom: LiveRoomController.Left? { details?.left }

  /// Side of pictures in notifications, pixels.
  private static let noticeSide = 96

  func face(_ key: ImageKey) -> Bitmap? {
    let request = ImageRequest(
      key, size: PixelSize(width: Self.noticeSide, height: Self.noticeSide))
    if case .picture(let bitmap) = images.outcome(of: request) { return bitmap }
    if let bitmap = images.standIn(for: request) { return bitmap }
    images.load(request, priority: .ahead(pixels: 1)) { _ in }
    return nil
  }

  func detailsChanged(of key: RoomKey) {
    if let details, details.key == key { details.ask() }
  }

  func roomsChanged() {
    guard let rooms else { return }
    faces.set(rooms.accounts.compactMap(\.account))
    if hasRooms {
      if sidebar == nil {
        side.fill(selected: pane?.conversation.id)
        side.arrange()
      }
      sidebar?.show(rooms.accounts)
    } else {
      sidebar?.show([])
      if live != nil || details != nil { clearPage() }
      restSide()
    }
    if let details, rooms.running(details.key.user) == nil { showNoRoom() }
    if let live, rooms.running(live.key.user) == nil { showNoRoom() }
    showLiveTitle()
    updateMenus()
  }

  func accountAdded() {
    settings.placement.isSideVisible = true
    side.arrange()
  }

  func showNoRoom() {
    clearPage()
    // An open archive stays open.
    if let first = shown.first { show(first) } else { showEmpty() }
  }

  func noRoomComes() {
    guard isRoomExpected else { return }
    isRoomExpected = false
    let isEmpty = live == nil && details == nil && !isShowingArchive && rooms?.invitation == nil
    if isEmpty { showWelcome() }
  }

  func waitsChanged() {
    guard let rooms, hasRooms else { return }
    sidebar?.show(rooms.accounts)
    showLiveTitle()
  }

  func take(_ news: LiveNews) { live?.rooms.take(news) }

  func keep(file: String, as address: String) {
    originals.keep(file: file, as: ImageKey(address))
  }

  func writeInRoom() {
    guard let live, live.chat.composer.isVisible else { return }
    // Its bar is in place of the field.
    if live.chat.messageActions.isSelecting { live.chat.messageActions.endSelection() }
    live.chat.composer.focus()
  }

  func goInRoom(to message: ItemID) { live?.rooms.go(to: message) }

  func clearMainArea(for invitation: InvitationPanel) {
    closePicture()
    pane?.rememberPlace()
    closePage()
    window.main.welcome = nil
    sidebar?.select(invitation.key)
    window.title = "\(ForeignText.isolated(invitation.room.name)) – Luge"
    updateMenus()
  }

  func addAccount() {
    launch.settle()
    rooms?.addAccount()
  }

  func show(
    _ opening: LiveRoomController.Opening, of running: LiveHub.Running, _ account: LiveAccount
  ) throws {
    closePicture()
    pane?.rememberPlace()
    // The old page must release the area before the new one takes it.
    clearPage()
    window.main.state = nil
    window.main.welcome = nil
    let live = try LivePane(self, running, account, opening)
    isRoomExpected = false
    main.show(.room(live))
    if let opened { owner.ask(about: nil, of: opened) }
    rooms?.seen(live.key)
    live.rooms.onWords = { [weak self] _, _ in self?.showLiveTitle() }
    find.listChanged()
    showLiveTitle()
    sidebar?.select(live.key)
    updateMenus()
    live.chat.list.requestFrame()
    if opening.obstacle == nil, !window.isSideShown || !window.side.surface.hasFocus {
      live.chat.composer.focus()
    }
  }

  /// Returns the number of people in a room and, if there are several accounts, its account.
  private func facts(of room: LiveRoom, _ running: LiveHub.Running) -> [String] {
    var facts: [String] = []
    if !room.isDirect, let people = room.people, people > 0 {
      facts.append(localized(one: "{count} person", other: "{count} people", count: people))
    }
    if rooms?.accounts.count ?? 0 > 1 { facts.append(ForeignText.visible(running.entry.user)) }
    return facts
  }

  /// Shows a picture in the title bar once it is there; nil shows the letters.
  func showFace(_ key: ImageKey?) {
    guard key != titleFace else { return }
    titleFace = key
    window.titleBar.setPicture(nil)
    guard let key else { return }
    let side = Int((TitleBar.faceSide * window.main.surface.geometry.scale).rounded(.up))
    let request = ImageRequest(key, size: PixelSize(width: side, height: side))
    Task { @MainActor [weak self, images] in
      guard let picture = try? await images.image(for: request), let self, titleFace == key
      else { return }
      window.titleBar.setPicture(picture)
    }
  }

  /// Shows the room's name, its people, and the connection's state.
  private func showLiveTitle() {
    guard let live, let running = rooms?.running(live.key.user) else { return }
    let room = live.rooms.room
    let name = ForeignText.name(room.name)
    let title = window.titleBar
    let words = live.rooms.sending ?? running.words(beside: facts(of: room, running))
    if title.title != name || title.subtitle != words {
      title.setTitle(name, subtitle: words)
      title.setInitials(
        AuthorPalette.initials(of: room.name), color: ChatColors().author(room.colorIndex))
      title.setHint(localized("Topic and people of this room"))
      title.setButtons([.find, .date])
    }
    showFace(FaceKey.key(room.picture, of: live.key.user))
    window.title = "\(ForeignText.isolated(room.name)) – Luge"
  }
}
