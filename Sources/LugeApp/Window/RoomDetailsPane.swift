import LugeCore
import LugeEngine
import LugeListKit
import LugeLive
import LugePaint
import LugeQt
import LugeWords

/// A room's topic, the user's rights and its people, in place of its messages: a list like any
/// other.
@MainActor
final class RoomDetailsPane: FindableList {
  let key: RoomKey
  /// State in which the user left the room.
  let left: LiveRoomController.Left
  let surface: ListSurface
  private unowned let controller: ViewerController
  private let account: LiveAccount
  private let room: LiveRoom
  private let pictures: ListPictures

  // MARK: Mutable State (main actor)

  private var items: [RoomDetailsItem]
  /// Details with the user's rights; nil before the server has answered.
  private var details: LiveRoomDetails?
  private var asking: Task<Void, Never>?
  /// Whether the server's answer is shown.
  private var isAnswered = false

  init(
    _ controller: ViewerController, _ account: LiveAccount, _ room: LiveRoom,
    left: LiveRoomController.Left
  ) {
    self.left = left
    self.account = account
    key = RoomKey(user: account.user, room: room.id)
    self.controller = controller
    self.room = room
    pictures = ListPictures(controller.images)
    items = Self.actions + [.heading(localized("Asking the server …"))]
    surface = controller.list(
      in: controller.window.main, Self.provider(items),
      EngineConfiguration(
        opensAt: .start, contentInsets: .init(top: 8, bottom: 12),
        background: DesignTokens.standard.colors.ground, follow: .off),
      tools: PaintTools.factory(images: pictures), prepare: pictures.serve)
    surface.onClick = { [weak self] hit, _ in
      guard let self else { return }
      switch hit.action {
      case .custom(let name): RoomDetailsAction(rawValue: name).map(perform)
      case .openLink(let url): self.controller.opener.open(link: url)
      default: break
      }
    }
    surface.actionTitle = { action in
      guard case .custom(let name) = action else { return nil }
      return RoomDetailsAction(rawValue: name)?.title
    }
    surface.onContextMenu = { [weak self] hit, point in
      if let hit { self?.showMenu(at: hit.position, point) }
    }
    surface.onItemMenu = { [weak self] contents, point in
      guard let self, let position = surface.cursorPosition else { return }
      showMenu(at: position, point, beside: contents.rect)
    }
    surface.leaves { [weak self] in self?.controller.closeRoomDetails() }
    ask()
  }

  /// Asks the server; what is shown stays until it answers.
  func ask() {
    let (account, room) = (account, room)
    asking?.cancel()
    asking = Task { [weak self] in
      do {
        let details = try await account.details(of: room.id)
        guard !Task.isCancelled else { return }
        self?.show(details)
      } catch {
        guard !Task.isCancelled else { return }
        self?.say(
          localized(
            "The list of people could not be loaded: {reason}",
            ["reason": SystemError.words(of: error)]))
      }
    }
  }

  func close() { asking?.cancel() }

  private static var actions: [RoomDetailsItem] {
    RoomDetailsAction.allCases.map(RoomDetailsItem.action)
  }

  private func say(_ words: String) { show(Self.actions + [.heading(words)]) }

  private func show(_ details: LiveRoomDetails?) {
    guard let details else { return say(localized("The server did not provide a list of people.")) }
    self.details = details
    var items: [RoomDetailsItem] = []
    if let topic = details.topic {
      items.append(
        .text(
          title: localized("Topic"),
          LinkDetector().linking(StyledText(ForeignText.visible(topic)))))
    }
    items.append(
      .text(title: localized("Your Permissions"), StyledText(Self.words(for: details.rights, room)))
    )
    items += RoomDetailsAction.allCases.filter {
      $0 != .invite || details.rights.contains(.invite)
    }.map(RoomDetailsItem.action)
    let here = details.people.filter { !$0.isInvited }
    items.append(
      .heading(
        localized(one: "{count} person", other: "{count} people", count: here.count)))
    items += here.map(item)
    let invited = details.people.filter(\.isInvited)
    if !invited.isEmpty {
      items.append(.heading(localized("Invited")))
      items += invited.map(item)
    }
    show(items)
  }

  private func item(_ person: LiveRoomDetails.Person) -> RoomDetailsItem {
    let role =
      switch person.power {
      case 100...: localized("Administrator")
      case 50...: localized("Moderator")
      default: ""
      }
    return .person(
      person, role: role, picture: FaceKey.key(person.picture, of: key.user))
  }

  private static func words(for rights: LiveRoomDetails.Rights, _ room: LiveRoom) -> String {
    var words: [String] = []
    if rights.contains(.write), room.obstacle == nil { words.append(localized("send messages")) }
    if rights.contains(.invite) { words.append(localized("invite people")) }
    if rights.contains(.delete) { words.append(localized("delete messages from others")) }
    if rights.contains(.remove) { words.append(localized("remove people")) }
    return words.isEmpty ? localized("read only") : words.joined(separator: ", ")
  }

  private func show(_ items: [RoomDetailsItem]) {
    let old = self.items
    self.items = items
    // Who looks at somebody further down stays there.
    let place = surface.engine.placeBeingRead.map { Int($0.item.rawValue) } ?? 0
    surface.engine.update(
      to: Self.provider(items),
      changes: [.remove(old.indices), .insert(count: items.count, at: 0)],
      options: UpdateOptions(shows: isAnswered ? place.clamped(to: 0...max(0, items.count - 1)) : 0)
    )
    isAnswered = true
    surface.requestFrame()
  }

  private static func provider(_ items: [RoomDetailsItem]) -> any RowProvider {
    let placed = items.enumerated().map { index, item in
      RoomDetailsRowFactory.Placed(id: ItemID(Int64(index)), item: item)
    }
    return FactoryRowProvider(
      source: ArraySource(placed) { $0.id }, factory: RoomDetailsRowFactory())
  }

  private func perform(_ action: RoomDetailsAction) {
    switch action {
    case .invite: controller.rooms?.invite(to: key)
    case .leave: controller.rooms?.leave(key)
    }
  }

  private func showMenu(at position: Int, _ point: Point, beside item: Rect? = nil) {
    guard items.indices.contains(position) else { return }
    var entries: [MenuItem] = []
    switch items[position] {
    case .person(let person, _, _):
      entries.append(.entry(localized("Copy Address")) { Clipboard.text = person.id })
      if mayRemove(person) {
        entries.append(
          .entry(localized("Remove from Room…")) { [weak self] in
            guard let self else { return }
            controller.rooms?.remove(person.id, called: person.name, from: key)
          })
      }
    case .text(_, let text):
      entries.append(.entry(localized("Copy Text")) { Clipboard.text = text.string })
    case .action, .heading: return
    }
    surface.area.surface.show(entries, at: point, beside: item)
  }

  /// Whether the server would let the user put somebody out: never those with equal rights.
  private func mayRemove(_ person: LiveRoomDetails.Person) -> Bool {
    guard let details, details.rights.contains(.remove), person.id != key.user else { return false }
    let own = details.people.first { $0.id == key.user }?.power ?? 0
    return own > person.power
  }

  // MARK: FindableList

  var findNoun: PluralWords {
    localizedPlural(one: "{count} entry", other: "{count} entries")
  }
  var knowsFinds: Bool { false }

  func finds(of query: TextQuery) async throws -> [Int] {
    items.indices.filter { query.finds(in: StyledText(items[$0].text)) }
  }

  func lastFind(of query: TextQuery, atOrBefore place: Int) async throws -> Int? {
    try await finds(of: query).last { $0 <= place }
  }

  func foundItem(at place: Int) async -> FoundItem? {
    guard items.indices.contains(place) else { return nil }
    return FoundItem(item: ItemID(Int64(place)), text: StyledText(items[place].text))
  }

  func reveal(_ place: Int, _ item: FoundItem?, range: Range<Int>?) {
    surface.jump(to: place, highlighting: true)
  }
}

extension ViewerController {
  /// Shows the details of the shown room in place of its messages, or returns to these.
  func toggleRoomDetails() {
    if details != nil { return closeRoomDetails() }
    guard let live, let account = rooms?.running(live.key.user)?.account else { return }
    let (room, key, left) = (live.rooms.room, live.key, live.rooms.left)
    closePicture()
    clearPage()
    find.listChanged()
    main.show(.details(RoomDetailsPane(self, account, room, left: left)))
    let title = window.titleBar
    title.setTitle(ForeignText.name(room.name), subtitle: localized("Room Details"))
    title.setHint(localized("Back to the messages"))
    title.setButtons([.back, .find])
    showFace(FaceKey.key(room.picture, of: key.user))
    sidebar?.select(key)
    updateMenus()
    window.main.surface.focus()
  }

  func closeRoomDetails() {
    guard let details else { return }
    rooms?.show(details.key)
  }
}
