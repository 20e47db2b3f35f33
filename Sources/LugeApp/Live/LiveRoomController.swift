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
  /// What was seen of a room, to be shown at once, with or without its server.
  struct Opening: Sendable {
    var room: LiveRoom
    var window: PageWindow<LiveMessage>
    var obstacle: String?
    var ownName: String
    /// Of others, and not read yet.
    var firstUnread: ItemID?
    /// Where the user was; nil for the end.
    var place: ReadingPlace?

    /// Blocks for as long as the disk takes.
    ///
    /// - Parameter hasServer: whether more may be had; otherwise all that is here is shown.
    init(_ account: LiveAccount, _ room: LiveRoom, place: ReadingPlace?, hasServer: Bool) throws {
      self.room = room
      firstUnread = try account.firstUnread(in: room.id)
      // What is new is what the user came for.
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

  /// What is held beside what is drawn.
  static let mostItems = 500
  /// What is left when that was more.
  private static let keptItems = 400
  private static let pageSize = 50
  /// Pixels of the list, beyond its ends, for which pages are asked ahead at rest.
  private static let reachScreens = 2.0
  /// Seconds of scrolling at the present speed for which they are.
  private static let reachSeconds = 0.3

  let account: LiveAccount
  private(set) var room: LiveRoom
  private let chat: ChatView
  private let mapper: LiveMessageMapper
  /// The room's name or the connection changed.
  var onWords: (@MainActor (_ name: String, _ connection: String) -> Void)?

  // MARK: Mutable State (main actor)

  private var window: PageWindow<LiveMessage>
  private var loads: Set<Load> = []
  /// Counted up when all that is held was replaced: what was asked for before is of no use.
  private var generation = 0
  /// When a page that failed may be asked for again.
  private var pausedUntil: ContinuousClock.Instant?
  /// Written while the page after the held messages was on its way: it may be in it or not.
  private var mayHaveMissedNew = false
  private var status: LiveStatus
  private var obstacle: String?
  /// The place of the last message that the others know to be read, or are being told of.
  private var readUpTo = Int64.min
  private var read: ItemID?
  private var reading: Task<Void, Never>?
  private var jumping: Task<Void, Never>?
  private var isAskingReaders = false
  private var asksReadersAgain = false
  /// How much of a file is sent, in words.
  private(set) var sending: String?
  /// Pages asked for since the room was opened.
  private(set) var pagesAsked = 0
  /// The message last read that is known: who scrolls fast may have none in view for some frames.
  private var focus: ItemID?

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
  }

  deinit {
    reading?.cancel()
    jumping?.cancel()
  }

  // MARK: What a person does

  private func bind() {
    let composer = chat.composer
    composer.onEvent = { [weak self] in self?.act($0) }
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
  }

  private func offers(for message: ChatMessage) -> MessageOffers {
    guard let item = item(message.id), !message.isService, !message.isDeleted else {
      return .reading
    }
    guard item.state == .sent, obstacle == nil, !item.event.hasPrefix("~") else { return .reading }
    var offers: MessageOffers = [.reply, .react, .copy, .select]
    if item.isOwn { offers.formUnion([.edit, .delete]) }
    return offers
  }

  private func act(_ event: ComposerEvent) {
    switch event {
    case .send(let message):
      let reply = message.replyTo.flatMap(item)?.event
      if !message.text.isEmpty {
        var content = content(of: message.text)
        content.reply = reply
        let written = OutgoingMessage(text: message.text, replyTo: message.replyTo)
        send(.message(content)) { $0.putBack(written) }
      }
      for (index, file) in message.attachments.enumerated() {
        send(file, reply: index == 0 && message.text.isEmpty ? reply : nil)
      }
    case .edit(let id, let text):
      guard let item = item(id) else { return }
      let before = EditableMessage(id, text: item.stored.text.string)
      send(.edit(of: item.event, content(of: text))) { $0.putBack(text, of: before) }
    case .typing(let isTyping):
      let (account, room) = (account, room.id)
      Task { await account.setTyping(isTyping, in: room) }
    }
  }

  private func send(_ file: OutgoingAttachment, reply: String?) {
    let (account, room, now) = (account, room.id, Self.now)
    run(orElse: { $0.putBack(OutgoingMessage(text: "", attachments: [file])) }) {
      let size = await PictureProbe.size(of: ImageKey(file.path))
      var media = MediaRecord(
        kind: size == nil ? .file : .photo, path: file.path,
        mimeType: FileType.mime(ofName: file.name), fileName: file.name, size: file.byteSize)
      media.width = size?.width
      media.height = size?.height
      let content = MessageContent(StyledText(""), reply: reply, media: media)
      try await account.send(.message(content), in: room, now: now)
    }
  }

  /// What can be done with a message besides what all chats offer.
  func entries(for message: ChatMessage) -> [(title: String, run: @MainActor () -> Void)] {
    guard let item = item(message.id) else { return [] }
    var entries: [(title: String, run: @MainActor () -> Void)] = []
    if item.state == .waiting, !item.stored.media.isEmpty {
      entries.append((localized("Cancel Sending"), { [weak self] in self?.act(.discard(item.id)) }))
    }
    if let media = item.stored.media.first, let path = media.path, LivePictures.isOwn(path) {
      entries.append((localized("Save File As…"), { [weak self] in self?.save(media) }))
    }
    return entries
  }

  /// Fetches the file that stands behind an address, and keeps it where the user says.
  func save(address: String) {
    let media = window.items.lazy.flatMap(\.stored.media).first { $0.path == address }
    if let media { save(media) }
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
          try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        }.value
        self?.toast(localized("Saved"))
      } catch {
        let problem = (error as? LiveFailure)?.description ?? error.localizedDescription
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
    default: break
    }
  }

  /// - Parameter putBack: gives what was written back to the field, where it was not taken.
  private func send(
    _ outgoing: LiveOutgoing, orElse putBack: (@MainActor @Sendable (ChatComposer) -> Void)? = nil
  ) {
    let (account, room, now) = (account, room.id, Self.now)
    run(orElse: putBack) { try await account.send(outgoing, in: room, now: now) }
  }

  private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

  /// In the order in which they are asked for.
  private var last: Task<Void, Never>?
  private func run(
    orElse putBack: (@MainActor @Sendable (ChatComposer) -> Void)? = nil,
    _ body: @escaping @Sendable () async throws -> Void
  ) {
    let before = last
    last = Task.detached { [weak self] in
      await before?.value
      do {
        try await body()
      } catch {
        await self?.failed(LiveAccount.words(for: error), putBack)
      }
    }
  }

  private func failed(_ words: String, _ putBack: (@MainActor (ChatComposer) -> Void)?) {
    toast(words)
    // Another room may have the field by now.
    if chat.composer.conversation == room.room { putBack?(chat.composer) }
  }

  private func toast(_ words: String) { chat.window.main.toast(words) }

  // MARK: Reading

  /// What was in view while the window had the keys is read. Others are told once a moment at most.
  private func noteRead() {
    guard chat.window.isActive, status == .live,
      let shown = chat.list.engine.visibleRows.last(where: { $0.id.item.rawValue > 0 }),
      let item = item(shown.id.item), item.place > readUpTo
    else { return }
    readUpTo = item.place
    read = item.id
    guard reading == nil else { return }
    let (account, room) = (account, room.id)
    reading = Task { [weak self] in
      while let wanted = self?.takeRead() {
        _ = try? await account.markRead(room, upTo: wanted)
        try? await Task.sleep(for: .milliseconds(300))
      }
      self?.reading = nil
    }
  }

  private func takeRead() -> ItemID? {
    defer { read = nil }
    return read
  }

  // MARK: What happens

  func take(_ news: LiveNews) {
    switch news {
    case .status(let status):
      self.status = status
      pausedUntil = nil
      if !status.mayAnswer { showEnds() }
      showWords()
      chat.list.requestFrame()
    case .rooms(let rooms):
      guard let found = rooms.first(where: { $0.id == room.id }) else { return }
      let isRenamed = found.name != room.name
      room = found
      if isRenamed { showWords() }
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
        "sending \(ForeignText.visible(name)): \(Int(($0 * 100).rounded())) %"
      }
      guard words != sending else { return }
      sending = words
      showWords()
    }
  }

  private func take(_ change: LiveRoomChange) {
    if let typing = change.typing { showTyping(typing) }
    for message in change.changed { window.replace(message) }
    let gone = Set(change.removed + change.moved.map(\.id))
    if !gone.isEmpty { window.remove(gone) }
    if !change.moved.isEmpty { window.insertNew(change.moved) }
    let isOwn = change.added.contains { $0.isOwn && $0.state == .waiting }
    let count = window.items.count
    // An end of what is held is not the room's: a page that comes there is never followed, whatever
    // is written at the same time.
    let isAtEnd = !window.hasAfter && chat.list.engine.metrics.isAtEnd
    if !change.added.isEmpty {
      let tookAll = window.insertNew(change.added, leavesGap: change.leavesGap)
      let isBehind = window.hasAfter
      if !tookAll { mayHaveMissedNew = true }
      if isOwn, isBehind {
        goToNewest()
      } else if !isOwn, !isAtEnd {
        let new = isBehind ? change.added.count : window.items.count - count
        chat.countUnseen(max(0, new))
      }
    }
    let hasGrown = window.items.count > count
    if hasGrown || !change.changed.isEmpty || !gone.isEmpty {
      show(
        isOwn ? .own : isAtEnd ? .others : .history,
        isAnimated: change.moved.isEmpty && (isAtEnd || !hasGrown))
    }
    showStates(change.added + change.changed + change.moved)
    if change.hasNewReceipts || !change.added.isEmpty { showReceipts() }
  }

  private func show(
    _ author: UpdateOptions.Author, isAnimated: Bool = false, shows: Int? = nil
  ) {
    chat.set(
      mapper.rows(window),
      options: UpdateOptions(isAnimated: isAnimated, author: author, shows: shows))
  }

  /// Where an item stands in the list as it opens, before any gap.
  private func row(of id: ItemID) -> Int? {
    window.position(of: id).map { $0 - window.shown.lowerBound }
  }

  private func item(_ id: ItemID) -> LiveMessage? { window.items.last { $0.id == id } }

  private func showStates(_ messages: [LiveMessage]) {
    for message in messages where message.isOwn {
      switch message.state {
      case .sent: chat.facts.setState(.sent, of: message.id)
      case .waiting: chat.facts.setState(.sending, of: message.id)
      case .failed: chat.facts.setState(nil, of: message.id)
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
      let readers = await Task.detached { try? account.readers(in: room) }.value
      guard let self else { return }
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

  // MARK: Words

  func showWords() { onWords?(ForeignText.visible(room.name), status.words) }

  private func showObstacle() {
    chat.composer.isVisible = obstacle == nil
    guard let obstacle else { return }
    chat.composer.keepDraft()
    chat.window.showBar(obstacle, buttons: []) { _ in }
  }

  // MARK: Pages

  /// In each frame: what is seen is read, and what is near and not here is asked for.
  private func look(at time: Double) {
    noteRead()
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

  /// Where more is held than it should be, lets go of messages far from the user.
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
    go { account, room in try await account.findFirstUnread(in: room) }
  }

  /// - Parameter time: milliseconds since 1970.
  func go(toTime time: Int64) {
    go { account, room in try await account.find(time: time, in: room) }
  }

  /// When the message was written that is being read.
  var secondsInView: Int64? { focus.flatMap(item)?.stored.time.seconds }

  /// To what has to be found first, here or on the server.
  private func go(
    _ find: @escaping @Sendable (LiveAccount, ConversationID) async throws -> ItemID?
  ) {
    jumping?.cancel()
    let (account, room) = (account, room.id)
    jumping = Task { [weak self] in
      do {
        let found = try await find(account, room)
        guard !Task.isCancelled, let self else { return }
        if let found { go(to: found) } else { toast(localized("This message is not here")) }
      } catch {
        guard !Task.isCancelled else { return }
        self?.toast("\(error)")
      }
    }
  }

  private func replace(with page: Page<LiveMessage>, shows id: ItemID?) {
    generation += 1
    loads = []
    window.replaceAll(with: page, showing: id)
    show(.history, shows: id.flatMap(row))
    showStates(page.items)
  }

  /// What is here can be read, whatever becomes of the rest.
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
        // What is here stays; the next attempt comes by itself, or with the connection.
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
