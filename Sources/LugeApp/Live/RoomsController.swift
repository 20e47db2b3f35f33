import Foundation
import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeListKit
import LugeLive
import LugeQt
import LugeWords

/// A window that shows rooms of accounts.
@MainActor
protocol RoomWindow: AnyObject {
  /// The room in the main area.
  var shownRoom: RoomKey? { get }
  /// The room whose details are in the main area.
  var detailedRoom: RoomKey? { get }
  /// State in which the user left that room.
  var leftRoom: LiveRoomController.Left? { get }
  var settings: ViewerSettings { get set }
  var scheme: ColorScheme { get }

  /// Called when accounts, their rooms or their connection states have changed.
  func roomsChanged()
  /// Called when only the seconds until accounts try to connect again have changed.
  func waitsChanged()
  /// Called when an account was added: show its rooms.
  func accountAdded()
  func show(
    _ opening: LiveRoomController.Opening, of running: LiveHub.Running, _ account: LiveAccount
  ) throws
  /// Passes on an event of the shown room or its account.
  func take(_ news: LiveNews)
  /// Moves the keyboard focus to the composer of the shown room.
  func writeInRoom()
  /// Shows a room's details anew, if these are in the main area.
  func detailsChanged(of key: RoomKey)
  /// Goes to a message of the shown room.
  func goInRoom(to message: ItemID)
  /// Empties the main area for the question about an invitation.
  func clearMainArea(for invitation: InvitationPanel)
  /// Shows no room: the user has left it, and the account has no other.
  func showNoRoom()
  /// Called when the room that the window opens with cannot be shown, or is not known yet.
  func noRoomComes()
  func note(_ words: String)
  /// Returns a small picture if it is in memory; asks for it for the next time otherwise.
  func face(_ key: ImageKey) -> Bitmap?
  /// Keeps a local file as the picture with an address, which then is not downloaded.
  func keep(file: String, as address: String)
}

/// Manages accounts and rooms in a window: opening, adding, inviting, leaving, notifications.
@MainActor
final class RoomsController {
  private let hub: LiveHub
  private let window: Window
  private let reading: ReadingPositions
  private let notifier = LiveNotifier()
  private weak var host: (any RoomWindow)?

  // MARK: Mutable State (main actor)

  /// Number of the last request to open a room; results of earlier ones are dropped.
  private var request = 0
  /// The room that is being read from its archive, and its changes meanwhile, which may not have
  /// been stored when it was read.
  private var opening: (key: RoomKey, changes: [LiveRoomChange])?
  /// The room to show as soon as its account knows it.
  private var awaited: (user: String, room: String)?
  /// Rooms to which users are invited, as far as they were told.
  private var invitations: [String: Set<ConversationID>] = [:]
  /// The question in the main area.
  private(set) var invitation: InvitationPanel?

  /// - Parameter room: the room to show as soon as it is known.
  init(
    _ book: any LiveAccountBook, _ host: any RoomWindow, window: Window,
    reading: ReadingPositions, room: (user: String, room: String)?
  ) {
    hub = LiveHub(book)
    self.host = host
    self.window = window
    self.reading = reading
    awaited = room
  }

  var accounts: [LiveHub.Running] { hub.accounts }
  /// Whether any account is set up, so that the side list has rooms to show.
  var hasRooms: Bool { !hub.accounts.isEmpty }

  func running(_ user: String) -> LiveHub.Running? { hub.running(user) }

  /// Tries to connect again; asks for the password where the server has ended a session.
  func reconnect() {
    hub.reconnect()
    if let user = loggedOut { logInAgain(user) }
  }

  /// Tries to connect again where no server has asked to be left alone for a time.
  func tryAgain() { hub.tryAgain() }

  /// The first account whose session the server has ended.
  var loggedOut: String? { hub.accounts.first { $0.status.isLoggedOut }?.entry.user }

  /// Starts the accounts of this computer.
  func begin() {
    hub.onChange = { [weak self] in
      self?.host?.roomsChanged()
      self?.openAwaited()
      self?.checkInvitation()
    }
    hub.onWait = { [weak self] in self?.host?.waitsChanged() }
    hub.onNews = { [weak self] in self?.take($1, from: $0) }
    notifier.onOpen = { [weak self] in self?.openFromNotification($0) }
    Task { @MainActor [weak self, hub] in
      let problem = await hub.begin()
      if let problem { self?.host?.note(localized("Accounts: {reason}", ["reason": problem])) }
      if let self, opening == nil { host?.noRoomComes() }
    }
  }

  /// Stops the accounts when the window is closed, so that another one can open them.
  func close() {
    hub.onChange = nil
    hub.onWait = nil
    hub.onNews = nil
    notifier.onOpen = nil
    Task { [hub] in await hub.stop() }
  }

  /// Withdraws a room's notification, because the user is looking at the room.
  func seen(_ key: RoomKey) { notifier.withdraw(key) }

  /// Blocks until what was stored is in the accounts' archives; for the end of a window, once it is
  /// hidden.
  func settle() { hub.settle() }

  /// Drops the request to open a room, and the question about an invitation.
  func stopOpening() {
    request += 1
    opening = nil
    invitation?.close()
    invitation = nil
  }

  private func take(_ news: LiveNews, from user: String) {
    let isShown = host?.shownRoom?.user == user
    if isShown { host?.take(news) }
    switch news {
    case .note(let words) where !isShown: host?.note(words)
    case .uploaded(let file, let address): host?.keep(file: file, as: address)
    case .room(let change):
      if opening?.key == RoomKey(user: user, room: change.conversation) {
        opening?.changes.append(change)
      }
      // Somebody may have come, gone or been invited, from any device.
      if change.added.contains(where: { $0.isService }) {
        host?.detailsChanged(of: RoomKey(user: user, room: change.conversation))
      }
      notify(change, of: user)
    case .status(.live): notifier.prepare()
    case .rooms(let rooms): notifyOfInvitations(among: rooms, of: user)
    default: break
    }
  }

  // MARK: Notifications

  /// Notifies about the newest message of others, unless the room is muted or in view, or its
  /// account is not connected.
  private func notify(_ change: LiveRoomChange, of user: String) {
    guard let running = hub.running(user), running.status == .live,
      let message = change.added.last(where: { !$0.isOwn && $0.stored.kind == .message })
    else { return }
    let key = RoomKey(user: user, room: change.conversation)
    guard key != host?.shownRoom || !window.isActive, !isQuiet(key) else { return }
    let room = running.rooms.first { $0.id == change.conversation }
    switch room?.notifications ?? .all {
    case .all: break
    case .mentions where change.namesUser: break
    case .mentions, .nothing: return
    }
    let author = ForeignText.name(message.stored.author?.name ?? message.sender)
    let words = ForeignText.visible(Snippet.text(of: message.stored))
    let isDirect = room?.isDirect ?? false
    notifier.notify(
      key, title: isDirect ? author : ForeignText.name(room?.name ?? author),
      body: isDirect ? words : "\(author): \(words)",
      picture: face(message.picture, of: user) ?? face(room?.picture, of: user))
  }

  /// Tells of invitations that came while the account was connected, once each.
  private func notifyOfInvitations(among rooms: [LiveRoom], of user: String) {
    let invited = rooms.filter { $0.membership == .invited }
    let known = invitations[user] ?? []
    invitations[user] = Set(invited.map(\.id))
    guard hub.running(user)?.status == .live else { return }
    for room in invited where !known.contains(room.id) {
      let key = RoomKey(user: user, room: room.id)
      guard room.notifications != .nothing, invitation?.key != key else { continue }
      let name = ForeignText.name(room.invitation?.shownInviter ?? room.name)
      notifier.notify(
        key, title: ForeignText.name(room.name),
        body: localized("{name} invites you", ["name": name]),
        picture: face(room.invitation?.inviterPicture, of: user))
    }
  }

  /// Returns a picture that is in memory: a notification waits for none.
  private func face(_ address: String?, of user: String) -> Bitmap? {
    FaceKey.key(address, of: user).flatMap { host?.face($0) }
  }

  private func openFromNotification(_ key: RoomKey) {
    window.activate()
    show(key)
  }

  // MARK: The room that is shown

  /// Opens a room: first the stored messages, then what the server sends.
  ///
  /// - Parameters:
  ///   - message: the message to go to, also in the room that is shown already.
  ///   - onShown: called when the room is shown.
  func show(
    _ key: RoomKey, at message: ItemID? = nil, onShown: (@MainActor () -> Void)? = nil
  ) {
    if host?.shownRoom == key {
      if let message { host?.goInRoom(to: message) }
      onShown?()
      return
    }
    guard let running = hub.running(key.user),
      let room = running.rooms.first(where: { $0.id == key.room })
    else { return }
    if room.membership == .invited { return ask(about: room, of: running) }
    guard let account = running.account else {
      host?.note(running.problem ?? localized("Opening the account …"))
      return
    }
    request += 1
    let (request, reading, archive) = (request, reading, running.entry.archive)
    let hasServer = running.status.mayAnswer
    let left = host?.detailedRoom == key ? host?.leftRoom : nil
    opening = (key, [])
    Task { @MainActor [weak self] in
      let opening = await Task.detached {
        Result {
          try LiveRoomController.Opening(
            account, room, place: reading.entry(archive, "live:\(room.room)")?.place, left: left,
            hasServer: hasServer)
        }
      }.value
      guard let self, self.request == request else { return }
      let changes = self.opening?.changes ?? []
      self.opening = nil
      do {
        // The account may have connected meanwhile.
        try host?.show(try opening.get(), of: hub.running(key.user) ?? running, account)
        // Changes that were read already are applied again, which has no effect.
        for change in changes { host?.take(.room(change)) }
        if let message { host?.goInRoom(to: message) }
        onShown?()
      } catch {
        host?.noRoomComes()
        host?.note(localized("This room cannot be shown: {reason}", ["reason": "\(error)"]))
      }
    }
  }

  // MARK: Accounts

  func addAccount() {
    let form = Form(
      title: localized("Add Account"),
      intro: localized("A Matrix account. The password is used once to log in and is not stored."),
      accept: localized("Log In"),
      fields: [
        .init(localized("Server"), placeholder: localized("matrix.org or http://localhost:8108")),
        .init(localized("User"), placeholder: localized("anna or @anna:matrix.org")),
        .init(localized("Password"), isSecret: true),
      ])
    Task { @MainActor [weak self, hub, window] in
      await window.ask(form) { [weak self] values in
        let answer = await hub.add(server: values[0], user: values[1], password: values[2])
        switch answer {
        case .failure(let problem): return Self.sentence(problem.words)
        case .success(let note):
          self?.host?.accountAdded()
          if let note { self?.host?.note(note) }
          return nil
        }
      }
    }
  }

  /// Asks for the password of an account whose session the server has ended, and goes on with its
  /// rooms.
  func logInAgain(_ user: String) {
    guard let entry = hub.running(user)?.entry else { return }
    let form = Form(
      title: localized("Log In Again"),
      intro: localized(
        "The server has logged out {name}. The password is used once to log in and is not stored.",
        ["name": ForeignText.visible(user)]),
      accept: localized("Log In"), fields: [.init(localized("Password"), isSecret: true)])
    Task { @MainActor [weak self, hub, window] in
      await window.ask(form) { [weak self] values in
        switch await hub.add(server: entry.server, user: user, password: values[0]) {
        case .failure(let problem): return Self.sentence(problem.words)
        case .success(let note):
          if let note { self?.host?.note(note) }
          return nil
        }
      }
    }
  }

  func removeAccount(_ user: String) {
    Task { @MainActor [weak self, hub, window] in
      let answer = await window.showMessage(
        .warning, title: localized("Remove Account"),
        text: localized("Remove {name}?", ["name": ForeignText.visible(user)]),
        detail: localized(
          "This computer will be logged out, and nothing more is fetched from the server. Messages already received stay in the account's archive."
        ),
        buttons: [localized("Cancel"), localized("Remove")])
      guard answer == 1 else { return }
      switch await hub.remove(user) {
      case .success(nil): self?.host?.note(localized("The account was removed"))
      case .success(let problem?):
        self?.host?.note(
          localized(
            "Removed here, but the server could not be notified: {reason}", ["reason": problem]))
      case .failure(let problem): self?.host?.note(problem.words)
      }
    }
  }

  // MARK: Rooms

  /// The account for new rooms: that of the shown room, or the first one.
  private var chosenAccount: (user: String, account: LiveAccount)? {
    let running = host?.shownRoom.flatMap { hub.running($0.user) } ?? hub.accounts.first
    return running.flatMap { running in running.account.map { (running.entry.user, $0) } }
  }

  enum NewRoom { case address, named, direct }

  /// Joins a room by its address, or creates one.
  func addRoom(_ kind: NewRoom) {
    guard let (user, account) = chosenAccount else {
      host?.note(localized("There is no account yet: Account > Add Account…"))
      return
    }
    let whose = localized("Using the account {name}.", ["name": ForeignText.visible(user)])
    Task { @MainActor [weak self, window] in
      let known = kind == .direct ? await Self.suggestions(from: account) : []
      let form = Self.form(for: kind, whose, known)
      let check = PeopleCheck(account, button: form.accept, known)
      await window.ask(form) { [weak self] values in
        do {
          let room: String
          switch kind {
          case .address:
            room = try await account.join(values[0].trimmingCharacters(in: .whitespaces))
          case .named, .direct:
            let isDirect = kind == .direct
            let people = try Self.people(values[isDirect ? 0 : 1], for: user, among: known)
            if let doubt = await check.doubt(about: people) { return doubt }
            room = try await account.create(
              NewLiveRoom(name: isDirect ? nil : values[0], people: people, isDirect: isDirect))
          }
          self?.expect(room, of: user)
          return nil
        } catch {
          return Self.sentence("\(error)")
        }
      }
    }
  }

  private static func form(for kind: NewRoom, _ whose: String, _ known: [Suggestion]) -> Form {
    switch kind {
    case .address:
      Form(
        title: localized("Join Room"), intro: whose, accept: localized("Join"),
        fields: [
          .init(localized("Address"), placeholder: localized("#garden:matrix.org or !…"))
        ])
    case .named:
      Form(
        title: localized("New Room"), intro: whose,
        hint: localized("Only people who are invited can join."),
        accept: localized("Create"),
        fields: [
          .init(localized("Name"), placeholder: localized("Garden")),
          .init(
            localized("Invite"), placeholder: "@ben:matrix.org, @cleo:matrix.org",
            isOptional: true),
        ])
    case .direct:
      Form(
        title: localized("New Direct Chat"), intro: whose, accept: localized("Start Chat"),
        fields: [
          .init(localized("Person"), placeholder: "@ben:matrix.org", choices: known.map(\.title))
        ])
    }
  }

  /// Parses names of people, separated by commas or spaces. A name without a server is one of the
  /// user's own server.
  ///
  /// - Parameter user: the user's id.
  static func people(
    _ text: String, for user: String, among known: [Suggestion] = []
  ) throws(LiveFailure) -> [String] {
    let whole = text.trimmingCharacters(in: .whitespaces)
    if let person = known.first(where: { $0.title == whole }) { return [person.id] }
    let server = user.firstIndex(of: ":").map { String(user[$0...]) } ?? ""
    let names = text.split { $0 == "," || $0.isWhitespace }.map { written in
      if written.contains(":") { return String(written) }
      let name = written.hasPrefix("@") ? String(written) : "@\(written)"
      return name.lowercased() + server
    }
    for name in names where !name.hasPrefix("@") || !name.contains(":") || name.hasPrefix("@:") {
      throw .refused(
        localized(
          "{name} is not a user ID. User IDs look like @ben:matrix.org.", ["name": name]))
    }
    return names
  }

  /// A person whom the user may mean.
  struct Suggestion: Sendable {
    /// The person's id in the protocol.
    var id: String
    /// The name with the id, because others may have the same name.
    var title: String
  }

  /// Returns the people whom an account knows, for a field that suggests them.
  private static func suggestions(from account: LiveAccount) async -> [Suggestion] {
    // There may be thousands of them.
    await Task.detached {
      ((try? account.knownPeople()) ?? []).map { person in
        let name = ForeignText.name(person.name)
        let id = ForeignText.visible(person.id)
        let title = person.name == person.id ? id : "\(name) (\(id))"
        return Suggestion(id: person.id, title: Clipping.singleLine(title))
      }
    }.value
  }

  private static func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst()
  }

  /// Shows a room as soon as the account knows it.
  private func expect(_ room: String, of user: String) {
    awaited = (user, room)
    openAwaited()
  }

  private func openAwaited() {
    guard let (user, room) = awaited,
      let found = hub.running(user)?.rooms.first(where: { $0.room == room }),
      found.membership == .joined
    else { return }
    awaited = nil
    // After joining or creating a room, the user wants to write.
    show(RoomKey(user: user, room: found.id)) { [weak self] in self?.host?.writeInRoom() }
  }

  /// Shows an invitation; the room is joined only after the answer.
  private func ask(about room: LiveRoom, of running: LiveHub.Running) {
    guard let account = running.account else { return }
    let key = RoomKey(user: running.entry.user, room: room.id)
    guard invitation?.key != key else { return }
    let isAtSide = window.isSideShown && window.side.surface.hasFocus
    seen(key)
    let panel = InvitationPanel(
      key, room, account, in: window.main, scheme: host?.scheme ?? .light)
    host?.clearMainArea(for: panel)
    invitation = panel
    panel.onAnswer = { [weak self] in self?.answer(panel, accepts: $0) }
    panel.show()
    // A user who goes through the side list by keys stays there. Else the next Tab leads to the
    // answers, whatever had the focus before and is gone now.
    (isAtSide ? window.side : window.main).surface.focus()
  }

  private func answer(_ panel: InvitationPanel, accepts: Bool) {
    let (account, key, room) = (panel.account, panel.key, panel.room)
    panel.answered()
    Task { [weak self] in
      do {
        if accepts {
          try await account.accept(room.id)
          guard let self, invitation === panel else { return }
          expect(room.room, of: key.user)
        } else {
          try await account.leave(room.id)
          guard let self, invitation === panel else { return }
          showOther(of: key.user)
        }
      } catch {
        panel.askAgain()
        self?.say(SystemError.words(of: error))
      }
    }
  }

  /// Checks whether the invitation was withdrawn, or answered on another device.
  private func checkInvitation() {
    guard let invitation else { return }
    guard let running = hub.running(invitation.key.user) else {
      host?.showNoRoom()
      return
    }
    guard !invitation.isAnswered else { return }
    let room = running.rooms.first { $0.id == invitation.key.room }
    switch room?.membership {
    case .invited: break
    case .joined: show(invitation.key)
    case .left, nil: showOther(of: invitation.key.user)
    }
  }

  func markRead(_ key: RoomKey) {
    guard let account = hub.running(key.user)?.account else { return }
    notifier.withdraw(key)
    run { [weak self] in
      guard try await !account.markRead(key.room) else { return }
      await self?.say(localized("Not marked as read: there is no connection"))
    }
  }

  /// Returns the key of a room in the settings. It is not the room's id, which differs in a new
  /// archive.
  private func settingsKey(_ key: RoomKey) -> String? {
    hub.running(key.user)?.rooms.first { $0.id == key.room }.map { "\(key.user) \($0.room)" }
  }

  /// Whether notifications of a room are off.
  func isQuiet(_ key: RoomKey) -> Bool {
    settingsKey(key).map { host?.settings.quietRooms.contains($0) ?? false } ?? false
  }

  func setQuiet(_ isQuiet: Bool, _ key: RoomKey) {
    guard let name = settingsKey(key) else { return }
    if isQuiet {
      host?.settings.quietRooms.insert(name)
      notifier.withdraw(key)
    } else {
      host?.settings.quietRooms.remove(name)
    }
  }

  func invite(to key: RoomKey) {
    guard let account = hub.running(key.user)?.account else { return }
    Task { @MainActor [weak self, window] in
      let known = await Self.suggestions(from: account)
      let form = Form(
        title: localized("Invite"), accept: localized("Invite"),
        fields: [
          .init(localized("Person"), placeholder: "@ben:matrix.org", choices: known.map(\.title))
        ])
      let check = PeopleCheck(account, button: form.accept, known)
      await window.ask(form) { [weak self] values in
        // Some may be invited before another one is refused.
        defer { self?.invitedOrRemoved(in: key) }
        do {
          let people = try Self.people(values[0], for: key.user, among: known)
          if let doubt = await check.doubt(about: people) { return doubt }
          for person in people { try await account.invite(person, to: key.room) }
          return nil
        } catch {
          return Self.sentence("\(error)")
        }
      }
    }
  }

  /// Puts somebody out of a room after a confirmation.
  func remove(_ person: String, called name: String, from key: RoomKey) {
    guard let running = hub.running(key.user), let account = running.account,
      let room = running.rooms.first(where: { $0.id == key.room })
    else { return }
    Task { @MainActor [weak self, window] in
      let answer = await window.showMessage(
        .warning, title: localized("Remove from Room"),
        text: localized(
          "Remove {name} from “{room}”?",
          ["name": ForeignText.name(name), "room": ForeignText.name(room.name)]),
        detail: localized(
          "Everyone in the room will see this. They can rejoin if they are invited again."),
        buttons: [localized("Cancel"), localized("Remove")])
      guard answer == 1, let self else { return }
      run { [weak self] in
        try await account.remove(person, from: key.room)
        await self?.invitedOrRemoved(in: key)
      }
    }
  }

  private func invitedOrRemoved(in key: RoomKey) { host?.detailsChanged(of: key) }

  /// Leaves a room after a confirmation.
  func leave(_ key: RoomKey) {
    guard let running = hub.running(key.user), let account = running.account,
      let room = running.rooms.first(where: { $0.id == key.room })
    else { return }
    Task { @MainActor [weak self, window] in
      let answer = await window.showMessage(
        .warning, title: localized("Leave Room"),
        text: localized("Leave “{name}”?", ["name": ForeignText.name(room.name)]),
        detail: localized(
          "You may need a new invitation to rejoin. Messages already received stay in the account's archive."
        ),
        buttons: [localized("Cancel"), localized("Leave")])
      guard answer == 1, let self else { return }
      run { [weak self] in
        try await account.leave(key.room)
        await self?.left(key)
      }
    }
  }

  /// Goes from a room that was replaced to its successor, or puts away one that the user was put
  /// out of.
  func leaveBehind(_ obstacle: LiveObstacle, _ key: RoomKey) {
    guard let account = hub.running(key.user)?.account else { return }
    Task { [weak self] in
      do {
        switch obstacle {
        case .replaced(let room):
          let known = self?.hub.running(key.user)?.rooms.first {
            $0.room == room && $0.membership == .joined
          }
          let name = known == nil ? try await account.join(room, after: key.room) : room
          self?.expect(name, of: key.user)
        case .removed: try await self?.dismiss(key)
        case .encrypted, .left, .mayNotWrite: break
        }
      } catch {
        self?.say(SystemError.words(of: error))
      }
    }
  }

  /// Removes a room from the side list, because the user wants that.
  func putAway(_ key: RoomKey) { run { [weak self] in try await self?.dismiss(key) } }

  /// Lists a room no more that the user was put out of.
  func dismiss(_ key: RoomKey) async throws {
    try await hub.running(key.user)?.account?.dismiss(key.room)
    left(key)
  }

  private func left(_ key: RoomKey) {
    guard host?.shownRoom == key || host?.detailedRoom == key else { return }
    showOther(of: key.user, than: key.room)
  }

  /// - Parameter left: the room that was left: it is listed as joined until the list comes anew.
  private func showOther(of user: String, than left: ConversationID? = nil) {
    let rooms = hub.running(user)?.rooms ?? []
    if let next = rooms.first(where: { $0.membership == .joined && $0.id != left }) {
      show(RoomKey(user: user, room: next.id))
    } else {
      host?.showNoRoom()
    }
  }

  private func say(_ words: String) { host?.note(words) }

  private func run(_ body: @escaping @Sendable () async throws -> Void) {
    Task.detached { [weak self] in
      do {
        try await body()
      } catch {
        let words = SystemError.words(of: error)
        await self?.say(words)
      }
    }
  }
}
