public import LugeChat
public import LugeCore
import LugeEngine
import LugePaint
public import LugeQt
import LugeWords

/// Actions that a program supports for a message.
public struct MessageOffers: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let reply = MessageOffers(rawValue: 1)
  public static let edit = MessageOffers(rawValue: 2)
  public static let delete = MessageOffers(rawValue: 4)
  public static let react = MessageOffers(rawValue: 8)
  public static let forward = MessageOffers(rawValue: 16)
  public static let markUnread = MessageOffers(rawValue: 32)
  public static let copy = MessageOffers(rawValue: 64)
  public static let select = MessageOffers(rawValue: 128)
  /// Replying in a thread beside the conversation.
  public static let thread = MessageOffers(rawValue: 256)

  /// Voting in a poll.
  public static let vote = MessageOffers(rawValue: 512)

  /// Actions that work without the program's support.
  public static let reading: MessageOffers = [.copy, .select]
}

/// Action of the user on messages; the program carries it out. Replies and edits are
/// ``ComposerEvent``s.
public enum MessageEvent: Hashable, Sendable {
  /// The user added a reaction, or removed their own.
  case react(ItemID, emoji: String)
  /// The user chose an answer of a poll, by its index, or took the choice back.
  case vote(ItemID, answer: Int)
  /// Delete the messages; the time to undo it has passed.
  case delete([ItemID])
  /// Forward the messages, in the order of the conversation.
  case forward([ItemID])
  case markUnread(from: ItemID)
  case thread(ItemID)
  /// Send a failed message again, or discard it: the time to undo that has passed.
  case retry(ItemID)
  case discard(ItemID)
}

/// The list of messages that actions apply to: a `ChatView`, or a list of the program.
@MainActor
public protocol MessageSource: AnyObject {
  /// Returns a message; nil if it is not in the list.
  func message(_ id: ItemID) -> ChatMessage?
  /// Returns the messages of a set, in the order of the conversation.
  func messages(among ids: Set<ItemID>) -> [ChatMessage]
  /// Hides messages while their deletion can be undone, or shows them again.
  func setHidden(_ isHidden: Bool, _ ids: [ItemID])
  /// Shows "Message deleted" in place of messages while the deletion can be undone, or shows them
  /// again.
  func setDeleted(_ isDeleted: Bool, _ ids: [ItemID])
  /// Forgets hidden messages: they were deleted, and the program's list decides about them again.
  func releaseHidden(_ ids: [ItemID])
  /// Returns the text of messages, to copy.
  func text(of messages: [ChatMessage]) -> String
}

/// Actions on messages: reply, copy, edit, delete (with undo), react, forward, select several.
///
/// It offers what the program supports (``offers``), reports what the user chose (``onEvent``), and
/// passes replies and edits to the composer.
@MainActor
public final class MessageActions {
  /// Returns the supported actions for a message. Not called for deleted ones, which have no
  /// actions. ``onEvent`` only receives events of actions that were offered.
  public var offers: @MainActor (ChatMessage) -> MessageOffers = { _ in .reading }
  public var onEvent: (@MainActor (MessageEvent) -> Void)?
  public var strings = MessageStrings()
  /// Whether "Message deleted" replaces a message, as the program will show it afterwards (see
  /// ``LugeChat/ChatMessage/deleted``); otherwise the message disappears. Set it to what the
  /// program will do, so that the list moves only once.
  public var leavesMark = false

  private unowned let list: ListSurface
  private unowned let window: Window
  private let bars: WindowBars
  private unowned let source: any MessageSource
  private let recent: RecentEmoji
  private let composer: @MainActor () -> ChatComposer?

  // MARK: Mutable State (main actor)

  /// Selected messages; empty unless messages are being selected.
  private var selected: Set<ItemID> = []
  /// Whether the composer had the focus when selecting began.
  private var returnsFocus = false
  /// Messages that will be deleted unless the user undoes it, and how, in the order in which the
  /// user chose it. Those that were chosen within the same time are undone together.
  private var deleting: [(ids: [ItemID], removal: Removal)] = []

  private enum Removal {
    case delete
    /// Removal of a message that could not be sent, of which nothing stays.
    case discard
  }

  /// - Parameter composer: returns the composer for replies and edits; nil if messages cannot be
  ///   written.
  public convenience init(
    _ source: any MessageSource, list: ListSurface, window: Window, recent: RecentEmoji,
    composer: @escaping @MainActor () -> ChatComposer?
  ) {
    self.init(
      source, list: list, window: window, bars: WindowBars(window), recent: recent,
      composer: composer)
  }

  /// - Parameter bars: shows the number of selected messages beside what else has to be said there.
  package init(
    _ source: any MessageSource, list: ListSurface, window: Window, bars: WindowBars,
    recent: RecentEmoji, composer: @escaping @MainActor () -> ChatComposer?
  ) {
    self.source = source
    self.list = list
    self.window = window
    self.bars = bars
    self.recent = recent
    self.composer = composer
    let others = list.highlights
    list.highlights = { [weak self] engine in
      (others?(engine) ?? []) + (self?.highlights(engine) ?? [])
    }
    list.interactors.add(ReactionTaps(self))
    list.interactors.add(PollTaps(self))
    list.interactors.add(SendTaps(self))
    list.interactors.add(ThreadTaps(self))
    list.isItemSelected = { [weak self] in self?.selected.contains($0) ?? false }
    list.onItemPress = { [weak self] in self?.clicked($0.item) ?? false }
    list.onDoubleClick = { [weak self] hit in self?.reply(to: hit.row.item) ?? false }
    list.onSwipe = { [weak self] hit, part, isEnd in self?.swipe(hit.row.item, part, isEnd) }
  }

  /// See ``ChatView/typed``.
  var typed: (@MainActor (ChatMessage) -> String?)?
  /// Called when the user marks messages as unread, from one on, before the program hears of it.
  var onMarkUnread: (@MainActor (ItemID) -> Void)?

  // MARK: Menu

  /// Returns the menu of a message.
  ///
  /// - Parameters:
  ///   - place: position of the menu; a picker may open there after it.
  ///   - parts: entries for the clicked region; they come first.
  public func menu(
    for id: ItemID, at place: Point, parts: [MenuItem] = [], more: [MenuItem] = []
  ) -> [MenuItem] {
    guard let message = source.message(id), !message.isService else { return parts + more }
    let offers = offered(for: message)
    var groups: [[MenuItem]] = []
    if offers.contains(.react) { groups.append([reactions(to: message, at: place)]) }
    if message.failure != nil {
      groups.append([
        .entry(strings.retry) { [weak self] in self?.onEvent?(.retry(id)) },
        .entry(strings.discard) { [weak self] in self?.discard(id) },
      ])
    }
    groups.append(parts)
    var items: [MenuItem] = []
    func add(_ offer: MessageOffers, _ title: String, _ run: @escaping @MainActor () -> Void) {
      if offers.contains(offer) { items.append(.entry(title, run: run)) }
    }
    if composer() != nil {
      add(.reply, strings.reply) { [weak self] in self?.reply(to: id) }
      if canEdit(message) {
        add(.edit, strings.edit) { [weak self] in
          guard let self else { return }
          // The field comes back from below the bar.
          if isSelecting { endSelection() }
          composer()?.edit(EditableMessage(id, text: typed?(message) ?? message.text.string))
        }
      }
    }
    add(.thread, strings.thread) { [weak self] in self?.onEvent?(.thread(id)) }
    if !message.text.string.isEmpty {
      add(.copy, strings.copy) { Clipboard.text = message.text.string }
    }
    add(.forward, strings.forward) { [weak self] in self?.onEvent?(.forward([id])) }
    // The bar with the number of selected messages belongs to the main list.
    if list.area === window.main {
      add(.select, strings.select) { [weak self] in self?.toggle(id) }
    }
    add(.markUnread, strings.markUnread) { [weak self] in
      guard let self else { return }
      onMarkUnread?(id)
      onEvent?(.markUnread(from: id))
      list.announce(strings.markedUnread)
    }
    groups.append(items)
    groups.append(more)
    if offers.contains(.delete) {
      groups.append([.entry(strings.delete, run: { [weak self] in self?.delete([id]) })])
    }
    return Array(groups.filter { !$0.isEmpty }.joined(separator: [.separator]))
  }

  /// Returns the program's offers that make sense: a message that could not be sent exists for this
  /// user only.
  private func offered(for message: ChatMessage) -> MessageOffers {
    if message.isDeleted { return [] }
    return message.failure == nil ? offers(message) : offers(message).intersection(.reading)
  }

  /// Whether the user may edit a message.
  func canEdit(_ message: ChatMessage) -> Bool {
    message.isOutgoing && !message.isService && !message.text.string.isEmpty
      && offered(for: message).contains(.edit)
  }

  private func reactions(to message: ChatMessage, at place: Point) -> MenuItem {
    let own = Set(message.reactions.filter(\.isOwn).map(\.emoji))
    var symbols = recent.forReactions.map { emoji in
      MenuSymbol(
        emoji, name: strings.react.filled(["emoji": EmojiTable.shared.name(of: emoji)]),
        isOn: own.contains(emoji)
      ) { [weak self] in self?.react(emoji, to: message.id) }
    }
    symbols.append(
      MenuSymbol("＋", name: strings.moreReactions) { [weak self] in
        self?.pickReaction(to: message.id, at: place)
      })
    return .symbols(symbols)
  }

  private func pickReaction(to id: ItemID, at place: Point) {
    EmojiPicker.openForReaction(
      over: list.area.surface, at: place, recent: recent, strings: strings.emoji
    ) { [weak self] in self?.onEvent?(.react(id, emoji: $0)) }
  }

  fileprivate func tapped(_ emoji: String, on id: ItemID) {
    guard !clicked(id), let message = source.message(id), offered(for: message).contains(.react)
    else {
      return
    }
    react(emoji, to: id)
  }

  /// Adds the user's own reaction, or removes it; a removal does not count as a use.
  private func react(_ emoji: String, to id: ItemID) {
    let isTaken =
      source.message(id)?.reactions.contains { $0.emoji == emoji && $0.isOwn } == true
    if !isTaken { recent.react(emoji) }
    onEvent?(.react(id, emoji: emoji))
  }

  fileprivate func tapped(_ vote: PollVote, on id: ItemID) {
    guard !clicked(id), let message = source.message(id), offered(for: message).contains(.vote)
    else { return }
    onEvent?(.vote(id, answer: vote.answer))
  }

  fileprivate func tapped(_ action: SendAction, on id: ItemID) {
    guard !clicked(id) else { return }
    if action == .retry { onEvent?(.retry(id)) } else { discard(id) }
  }

  fileprivate func tappedThread(of id: ItemID) { if !clicked(id) { onEvent?(.thread(id)) } }

  // MARK: Answering

  /// Starts a reply in the composer.
  ///
  /// - Returns: false if replies are not supported.
  @discardableResult
  public func reply(to id: ItemID) -> Bool {
    guard let composer = composer(), let message = source.message(id), !message.isService,
      !message.isDeleted, offered(for: message).contains(.reply)
    else { return false }
    if isSelecting { endSelection() }
    composer.reply(to: message.quote)
    return true
  }

  private func swipe(_ item: ItemID, _ part: Double, _ isEnd: Bool) {
    guard let message = source.message(item), !message.isService, !message.isDeleted,
      offered(for: message).contains(.reply), selected.isEmpty
    else { return }
    list.pulled = isEnd ? nil : (item, part)
    if isEnd, abs(part) >= 1 { reply(to: item) }
  }

  // MARK: Forwarding

  /// Shows a menu of conversations to forward to. The program calls it for
  /// ``MessageEvent/forward(_:)``.
  ///
  /// - Parameter here: forwards into this conversation, as the first entry; nil: not offered. If
  ///   there are no other conversations either, the user is informed.
  public func askWhereToForward(
    _ places: [(title: String, run: @MainActor () -> Void)], here: (@MainActor () -> Void)? = nil
  ) {
    guard !places.isEmpty || here != nil else {
      return list.area.toast(strings.nowhereToForward)
    }
    var menu: [MenuItem] = [.entry(strings.forwardTo, isEnabled: false, run: {})]
    if let here { menu.append(.entry(strings.thisConversation, run: here)) }
    menu += places.map { .entry(MenuTitle.of($0.title), run: $0.run) }
    let size = list.area.surface.geometry.size
    list.area.surface.show(
      menu, at: Point(x: Double(size.width / 3), y: Double(size.height / 3)))
  }

  /// Shows where messages were forwarded to.
  public func noteForwarded(to name: String) {
    list.area.toast(strings.forwarded.filled(["name": name]))
  }

  // MARK: Selecting several

  public var isSelecting: Bool { !selected.isEmpty }

  /// Selects a message, or deselects it.
  public func toggle(_ id: ItemID) {
    guard let message = source.message(id), !message.isService else { return }
    // The selection bar replaces the composer: keys go to the list, and back to the composer
    // afterwards.
    if !isSelecting {
      returnsFocus = composer()?.hasFocus == true
      list.area.surface.focus()
    }
    let isSelected = selected.remove(id) == nil
    if isSelected { selected.insert(id) }
    list.clearSelection()
    showBar()
    // Screen readers hear neither the message's state nor the bar's new words.
    guard isSelecting else { return list.announce(strings.nothingSelected) }
    list.announce(
      (isSelected ? strings.nowSelected : strings.nowUnselected)
        .filled(["messages": strings.selected(selected.count)]))
  }

  public func endSelection() {
    selected = []
    showBar()
  }

  /// Handles a click or key while messages are selected.
  ///
  /// - Returns: whether it was handled.
  public func clicked(_ id: ItemID) -> Bool {
    guard isSelecting else { return false }
    toggle(id)
    return true
  }

  /// Handles the list's keys while messages are selected; false if not handled.
  public func key(_ event: KeyEvent, at cursor: ItemID?) -> Bool {
    guard isSelecting else { return false }
    switch (event.code, event.text, event.modifiers.contains(.control)) {
    case (.escape, _, _): endSelection()
    case (.space, _, _), (.return, _, _):
      guard let cursor else { return false }
      toggle(cursor)
    case (.delete, _, _): act(.delete)
    case (_, "\u{03}", true), (_, "c", true): act(.copy)
    default: return false
    }
    return true
  }

  private func showBar() {
    list.requestFrame()
    guard isSelecting else {
      bars.tell(nil, about: .selection, focusesComposer: returnsFocus)
      returnsFocus = false
      return
    }
    let actions = shared()
    let bar = WindowBars.Bar(
      strings.selected(selected.count), buttons: actions.map { strings.title(of: $0) },
      close: strings.endSelection
    ) { [weak self] index in
      guard let self else { return }
      if let index, actions.indices.contains(index) { act(actions[index]) } else { endSelection() }
    }
    bars.tell(bar, about: .selection)
  }

  /// Returns the actions that all selected messages support.
  private func shared() -> [MessageOffers] {
    let common = source.messages(among: selected).reduce(MessageOffers(rawValue: ~0)) {
      $0.intersection(offered(for: $1))
    }
    return [MessageOffers.copy, .forward, .delete].filter(common.contains)
  }

  private func act(_ action: MessageOffers) {
    guard shared().contains(action) else { return }
    let messages = source.messages(among: selected)
    endSelection()
    switch action {
    case .copy:
      Clipboard.text = source.text(of: messages)
      list.area.toast(strings.copied(messages.count))
    case .forward: onEvent?(.forward(messages.map(\.id)))
    default: delete(messages.map(\.id))
    }
  }

  // MARK: Deleting

  /// Hides messages, and deletes them unless the user undoes it within five seconds. Another
  /// deletion meanwhile gives both five seconds more, and they are undone together.
  public func delete(_ ids: [ItemID]) { remove(ids, .delete) }

  /// Hides a message that could not be sent, and discards it unless the user undoes it within five
  /// seconds; see ``delete(_:)``.
  public func discard(_ id: ItemID) { remove([id], .discard) }

  private func remove(_ ids: [ItemID], _ removal: Removal) {
    let known = Set(deleting.flatMap(\.ids))
    let ids = ids.filter { !known.contains($0) }
    guard !ids.isEmpty else { return }
    let all = deleting + [(ids: ids, removal: removal)]
    for id in ids { composer()?.forget(id) }
    if leavesMark(removal) { source.setDeleted(true, ids) } else { source.setHidden(true, ids) }
    let count = known.count + ids.count
    let isDiscard = all.allSatisfy { $0.removal == .discard }
    // An offer that is replaced is answered as if its time had passed: nothing is deleted by that.
    deleting = []
    list.area.offer(
      isDiscard ? strings.discarded(count) : strings.deleted(count), button: strings.undo,
      key: "Ctrl+Z"
    ) { [weak self] isTaken in
      if isTaken { self?.undoDelete() } else { self?.deleteHidden() }
    }
    deleting = all
  }

  private func undoDelete() {
    let all = deleting
    deleting = []
    let marked = all.filter { leavesMark($0.removal) }.flatMap(\.ids)
    if !marked.isEmpty { source.setDeleted(false, marked) }
    let hidden = all.filter { !leavesMark($0.removal) }.flatMap(\.ids)
    if !hidden.isEmpty { source.setHidden(false, hidden) }
    if !all.isEmpty { list.announce(strings.restored(all.flatMap(\.ids).count)) }
  }

  private func leavesMark(_ removal: Removal) -> Bool { leavesMark && removal == .delete }

  private func deleteHidden() {
    let all = deleting
    deleting = []
    for (ids, removal) in all {
      source.releaseHidden(ids)
      switch removal {
      case .delete: onEvent?(.delete(ids))
      case .discard: for id in ids { onEvent?(.discard(id)) }
      }
    }
  }

  /// Deletes or discards the hidden messages now; call it before the window closes.
  public func finishDeleting() {
    guard !deleting.isEmpty else { return }
    list.area.answerOffer(isTaken: false)
  }

  /// Undoes the last deletions, as their button does.
  ///
  /// - Returns: false if there is none, or its time has passed.
  @discardableResult
  public func undo() -> Bool {
    guard !deleting.isEmpty else { return false }
    list.area.answerOffer(isTaken: true)
    return true
  }

  // MARK: Appearance

  private func highlights(_ engine: ListEngine) -> [Highlight] {
    guard isSelecting else { return [] }
    let width = Double(list.area.surface.geometry.size.width)
    // A veil in the theme's colour, so that pictures and faces keep theirs.
    var color = list.options.focusColor.resolved(engine.colorScheme)
    color.alpha = 48
    return engine.stops().filter { selected.contains($0.item) }.map { stop in
      Highlight(
        Rect(x: 0, y: Double(stop.y), width: width, height: Double(stop.height)), color: color)
    }
  }
}

extension ChatMessage {
  /// The message as shown above the composer.
  var quote: ComposerQuote {
    ComposerQuote(id, author: author.name, excerpt: excerpt, isOwn: isOutgoing)
  }
}

/// Adds or removes the user's own reaction at a click on a reaction.
@MainActor
private final class ReactionTaps: RowInteractor {
  private weak var actions: MessageActions?

  init(_ actions: MessageActions) { self.actions = actions }

  func perform(_ action: ReactionAction, on hit: ListHit) {
    actions?.tapped(action.emoji, on: hit.row.item)
  }
}

/// Votes for an answer of a poll, or takes the vote back.
@MainActor
private final class PollTaps: RowInteractor {
  private weak var actions: MessageActions?

  init(_ actions: MessageActions) { self.actions = actions }

  func perform(_ vote: PollVote, on hit: ListHit) { actions?.tapped(vote, on: hit.row.item) }

  func hint(for vote: PollVote, on hit: ListHit) -> String? {
    actions.map { vote.isChosen ? $0.strings.unvoteHint : $0.strings.voteHint }
  }

  func menuEntries(for vote: PollVote, on hit: ListHit) -> [RowMenuEntry] {
    guard let actions else { return [] }
    let title = vote.isChosen ? actions.strings.unvote : actions.strings.vote
    let answer = MenuTitle.of(Clipping.prefix(vote.text, bytes: 120))
    return [
      RowMenuEntry(title.filled(["answer": answer])) { [weak actions] in
        actions?.tapped(vote, on: hit.row.item)
      }
    ]
  }
}

/// Handles clicks on a message that could not be sent.
@MainActor
private final class SendTaps: RowInteractor {
  private weak var actions: MessageActions?

  init(_ actions: MessageActions) { self.actions = actions }

  func perform(_ action: SendAction, on hit: ListHit) {
    actions?.tapped(action, on: hit.row.item)
  }
}

/// Opens the thread of a message.
@MainActor
private final class ThreadTaps: RowInteractor {
  private weak var actions: MessageActions?

  init(_ actions: MessageActions) { self.actions = actions }

  func perform(_ action: ThreadAction, on hit: ListHit) {
    actions?.tappedThread(of: hit.row.item)
  }
}
