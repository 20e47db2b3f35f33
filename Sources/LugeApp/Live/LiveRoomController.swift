import Foundation
import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeListKit
import LugeLive
import LugeQt
import LugeWords

/// Connects one room of an account with a chat view: the room's changes go to the list, the user's
/// actions to the account.
///
/// At most ``mostItems`` messages around the user's position are loaded; further ones are requested
/// when the user comes near them.
@MainActor
final class LiveRoomController {
  /// What is kept of a room while its details are shown in its place.
  struct Left: Sendable {
    /// The user's reading place; nil for the end.
    var place: ReadingPlace?
    /// The message below the line about unread ones.
    var firstUnread: ItemID?
    var isMarkedUnread: Bool
    var readUpTo: Int64

    /// Whether the room opens where it was left, also if there are new messages. Who was at the end
    /// is led to these.
    var stays: Bool { place != nil || isMarkedUnread }
  }

  /// Stored contents of a room, to be shown at once, whether or not its server is reachable.
  struct Opening: Sendable {
    var room: LiveRoom
    var window: PageWindow<LiveMessage>
    var obstacle: LiveObstacle?
    var ownName: String
    var user: String
    /// The first unread message of others.
    var firstUnread: ItemID?
    /// Whether messages are missing among which the first unread one may be.
    var isUnreadMissing: Bool
    /// Whether it is looked for as soon as the room is open. Until it is found, there is no line
    /// above the first one that is stored.
    var isUnreadSought = false
    /// The user's reading place; nil for the end.
    var place: ReadingPlace?
    /// What was left of the room, which goes on from there.
    var left: Left?

    /// Reads the room's stored messages. Blocks while the disk works.
    ///
    /// - Parameter hasServer: whether more messages can be requested; otherwise all stored ones are
    ///   shown.
    init(
      _ account: LiveAccount, _ room: LiveRoom, place: ReadingPlace?, left: Left?, hasServer: Bool
    ) throws {
      let left = left.flatMap { $0.stays ? $0 : nil }
      self.left = left
      self.room = room
      firstUnread = try left?.firstUnread ?? account.firstUnread(in: room.id)
      isUnreadMissing = try account.isUnreadMissing(in: room.id)
      // A room with new messages opens at the first of them.
      self.place = left?.place ?? (firstUnread == nil ? place : nil)
      let wanted = left?.place?.item ?? firstUnread ?? place?.item
      let around = try wanted.flatMap {
        try account.storedPage(.around($0), in: room.id, limit: 120)
      }
      let isThere = around?.items.contains { $0.id == wanted } ?? false
      let page =
        try isThere
        ? around ?? Page([], hasBefore: true, hasAfter: false)
        : account.storedPage(.newest, in: room.id, limit: 60)
          ?? Page([], hasBefore: true, hasAfter: false)
      window = PageWindow(order: { $0.order }) { $0.id }
      window.replaceAll(with: page, showing: wanted)
      if !hasServer { window.showEnds() }
      // What is known since the list of rooms was made.
      obstacle = try room.obstacle ?? (account.obstacle(in: room.id) == nil ? nil : .encrypted)
      ownName = try account.ownName
      user = account.user
    }

    var mapper: LiveMessageMapper {
      LiveMessageMapper(
        ownName: ownName, user: user, firstUnread: isUnreadSought ? nil : firstUnread,
        takesVotes: obstacle == nil)
    }

    @MainActor var messages: [ChatMessage] { mapper.rows(window) }
  }

  /// Maximum number of loaded messages, including those that are not drawn.
  static let mostItems = 500
  /// Number of messages that are kept when the maximum was exceeded.
  private static let keptItems = 400
  private static let pageSize = 50
  /// Distance from the loaded messages' ends, in screens, within which a page is requested.
  private static let reachScreens = 2.0
  /// Seconds of scrolling at the present speed within which a page is requested, too.
  private static let reachSeconds = 0.3
  /// Pause after a request for a page failed.
  private static let pause = Duration.seconds(10)

  let account: LiveAccount
  private(set) var room: LiveRoom
  private let chat: ChatView
  /// Called when the room's name or the connection has changed.
  var onWords: (@MainActor (_ name: String, _ connection: String) -> Void)?
  /// Called when a thread was opened beside the list; the window handles its clicks.
  var onThread: (@MainActor (ChatView) -> Void)?

  // MARK: Mutable State (main actor)

  private var mapper: LiveMessageMapper
  private var window: PageWindow<LiveMessage>
  private var requests = PageRequests()
  /// The list's change that brings the last page. Until it is applied, the list's ends are not
  /// those of what is loaded, so that more would be requested than anybody comes near to.
  private var pageChange = 0
  private var status: LiveStatus
  private var voice = StatusVoice()
  private var obstacle: LiveObstacle?
  /// A room that was replaced is followed, or one that the user was put out of is put away.
  var onObstacle: (@MainActor (LiveObstacle) -> Void)?
  /// Whether the room is being closed, perhaps with the program: deletions then wait for nothing.
  var isClosing = false
  private let reports: ReadReports
  private var line: UnreadLine { didSet { mapper.firstUnread = line.first } }
  /// Whether the list is on its way to the line.
  private var goesToLine = false
  private var unreadSearch: UnreadSearch
  /// Whether the user has marked messages as unread.
  private var isMarkedUnread = false
  private var thread = RoomThread()
  /// Place of the last message that another member has read.
  private var othersReadUpTo = Int64.min
  private var jumping: Task<Void, Never>?
  private lazy var missing = MissingInView(
    account, room.id, isLive: status == .live,
    inView: { [weak self] in self?.itemsInView ?? [] },
    inThread: { [weak self] in self?.thread.items ?? [] },
    onPicture: { [weak self] in self?.show($0, of: $1) })
  /// Refused edits whose words are in the composer again.
  private var givenBack: Set<LiveRefusedEdit> = []
  private var isGivingBack = false
  private var isAskingReaders = false
  private var asksReadersAgain = false
  private var sought: SoughtFind?
  /// The message that a jump leads to: the keyboard cursor is put on it once it is in view.
  private var led: ItemID?
  /// A place to return to, as soon as its message is in view.
  private var returning: ReadingPlace?
  /// The last known message at the reading line: during fast scrolling none may be loaded there for
  /// some frames.
  private var focus: ItemID?

  /// A match that the list does not show yet.
  private struct SoughtFind {
    var item: ItemID
    /// Query of the search.
    var query: TextQuery?
  }

  /// What is kept of the room while its details are shown.
  var left: Left {
    let engine = chat.list.engine
    return Left(
      place: engine.visibleRows.isEmpty ? nil : engine.readingPlace,
      firstUnread: line.first, isMarkedUnread: isMarkedUnread, readUpTo: reports.upTo)
  }

  /// Text about how much of a file was sent; nil while none is being sent.
  var sending: String? { mapper.files.progress }

  /// Conversion of what the user writes here.
  private var writing: RoomWriting { RoomWriting(room: window.items, thread: thread) }

  private var draftKey: String { Self.draftKey(of: room, user: account.user) }

  /// Key of a room's draft. Two accounts may be in the same room, and write different things.
  nonisolated static func draftKey(of room: LiveRoom, user: String) -> String {
    "\(user) \(room.room)"
  }

  /// Number of loaded messages.
  var itemCount: Int { window.items.count }

  /// Number of pages requested since the room was opened.
  var pagesAsked: Int { requests.count }

  init(
    _ account: LiveAccount, _ opening: Opening, status: LiveStatus, in chat: ChatView
  ) {
    self.account = account
    self.chat = chat
    self.status = status
    unreadSearch = UnreadSearch(isLive: status == .live, isMissing: opening.isUnreadMissing)
    room = opening.room
    mapper = opening.mapper
    line = UnreadLine(above: opening.isUnreadSought ? nil : opening.firstUnread)
    window = opening.window
    obstacle = opening.obstacle
    isMarkedUnread = opening.left?.isMarkedUnread ?? false
    reports = ReadReports(
      account, opening.room.id, upTo: opening.left?.readUpTo ?? .min, isLive: status == .live)
    bind()
    giveBackRefusedEdits()
    showStates(window.items)
    showReceipts()
    if let place = opening.place ?? nil,
      let position = row(of: place.item)
    {
      chat.list.engine.restore(place, at: position)
    } else if let unread = opening.firstUnread, let position = row(of: unread) {
      chat.list.engine.jump(to: position, highlighting: false)
    }
    if status == .live, unreadSearch.connected() {
      findUnread(moves: opening.place == nil, orElse: opening.firstUnread)
    }
  }

  deinit { jumping?.cancel() }

  // MARK: The user's actions

  private func bind() {
    let composer = chat.composer
    composer.onEvent = { [weak self] in self?.act($0, in: nil) }
    composer.conversation = draftKey
    let actions = chat.messageActions
    // The server keeps a trace of a deleted message.
    actions.leavesMark = true
    actions.offers = { [weak self] in self?.offers(for: $0) ?? .reading }
    actions.onEvent = { [weak self] in self?.act($0) }
    chat.typed = { [weak self] in self?.typed($0) }
    showObstacle()
    if obstacle != nil {
      // The draft that can be copied is read on another thread.
      Task { [weak self] in
        await self?.chat.composer.waitForDraft()
        if let self, chat.composer.conversation == draftKey { showObstacle() }
      }
    }
    let before = chat.list.onFrame
    chat.list.onFrame = { [weak self] report in
      before?(report)
      self?.look(at: report.tick.time)
    }
    chat.list.onGoToEdge = { [weak self] edge in
      guard let self, edge == .end, window.hasAfter else { return false }
      goToNewest()
      return true
    }
    chat.playback.onFetch = { [weak self] in await self?.fetch($0) }
  }

  private func offers(for message: ChatMessage) -> MessageOffers {
    guard let item = item(message.id), !message.isService, !message.isDeleted else {
      return .reading
    }
    guard item.state == .sent, obstacle == nil, !item.event.hasPrefix("~") else { return .reading }
    var offers: MessageOffers = [.reply, .react, .copy, .select]
    if item.forwardedContent != nil { offers.insert(.forward) }
    if item.poll.map({ !$0.isClosed }) == true { offers.insert(.vote) }
    if item.isOwn {
      offers.formUnion([.edit, .delete])
    } else if room.mayDelete {
      offers.insert(.delete)
    }
    if item.thread == nil { offers.formUnion([.thread, .markUnread]) }
    return offers
  }

  /// - Parameter thread: event id of the thread's first message, if the text was written in a
  ///   thread; otherwise nil.
  private func act(_ event: ComposerEvent, in thread: String?) {
    switch event {
    case .send(let message):
      let isStored = composer(of: thread).hold(message)
      if let command = RoomWriting.unknownCommand(message) {
        return ask(about: command, message, in: thread, isStored)
      }
      send(message, in: thread, isStored)
    case .edit(let id, let text):
      guard let item = item(id) else {
        toast(localized("The message that you were editing is not loaded any more"))
        return putBack(in: thread) { $0.putBack(OutgoingMessage(text: text)) }
      }
      let before = EditableMessage(id, text: RoomWriting.typed(item))
      let content = writing.edited(item, to: text)
      let isStored = composer(of: thread).hold(OutgoingMessage(text: text))
      let (account, room, now) = (account, room.id, Self.now)
      let putBack: @MainActor @Sendable (ChatComposer) -> Void = {
        $0.putBack(text, of: before)
        isStored()
      }
      run(orElse: putBack, in: thread) {
        try await account.send(.edit(of: item.event, content), in: room, now: now)
        isStored()
      }
    case .typing(let isTyping):
      let (account, room) = (account, room.id)
      Task { await account.setTyping(isTyping, in: room) }
    }
  }

  /// Returns the composer in which the words of a thread, or of the room, are written.
  private func composer(of thread: String?) -> ChatComposer {
    thread == nil ? chat.composer : chat.thread?.chat.composer ?? chat.composer
  }

  /// Asks whether words that look like a command are a message.
  private func ask(
    about command: String, _ message: OutgoingMessage, in thread: String?,
    _ isStored: @escaping @Sendable () -> Void
  ) {
    let window = chat.window
    Task { @MainActor [weak self] in
      let answer = await window.showMessage(
        .plain, title: localized("Unknown Command"),
        text: localized("“{command}” is not a command that Luge knows.", ["command": command]),
        detail: localized("Everyone in the room would see it as an ordinary message."),
        buttons: [localized("Keep Editing"), localized("Send as Message")])
      guard let self else { return }
      guard answer != 1 else { return send(message, in: thread, isStored) }
      putBack(in: thread) {
        $0.putBack(message)
        isStored()
      }
    }
  }

  /// - Parameter isStored: to be called when the message needs no draft any more.
  private func send(
    _ message: OutgoingMessage, in thread: String?, _ isStored: @escaping @Sendable () -> Void
  ) {
    isMarkedUnread = false
    let (account, room, now) = (account, room.id, Self.now)
    let parts = writing.parts(of: message, in: thread)
    for (number, part) in parts.enumerated() {
      let isLast = number == parts.count - 1
      let putBack: @MainActor @Sendable (ChatComposer) -> Void = {
        $0.putBack(part.message)
        if isLast { isStored() }
      }
      run(orElse: putBack, in: thread) {
        var content = part.content
        if let file = part.message.attachments.first {
          content.media = await RoomFiles.record(of: file)
        }
        try await account.send(.message(content), in: room, now: now)
        if isLast { isStored() }
      }
    }
  }

  /// Returns the menu entries of a message in addition to those of all chats.
  func entries(for message: ChatMessage) -> [(title: String, run: @MainActor () -> Void)] {
    guard let item = item(message.id) else { return [] }
    var entries: [(title: String, run: @MainActor () -> Void)] = []
    if item.state == .waiting, !item.stored.media.isEmpty {
      entries.append((localized("Cancel Sending"), { [weak self] in self?.act(.discard(item.id)) }))
    }
    // Pictures have an entry of their own for that.
    if let media = item.stored.media.first, let path = media.path, LivePictures.isOwn(path),
      message.media.first?.isPicture != true
    {
      entries.append((localized("Save File As…"), { [weak self] in self?.save(media) }))
    }
    return entries
  }

  /// Downloads the file at an address, and opens it like a local file.
  func open(address: String, of message: ItemID) {
    Task { [weak self] in
      guard let path = await self?.fetch(address, of: message) else { return }
      self?.chat.open(file: path, of: message)
    }
  }

  /// Returns a downloaded copy of the file at an address; on failure shows a message and returns
  /// nil.
  ///
  /// - Parameter message: the message in which it was chosen: others may have the same address with
  ///   another file name.
  private func fetch(_ address: String, of message: ItemID? = nil) async -> String? {
    let held = window.items + thread.items
    let own = message.flatMap { item($0) }.map { [$0] } ?? []
    let media = (own + held).lazy.flatMap(\.stored.media).first { $0.path == address }
    do {
      guard let files = OpenedFiles() else {
        throw LiveFailure.refused(localized("A copy could not be created"))
      }
      let account = account
      let path = try await files.file(of: address, called: media?.fileName ?? "file") {
        try await account.media(address)
      }
      if media?.kind == .video { showStill(of: address, path) }
      return path
    } catch {
      toast(localized("The file could not be downloaded: {problem}", ["problem": "\(error)"]))
      return nil
    }
  }

  /// Shows a still picture of a video that was downloaded.
  private func showStill(of address: String, _ path: String) {
    guard mapper.stills[address] == nil else { return }
    let picture = path + ".png"
    Task { [weak self] in
      guard let size = await VideoStill.write(of: ChatMedia.key(ofFile: path), to: picture),
        let self
      else { return }
      mapper.stills[address] = .init(file: picture, size: size)
      show(.history)
      readThread()
    }
  }

  private func save(_ media: MediaRecord) {
    guard let address = media.path else { return }
    let account = account
    Task { [weak self] in
      // A name from a stranger must not lead to another folder.
      let name = URL(fileURLWithPath: media.fileName ?? "file").lastPathComponent
      let paths = await self?.chat.window.askForFiles(
        .saveFile, title: localized("Save File"), path: name)
      guard let path = paths?.first else { return }
      do {
        let bytes = try await account.media(address)
        try await Task.detached {
          try OpenedFiles.checkMayReplace(path)
          try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        }.value
        self?.toast(localized("Saved"))
      } catch {
        let problem = (error as? LiveFailure)?.description ?? SystemError.reason(of: error)
        self?.toast(localized("Not saved: {problem}", ["problem": problem]))
      }
    }
  }

  private func typed(_ message: ChatMessage) -> String? { item(message.id).map(RoomWriting.typed) }

  private func act(_ event: MessageEvent) {
    let (account, room) = (account, room.id)
    switch event {
    case .react(let id, let emoji):
      guard let event = item(id)?.event else { return }
      let now = Self.now
      run { try await account.react(emoji, to: event, in: room, now: now) }
    case .vote(let id, let answer): vote(for: answer, in: id)
    case .delete(let ids) where isClosing: deleteAtOnce(ids.compactMap { item($0)?.event })
    case .delete(let ids):
      for event in ids.compactMap({ item($0)?.event }) { send(.redaction(of: event, reason: nil)) }
    case .retry(let id): run { try await account.retry(id, in: room) }
    case .discard(let id): run { try await account.discard(id, in: room) }
    case .forward(let ids): forward(ids)
    case .thread(let id): openThread(with: id)
    case .markUnread(let id):
      line.first = id
      isMarkedUnread = true
      if unreadSearch.isRunning { jumping?.cancel() }
      reports.startOver()
      show(.history)
      run { try await account.markUnread(from: id, in: room) }
    }
  }

  /// Chooses an answer of a poll, or takes the choice back.
  private func vote(for answer: Int, in id: ItemID) {
    guard let item = item(id), let poll = item.poll else { return }
    guard let chosen = poll.choosing(answer) else {
      return toast(
        localized(
          one: "You may choose {count} answer", other: "You may choose up to {count} answers",
          count: poll.poll.mostChoices))
    }
    send(.vote(in: item.event, answers: chosen, isPreliminary: poll.poll.isPreliminary))
  }

  /// Deletes messages as the room closes: the program may be about to end, which waits for no task.
  private func deleteAtOnce(_ events: [String]) {
    let (account, room) = (account, room.id)
    do {
      try account.deleteAtOnce(events, in: room, now: Self.now)
      run { await account.sendWaiting(in: room) }
    } catch {
      for event in events { send(.redaction(of: event, reason: nil)) }
    }
  }

  /// Lets the user choose the room to forward messages to.
  private func forward(_ ids: [ItemID]) {
    let contents = ids.compactMap { item($0)?.forwardedContent }
    let account = account
    Task { [weak self] in
      do {
        let rooms = try await account.forwardTargets()
        guard let self else { return }
        var others: [(title: String, run: @MainActor () -> Void)] = []
        for target in rooms where target.id != room.id {
          let name = ForeignText.visible(String(target.name.prefix(60)))
          others.append(
            (name, { [weak self] in self?.send(contents, to: target.id, called: name) }))
        }
        let isOpen = rooms.contains { $0.id == room.id }
        let here: @MainActor () -> Void = { [weak self] in
          guard let self else { return }
          send(contents, to: room.id, called: nil)
        }
        if others.count > Self.listedRooms {
          let own = (ForeignText.visible(String(room.name.prefix(60))), here)
          return await askForRoom(among: isOpen ? others + [own] : others)
        }
        chat.messageActions.askWhereToForward(others, here: isOpen ? here : nil)
      } catch {
        self?.toast("\(error)")
      }
    }
  }

  /// Number of rooms up to which they are listed in a menu.
  private static let listedRooms = 12

  /// Asks for a room in a field that suggests those whose names contain its text, because a menu
  /// would be too long.
  private func askForRoom(
    among rooms: [(title: String, run: @MainActor () -> Void)]
  ) async {
    let form = Form(
      title: localized("Forward to"), accept: localized("Forward"),
      fields: [.init(localized("Room"), choices: rooms.map { Clipping.singleLine($0.title) })])
    await chat.window.ask(form) { values in
      let written = values.first ?? ""
      let wanted = written.trimmingCharacters(in: .whitespaces).lowercased()
      let whole = rooms.filter { Clipping.singleLine($0.title).lowercased() == wanted }
      let containing = rooms.filter { $0.title.lowercased().contains(wanted) }
      guard !wanted.isEmpty, let room = whole.first ?? containing.first else {
        return localized("No room is called “{name}”", ["name": ForeignText.name(written)])
      }
      guard !whole.isEmpty || containing.count == 1 else {
        return localized(
          "Several rooms match “{name}”", ["name": ForeignText.name(written)])
      }
      room.run()
      return nil
    }
  }

  /// - Parameter name: name of another room; nil for this one, where the user sees what is sent.
  private func send(_ contents: [MessageContent], to target: ConversationID, called name: String?) {
    let (account, now) = (account, Self.now)
    run { [weak self] in
      for content in contents { try await account.send(.message(content), in: target, now: now) }
      if let name { await self?.chat.messageActions.noteForwarded(to: name) }
    }
  }

  private func send(_ outgoing: LiveOutgoing) {
    let (account, room, now) = (account, room.id, Self.now)
    run { try await account.send(outgoing, in: room, now: now) }
  }

  private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

  /// The last task: sending happens in the order of the user's actions.
  private var last: Task<Void, Never>?
  private func run(
    orElse putBack: (@MainActor @Sendable (ChatComposer) -> Void)? = nil,
    in thread: String? = nil, _ body: @escaping @Sendable () async throws -> Void
  ) {
    let before = last
    last = Task.detached { [weak self] in
      await before?.value
      do {
        try await body()
      } catch {
        await self?.failed(LiveAccount.words(for: error), putBack, in: thread)
      }
    }
  }

  private func failed(
    _ words: String, _ putBack: (@MainActor (ChatComposer) -> Void)?, in thread: String?
  ) {
    toast(words)
    if let putBack { self.putBack(in: thread, putBack) }
  }

  /// Gives the words of edits that the server has refused back to the user, after the draft that
  /// was left, and forgets them once they are a draft. They are read and removed on another thread:
  /// a large answer of the server may be written for seconds.
  private func giveBackRefusedEdits() {
    guard obstacle == nil, !isGivingBack else { return }
    isGivingBack = true
    let (account, id) = (account, room.id)
    Task { [weak self] in
      defer { self?.isGivingBack = false }
      // Others may be refused meanwhile.
      while true {
        let found = await Task.detached { (try? account.refusedEdits(in: id)) ?? [] }.value
        guard !found.isEmpty else { return }
        await self?.chat.composer.waitForDraft()
        guard let edits = self?.giveBack(found), !edits.isEmpty else { return }
        await self?.chat.composer.storeDraft()
        let isForgotten = await Task.detached { (try? account.forget(edits)) != nil }.value
        guard isForgotten else { return }
        self?.givenBack.subtract(edits)
      }
    }
  }

  /// - Returns: those that were given back now.
  private func giveBack(_ edits: [LiveRefusedEdit]) -> [LiveRefusedEdit] {
    guard chat.composer.conversation == draftKey else { return [] }
    let new = edits.filter { givenBack.insert($0).inserted }
    for edit in new {
      let words = RoomWriting.typed(edit.content)
      if let item = edit.message.flatMap(item) {
        chat.composer.putBack(words, of: EditableMessage(item.id, text: RoomWriting.typed(item)))
      } else {
        chat.composer.putBack(OutgoingMessage(text: words))
      }
    }
    return new
  }

  /// Puts words back into the composer, unless it belongs to another room or thread by now.
  private func putBack(in thread: String?, _ body: @MainActor (ChatComposer) -> Void) {
    if let thread {
      if thread == self.thread.event, let chat = chat.thread?.chat { body(chat.composer) }
    } else if chat.composer.conversation == draftKey {
      body(chat.composer)
    }
  }

  private func toast(_ words: String) { chat.window.main.toast(words) }

  // MARK: Reading

  /// Called when the user looks at the window, or away from it.
  func setWatched(_ isWatched: Bool) {
    guard !isWatched else {
      goToLine()
      return noteRead()
    }
    if !isMarkedUnread, !unreadSearch.isRunning {
      let before = line.first
      line.lookedAway(from: window.items.map(UnreadLine.Message.init), hasMore: window.hasAfter)
      if line.first != before { show(.history) }
    }
    if chat.thread != nil, thread.lookedAway() { showThread() }
  }

  /// Leads a list that was hidden, and so has not applied what came, to the first of it: otherwise
  /// it would follow to its end.
  private func goToLine() {
    guard let first = line.first, !chat.isUpToDate, !window.hasAfter,
      chat.list.engine.metrics.isAtEnd,
      !chat.list.engine.visibleRows.contains(where: { $0.id.item == first }),
      let position = mapper.rows(window).firstIndex(where: { $0.id == first })
    else { return }
    goesToLine = true
    show(.history, shows: position)
  }

  /// Marks as read what is in view while the window has keyboard focus. Others are told once a
  /// moment at most. Called in each frame that changes what is seen, when the window comes to the
  /// front, when what covered the lists is gone, and when the connection is back: then no frame may
  /// change anything.
  func noteRead() {
    noteThreadRead()
    if goesToLine, chat.isUpToDate, !chat.list.engine.isJumping { goesToLine = false }
    guard chat.window.isActive, !chat.list.isCovered, !unreadSearch.isRunning, !goesToLine,
      let shown = chat.list.engine.visibleRows.last(where: { $0.id.item.rawValue > 0 }),
      let item = item(shown.id.item)
    else { return }
    line.saw(item.place, isLast: !window.hasAfter && item.id == window.items.last?.id)
    if !isMarkedUnread { reports.saw(item) }
  }

  /// Marks the open thread as read while its end is in view and the window has keyboard focus.
  private func noteThreadRead() {
    guard chat.window.isActive, let list = chat.thread?.chat.list, !list.isCovered,
      list.engine.metrics.isAtEnd,
      let event = thread.see(
        canReport: status == .live, { id in list.engine.visibleRows.contains { $0.id.item == id } })
    else { return }
    let (account, room) = (account, room.id)
    // What fails is tried again with the next message or connection.
    Task { try? await account.markRead(thread: event, in: room) }
  }

  // MARK: What is missing in view

  /// Messages with rows in view.
  private var itemsInView: [LiveMessage] {
    chat.list.engine.visibleRows.compactMap { item($0.id.item) }
  }

  /// Requests the pictures of people again that could not be loaded without a connection.
  private func retryFaces() { chat.pictures.retryFailed { FaceKey($0) != nil } }

  private func show(_ picture: String, of person: String) {
    var theirs = window.items.filter { $0.sender == person && $0.picture == nil }
    for index in theirs.indices { theirs[index].picture = picture }
    window.replace(theirs)
    // Nothing is shown in place of the letters.
    guard !picture.isEmpty else { return }
    show(.history)
    readThread()
  }

  // MARK: What happens

  func take(_ news: LiveNews) {
    switch news {
    case .status(let status):
      self.status = status
      if status == .live {
        // Its report may have been lost with the connection.
        thread.reportAgain()
        if unreadSearch.connected() {
          let isAtLine = line.first.map { focus == $0 } ?? false
          findUnread(moves: isAtLine || !window.hasAfter && chat.list.engine.metrics.isAtEnd)
        }
      }
      if let words = voice.words(for: status) { chat.list.announce(words) }
      requests.permit()
      if !status.mayAnswer { showEnds() }
      showWords()
      reports.isLive = status == .live
      noteRead()
      missing.connectionChanged(isLive: status == .live)
      if status == .live { retryFaces() }
      chat.list.requestFrame()
    case .rooms(let rooms):
      guard let found = rooms.first(where: { $0.id == room.id }) else { return }
      let isOther = found.name != room.name || found.people != room.people
      room = found
      if isOther { showWords() }
      if unreadSearch.takeCount(), !chat.list.engine.metrics.isAtEnd || window.hasAfter {
        chat.setUnseen(found.unread)
      }
      // Encryption is never switched off again.
      if found.obstacle != obstacle, found.obstacle != nil || obstacle != .encrypted {
        obstacle = found.obstacle
        showObstacle()
        showMayVote()
      }
    case .room(let change):
      if change.conversation == room.id { take(change) }
    case .note(let words): toast(words)
    case .editRefused(let conversation): if conversation == room.id { giveBackRefusedEdits() }
    case .uploaded: break
    case .sending(let conversation, _, let name, let part):
      guard conversation == room.id else { return }
      if mapper.files.sent(part, of: name) { showWords() }
    }
  }

  private func take(_ whole: LiveRoomChange) {
    if let typing = whole.typing { showTyping(typing) }
    for message in whole.changed { mapper.files.keep(message, sentAs: item(message.id)) }
    let change = takeThreads(of: whole)
    window.replace(change.changed)
    let gone = Set(change.removed + change.moved.map(\.id))
    if !gone.isEmpty { window.remove(gone) }
    if !change.moved.isEmpty { window.insertNew(change.moved) }
    let isOwn = change.added.contains { $0.isOwn && $0.state == .waiting }
    // Sending a message marks everything before it as seen.
    if isOwn {
      line.first = nil
      if unreadSearch.wrote() { jumping?.cancel() }
    }
    // A room that has just been opened may get what it has already.
    let known: Set<ItemID> = change.added.isEmpty ? [] : Set(window.items.map(\.id))
    let new = change.added.map(UnreadLine.Message.init).filter { !known.contains($0.id) }
    let news = new.filter { $0.kind == .news }.map(\.id)
    let isAway = !chat.window.isActive
    let count = window.items.count
    // The end of the loaded messages may not be the room's: a page that is added there is never
    // followed, even if a message is written at the same time.
    let followsEnd = !window.hasAfter && chat.list.engine.followsEnd
    // Missed messages are read from their beginning: the list does not follow them to the end.
    var isMissed = change.added.contains { !$0.isOwn } && unreadSearch.received()
    if isAway, change.leavesGap, !news.isEmpty, line.first == nil, !isMarkedUnread, !isMissed {
      isMissed = unreadSearch.receivedAway()
    }
    let follows = followsEnd && !isMissed
    if isMissed {
      findUnread(moves: followsEnd, orElse: isAway ? news.first : nil)
    } else {
      chat.noteNews(news)
    }
    // The user's mark, or the search, says where the line is. It has to know of new messages in any
    // case: otherwise it would go as if all was seen when the user looks away.
    line.came(new, isWatched: !isAway || isMarkedUnread || unreadSearch.isRunning)
    if !change.added.isEmpty {
      requests.itemsArrived()
      window.insertNew(change.added, leavesGap: change.leavesGap)
      let isBehind = window.hasAfter
      if change.leavesGap { unreadSearch.leftGap() }
      if isOwn, isBehind {
        goToNewest()
      } else if !isOwn, !follows {
        // What belongs beyond the loaded messages, or into a gap, comes with its page.
        let held = isBehind ? [] : Set(window.items.map(\.id))
        chat.countUnseen(isBehind ? news.count : news.count(where: held.contains))
      }
    }
    if whole.leavesGap, change.added.isEmpty, !window.items.isEmpty {
      // All new messages belong to threads; missing ones before them may not.
      window.expectMore(.after)
    }
    let hasGrown = window.items.count > count
    if hasGrown || !change.changed.isEmpty || !gone.isEmpty {
      show(
        isOwn ? .own : .others, follows: isOwn || follows,
        isAnimated: change.moved.isEmpty && (follows || !hasGrown))
    }
    showStates(change.added + change.changed + change.moved)
    if change.hasNewReceipts || !whole.added.isEmpty { showReceipts() }
  }

  private func show(
    _ author: UpdateOptions.Author, follows: Bool = true, isAnimated: Bool = false,
    shows: Int? = nil
  ) {
    missing.messagesChanged()
    chat.set(
      mapper.rows(window),
      options: UpdateOptions(
        isAnimated: isAnimated, author: author, follows: follows, shows: shows))
  }

  /// Returns a message's row when the list opens, without counting gaps.
  private func row(of id: ItemID) -> Int? {
    window.position(of: id).map { $0 - window.shown.lowerBound }
  }

  private func item(_ id: ItemID) -> LiveMessage? {
    window.items.last { $0.id == id } ?? thread.items.last { $0.id == id }
  }

  // MARK: Threads

  /// Takes the changes of threads, and returns the others.
  private func takeThreads(of change: LiveRoomChange) -> LiveRoomChange {
    // The user has closed it.
    if chat.thread == nil { thread.close() }
    let taken = thread.take(change)
    switch taken.need {
    case .reading: readThread()
    case .successor(let event, let message): showThread(of: event, shows: message)
    case nil: break
    }
    if let answer = taken.answer, let author = answer.stored.author {
      // The thread's first message may be far away.
      toast(
        localized(
          "{name} in a thread: {words}",
          [
            "name": ForeignText.visible(author.name),
            "words": ForeignText.visible(Snippet.text(of: answer.stored)),
          ]))
    }
    return taken.rest
  }

  /// Opens the thread that begins with a message, or the one that the message belongs to, whose
  /// first message may have to be requested.
  private func openThread(with id: ItemID) {
    guard let event = item(id)?.event else { return }
    let (account, room) = (account, room.id)
    Task { [weak self] in
      let root = try? await account.bringRoot(ofThreadWith: id, in: room)
      self?.showThread(of: root ?? event, shows: root == nil ? nil : id)
    }
  }

  /// Opens a thread beside the list.
  ///
  /// - Parameter shown: the message in it to scroll to.
  private func showThread(of event: String, shows shown: ItemID? = nil) {
    let (account, room) = (account, room.id)
    Task { [weak self] in
      let items = await Task.detached { (try? account.thread(of: event, in: room)) ?? [] }.value
      guard let self, let first = items.first else { return }
      do {
        let author = first.isOwn ? localized("You") : first.stored.author?.name ?? first.sender
        let title =
          first.event == event
          ? ForeignText.visible("\(author): \(Snippet.text(of: first.stored))")
          : localized("Thread")
        let list = try chat.openThread(
          of: first.id, title: String(title.prefix(80)), mapper.messages(ofThread: items))
        thread.open(event, items)
        bind(list, of: event)
        showStates(items)
        showReceipts()
        missing.threadOpened()
        if let shown { list.show(shown) }
        completeThread(event)
      } catch {
        toast("\(error)")
      }
    }
  }

  /// Requests the messages of a thread that were sent while the account was offline.
  private func completeThread(_ event: String) {
    guard status.mayAnswer else { return }
    let (account, room) = (account, room.id)
    Task { [weak self] in
      // Stored messages are shown in any case.
      guard (try? await account.completeThread(of: event, in: room)) == true, let self,
        thread.event == event
      else { return }
      readThread()
    }
  }

  private func bind(_ thread: ChatView, of event: String) {
    let composer = thread.composer
    composer.onEvent = { [weak self] in self?.act($0, in: event) }
    composer.conversation = "\(draftKey) \(event)"
    thread.typed = { [weak self] in self?.typed($0) }
    composer.isVisible = obstacle == nil
    thread.messageActions.leavesMark = true
    thread.messageActions.offers = { [weak self] in
      (self?.offers(for: $0) ?? .reading).subtracting([.thread, .markUnread])
    }
    thread.messageActions.onEvent = { [weak self] in self?.act($0) }
    thread.playback.onFetch = { [weak self] in await self?.fetch($0) }
    let before = thread.list.onFrame
    thread.list.onFrame = { [weak self] report in
      before?(report)
      self?.noteThreadRead()
    }
    onThread?(thread)
    if obstacle == nil { composer.focus() }
  }

  /// Reads the open thread again, if one is open.
  private func readThread() {
    guard let reading = thread.beginReading() else { return }
    let (account, room) = (account, room.id)
    Task { [weak self] in
      let items = await Task.detached { try? account.thread(of: reading.event, in: room) }.value
      guard let self, let items,
        thread.take(items, of: reading, isWatched: chat.window.isActive)
      else { return }
      showThread()
      showStates(items)
    }
  }

  private func showThread() {
    chat.thread?.chat.set(
      mapper.messages(ofThread: thread.items, firstUnread: thread.firstUnread))
  }

  private func showStates(_ messages: [LiveMessage]) {
    for message in messages where message.isOwn {
      let state: DeliveryState? =
        switch message.state {
        case _ where !message.tracksState: nil
        case .sent: othersHaveRead(message) ? .read : .sent
        case .waiting: .sending
        case .failed: nil
        }
      if message.thread == nil { chat.facts.setState(state, of: message.id) }
      // A thread's first message is in the room and in the thread.
      if thread.shows(message) { chat.thread?.chat.facts.setState(state, of: message.id) }
    }
  }

  /// Whether another member has read as far as a message: in the room, or in its thread.
  private func othersHaveRead(_ message: LiveMessage) -> Bool {
    message.thread == nil ? message.place <= othersReadUpTo : thread.othersHaveRead(message)
  }

  /// Reads the receipts off the main thread; changes during that lead to one more reading.
  private func showReceipts() {
    guard !isAskingReaders else {
      asksReadersAgain = true
      return
    }
    isAskingReaders = true
    let (account, room, event) = (account, room.id, thread.event)
    Task { [weak self] in
      let (readers, upTo, pictures, inThread) = await Task.detached {
        (
          try? account.readers(in: room), try? account.othersReadUpTo(in: room),
          (try? account.picturesOfReaders(in: room)) ?? [:],
          event.flatMap { (try? account.othersReadUpTo(inThread: $0, in: room)) ?? nil }
        )
      }.value
      guard let self else { return }
      if let inThread, let event, thread.othersRead(upTo: inThread, in: event) {
        showStates(thread.items)
      }
      if let upTo, upTo > othersReadUpTo {
        let newly = window.items.filter {
          $0.place > self.othersReadUpTo && $0.place <= upTo
        }
        othersReadUpTo = upTo
        showStates(newly)
      }
      for (message, people) in readers ?? [:] {
        let writer = item(message)?.stored.author?.id
        for person in people {
          let author = mapper.author(person, picture: pictures[person.id])
          // That people have read what they wrote themselves says nothing.
          guard person.id != writer else {
            chat.facts.removeReceipt(of: author)
            continue
          }
          chat.facts.markRead(by: author, upTo: message)
        }
      }
      isAskingReaders = false
      if asksReadersAgain {
        asksReadersAgain = false
        showReceipts()
      }
    }
  }

  /// Shows who is typing, at the lower edge of the list, where nothing moves.
  private func showTyping(_ people: [String]) {
    let (account, room) = (account, room.id)
    Task { [weak self] in
      let authors = await Task.detached {
        people.prefix(10).compactMap { person in
          (try? account.author(of: person)).map {
            ($0, (try? account.picture(of: person, in: room)) ?? nil)
          }
        }
      }.value
      guard let self else { return }
      chat.typing = authors.map { mapper.author($0, picture: $1) }
    }
  }

  // MARK: Finding

  /// Places of the first and the last message in view.
  var placesInView: ClosedRange<Int64> {
    let rows = chat.list.engine.visibleRows
    let first = rows.lazy.compactMap { self.item($0.id.item)?.place }.first
    let last = rows.reversed().lazy.compactMap { self.item($0.id.item)?.place }.first
    // The end if the list is not laid out yet.
    let end = window.items.last?.place ?? 0
    let lower = first ?? end
    return lower...max(lower, last ?? end)
  }

  /// Returns the row of the message at a place; nil if it is not loaded.
  func row(ofPlace place: Int64) -> Int? {
    guard let held = window.items.first(where: { $0.place == place }) else { return nil }
    return chat.messages.firstIndex { $0.id == held.id }
  }

  /// Returns the text of the message at a place in the form that its row shows; off the main
  /// thread.
  func foundItem(atPlace place: Int64) async -> FoundItem? {
    let (account, room, mapper) = (account, room.id, mapper)
    return await Task.detached {
      guard let found = try? account.message(atPlace: place, in: room) else { return nil }
      return FoundItem(item: found.id, text: mapper.message(found).text)
    }.value
  }

  /// Goes to a match, which may be far from the loaded messages.
  ///
  /// - Parameter top: points of the list's upper edge that are covered.
  func reveal(_ id: ItemID, range: Range<Int>?, below top: Double) {
    sought = nil
    jumping?.cancel()
    if let position = positionInList(of: id) {
      return chat.list.reveal(
        TextPlace(position: position, offset: range?.lowerBound ?? 0), below: top,
        highlighting: range == nil)
    }
    let query = chat.list.engine.textQuery
    jumping = Task { [weak self] in
      let found = await self?.storedPage(around: id)
      // If the user has closed or changed the search meanwhile, do not move.
      guard let self, !Task.isCancelled, chat.list.engine.textQuery == query else { return }
      guard let found else { return toast(localized("This message is not available")) }
      replace(with: found.page, shows: id, arrived: found.arrived)
      sought = SoughtFind(item: id, query: query)
    }
  }

  /// Marks the match once the list shows its message, unless the search has ended.
  private func showSought() {
    guard let find = sought,
      chat.list.engine.visibleRows.contains(where: { $0.id.item == find.item })
    else { return }
    sought = nil
    guard chat.list.engine.textQuery == find.query else { return }
    chat.find.itemArrived()
  }

  // MARK: Words

  func showWords() { onWords?(ForeignText.name(room.name), status.words) }

  private func showObstacle() {
    // A field that goes would give the keys to whatever comes next in the window.
    if obstacle != nil, chat.composer.hasFocus { chat.list.area.surface.focus() }
    chat.composer.isVisible = obstacle == nil
    if let thread = chat.thread?.chat {
      if let obstacle {
        // In a narrow window the thread covers the bar.
        if thread.composer.isVisible {
          thread.list.area.toast(ForeignText.visible(obstacle.words), seconds: 8)
        }
        thread.composer.keepDraft()
        if thread.composer.hasFocus { thread.list.area.surface.focus() }
      }
      thread.composer.isVisible = obstacle == nil
    }
    guard let obstacle else { return chat.bars.tell(nil, about: .obstacle) }
    chat.composer.keepDraft()
    var buttons =
      switch obstacle {
      case .replaced: [localized("Go to New Room")]
      case .removed: [localized("Remove from List")]
      case .encrypted, .left, .mayNotWrite: [String]()
      }
    let leads = !buttons.isEmpty
    // What was being written is out of sight now, in the room and in the open thread.
    let composers = [chat.composer, chat.thread?.chat.composer].compactMap { $0 }
    let draft = composers.map(\.text).filter { !$0.isBlank }.joined(separator: "\n\n")
    if !draft.isEmpty { buttons.append(localized("Copy Draft")) }
    let bar = WindowBars.Bar(ForeignText.visible(obstacle.words), buttons: buttons) {
      [weak self] choice in
      guard let choice else { return self?.chat.bars.tell(nil, about: .obstacle) ?? () }
      if leads, choice == 0 { return self?.onObstacle?(obstacle) ?? () }
      Clipboard.text = draft
      self?.toast(localized("Copied"))
    }
    chat.bars.tell(bar, about: .obstacle)
  }

  /// Makes answers of polls buttons, or no longer.
  private func showMayVote() {
    guard mapper.takesVotes != (obstacle == nil) else { return }
    mapper.takesVotes = obstacle == nil
    show(.history)
    readThread()
  }

  // MARK: Pages

  /// Runs in each frame: marks what is seen as read, and requests messages that are near but not
  /// loaded.
  private func look(at time: Double) {
    noteRead()
    missing.look(through: chat.list.engine.visibleRows.map(\.id))
    showSought()
    showReturning()
    bringCursor()
    if let item = chat.list.engine.placeBeingRead?.item, item.rawValue > 0 { focus = item }
    guard chat.isApplied(pageChange), !requests.hasFailed(within: Self.pause) else { return }
    let metrics = chat.list.engine.metrics
    let still = Double(metrics.viewportHeight) * Self.reachScreens
    let travel = min(max(chat.list.engine.velocity, -30_000), 30_000) * Self.reachSeconds
    if window.hasBefore, Double(metrics.offset) < still + max(0, -travel) { extend(.before) }
    let below = metrics.contentHeight - metrics.offset - metrics.viewportHeight
    if window.hasAfter, Double(below) < still + max(0, travel) { extend(.after) }
    if !window.gaps.isEmpty { fillGapsInView() }
    if cut() { show(.history) }
  }

  /// Drops messages far from the user if more are loaded than allowed.
  private func cut() -> Bool {
    // At the end that is the newest message, which may have arrived since the last frame.
    let isAtEnd = !window.hasAfter && chat.list.engine.metrics.isAtEnd
    let place = isAtEnd ? window.items.count - 1 : focus.flatMap(window.position(of:))
    guard window.items.count > Self.mostItems, let focus = place else { return false }
    let held = window.items
    let cut = window.adjust(preferredMaximum: Self.keptItems, focus: focus)
    forgetStates(of: held.prefix(cut.before) + held.suffix(cut.after))
    return cut.before + cut.after > 0
  }

  /// Forgets the marks of messages that are not loaded any more; they are shown anew with a page.
  private func forgetStates(of messages: some Sequence<LiveMessage>) {
    chat.facts.forgetStates(of: messages.lazy.filter(\.isOwn).map(\.id))
  }

  private func extend(_ edge: PageEdge) {
    load(.extend(edge, from: edge == .before ? window.first : window.last))
  }

  /// Fills gaps in view, each from the side that covers more of the screen.
  private func fillGapsInView() {
    let rows = chat.list.engine.visibleRows
    for gap in window.gaps {
      let name = LiveMessageMapper.gapID(gap.number)
      guard let index = rows.firstIndex(where: { $0.id.item == name }) else { continue }
      let isReadAbove = index >= rows.count - index - 1
      if isReadAbove {
        load(.fill(gap.number, side: .before, from: gap.preceding))
      } else if let newer = window.item(following: gap) {
        load(.fill(gap.number, side: .after, from: newer))
      }
    }
  }

  /// Requests a page beside the loaded messages, or between them.
  private func load(_ purpose: PagePurpose) {
    ask(purpose) { room, page, arrived in
      guard room.window.take(page, for: purpose, arrived: arrived) else { return }
      _ = room.cut()
      room.show(.history)
      room.pageChange = room.chat.latestChange
      room.showStates(page.items)
    }
  }

  /// Scrolls to the newest message, whether or not it is loaded.
  func goToNewest() {
    guard window.hasAfter else { return chat.list.scrollToEnd() }
    ask(.replace(nil)) { room, page, arrived in
      room.replace(with: page, shows: page.items.last?.id, arrived: arrived)
      room.led = page.items.last?.id
    }
  }

  /// Number of messages beside the loaded ones' ends among which a jump could not put its target
  /// into the middle.
  private static let edgeItems = 20

  /// Whether messages follow or precede one that are not loaded, within its screen.
  private func isNearEdge(_ id: ItemID) -> Bool {
    guard let position = window.position(of: id) else { return false }
    return window.hasBefore && position < window.shown.lowerBound + Self.edgeItems
      || window.hasAfter && position >= window.shown.upperBound - Self.edgeItems
  }

  /// Returns a message's position to jump to in the list; nil if it is not loaded, or while a
  /// change is on its way: the list would take the position as one in what it still shows.
  private func positionInList(of id: ItemID) -> Int? {
    chat.isUpToDate ? chat.messages.firstIndex { $0.id == id } : nil
  }

  /// Goes to a message that may be far from the loaded ones.
  func go(to id: ItemID) {
    returning = nil
    if isNearEdge(id) { return goOutsideOfThreads(to: id) }
    if positionInList(of: id) != nil, chat.show(id) { return }
    let account = account
    jumping?.cancel()
    jumping = Task { [weak self] in
      let event = await Task.detached { (try? account.root(ofThreadWith: id)) ?? nil }.value
      // What came alone, for a quote, has no place yet.
      if event == nil, let room = self?.room.id { try? await account.place(id, in: room) }
      guard let self, !Task.isCancelled else { return }
      if let event { showThread(of: event, shows: id) } else { goOutsideOfThreads(to: id) }
    }
  }

  private func goOutsideOfThreads(to id: ItemID) {
    ask(.replace(id)) { room, page, arrived in
      guard page.items.contains(where: { $0.id == id }) else {
        return room.toast(localized("This message is not available"))
      }
      room.replace(with: page, shows: id, arrived: arrived)
      room.chat.list.engine.highlight(id)
      room.led = id
    }
  }

  /// Returns to a place that was left; nil: to the end.
  func goBack(to place: ReadingPlace?) {
    jumping?.cancel()
    returning = nil
    guard let place else { return goToNewest() }
    if let position = positionInList(of: place.item) {
      return chat.list.restore(place, at: position)
    }
    ask(.replace(place.item)) { room, page, arrived in
      guard page.items.contains(where: { $0.id == place.item }) else {
        return room.toast(localized("This message is not available"))
      }
      room.replace(with: page, shows: place.item, arrived: arrived)
      room.returning = place
    }
  }

  /// Restores the place to return to once the list shows its message.
  private func showReturning() {
    guard let place = returning,
      chat.list.engine.visibleRows.contains(where: { $0.id.item == place.item }),
      let position = positionInList(of: place.item)
    else { return }
    returning = nil
    chat.list.restore(place, at: position)
  }

  /// Puts the keyboard cursor on the message that a jump led to once the list shows it.
  private func bringCursor() {
    guard let item = led, chat.list.engine.visibleRows.contains(where: { $0.id.item == item }),
      let position = positionInList(of: item)
    else { return }
    led = nil
    chat.list.setCursor(position, isShown: chat.list.isCursorShown)
  }

  /// Goes to the message that a reply names, which may have to be requested.
  func goToOriginal(_ id: ItemID) {
    guard let reply = LiveMessageMapper.reply(ofTarget: id) else { return go(to: id) }
    go { account, room in
      try await account.find(answeredBy: reply, in: room).map(Found.message)
    }
  }

  /// To a message by its event, which may have to be asked for.
  func go(toEvent event: String) {
    go { account, room in try await account.find(event: event, in: room).map(Found.message) }
  }

  /// Goes to the first unread message; where only threads have some, opens one of these.
  func goToFirstUnread() {
    go(otherwise: localized("No unread messages")) { account, room in
      if let found = try await account.findFirstUnread(in: room) { return .message(found) }
      guard let thread = try account.unreadThread(in: room) else { return nil }
      _ = try await account.completeThread(of: thread, in: room)
      return .thread(thread)
    }
  }

  /// Puts the line above the first missed message, and requests the missing messages before it.
  ///
  /// - Parameters:
  ///   - moves: whether the list scrolls there.
  ///   - instead: the message below the line if the search does not tell which one is the first.
  private func findUnread(moves: Bool, orElse instead: ItemID? = nil) {
    jumping?.cancel()
    let (account, room) = (account, room.id)
    jumping = Task { [weak self] in
      let outcome = await UnreadOutcome.search(account, in: room)
      let unread: ItemID? = if case .found(let item) = outcome { item } else { nil }
      let found = await self?.storedPage(around: unread)
      guard let self else { return }
      unreadSearch.ended()
      guard !Task.isCancelled, let unread else {
        if let first = outcome.first(orElse: instead), !Task.isCancelled {
          line.first = first
          show(.history)
        }
        return noteRead()
      }
      line.first = unread
      guard moves, let found else { return show(.history) }
      replace(with: found.page, shows: unread, arrived: found.arrived)
    }
  }

  /// Reads the stored messages around one, off the main thread; nil if it is not among them.
  ///
  /// - Returns: also whether others came meanwhile.
  private func storedPage(
    around id: ItemID?
  ) async -> (page: Page<LiveMessage>, arrived: Bool)? {
    guard let id else { return nil }
    let (account, room, limit, begun) = (account, room.id, 2 * Self.pageSize, requests.now)
    let page = await Task.detached {
      (try? account.storedPage(.around(id), in: room, limit: limit)) ?? nil
    }.value
    guard let page, page.items.contains(where: { $0.id == id }) else { return nil }
    return (page, requests.hasArrived(since: begun))
  }

  /// - Parameter time: milliseconds since 1970.
  func go(toTime time: Int64) {
    go { account, room in try await account.find(time: time, in: room).map(Found.message) }
  }

  /// Time of the message at the reading line, seconds since 1970.
  var secondsInView: Int64? { focus.flatMap(item)?.stored.time.seconds }

  private enum Found {
    case message(ItemID)
    /// A thread, by its first event.
    case thread(String)
  }

  /// Goes to a message or a thread that has to be found first, here or on the server.
  private func go(
    otherwise words: String = localized("This message is not available"),
    _ find: @escaping @Sendable (LiveAccount, ConversationID) async throws -> Found?
  ) {
    jumping?.cancel()
    let (account, room) = (account, room.id)
    jumping = Task { [weak self] in
      do {
        let found = try await find(account, room)
        guard !Task.isCancelled, let self else { return }
        switch found {
        case .message(let id): go(to: id)
        case .thread(let event): showThread(of: event)
        case nil: toast(words)
        }
      } catch {
        guard !Task.isCancelled else { return }
        self?.toast("\(error)")
      }
    }
  }

  /// - Parameter arrived: whether messages came since the page was requested.
  private func replace(with page: Page<LiveMessage>, shows id: ItemID?, arrived: Bool) {
    requests.dropAll()
    led = nil
    sought = nil
    forgetStates(of: window.items)
    window.replaceAll(with: page, showing: id)
    if arrived { window.expectMore(.after) }
    show(.history, shows: id.flatMap(row))
    pageChange = chat.latestChange
    showStates(page.items)
  }

  /// Shows the first and last loaded messages, even if more may follow.
  private func showEnds() {
    guard window.heldBackFirst != nil || window.heldBackLast != nil else { return }
    window.showEnds()
    show(.history)
  }

  private func ask(
    _ purpose: PagePurpose,
    then: @escaping @MainActor (LiveRoomController, Page<LiveMessage>, _ arrived: Bool) -> Void
  ) {
    guard let request = requests.begin(purpose) else { return }
    let (account, room) = (account, room.id)
    Task { [weak self] in
      let result: Result<Page<LiveMessage>, any Error>
      do {
        result = .success(try await account.page(purpose.page, in: room, limit: Self.pageSize))
      } catch {
        result = .failure(error)
      }
      guard let self, requests.end(request) else { return }
      switch result {
      case .success(let page): then(self, page, requests.hasArrived(since: request.begun))
      case .failure(let error):
        // Loaded messages stay; the next attempt starts by itself, or with the connection.
        requests.fail(purpose, "\(error)")
        showEnds()
        if status == .live {
          toast(localized("Older messages: {problem}", ["problem": "\(error)"]))
        }
      }
      chat.list.requestFrame()
    }
  }
}
