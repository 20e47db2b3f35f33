import Foundation
public import LugeArchive
public import LugeChat
import LugeCore
import LugeEngine
public import LugeListKit
public import LugeLive
import LugeQt
import LugeWords

/// One room of an account in a chat view: what happens there comes to the list, what a person does
/// goes to the account.
@MainActor
public final class LiveRoomController {
  /// What was seen of a room, to be shown at once, with or without its server.
  public struct Opening: Sendable {
    public var room: LiveRoom
    public var page: Page<LiveMessage>
    public var obstacle: String?
    public var ownName: String

    /// Blocks for as long as the disk takes.
    public init(_ account: LiveAccount, _ room: LiveRoom) throws {
      self.room = room
      page =
        try account.storedPage(.newest, in: room.id, limit: 60)
        ?? Page([], hasBefore: true, hasAfter: false)
      obstacle = try account.obstacle(in: room.id)
      ownName = try account.ownName
    }

    @MainActor public var messages: [ChatMessage] {
      let mapper = LiveMessageMapper(ownName: ownName)
      return page.items.map(mapper.message)
    }
  }

  private let account: LiveAccount
  private let chat: ChatView
  private let room: LiveRoom
  private let mapper: LiveMessageMapper

  // MARK: Mutable State (main actor)

  /// By their places.
  private var items: [LiveMessage]
  private var gaps: Set<ItemID> = []
  private var hasBefore: Bool
  private var loads: Set<ItemID?> = []
  /// When a page that failed may be asked for again.
  private var pausedUntil: ContinuousClock.Instant?
  private var status = LiveStatus.stopped
  private var typing: [String] = []
  private var obstacle: String?
  private var listening: Task<Void, Never>?

  public init(
    _ account: LiveAccount, _ opening: Opening, in chat: ChatView, news: AsyncStream<LiveNews>
  ) {
    self.account = account
    self.chat = chat
    room = opening.room
    mapper = LiveMessageMapper(ownName: opening.ownName)
    items = opening.page.items
    hasBefore = opening.page.hasBefore
    obstacle = opening.obstacle
    bind()
    showStates(items)
    showReceipts()
    showWords()
    listening = Task { [weak self] in
      for await news in news { self?.take(news) }
    }
  }

  deinit { listening?.cancel() }

  // MARK: What a person does

  private func bind() {
    let composer = chat.composer
    composer.onEvent = { [weak self] in self?.act($0) }
    composer.conversation = room.room
    let actions = chat.messageActions
    actions.offers = { [weak self] in self?.offers(for: $0) ?? .reading }
    actions.onEvent = { [weak self] in self?.act($0) }
    showObstacle()
    let before = chat.list.onFrame
    chat.list.onFrame = { [weak self] report in
      before?(report)
      self?.look()
    }
    chat.window.onActive = { [weak self] in if $0 { self?.markRead() } }
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
      var content = content(of: message.text)
      content.reply = message.replyTo.flatMap(item)?.event
      send(.message(content))
    case .edit(let id, let text):
      guard let event = item(id)?.event else { return }
      send(.edit(of: event, content(of: text)))
    case .typing(let isTyping):
      let (account, room) = (account, room.id)
      Task { await account.setTyping(isTyping, in: room) }
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
      if let own = try? account.ownReaction(emoji, to: event, in: room) {
        send(.redaction(of: own, reason: nil))
      } else {
        send(.reaction(to: event, emoji: emoji))
      }
    case .delete(let ids):
      for event in ids.compactMap({ item($0)?.event }) { send(.redaction(of: event, reason: nil)) }
    case .retry(let id): run { try await account.retry(id, in: room) }
    case .discard(let id): run { try await account.discard(id, in: room) }
    default: break
    }
  }

  private func send(_ outgoing: LiveOutgoing) {
    let (account, room) = (account, room.id)
    let now = Int64(Date().timeIntervalSince1970 * 1000)
    run { try await account.send(outgoing, in: room, now: now) }
  }

  /// In the order in which they are asked for.
  private var last: Task<Void, Never>?
  private func run(_ body: @escaping @Sendable () async throws -> Void) {
    let before = last
    last = Task { [weak self] in
      await before?.value
      do {
        try await body()
      } catch {
        self?.chat.window.main.toast("\(error)")
      }
    }
  }

  private func markRead() {
    let (account, room) = (account, room.id)
    Task { try? await account.markRead(room) }
  }

  // MARK: What happens

  private func take(_ news: LiveNews) {
    switch news {
    case .status(let status):
      self.status = status
      pausedUntil = nil
      showWords()
      chat.list.requestFrame()
      if status == .live, chat.window.isActive { markRead() }
    case .rooms:
      // Encryption is never switched off again.
      if obstacle == nil, let found = try? account.obstacle(in: room.id) {
        obstacle = found
        showObstacle()
      }
    case .room(let change):
      if change.conversation == room.id { take(change) }
    case .note(let words): chat.window.main.toast(words)
    }
  }

  private func take(_ change: LiveRoomChange) {
    if let typing = change.typing, typing != self.typing {
      self.typing = typing
      showWords()
    }
    let gone = Set(change.removed + change.moved.map(\.id))
    items.removeAll { gone.contains($0.id) }
    let places = Dictionary(items.enumerated().map { ($1.id, $0) }) { first, _ in first }
    for message in change.changed + change.added {
      if let place = places[message.id] { items[place] = message }
    }
    var known = Set(places.keys)
    for message in change.moved + change.added where known.insert(message.id).inserted {
      // What belongs among pages that are not here comes with them.
      if hasBefore, let first = items.first, message.place < first.place { continue }
      let place = items.lastIndex { $0.place < message.place }.map { $0 + 1 } ?? 0
      items.insert(message, at: place)
    }
    if change.leavesGap, let first = change.added.first, items.first?.id != first.id {
      gaps.insert(first.id)
    }
    let isShown = !change.added.isEmpty || !change.changed.isEmpty || !gone.isEmpty
    if isShown { show() }
    showStates(change.added + change.changed + change.moved)
    if change.hasNewReceipts || !change.added.isEmpty { showReceipts() }
    if !change.added.isEmpty, chat.window.isActive { markRead() }
  }

  private func show() { chat.set(rows()) }

  private func rows() -> [ChatMessage] {
    var rows: [ChatMessage] = []
    rows.reserveCapacity(items.count + gaps.count)
    for item in items {
      if gaps.contains(item.id) { rows.append(mapper.gap(before: item)) }
      rows.append(mapper.message(item))
    }
    return rows
  }

  private func item(_ id: ItemID) -> LiveMessage? { items.last { $0.id == id } }

  private func showStates(_ messages: [LiveMessage]) {
    for message in messages where message.isOwn {
      switch message.state {
      case .sent: chat.facts.setState(.sent, of: message.id)
      case .waiting: chat.facts.setState(.sending, of: message.id)
      case .failed: chat.facts.setState(nil, of: message.id)
      }
    }
  }

  private func showReceipts() {
    guard let readers = try? account.readers(in: room.id) else { return }
    for (message, people) in readers {
      for person in people {
        chat.facts.markRead(by: mapper.author(person), upTo: message)
      }
    }
  }

  // MARK: Words

  /// Who writes and how the connection does stand in the title: nothing moves for them.
  private func showWords() {
    var words = ForeignText.visible(room.name)
    let writing = typing.compactMap { try? account.name(of: $0) }.map(ForeignText.visible)
    switch writing.count {
    case 0: break
    case 1: words += " – " + localized("{name} is writing …", ["name": writing[0]])
    case 2:
      words +=
        " – "
        + localized(
          "{first} and {second} are writing …", ["first": writing[0], "second": writing[1]])
    default:
      words +=
        " – "
        + localized(
          one: "{count} person is writing …", other: "{count} people are writing …",
          count: writing.count)
    }
    if status != .live { words += " (\(status))" }
    chat.window.title = words
  }

  private func showObstacle() {
    chat.composer.isVisible = obstacle == nil
    guard let obstacle else { return }
    chat.composer.keepDraft()
    chat.window.showBar(obstacle, buttons: []) { _ in }
  }

  // MARK: Pages

  /// Asks for what is missing near to what is in view.
  private func look() {
    if let pausedUntil, ContinuousClock.now < pausedUntil { return }
    if !gaps.isEmpty {
      let visible = Set(chat.list.engine.visibleRows.map(\.id.item))
      for id in gaps where visible.contains(LiveMessageMapper.gapID(before: id)) {
        fill(before: id)
      }
    }
    let metrics = chat.list.engine.metrics
    if hasBefore, Double(metrics.offset) < 2 * Double(metrics.viewportHeight) {
      load(before: items.first?.id)
    }
  }

  private func load(before id: ItemID?) {
    ask(id, id.map { .before($0) } ?? .newest) { controller, page in
      guard controller.items.first?.id == id else { return }
      controller.hasBefore = page.hasBefore && !page.items.isEmpty
      controller.items.insert(contentsOf: page.items, at: 0)
      controller.chat.apply(
        [.insert(page.items.map(controller.mapper.message), after: nil)],
        options: UpdateOptions(author: .history))
      controller.showStates(page.items)
    }
  }

  private func fill(before id: ItemID) {
    ask(id, .before(id)) { controller, page in
      guard controller.gaps.contains(id) else { return }
      controller.gaps.remove(id)
      let known = Set(controller.items.map(\.id))
      let missing = page.items.filter { !known.contains($0.id) }
      let reaches = missing.count < page.items.count || !page.hasBefore
      if !reaches, let first = missing.first { controller.gaps.insert(first.id) }
      let place = controller.items.firstIndex { $0.id == id } ?? controller.items.endIndex
      controller.items.insert(contentsOf: missing, at: place)
      controller.chat.set(controller.rows())
      controller.showStates(missing)
    }
  }

  private func ask(
    _ id: ItemID?, _ place: PagePlace,
    then: @escaping @MainActor (LiveRoomController, Page<LiveMessage>) -> Void
  ) {
    guard loads.insert(id).inserted else { return }
    let (account, room) = (account, room.id)
    Task { [weak self] in
      let result: Result<Page<LiveMessage>, any Error>
      do {
        result = .success(try await account.page(place, in: room, limit: 50))
      } catch {
        result = .failure(error)
      }
      guard let self else { return }
      loads.remove(id)
      switch result {
      case .success(let page): then(self, page)
      case .failure(let error):
        // What is here stays; the next attempt comes by itself, or with the connection.
        pausedUntil = .now + .seconds(10)
        if status == .live {
          chat.window.main.toast(localized("Older messages: {problem}", ["problem": "\(error)"]))
        }
      }
    }
  }
}
