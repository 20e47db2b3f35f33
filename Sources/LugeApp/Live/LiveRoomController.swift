import Foundation
import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeListKit
import LugeLive
import LugeQt
import LugeWords

/// One room of an account in a chat view: what happens there comes to the list, what a person does
/// goes to the account.
///
/// A stretch of at most ``mostItems`` messages is held, around where the user is; what is beyond
/// is asked for when the user comes near.
@MainActor
final class LiveRoomController {
  /// Stored contents of a room, to be shown at once, with or without its server.
  struct Opening: Sendable {
    var room: LiveRoom
    var window: PageWindow<LiveMessage>
    var obstacle: String?
    var ownName: String
    /// First unread message of others.
    var firstUnread: ItemID?
    /// Messages are missing here among which the first unread one may be.
    var isUnreadMissing: Bool
    /// User's reading place; nil for the end.
    var place: ReadingPlace?

    /// Blocks for as long as the disk takes.
    ///
    /// - Parameter hasServer: whether more may be had; otherwise all that is here is shown.
    init(_ account: LiveAccount, _ room: LiveRoom, place: ReadingPlace?, hasServer: Bool) throws {
      self.room = room
      firstUnread = try account.firstUnread(in: room.id)
      isUnreadMissing = try account.isUnreadMissing(in: room.id)
      // A room with new messages opens at the first of them.
      self.place = firstUnread == nil ? place : nil
      let wanted = firstUnread ?? place?.item
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
      obstacle = try account.obstacle(in: room.id)
      ownName = try account.ownName
    }

    var mapper: LiveMessageMapper {
      LiveMessageMapper(ownName: ownName, firstUnread: firstUnread)
    }

    @MainActor var messages: [ChatMessage] { mapper.rows(window) }
  }

  /// Maximum number of loaded items, including those that are not drawn.
  static let mostItems = 500
  /// Number of messages that are kept when the maximum was exceeded.
  private static let keptItems = 400
  private static let pageSize = 50
  /// Pixels of the list, beyond its ends, for which pages are asked ahead at rest.
  private static let reachScreens = 2.0
  /// Seconds of scrolling at the present speed for which they are.
  private static let reachSeconds = 0.3

  let account: LiveAccount
  private(set) var room: LiveRoom
  private let chat: ChatView
  /// The room's name or the connection changed.
  var onWords: (@MainActor (_ name: String, _ connection: String) -> Void)?
  /// A thread was opened beside the list; clicks in it are the window's.
  var onThread: (@MainActor (ChatView) -> Void)?

  // MARK: Mutable State (main actor)

  private var mapper: LiveMessageMapper
  private var window: PageWindow<LiveMessage>
  private var loads: Set<Load> = []
  /// Counted up when all that is held was replaced: what was asked for before is of no use.
  private var generation = 0
  /// When a page that failed may be asked for again.
  private var pausedUntil: ContinuousClock.Instant?
  /// Written while the page after the held messages was on its way: it may be in it or not.
  private var mayHaveMissedNew = false
  private var status: LiveStatus
  private var voice = StatusVoice()
  private var obstacle: String?
  /// The place of the last message that the others know to be read, or are being told of.
  private var readUpTo = Int64.min
  private var read: ReadWish?
  /// Nothing was told by the server since the room was opened, which may be what was missed.
  private var isCatchingUp: Bool
  /// Messages are missing among which the first unread one may be, and were not asked for yet.
  private var isUnreadMissing: Bool
  /// The first unread message is being looked for: until it is shown, nothing counts as read.
  private var isFindingUnread = false
  /// What came had a gap before it: only the list of rooms says how many messages were missed.
  private var countsMissed = false
  /// The place of the newest message, also of a thread.
  private var newestPlace = Int64.min
  /// The user wants to have read nothing from a message on.
  private var isMarkedUnread = false
  private var openThread: OpenThread?
  /// Number of times the open thread was read: what the newest reading found counts.
  private var threadReads = 0
  /// The place of the last message that one of the others has read.
  private var othersReadUpTo = Int64.min
  private var reading: Task<Void, Never>?
  private var jumping: Task<Void, Never>?
  private var isAskingReaders = false
  private var asksReadersAgain = false
  /// How much of a file is sent, in words.
  private(set) var sending: String?
  /// Pages asked for since the room was opened.
  private(set) var pagesAsked = 0
  private var sought: SoughtFind?
  /// The message last read that is known: who scrolls fast may have none in view for some frames.
  private var focus: ItemID?

  /// A thread that is shown beside the list.
  private struct OpenThread {
    /// The event that it begins with.
    var event: String
    var items: [LiveMessage]
    var chat: ChatView
  }

  private struct ReadWish {
    /// Nil for all that is there.
    var upTo: ItemID?
  }

  /// A match that the list does not show yet.
  private struct SoughtFind {
    var item: ItemID
    /// What was searched for.
    var query: TextQuery?
  }

  private enum Load: Hashable {
    case before, after, newest
    case gap(Int)
  }

  /// Messages held now.
  var itemCount: Int { window.items.count }

  init(
    _ account: LiveAccount, _ opening: Opening, status: LiveStatus, in chat: ChatView
  ) {
    self.account = account
    self.chat = chat
    self.status = status
    isCatchingUp = status != .live
    isUnreadMissing = opening.isUnreadMissing
    room = opening.room
    mapper = opening.mapper
    window = opening.window
    obstacle = opening.obstacle
    bind()
    showStates(window.items)
    showReceipts()
    if let place = opening.place ?? nil,
      let position = row(of: place.item)
    {
      chat.list.engine.restore(place, at: position)
    } else if let unread = opening.firstUnread, let position = row(of: unread) {
      chat.list.engine.jump(to: position, highlighting: false)
    }
    if status == .live, isUnreadMissing { findUnread(moves: opening.place == nil) }
  }

  deinit {
    reading?.cancel()
    jumping?.cancel()
  }

  // MARK: What a person does

  private func bind() {
    let composer = chat.composer
    composer.onEvent = { [weak self] in self?.act($0, in: nil) }
    composer.conversation = room.room
    let actions = chat.messageActions
    // The server keeps that there was one.
    actions.leavesMark = true
    actions.offers = { [weak self] in self?.offers(for: $0) ?? .reading }
    actions.onEvent = { [weak self] in self?.act($0) }
    showObstacle()
    let before = chat.list.onFrame
    chat.list.onFrame = { [weak self] report in
      before?(report)
      self?.look(at: report.tick.time)
    }
    chat.list.area.onJump = { [weak self] in self?.goToNewest() }
    chat.playback.onFetch = { [weak self] in await self?.fetch($0) }
  }

  private func offers(for message: ChatMessage) -> MessageOffers {
    guard let item = item(message.id), !message.isService, !message.isDeleted else {
      return .reading
    }
    guard item.state == .sent, obstacle == nil, !item.event.hasPrefix("~") else { return .reading }
    var offers: MessageOffers = [.reply, .react, .copy, .select]
    if item.forwardedContent != nil { offers.insert(.forward) }
    if item.isOwn { offers.formUnion([.edit, .delete]) }
    if item.thread == nil { offers.formUnion([.thread, .markUnread]) }
    return offers
  }

  /// - Parameter thread: the event that the thread begins with in which it was written.
  private func act(_ event: ComposerEvent, in thread: String?) {
    switch event {
    case .send(let message):
      isMarkedUnread = false
      guard !message.attachments.isEmpty else {
        var content = content(of: message.text)
        content.reply = message.replyTo.flatMap(item)?.event
        put(&content, in: thread)
        return send(.message(content), in: thread) { $0.putBack(message) }
      }
      // What is written beside files is said about the first of them, in one message with it.
      var rest = message
      for file in message.attachments {
        rest.attachments = [file]
        send(file, with: rest, in: thread)
        rest = OutgoingMessage(text: "")
      }
    case .edit(let id, let text):
      guard let item = item(id) else { return }
      let before = EditableMessage(id, text: item.stored.text.string)
      var content = content(of: text)
      if let media = item.stored.media.first, media.path.map(LivePictures.isOwn) == true {
        content = MessageContent(StyledText(text), media: media)
      }
      send(.edit(of: item.event, content), in: thread) { $0.putBack(text, of: before) }
    case .typing(let isTyping):
      let (account, room) = (account, room.id)
      Task { await account.setTyping(isTyping, in: room) }
    }
  }

  /// Who knows no threads sees an answer to the thread's last message that the server has.
  private func put(_ content: inout MessageContent, in thread: String?) {
    guard let thread else { return }
    content.thread = thread
    content.threadEnd = openThread.flatMap { open in
      open.event == thread ? open.items.last { $0.state == .sent }?.event : nil
    }
  }

  /// - Parameter message: the file alone, with what is written beside it and what it answers.
  private func send(
    _ file: OutgoingAttachment, with message: OutgoingMessage, in thread: String?
  ) {
    let (account, room, now) = (account, room.id, Self.now)
    var words = MessageContent(
      StyledText(message.text), reply: message.replyTo.flatMap(item)?.event)
    put(&words, in: thread)
    let content = words
    run(orElse: { $0.putBack(message) }, in: thread) {
      var content = content
      let size = await PictureProbe.size(of: ImageKey(file.path))
      let look = await Task.detached { ChatMedia(file: file.path) }.value
      let kind: MediaRecord.Kind =
        switch look.kind {
        case _ where size != nil: .photo
        case .audio: .audio
        case .video: .video
        default: .file
        }
      var media = MediaRecord(
        kind: kind, path: file.path,
        mimeType: FileType.mime(ofName: file.name), fileName: file.name, size: file.byteSize,
        duration: look.duration)
      media.width = size?.width ?? look.pixelSize?.width
      media.height = size?.height ?? look.pixelSize?.height
      content.media = media
      try await account.send(.message(content), in: room, now: now)
    }
  }

  /// Returns the menu entries of a message beyond those that all chats offer.
  func entries(for message: ChatMessage) -> [(title: String, run: @MainActor () -> Void)] {
    guard let item = item(message.id) else { return [] }
    var entries: [(title: String, run: @MainActor () -> Void)] = []
    if item.state == .waiting, !item.stored.media.isEmpty {
      entries.append((localized("Cancel Sending"), { [weak self] in self?.act(.discard(item.id)) }))
    }
    // Pictures have an entry of their own for it.
    if let media = item.stored.media.first, let path = media.path, LivePictures.isOwn(path),
      message.media.first?.isPicture != true
    {
      entries.append((localized("Save File As…"), { [weak self] in self?.save(media) }))
    }
    return entries
  }

  /// Fetches the file at an address, and opens it as those of this computer are.
  func open(address: String, of message: ItemID) {
    Task { [weak self] in
      guard let path = await self?.fetch(address, of: message) else { return }
      self?.chat.open(file: path, of: message)
    }
  }

  /// A copy of the file at an address; nil where there is none, which is said.
  ///
  /// - Parameter message: in which it was chosen: another one may have the same address, and
  ///   another name for it.
  private func fetch(_ address: String, of message: ItemID? = nil) async -> String? {
    let held = window.items + (openThread?.items ?? [])
    let own = message.flatMap { item($0) }.map { [$0] } ?? []
    let media = (own + held).lazy.flatMap(\.stored.media).first { $0.path == address }
    do {
      guard let files = OpenedFiles() else {
        throw LiveFailure.refused(localized("There is no room for a copy of it"))
      }
      let account = account
      let path = try await files.file(of: address, called: media?.fileName ?? "file") {
        try await account.media(address)
      }
      if media?.kind == .video { showStill(of: address, path) }
      return path
    } catch {
      toast(localized("The file did not come: {problem}", ["problem": "\(error)"]))
      return nil
    }
  }

  /// Shows a picture of a video whose file has come.
  private func showStill(of address: String, _ path: String) {
    guard mapper.stills[address] == nil else { return }
    let picture = path + ".png"
    Task { [weak self] in
      guard let size = await VideoStill.write(of: ChatMedia.key(ofFile: path), to: picture),
        let self
      else { return }
      mapper.stills[address] = .init(file: picture, size: size)
      show(.history)
      if let openThread { readThread(openThread.event) }
    }
  }

  private func save(_ media: MediaRecord) {
    guard let address = media.path else { return }
    let account = account
    Task { [weak self] in
      // A name that a stranger wrote leads to no other folder.
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

  private func content(of text: String) -> MessageContent {
    let action = "/me "
    guard text.hasPrefix(action) else { return MessageContent(StyledText(text)) }
    return MessageContent(StyledText(String(text.dropFirst(action.count))), isAction: true)
  }

  private func act(_ event: MessageEvent) {
    let (account, room) = (account, room.id)
    switch event {
    case .react(let id, let emoji):
      guard let event = item(id)?.event else { return }
      let now = Self.now
      run {
        if let own = try account.ownReaction(emoji, to: event, in: room) {
          try await account.send(.redaction(of: own, reason: nil), in: room, now: now)
        } else {
          try await account.send(.reaction(to: event, emoji: emoji), in: room, now: now)
        }
      }
    case .delete(let ids):
      for event in ids.compactMap({ item($0)?.event }) { send(.redaction(of: event, reason: nil)) }
    case .retry(let id): run { try await account.retry(id, in: room) }
    case .discard(let id): run { try await account.discard(id, in: room) }
    case .forward(let ids): forward(ids)
    case .thread(let id): openThread(with: id)
    case .markUnread(let id):
      mapper.firstUnread = id
      isMarkedUnread = true
      if isFindingUnread { jumping?.cancel() }
      readUpTo = .min
      show(.history)
      run { try await account.markUnread(from: id, in: room) }
    }
  }

  /// Asks for the room to which messages go.
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
        chat.messageActions.askWhereToForward(others, here: isOpen ? here : nil)
      } catch {
        self?.toast("\(error)")
      }
    }
  }

  /// - Parameter name: of another room; nil for this one, where what is sent is seen.
  private func send(_ contents: [MessageContent], to target: ConversationID, called name: String?) {
    let (account, now) = (account, Self.now)
    run { [weak self] in
      for content in contents { try await account.send(.message(content), in: target, now: now) }
      if let name { await self?.chat.messageActions.noteForwarded(to: name) }
    }
  }

  /// - Parameter putBack: gives what was written back to the field, where it was not taken.
  private func send(
    _ outgoing: LiveOutgoing, in thread: String? = nil,
    orElse putBack: (@MainActor @Sendable (ChatComposer) -> Void)? = nil
  ) {
    let (account, room, now) = (account, room.id, Self.now)
    run(orElse: putBack, in: thread) { try await account.send(outgoing, in: room, now: now) }
  }

  private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

  /// In the order in which they are asked for.
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
    // Another room or thread may have the field by now.
    if let thread {
      if let open = openThread, open.event == thread { putBack?(open.chat.composer) }
    } else if chat.composer.conversation == room.room {
      putBack?(chat.composer)
    }
  }

  private func toast(_ words: String) { chat.window.main.toast(words) }

  // MARK: Reading

  /// Marks as read what was in view while the window had keyboard focus. Others are told once a
  /// moment at most.
  private func noteRead() {
    guard chat.window.isActive, status == .live, !isMarkedUnread, !isFindingUnread,
      let shown = chat.list.engine.visibleRows.last(where: { $0.id.item.rawValue > 0 }),
      let item = item(shown.id.item)
    else { return }
    // At the end, answers in threads are read as well: their first messages say so.
    let isAtEnd = !window.hasAfter && item.id == window.items.last?.id
    let place = isAtEnd ? max(item.place, newestPlace) : item.place
    guard place > readUpTo else { return }
    readUpTo = place
    read = ReadWish(upTo: isAtEnd ? nil : item.id)
    guard reading == nil else { return }
    let (account, room) = (account, room.id)
    reading = Task { [weak self] in
      while let wanted = self?.takeRead() {
        _ = try? await account.markRead(room, upTo: wanted.upTo)
        try? await Task.sleep(for: .milliseconds(300))
      }
      self?.reading = nil
    }
  }

  private func takeRead() -> ReadWish? {
    defer { read = nil }
    return read
  }

  // MARK: What happens

  func take(_ news: LiveNews) {
    switch news {
    case .status(let status):
      self.status = status
      if status == .live {
        isCatchingUp = false
        if isUnreadMissing {
          let isAtLine = mapper.firstUnread.map { focus == $0 } ?? false
          findUnread(moves: isAtLine || !window.hasAfter && chat.list.engine.metrics.isAtEnd)
        }
      }
      if let words = voice.words(for: status) { chat.list.announce(words) }
      pausedUntil = nil
      if !status.mayAnswer { showEnds() }
      showWords()
      chat.list.requestFrame()
    case .rooms(let rooms):
      guard let found = rooms.first(where: { $0.id == room.id }) else { return }
      let isOther = found.name != room.name || found.people != room.people
      room = found
      if isOther { showWords() }
      if countsMissed {
        countsMissed = false
        if !chat.list.engine.metrics.isAtEnd || window.hasAfter { chat.setUnseen(found.unread) }
      }
      // Encryption is never switched off again.
      if obstacle == nil, found.isEncrypted {
        obstacle = LiveAccount.encryptedWords
        showObstacle()
      }
    case .room(let change):
      if change.conversation == room.id { take(change) }
    case .note(let words): toast(words)
    case .sending(let conversation, _, let name, let part):
      guard conversation == room.id else { return }
      let words = part.map {
        localized(
          "sending {name}: {percent} %",
          ["name": ForeignText.visible(name), "percent": "\(Int(($0 * 100).rounded()))"])
      }
      guard words != sending else { return }
      sending = words
      showWords()
    }
  }

  private func take(_ whole: LiveRoomChange) {
    if let typing = whole.typing { showTyping(typing) }
    let change = takeThreads(of: whole)
    for message in change.changed {
      keepFile(of: message)
      window.replace(message)
    }
    let gone = Set(change.removed + change.moved.map(\.id))
    if !gone.isEmpty { window.remove(gone) }
    if !change.moved.isEmpty { window.insertNew(change.moved) }
    let isOwn = change.added.contains { $0.isOwn && $0.state == .waiting }
    // Sending a message marks everything before it as seen.
    if isOwn {
      mapper.firstUnread = nil
      isCatchingUp = false
      if isFindingUnread { jumping?.cancel() }
    }
    let count = window.items.count
    // An end of what is held is not the room's: a page that comes there is never followed, whatever
    // is written at the same time.
    let isAtEnd = !window.hasAfter && chat.list.engine.metrics.isAtEnd
    // What was missed is read from its beginning: the list does not follow it to the end.
    let isMissed = isCatchingUp && change.added.contains { !$0.isOwn }
    let follows = isAtEnd && !isMissed
    if isMissed {
      isCatchingUp = false
      findUnread(moves: isAtEnd)
    }
    if !change.added.isEmpty {
      let tookAll = window.insertNew(change.added, leavesGap: change.leavesGap)
      let isBehind = window.hasAfter
      if !tookAll { mayHaveMissedNew = true }
      if change.leavesGap { countsMissed = true }
      if isOwn, isBehind {
        goToNewest()
      } else if !isOwn, !follows {
        let new = isBehind ? change.added.count : window.items.count - count
        chat.countUnseen(max(0, new))
      }
    }
    if whole.leavesGap, change.added.isEmpty, !window.items.isEmpty {
      // All that came belongs to threads; what is missing before it may not.
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
    chat.set(
      mapper.rows(window),
      options: UpdateOptions(
        isAnimated: isAnimated, author: author, follows: follows, shows: shows))
  }

  /// Returns an item's index in the list as it opens, before any gap.
  private func row(of id: ItemID) -> Int? {
    window.position(of: id).map { $0 - window.shown.lowerBound }
  }

  private func item(_ id: ItemID) -> LiveMessage? {
    window.items.last { $0.id == id } ?? openThread?.items.last { $0.id == id }
  }

  // MARK: Threads

  /// Shows what happened in threads, and returns the rest.
  private func takeThreads(of change: LiveRoomChange) -> LiveRoomChange {
    for message in change.added { newestPlace = max(newestPlace, message.place) }
    var rest = change
    rest.added.removeAll { $0.thread != nil }
    rest.changed.removeAll { $0.thread != nil }
    // What was shown in the room until the message came that its thread begins with.
    rest.removed += change.moved.filter { $0.thread != nil }.map(\.id)
    rest.moved.removeAll { $0.thread != nil }
    // The user has closed it.
    if chat.thread == nil { openThread = nil }
    if let open = openThread {
      for message in change.changed { keepFile(of: message) }
      let all = change.added + change.changed + change.moved
      let known = Set(open.items.map(\.id))
      if let first = change.moved.first(where: { $0.event == open.event }),
        let thread = first.thread
      {
        // It is a part of another one, which begins earlier.
        showThread(of: thread, shows: first.id)
      } else if all.contains(where: { $0.thread == open.event || $0.event == open.event })
        || change.removed.contains(where: known.contains)
      {
        readThread(open.event)
      }
    }
    if let answer = change.added.last(where: { !$0.isOwn && $0.thread != nil }),
      answer.thread != openThread?.event, let author = answer.stored.author
    {
      // The message that it answers may be far away.
      toast(
        localized(
          "{name} in a thread: {words}",
          [
            "name": ForeignText.visible(author.name),
            "words": ForeignText.visible(Snippet.text(of: answer.stored)),
          ]))
    }
    return rest
  }

  /// Opens the thread that begins with a message, or the one that the message belongs to, whose
  /// first message may have to be asked for.
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
  /// - Parameter shown: the message in it to go to.
  private func showThread(of event: String, shows shown: ItemID? = nil) {
    let (account, room) = (account, room.id)
    Task { [weak self] in
      let items = await Task.detached { (try? account.thread(of: event, in: room)) ?? [] }.value
      guard let self, let first = items.first else { return }
      do {
        let title =
          first.event == event
          ? ForeignText.visible(
            "\(first.stored.author?.name ?? first.sender): \(Snippet.text(of: first.stored))")
          : localized("Thread")
        let thread = try chat.openThread(
          of: first.id, title: String(title.prefix(80)), mapper.messages(ofThread: items))
        openThread = OpenThread(event: event, items: items, chat: thread)
        bind(thread, of: event)
        showStates(items)
        if let shown { thread.show(shown) }
        completeThread(event)
      } catch {
        toast("\(error)")
      }
    }
  }

  /// Fetches what was said in a thread while nobody was here.
  private func completeThread(_ event: String) {
    guard status.mayAnswer else { return }
    let (account, room) = (account, room.id)
    Task { [weak self] in
      // What is here is shown all the same.
      guard (try? await account.completeThread(of: event, in: room)) == true else { return }
      self?.readThread(event)
    }
  }

  private func bind(_ thread: ChatView, of event: String) {
    let composer = thread.composer
    composer.onEvent = { [weak self] in self?.act($0, in: event) }
    composer.conversation = "\(room.room) \(event)"
    composer.isVisible = obstacle == nil
    thread.messageActions.leavesMark = true
    thread.messageActions.offers = { [weak self] in
      (self?.offers(for: $0) ?? .reading).subtracting([.thread, .markUnread])
    }
    thread.messageActions.onEvent = { [weak self] in self?.act($0) }
    thread.playback.onFetch = { [weak self] in await self?.fetch($0) }
    onThread?(thread)
    if obstacle == nil { composer.focus() }
  }

  private func readThread(_ event: String) {
    let (account, room) = (account, room.id)
    threadReads += 1
    let number = threadReads
    Task { [weak self] in
      let items = await Task.detached { try? account.thread(of: event, in: room) }.value
      // A reading that began earlier may end later.
      guard let self, let items, number == threadReads, let open = openThread,
        open.event == event
      else { return }
      openThread?.items = items
      open.chat.set(mapper.messages(ofThread: items))
      showStates(items)
    }
  }

  /// A picture that was sent from here is shown from the file that it came from, before the server
  /// has it and after.
  private func keepFile(of message: LiveMessage) {
    guard message.isOwn, let address = message.stored.media.first?.path,
      LivePictures.isOwn(address), mapper.sentFiles[address] == nil,
      let file = item(message.id)?.stored.media.first?.path, PathNames.isAbsolute(file)
    else { return }
    mapper.sentFiles[address] = file
  }

  private func showStates(_ messages: [LiveMessage]) {
    for message in messages where message.isOwn {
      let state: DeliveryState? =
        switch message.state {
        case .sent: message.place <= othersReadUpTo ? .read : .sent
        case .waiting: .sending
        case .failed: nil
        }
      if message.thread == nil { chat.facts.setState(state, of: message.id) }
      // A thread's first message stands in both.
      if let openThread, (message.thread ?? message.event) == openThread.event {
        openThread.chat.facts.setState(state, of: message.id)
      }
    }
  }

  /// Asked for off the main thread, and once however often they change meanwhile.
  private func showReceipts() {
    guard !isAskingReaders else {
      asksReadersAgain = true
      return
    }
    isAskingReaders = true
    let (account, room) = (account, room.id)
    Task { [weak self] in
      let (readers, upTo) = await Task.detached {
        (try? account.readers(in: room), try? account.othersReadUpTo(in: room))
      }.value
      guard let self else { return }
      if let upTo, upTo > othersReadUpTo {
        let newly = (window.items + (openThread?.items ?? [])).filter {
          $0.place > self.othersReadUpTo && $0.place <= upTo
        }
        othersReadUpTo = upTo
        showStates(newly)
      }
      for (message, people) in readers ?? [:] {
        for person in people {
          chat.facts.markRead(by: mapper.author(person), upTo: message)
        }
      }
      isAskingReaders = false
      if asksReadersAgain {
        asksReadersAgain = false
        showReceipts()
      }
    }
  }

  /// At the lower edge of the list, where nothing moves for it.
  private func showTyping(_ people: [String]) {
    let account = account
    Task { [weak self] in
      let authors = await Task.detached {
        people.prefix(10).compactMap { try? account.author(of: $0) }
      }.value
      guard let self else { return }
      chat.typing = authors.map(mapper.author)
    }
  }

  // MARK: Finding

  /// The places of the first and the last message in view.
  var placesInView: ClosedRange<Int64> {
    let rows = chat.list.engine.visibleRows
    let first = rows.lazy.compactMap { self.item($0.id.item)?.place }.first
    let last = rows.reversed().lazy.compactMap { self.item($0.id.item)?.place }.first
    // Of a list that is not laid out yet: its end.
    let end = window.items.last?.place ?? 0
    let lower = first ?? end
    return lower...max(lower, last ?? end)
  }

  /// The row of the message at a place; nil where it is not held.
  func row(ofPlace place: Int64) -> Int? {
    guard let held = window.items.first(where: { $0.place == place }) else { return nil }
    return chat.messages.firstIndex { $0.id == held.id }
  }

  /// The text of the message at a place as its row has it; off the main thread.
  func foundItem(atPlace place: Int64) async -> FoundItem? {
    let (account, room, mapper) = (account, room.id, mapper)
    return await Task.detached {
      guard let found = try? account.message(atPlace: place, in: room) else { return nil }
      return FoundItem(item: found.id, text: mapper.message(found).text)
    }.value
  }

  /// Goes to a match, which may be far from what is held.
  ///
  /// - Parameter top: points of the list's upper edge that something covers.
  func reveal(_ id: ItemID, range: Range<Int>?, below top: Double) {
    sought = nil
    jumping?.cancel()
    if let position = chat.messages.firstIndex(where: { $0.id == id }) {
      return chat.list.reveal(
        TextPlace(position: position, offset: range?.lowerBound ?? 0), below: top,
        highlighting: range == nil)
    }
    let query = chat.list.engine.textQuery
    let (account, room, limit) = (account, room.id, 2 * Self.pageSize)
    jumping = Task { [weak self] in
      let page = await Task.detached {
        (try? account.storedPage(.around(id), in: room, limit: limit)) ?? nil
      }.value
      // Who closed the search meanwhile, or searches for something else, stays where they are.
      guard let self, !Task.isCancelled, chat.list.engine.textQuery == query else { return }
      guard let page, page.items.contains(where: { $0.id == id }) else {
        return toast(localized("This message is not here"))
      }
      replace(with: page, shows: id)
      sought = SoughtFind(item: id, query: query)
    }
  }

  /// The match is marked once the list shows its message; not if the search has ended since.
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
    chat.composer.isVisible = obstacle == nil
    guard let obstacle else { return }
    chat.composer.keepDraft()
    let window = chat.window
    window.showBar(obstacle, buttons: []) { [weak window] _ in window?.hideBar() }
  }

  // MARK: Pages

  /// In each frame: what is seen is read, and what is near and not here is asked for.
  private func look(at time: Double) {
    noteRead()
    showSought()
    if let item = chat.list.engine.placeBeingRead?.item, item.rawValue > 0 { focus = item }
    if let pausedUntil, ContinuousClock.now < pausedUntil { return }
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
    // At the end it is the newest message, which may have come since the last frame.
    let isAtEnd = !window.hasAfter && chat.list.engine.metrics.isAtEnd
    let place = isAtEnd ? window.items.count - 1 : focus.flatMap(window.position(of:))
    guard window.items.count > Self.mostItems, let focus = place else { return false }
    let cut = window.adjust(preferredMaximum: Self.keptItems, focus: focus)
    return cut.before + cut.after > 0
  }

  private func extend(_ edge: PageEdge) {
    let (load, id) = edge == .before ? (Load.before, window.first) : (Load.after, window.last)
    if edge == .after { mayHaveMissedNew = false }
    ask(load, id.map { edge == .before ? .before($0) : .after($0) } ?? .newest) { room, page in
      guard (edge == .before ? room.window.first : room.window.last) == id else { return }
      room.window.extend(edge, with: page)
      if edge == .after, room.mayHaveMissedNew {
        room.mayHaveMissedNew = false
        room.window.expectMore(.after)
      }
      _ = room.cut()
      room.show(.history)
      room.showStates(page.items)
    }
  }

  /// A gap in view is filled from the side that takes more of the screen.
  private func fillGapsInView() {
    let rows = chat.list.engine.visibleRows
    for gap in window.gaps {
      let name = LiveMessageMapper.gapID(gap.number)
      guard let index = rows.firstIndex(where: { $0.id.item == name }) else { continue }
      let isReadAbove = index >= rows.count - index - 1
      if isReadAbove {
        fill(gap, from: .before, .after(gap.preceding))
      } else if let newer = window.item(following: gap) {
        fill(gap, from: .after, .before(newer))
      }
    }
  }

  private func fill(_ gap: PageGap, from side: PageEdge, _ place: PagePlace) {
    ask(.gap(gap.number), place) { room, page in
      room.window.fill(gap.number, from: side, with: page)
      _ = room.cut()
      room.show(.history)
      room.showStates(page.items)
    }
  }

  /// To the newest message, held or not.
  func goToNewest() {
    guard window.hasAfter else { return chat.list.scrollToEnd() }
    ask(.newest, .newest) { room, page in
      room.replace(with: page, shows: page.items.last?.id)
    }
  }

  /// To a message that may be far from what is held.
  func go(to id: ItemID) {
    if chat.show(id) { return }
    let account = account
    jumping?.cancel()
    jumping = Task { [weak self] in
      let event = await Task.detached { (try? account.root(ofThreadWith: id)) ?? nil }.value
      guard let self, !Task.isCancelled else { return }
      if let event { showThread(of: event, shows: id) } else { goOutsideOfThreads(to: id) }
    }
  }

  private func goOutsideOfThreads(to id: ItemID) {
    ask(.newest, .around(id)) { room, page in
      guard page.items.contains(where: { $0.id == id }) else {
        return room.toast(localized("This message is not here"))
      }
      room.replace(with: page, shows: id)
      room.chat.list.engine.highlight(id)
    }
  }

  /// To a message that a reply names, which may have to be asked for.
  func goToOriginal(_ id: ItemID) {
    guard let reply = LiveMessageMapper.reply(ofTarget: id) else { return go(to: id) }
    go { account, room in try await account.find(answeredBy: reply, in: room) }
  }

  func goToFirstUnread() {
    go(otherwise: localized("Nothing is unread here")) { account, room in
      try await account.findFirstUnread(in: room)
    }
  }

  /// Sets the line above the first message that was missed, and fetches what is missing before it.
  ///
  /// - Parameter moves: whether the list goes there.
  private func findUnread(moves: Bool) {
    isUnreadMissing = false
    isFindingUnread = true
    jumping?.cancel()
    let (account, room, limit) = (account, room.id, 2 * Self.pageSize)
    jumping = Task { [weak self] in
      let found = (try? await account.completeFirstUnread(in: room)) ?? nil
      let page = await Task.detached {
        found.flatMap { (try? account.storedPage(.around($0), in: room, limit: limit)) ?? nil }
      }.value
      guard let self else { return }
      isFindingUnread = false
      guard !Task.isCancelled, let found else { return chat.list.requestFrame() }
      mapper.firstUnread = found
      guard moves, let page, page.items.contains(where: { $0.id == found }) else {
        return show(.history)
      }
      replace(with: page, shows: found)
    }
  }

  /// - Parameter time: milliseconds since 1970.
  func go(toTime time: Int64) {
    go { account, room in try await account.find(time: time, in: room) }
  }

  /// When the message was written that is being read.
  var secondsInView: Int64? { focus.flatMap(item)?.stored.time.seconds }

  /// To what has to be found first, here or on the server.
  private func go(
    otherwise words: String = localized("This message is not here"),
    _ find: @escaping @Sendable (LiveAccount, ConversationID) async throws -> ItemID?
  ) {
    jumping?.cancel()
    let (account, room) = (account, room.id)
    jumping = Task { [weak self] in
      do {
        let found = try await find(account, room)
        guard !Task.isCancelled, let self else { return }
        if let found { go(to: found) } else { toast(words) }
      } catch {
        guard !Task.isCancelled else { return }
        self?.toast("\(error)")
      }
    }
  }

  private func replace(with page: Page<LiveMessage>, shows id: ItemID?) {
    generation += 1
    sought = nil
    loads = []
    window.replaceAll(with: page, showing: id)
    show(.history, shows: id.flatMap(row))
    showStates(page.items)
  }

  /// Shows the loaded messages, whatever becomes of the rest.
  private func showEnds() {
    guard window.heldBackFirst != nil || window.heldBackLast != nil else { return }
    window.showEnds()
    show(.history)
  }

  private func ask(
    _ load: Load, _ place: PagePlace,
    then: @escaping @MainActor (LiveRoomController, Page<LiveMessage>) -> Void
  ) {
    guard loads.insert(load).inserted else { return }
    pagesAsked += 1
    let (account, room, generation) = (account, room.id, generation)
    Task { [weak self] in
      let result: Result<Page<LiveMessage>, any Error>
      do {
        result = .success(try await account.page(place, in: room, limit: Self.pageSize))
      } catch {
        result = .failure(error)
      }
      guard let self, generation == self.generation else { return }
      loads.remove(load)
      switch result {
      case .success(let page): then(self, page)
      case .failure(let error):
        // Loaded messages stay; the next attempt starts by itself, or with the connection.
        pausedUntil = .now + .seconds(10)
        showEnds()
        if status == .live {
          toast(localized("Older messages: {problem}", ["problem": "\(error)"]))
        }
      }
      chat.list.requestFrame()
    }
  }
}
