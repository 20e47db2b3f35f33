import Foundation
public import LugeChat
public import LugeCore
public import LugeEngine
public import LugeImages
public import LugePaint
public import LugeQt
import LugeWords

/// A conversation in a window's main list, with all that users expect: pictures from files and the
/// network, animations, a picture viewer, find, text selection, a saved reading place, and a
/// composer.
///
///     let window = Window(title: "Anna")
///     let chat = try ChatView(messages, in: window)
///     chat.onSend = { text in chat.append([message(text)]) }
///     window.show()
///
/// Other actions in the composer (replies, edits, files, typing) arrive as ``ComposerEvent`` from
/// ``composer``.
///
/// ``ChatApplication`` adds the application and the window. To replace a part, use the parts
/// themselves: ``ListPictures``, ``ListAnimations``, ``PictureViewer``, ``FindSession``.
@MainActor
public final class ChatView {
  /// Place of a chat in its window.
  public enum Place: Hashable, Sendable {
    case main
    /// Beside the main list: a thread.
    case aside
  }

  @MainActor
  public struct Options {
    /// Kinds of messages, colours and texts. Headings say "Today" and "Yesterday"; for whole dates
    /// pass a ``LugeChat/ChatAppearance`` without a current day.
    public var configuration: ChatConfiguration
    /// Colours, sizes and the position of faces; texts and the current day do not change with it. A
    /// chat of two has names above its messages unless ``configuration``'s `isGroup` is false, and
    /// then faces where `style.avatar.place` is `.everywhere`.
    public var style: ChatStyle {
      get { configuration.appearance.style }
      set {
        let old = configuration.appearance
        configuration.appearance = ChatAppearance(
          style: newValue, strings: old.strings, currentDay: old.currentDay)
      }
    }
    /// Whether pictures are fetched from the network.
    public var network = PictureSource.Network.whenAsked
    /// Downloads pictures whose addresses only the program can resolve; see ``PictureSource``. Nil:
    /// there are none.
    public var ownPictures: (any ImageFetching)?
    /// Folder for decoded pictures; nil: nothing is stored.
    public var cacheFolder: String? = Desktop.path(of: .cache)
    /// File that stores the reading place for the next launch; nil: opens at the newest message.
    public var placeFile: String?
    public var fontFamily = ListSurface.defaultFontFamily
    /// Options of the field below the list; its thumbnails and sizes are filled in by the view.
    public var composer: ChatComposer.Options
    /// Says whether the machine saves power.
    package var power = PowerSaving()

    /// Makes options with texts in the user's language, even before there is an application.
    public init() {
      if !Words.isChosen { Words.followEnvironment() }
      let zone = ZoneOffsets(.current, years: 1990...2060)
      configuration = ChatConfiguration(
        kinds: Self.threadedKinds,
        appearance: ChatAppearance(
          style: Self.naturalStyle, currentDay: CurrentDay(zone: zone, now: DayWatch.systemTime)),
        isGroup: true, zone: zone)
      composer = ChatComposer.Options()
    }

    private static var threadedKinds: ChatKinds {
      var kinds = ChatKinds.standard
      kinds.insert(ThreadKind(), before: TimeKind.name)
      return kinds
    }

    /// Style in which photos keep their shapes, and both margins look equal beside a window's
    /// scroll bar.
    private static var naturalStyle: ChatStyle {
      var style = ChatStyle()
      style.media.singlePicture = .natural(maxWidth: 340, maxHeight: 380)
      style.bubble.barRoom = ChatStyle.BubbleMetrics.scrollBarRoom
      return style
    }
  }

  public let window: Window
  public let position: Place
  public let list: ListSurface
  public let pictures: ListPictures
  /// The source of pictures; see ``PictureSource/network`` for what may be downloaded.
  public let source: PictureSource
  /// Motion in the list, its thread and the viewer. The desktops' own settings for reduced motion
  /// are followed in any case.
  public var motion = Motion() { didSet { permitAnimations() } }
  /// Called for a click on a region before the view handles it; return true if you handled it.
  public var onAction: (@MainActor (HitRegion.Action, ListHit) -> Bool)?
  /// Called when the user clicked the face beside a message: show who it is. Faces are buttons only
  /// if `options.style.avatar.isButton` is true.
  public var onAuthor: (@MainActor (ChatAuthor) -> Void)?
  /// Menu entries for a message in addition to the view's own, with their titles.
  public var menu: (@MainActor (ChatMessage) -> [(title: String, run: @MainActor () -> Void)])?
  /// A message's text as it was typed, for editing it again; nil where that is the text that is
  /// shown.
  public var typed: (@MainActor (ChatMessage) -> String?)? {
    didSet { messageActions.typed = typed }
  }
  /// Called with a text to send, for programs that send only texts; setting it shows the composer.
  /// Other programs use ``ChatComposer/onEvent``.
  public var onSend: (@MainActor (String) -> Void)? { didSet { takeTexts() } }
  /// The composer, hidden until ``ChatComposer/isVisible``; made at first use.
  public private(set) lazy var composer = makeComposer(takesFiles: true)

  /// Actions on messages: which of them the program handles, and what the user chose.
  public private(set) lazy var messageActions = MessageActions(
    self, list: list, window: window, bars: bars, recent: options.composer.recentEmoji
  ) { [weak self] in
    guard let self, composerIsMade, composer.isVisible else { return nil }
    return composer
  }

  /// What is below the main list in place of the composer.
  package private(set) lazy var bars = WindowBars(window)

  /// Zoom of the messages; 1 is the size of the system's texts. The line being read stays in place,
  /// and the composer keeps the width of the messages' column.
  public var zoom = 1.0 {
    didSet {
      guard zoom != oldValue else { return }
      list.setStyle(zoom: zoom, fontFamily: options.fontFamily)
      thread?.chat.zoom = zoom
    }
  }

  /// Style and texts of the messages.
  public var appearance: ChatAppearance { options.configuration.appearance }

  /// Delivery states and read receipts; see ``LugeChat/ChatMessage/tracksState``.
  public let facts: ChatFacts
  /// People who are typing now, shown at the lower edge. Nothing moves when they change.
  public var typing: [ChatAuthor] = [] { didSet { if typing != oldValue { showTyping() } } }

  /// Text in the middle of the list while it is known to have no messages; nil while that is not
  /// known.
  public var emptyNotice: String? {
    didSet {
      guard emptyNotice != oldValue else { return }
      notice.words = emptyNotice
      list.requestFrame()
    }
  }

  /// Makes previews of linked pages; see ``Options/network`` for what is downloaded.
  public let previews: LinkPreviews
  /// Plays voice messages and audio in their rows.
  public let playback: Playback

  let options: Options
  let actions: ChatListActions
  /// The picture or video over the list.
  package let overlay: MediaOverlay
  private let opener: ForeignOpener
  private let feed: ListFeed<ChatMessage, ChatViewRows>
  let older = OlderPages()
  private let receipts: ReceiptPlaces
  private let animations = ListAnimations()
  private let typingIndicator: TypingIndicator
  private let notice: EmptyNotice
  private let floating: FloatingSources
  private let power: PowerWatch
  private let clock: FrameClock
  private let place: ReadingPlaceFile?
  /// Watches for a new day; nil if headings show whole dates.
  private let dayWatch: DayWatch?

  // MARK: Mutable State (main actor)
  /// Finds text in the list. A program that shows several lists in the same area may share one,
  /// before it is first opened.
  public lazy var find = FindSession(list.area) { [weak self] in self }
  /// The thread beside the list: its first message, and its chat; nil if none is open.
  public private(set) var thread: (root: ItemID, chat: ChatView)?
  private var unseen = UnseenCount() { didSet { showUnseen(after: oldValue) } }
  private var composerIsMade = false
  private enum AwayPhase { case followed, returning, held }
  /// Whether the list has gone back to the first message since the window is not active.
  private var away = AwayPhase.followed
  /// The last message that was in view in the previous frame.
  private var lastInView: ItemID?
  private var hidden = HiddenMessages()
  private var additions = MessageAdditions()
  /// The last messages of the state that was set last, those added since, and the number of the
  /// feed's last request. Until that is applied, ``items`` may be without them.
  private var underway = (ids: Set<ItemID>(), request: 0)
  private var delivery = DeliveryPlaces()
  /// The bar of the header; nil until a header is shown.
  private var headerBar: HeaderBar?
  #if DEBUG
    private var revisions = RevisionCheck()
  #endif
  private var links = LinkLook()

  /// - Parameters:
  ///   - messages: from the oldest to the newest; ids are unique.
  ///   - warmup: started before the application connected to the window system.
  /// - Throws: ``QtError`` when the system has no clock for frames.
  public init(
    _ messages: [ChatMessage], in window: Window, at position: Place = .main,
    options: Options = Options(), scheme: ColorScheme = .light, warmup: ToolsWarmup? = nil
  ) throws(QtError) {
    self.window = window
    self.position = position
    let area = position == .main ? window.main : window.aside
    self.options = options
    power = PowerWatch(options.power)
    clock = try FrameClock()
    place = options.placeFile.map(ReadingPlaceFile.init)
    source = PictureSource(
      cache: options.cacheFolder, network: options.network, own: options.ownPictures)
    previews = LinkPreviews(pictures: source.network, cache: options.cacheFolder)
    let files = PictureActions(
      images: source.pipeline, originals: source.originals, window: window)
    opener = ForeignOpener(window: window)
    overlay = MediaOverlay(
      window, clock: clock, source: source, actions: files, opener: opener, scheme: scheme,
      fontFamily: options.fontFamily
    ) { [area] in area.toast($0) }
    pictures = ListPictures(source.pipeline)
    facts = ChatFacts(appearance: options.configuration.appearance)
    receipts = ReceiptPlaces(facts)
    playback = Playback(
      appearance: options.configuration.appearance, cache: options.cacheFolder
    ) {
      ChatMedia.key(ofFile: $0)
    }
    typingIndicator = TypingIndicator(options.configuration.appearance)
    let configuration = options.configuration
    feed = ListFeed(messages, factory: ChatViewRows(configuration)) { configuration.key(of: $0) }
    dayWatch = configuration.appearance.currentDay.map { DayWatch($0) }
    let waker = FrameWaker()
    let engine = ListEngine(
      provider: feed.provider,
      configuration: EngineConfiguration(
        opensAt: .end, contentInsets: .init(top: 6, bottom: TypingIndicator.room),
        background: ChatStyle.background),
      tools: PaintTools.factory(images: pictures, warmup: warmup), wake: { waker.wake() })
    pictures.serve(engine)
    feed.connect(to: engine)
    facts.serve(engine)
    list = ListSurface(
      area: area, engine: engine, clock: clock, waker: waker,
      fontFamily: options.fontFamily)
    actions = ChatListActions(list, pictures, overlay)
    playback.serve(list)
    list.rowLayers = animations
    notice = EmptyNotice(options.configuration.appearance)
    floating = FloatingSources(
      typingIndicator, notice, ReplySign(options.configuration.appearance, of: list))
    list.floating = floating
    animations.onArrival = { [weak self] in self?.list.requestFrame() }
    power.onChange = { [weak self] in self?.permitAnimations() }
    overlay.onCover = { [weak self] in self?.list.isCovered = $0 }
    overlay.onReturn = { [weak self] entry in
      self?.show(entry.item)
      return self?.list
    }
    overlay.onMessage = { [weak self] in _ = self?.show($0.item) }
    files.onNote = { [weak self] in self?.note($0) }
    opener.onNote = { [weak self] in self?.note($0) }
    playback.onNote = { [weak self] in self?.note($0) }
    playback.next = { [weak self] in self?.items.recording(after: $0) }
    playback.onOpen = { [weak self] in self?.opener.open(file: $0) }
    notice.isEmpty = { [weak self] in self?.items.isEmpty == true }
    notice.onChange = { [weak area] in area?.surface.setAccessibleDescription($0 ?? "") }
    typingIndicator.isAtEnd = { [weak self] in self?.list.engine.metrics.isAtEnd ?? true }
    typingIndicator.lift = { [weak area] in
      area.map { Double($0.stripRoom) * $0.surface.geometry.scale } ?? 0
    }
    list.jumpRise = TypingIndicator.room
    bind()
    setColorScheme(scheme)
    if let saved = place?.read(),
      let position = messages.firstIndex(where: { $0.id == saved.item })
    {
      engine.restore(saved, at: position)
    }
  }

  // MARK: Messages

  /// The messages that are shown or about to be, with the view's additions (expanded texts, page
  /// previews).
  public var messages: [ChatMessage] {
    let items = items
    return items.first?.id == OlderPages.markID ? Array(items.dropFirst()) : items
  }

  /// The items of the list: the messages, and before them the line about older messages, while
  /// there is one.
  var items: [ChatMessage] { feed.items }

  /// Loads messages older than the oldest one. Nil: there are none, or the program adds them
  /// itself.
  ///
  ///     chat.loadOlder = { oldest in try await client.messages(before: oldest.id, limit: 50) }
  ///
  /// It is called with the oldest message when the user comes near it (sooner when the list moves
  /// fast), and not again before it has returned. It returns messages from the oldest to the
  /// newest; they are inserted before the others, and what the user looks at does not move. An
  /// empty page means that nothing is older: it is not called again. While it runs, a line above
  /// the oldest message says that older ones are loading; if it throws, the line shows the error's
  /// description and a button to try again.
  ///
  /// A program that passes whole states to ``set(_:)`` takes the page into its own state as well.
  /// Set it again for another conversation. While the find bar is open, pages are requested only
  /// when the user searches on: find searches the loaded messages.
  public var loadOlder: (@MainActor (_ oldest: ChatMessage) async throws -> [ChatMessage])? {
    didSet {
      seeking?.cancel()
      // Another conversation has states of its own.
      if oldValue != nil { delivery.beginAnother() }
      older.start(loadOlder)
    }
  }

  /// Time of the conversation's first message, seconds since 1970: the earliest day that "Go to
  /// Date" offers while older messages are not loaded. Nil: unknown.
  public var firstTime: Int64?
  /// Number of messages of the whole conversation, for screen readers ("12 of 500"). Nil: unknown;
  /// while older messages are not loaded, they are told so.
  public var messageCount: Int?
  /// Loads older messages until a day that the user chose, or to the beginning.
  var seeking: Task<Void, Never>?
  /// Whether ``seeking`` leads to the beginning.
  var seeksBeginning = false

  /// Waits until the list shows the last changes. Does not wait for a hidden window, which shows
  /// nothing.
  func shown() async {
    list.requestFrame()
    for _ in 0..<100 where !feed.isIdle {
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Adds messages at the end. The list scrolls to them if it is at its end, and always for a
  /// message of the user.
  public func append(_ messages: [ChatMessage]) {
    let new = messages.filter { !hidden.contains($0.id) }
    change(
      [.append(messages)].compactMap(taken),
      options: UpdateOptions(isAnimated: true, author: count(new: new)))
  }

  /// Replaces all messages. They are matched by id, and compared by revision.
  ///
  /// The list scrolls to its end if the user's own new message is there.
  public func set(_ messages: [ChatMessage]) {
    set(
      messages,
      options: UpdateOptions(isAnimated: true, author: count(new: newMessages(in: messages))))
  }

  /// Returns the messages after the last one that is known: shown, or set and on its way to the
  /// engine. None if this is another conversation.
  private func newMessages(in messages: [ChatMessage]) -> [ChatMessage] {
    if feed.isApplied(underway.request) { underway.ids = [] }
    let known = Set(items.suffix(Self.mostKnown).map(\.id)).union(underway.ids)
    guard !known.isEmpty else { return [] }
    let new = messages.reversed().prefix { !known.contains($0.id) }
    guard new.count < messages.count else { return [] }
    return new.reversed().filter { !hidden.contains($0.id) }
  }

  /// Counts new messages on the button and in the title, and decides whose they are.
  private func count(new messages: [ChatMessage]) -> UpdateOptions.Author {
    unseen.take(messages, follows: list.engine.followsEnd, isActive: window.isActive)
  }

  /// Replaces all messages, for programs that know whose messages are new, or that they are
  /// history.
  public func set(_ messages: [ChatMessage], options: UpdateOptions) {
    var shown = hidden.take(state: messages).map { additions.take($0) }
    if let concerned {
      let isDeleted = shown.last { $0.id == concerned }?.isDeleted
      if isDeleted ?? composer.isEditing { composer.deleted(concerned) }
    }
    #if DEBUG
      revisions.check(shown, after: items)
    #endif
    if !shown.isEmpty, let mark = older.mark { shown.insert(mark, at: 0) }
    let request = feed.set(shown, options: options)
    underway = (Set(shown.suffix(Self.mostKnown).map(\.id)), request)
    forgetUnlisted(shown)
  }

  /// Number of messages, more than are in the list, that are remembered for what was shown of them.
  private static let mostUnlisted = 1000

  /// Forgets messages that are no longer in the list once they are many: a program may show a part
  /// of a large conversation at a time.
  private func forgetUnlisted(_ listed: [ChatMessage]) {
    guard max(links.count, additions.count) > listed.count + Self.mostUnlisted else { return }
    let ids = Set(listed.map(\.id))
    links.forget(except: ids)
    additions.forgetCards(except: ids)
  }

  /// Number of messages at the end that a new state is compared with to find the new ones.
  private static let mostKnown = 200

  /// Applies changes, and keeps the line about older messages first.
  private func change(_ changes: [KeyedChange<ChatMessage>], options: UpdateOptions) {
    if feed.isApplied(underway.request) { underway.ids = [] }
    for case .append(let messages) in changes { underway.ids.formUnion(messages.map(\.id)) }
    for case .insert(let messages, _) in changes { underway.ids.formUnion(messages.map(\.id)) }
    if let concerned {
      for case .replace(let message) in changes where message.id == concerned && message.isDeleted {
        composer.deleted(concerned)
      }
      for case .remove(let ids) in changes where ids.contains(concerned) {
        composer.deleted(concerned)
      }
    }
    underway.request = feed.apply(
      changes + (older.mark.map { [.remove([$0.id]), .insert([$0], after: nil)] } ?? []),
      options: options)
  }

  // MARK: Older messages

  private func bindOlder() {
    older.onMark = { [weak self] in
      guard let self else { return }
      if older.mark != nil {
        if !items.isEmpty { change([], options: UpdateOptions(author: .history)) }
      } else {
        feed.apply([.remove([OlderPages.markID])], options: UpdateOptions(author: .history))
      }
      lookOnceApplied()
    }
    older.onPage = { [weak self] in self?.putBefore($0) }
    list.engine.addToFrames { [weak self] _ in
      MainActor.assumeIsolated {
        self?.lookAtOlder()
        self?.placeStates()
        self?.placeReceipts()
      }
    }
  }

  private func putBefore(_ page: [ChatMessage]) {
    change(
      [.insert(page, after: nil)].compactMap(taken),
      options: UpdateOptions(author: .history))
    // They are older than all messages that states were reported for.
    if let furthest = delivery.furthest {
      facts.setState(
        furthest,
        of: page.filter {
          $0.isOutgoing && $0.tracksState && $0.failure == nil && facts[$0.id].state == nil
        }.map(\.id))
    }
    delivery.meet(page)
    lookOnceApplied()
  }

  /// Requests a frame after the one that applies the changes: a short page may leave the view near
  /// the oldest message. A hidden window applies nothing; it checks when it is shown.
  private func lookOnceApplied() {
    list.requestFrame()
    Task { [weak self] in
      for _ in 0..<50 where self?.feed.isIdle == false {
        try? await Task.sleep(for: .milliseconds(20))
      }
      self?.list.requestFrame()
    }
  }

  /// The oldest message that is loaded; nil if there are none.
  var oldest: ChatMessage? { items.first { !$0.id.isReserved } }

  /// Says why older messages could not be loaded.
  ///
  /// - Returns: false if that has not failed.
  @discardableResult
  func noteOlderFailed() -> Bool {
    guard case .failed(let reason) = older.phase else { return false }
    list.area.toast(
      localized("Older messages could not be loaded: {reason}", ["reason": reason]))
    return true
  }

  /// Loads older messages if the view is near them. Waits until all changes are applied: until then
  /// positions on screen are not those of ``items``.
  private func lookAtOlder() {
    guard older.phase == .waiting, feed.isIdle, !list.engine.isJumping, !find.isOpen else { return }
    let items = items
    guard let oldest = items.first(where: { $0.id != OlderPages.markID }) else {
      // The last message was removed: remove the line about older ones.
      if !items.isEmpty { feed.apply([.remove([OlderPages.markID])]) }
      return
    }
    let metrics = list.engine.metrics
    older.look(
      offset: metrics.offset, height: metrics.viewportHeight, velocity: list.engine.velocity,
      oldest: oldest)
  }

  /// The message that is edited or answered, unless the user has just hidden it.
  private var concerned: ItemID? {
    composerIsMade ? composer.concerned.flatMap { hidden.contains($0) ? nil : $0 } : nil
  }

  // MARK: While the window is not active

  /// Goes back to the first message that came while the window was not active, once newer ones have
  /// pushed it out of view: the list follows its end only that far, so that nothing is passed over.
  /// It goes there once; where the user scrolls from there is theirs.
  ///
  /// - Returns: false while messages wait for the user to look at the window: those in view now are
  ///   not seen, because newer ones may push them out of view.
  private func keepFirstAway() -> Bool {
    guard let item = unseen.firstUnread, !window.isActive else { return true }
    let items = items
    guard away != .held, !list.engine.isJumping, let first = list.engine.visibleRows.first,
      let position = items.lastIndex(where: { $0.id == item })
    else { return false }
    if away == .returning {
      away = .held
      // The button that tells the number covers the end of the list.
      let last = lastWholeRow(above: TypingIndicator.room * list.zoom)?.position ?? first.position
      setUnseen(items.dropFirst(last + 1).count(where: \.isNews))
      return false
    }
    // With the message before it in view, it is so as well, with its headings.
    guard first.position >= position, position > 0 else { return false }
    away = .returning
    list.restore(
      ReadingPlace(item: item, part: .max, key: nil, y: Self.aboveFirstAway), at: position)
    return false
  }

  /// The last row that is whole in view.
  ///
  /// - Parameter room: points at the lower edge of the list that something covers.
  private func lastWholeRow(above room: Double) -> VisibleRow? {
    let geometry = list.area.surface.geometry
    let end = Double(geometry.size.height) - room * geometry.scale
    return list.engine.visibleRows.last { Double($0.y + $0.height) <= end }
  }

  /// Points of the message before that stay in view.
  private static let aboveFirstAway = 24.0

  // MARK: Header and title

  /// Shows a face, a name and a line such as "online" in a bar above the list, with buttons for
  /// find and "Go to Date". Call it again when one of them changes. Only for the window's main
  /// list.
  ///
  /// With the bar, ``LugeQt/Window/setMenuBarWanted(_:)`` makes the menu bar a button of it.
  public func show(_ header: ChatHeader) {
    guard position == .main else { return }
    let bar = headerBar ?? makeHeaderBar()
    headerBar = bar
    bar.show(header)
  }

  private func makeHeaderBar() -> HeaderBar {
    let bar = HeaderBar(window, source.pipeline, options.configuration) { [weak self] button in
      switch button {
      case .find: self?.openFind()
      case .date: self?.askForDate()
      case .back, .media: break
      }
    }
    bar.setColorScheme(list.engine.colorScheme)
    return bar
  }

  /// Whether the window's title begins with ``unreadCount``, as "(3) Anna".
  public var showsUnreadInTitle = false {
    didSet { if showsUnreadInTitle != oldValue { window.titleCount = shownUnread } }
  }

  /// Number of others' messages that came while the window was not active, or that the user has
  /// marked as unread; 0 again once the window becomes active.
  public var unreadCount: Int { unseen.unread }

  private func countMarked(from message: ItemID) {
    let items = items
    guard let first = items.firstIndex(where: { $0.id == message }) else { return }
    unseen.mark(items[first...])
  }

  private var shownUnread: Int { showsUnreadInTitle ? unreadCount : 0 }

  // MARK: States and receipts

  /// Sets the delivery state of the user's messages up to this one: see
  /// ``LugeChat/ChatFacts/setState(_:upTo:in:)``.
  public func setState(_ state: DeliveryState, upTo message: ItemID) {
    guard items.contains(where: { $0.id == message }) else {
      return delivery.keep(.init(state: state, message: message), isComing: !feed.isIdle)
    }
    delivery.reached(state)
    facts.setState(state, upTo: message, in: items)
  }

  /// Moves a person's read receipt to a message: they have read the conversation up to it, so the
  /// user's messages up to it are read.
  public func markRead(by reader: ChatAuthor, upTo message: ItemID) {
    facts.markRead(by: reader, upTo: message)
    setState(.read, upTo: message)
  }

  /// Applies the states that waited for messages to appear in the list.
  private func placeStates() {
    guard delivery.isWaiting, feed.isIdle else { return }
    for report in delivery.takeComing() { setState(report.state, upTo: report.message) }
  }

  /// Places receipts after the list's changes were applied: new messages may have space for them.
  private func placeReceipts() {
    guard feed.isIdle else { return }
    receipts.look(changes: feed.statistics.requests) { items }
  }

  /// The newest message that was in view so far, whoever wrote it. To report messages as read,
  /// check also whether the window is active (``LugeQt/Window/isActive``).
  public private(set) var newestSeen: ItemID?
  /// Called when a newer message than ever before came into view.
  public var onSeen: (@MainActor (ItemID) -> Void)?

  private func noticeSeen() {
    guard let row = lastWholeRow(above: Double(list.area.stripRoom)) else { return }
    let item = row.id.item
    guard item != lastInView, item != OlderPages.markID else { return }
    lastInView = item
    let messages = items
    // During an update the row's position may be outdated; it is checked again in a later frame.
    guard messages.indices.contains(row.position), messages[row.position].id == item else {
      return lastInView = nil
    }
    if let newestSeen, let place = messages.lastIndex(where: { $0.id == newestSeen }),
      place >= row.position
    {
      return
    }
    newestSeen = item
    onSeen?(item)
  }

  /// Adds to the number of new messages on the button that goes to the end.
  public func countUnseen(_ count: Int) { unseen.add(count) }

  /// Whether the list shows the last changes; a hidden one applies none.
  package var isUpToDate: Bool { feed.isIdle }
  /// Number of the latest change, see ``isApplied(_:)``.
  package var latestChange: Int { underway.request }
  /// Whether the list shows the change of a number.
  package func isApplied(_ change: Int) -> Bool { feed.isApplied(change) }

  /// Notes others' new messages in a state that ``set(_:options:)`` gets, if the window is not
  /// active: the list then follows its end only until the first of them would leave the view.
  package func noteNews(_ messages: [ItemID]) {
    if !window.isActive { unseen.missed(messages) }
  }

  /// Raises the number of new messages on the button that goes to the end: the program may know of
  /// more than were added.
  public func setUnseen(_ count: Int) { unseen.raise(to: count) }

  /// Adds, replaces, removes and moves messages by their ids; cheaper than ``set(_:)`` if the
  /// program knows what has changed. The list follows its end as for others' messages, and does not
  /// count them as new.
  public func apply(
    _ changes: [KeyedChange<ChatMessage>], options: UpdateOptions = UpdateOptions(isAnimated: true)
  ) {
    change(changes.compactMap(taken), options: options)
  }

  /// Takes a change of the program's messages: what of it concerns hidden ones is kept with these.
  ///
  /// - Returns: the change of the list; nil if there is none.
  private func taken(_ change: KeyedChange<ChatMessage>) -> KeyedChange<ChatMessage>? {
    hidden.take(change) { id in
      let shown = messages
      return shown.firstIndex { $0.id == id }.flatMap { $0 > 0 ? shown[$0 - 1].id : nil }
    }.map(taking)
  }

  private func taking(_ change: KeyedChange<ChatMessage>) -> KeyedChange<ChatMessage> {
    switch change {
    case .insert(let messages, let place):
      .insert(messages.map { additions.take($0) }, after: place)
    case .append(let messages): .append(messages.map { additions.take($0) })
    case .replace(let message): .replace(additions.take(message))
    case .remove, .move: change
    }
  }

  /// Hides messages while their deletion can be undone, or shows them again; called by
  /// ``MessageActions``.
  public func setHidden(_ isHidden: Bool, _ ids: [ItemID]) {
    if isHidden {
      hidden.hide(Set(ids), among: messages)
      feed.apply([.remove(ids)], options: UpdateOptions(isAnimated: true))
    } else {
      change(hidden.show(ids).map(taking), options: UpdateOptions(isAnimated: true))
    }
  }

  /// Shows messages as deleted while that can be undone, or restores them; called by
  /// ``MessageActions``.
  public func setDeleted(_ isDeleted: Bool, _ ids: [ItemID]) {
    let changes = messages(among: Set(ids)).map {
      KeyedChange<ChatMessage>.replace(additions.setDeleted(isDeleted, $0))
    }
    feed.apply(changes, options: UpdateOptions(isAnimated: true))
  }

  /// Forgets hidden messages once their deletion cannot be undone any more; called by
  /// ``MessageActions``.
  public func releaseHidden(_ ids: [ItemID]) {
    hidden.release(ids)
    for id in ids { additions.forgetDeletion(of: id) }
  }

  /// Releases the window's composer, the header and the thread, for another list in the same area.
  /// Stores drafts and the reading place.
  public func close() {
    seeking?.cancel()
    keepPlace()
    closeThread()
    overlay.close()
    if composerIsMade {
      composer.isVisible = false
      composer.empty()
      composer.onEvent = nil
    }
    bars.clear()
  }

  // MARK: Threads

  /// Opens a thread beside the list, or in its place in a narrow window; closes another one.
  ///
  /// The thread is a chat of its own, with a composer: handle the events of its ``composer`` and
  /// ``messageActions`` as those of this one. The user closes it by its button or Escape; see also
  /// ``closeThread()``.
  ///
  /// - Parameters:
  ///   - root: the message that the thread is about.
  ///   - messages: the root and the answers to it.
  /// - Throws: ``QtError`` when the system has no clock for frames.
  public func openThread(of root: ItemID, title: String, _ messages: [ChatMessage])
    throws(QtError) -> ChatView
  {
    closeThread()
    var options = options
    options.placeFile = nil
    options.composer.strings.placeholder = options.composer.strings.threadPlaceholder
    let thread = try ChatView(
      messages, in: window, at: .aside, options: options, scheme: list.engine.colorScheme)
    thread.zoom = zoom
    thread.list.onZoom = { [weak self] in self?.list.onZoom?($0) }
    self.thread = (root, thread)
    permitAnimations()
    window.onAsideClose = { [weak self] in
      guard let self else { return }
      closeThread()
      // The focus returns to where the thread was opened from.
      if !focusComposer() { list.area.surface.focus() }
    }
    window.showAside(title)
    return thread
  }

  /// Closes the thread beside the list and stores its draft; does nothing if none is open.
  public func closeThread() {
    guard let open = thread else { return }
    open.chat.keepPlace()
    open.chat.overlay.close()
    if open.chat.composerIsMade {
      open.chat.composer.isVisible = false
      // The composer now belongs to the next thread.
      open.chat.composer.empty()
    }
    thread = nil
    window.showAside(nil)
  }

  private func showUnseen(after before: UnseenCount) {
    // A thread shares its window with this chat.
    if unseen.unread != before.unread, showsUnreadInTitle { window.titleCount = shownUnread }
    guard unseen.below != before.below else { return }
    list.jumpBadge =
      unseen.below > 0 ? options.configuration.appearance.strings.newMessages(unseen.below) : ""
    // Screen readers announce the badge, because their users do not see the button.
    if unseen.below > before.below { list.announce(list.jumpBadge) }
  }

  private func showTyping() {
    typingIndicator.people = typing
    list.requestFrame()
    list.announce(TypingMark.words(for: typing, options.configuration.appearance.strings))
  }

  // MARK: Appearance

  /// Sets light or dark, for everything that belongs to the chat.
  public func setColorScheme(_ scheme: ColorScheme) {
    thread?.chat.setColorScheme(scheme)
    list.setColorScheme(scheme)
    headerBar?.setColorScheme(scheme)
    overlay.scheme = scheme
  }

  private func permitAnimations() {
    var present = motion
    present.isReduced = motion.isReduced || power.wantsStillness
    let plays = present.plays(whileSaving: power.isSaving)
    animations.setPermitted(plays)
    overlay.isAnimating = plays
    typingIndicator.isAnimated = plays
    list.options.reducesMotion = present.isReduced
    list.requestFrame()
    thread?.chat.motion = motion
  }

  // MARK: Reading

  /// Opens the find bar; with a text, starts to search for it.
  public func openFind(_ words: String? = nil) { find.open(words) }

  /// Copies the selection; does nothing if there is none.
  public func copySelection() {
    guard let selection = list.engine.selection, !selection.isEmpty else { return }
    let copied = CopiedMessages(items, selection, configuration: options.configuration)
    Clipboard.text = copied.text
    note(localized(one: "Copied", other: "{count} messages copied", count: copied.count))
  }

  /// Selects the text of all messages.
  public func selectAll() {
    list.engine.selectAll()
    list.requestFrame()
  }

  /// Stores the reading place (``Options/placeFile``) and the draft. Call it before the window
  /// closes.
  public func keepPlace() {
    thread?.chat.keepPlace()
    messageActions.finishDeleting()
    playback.pause()
    place?.write(list.engine.readingPlace)
    if composerIsMade { composer.keepDraft() }
  }

  /// Jumps to a message and highlights it.
  ///
  /// - Returns: false when it is not in the list.
  @discardableResult
  public func show(_ message: ItemID) -> Bool {
    guard let position = items.firstIndex(where: { $0.id == message }) else { return false }
    list.jump(to: position, highlighting: true)
    return true
  }

  // MARK: Pictures

  /// Opens the picture viewer with a picture of a message.
  public func show(_ picture: ImageKey, of message: ItemID) {
    actions.show(picture, of: message, at: items.firstIndex { $0.id == message })
  }

  /// Opens a file of a message: plays a video, and passes other files to the desktop's program for
  /// them. Asks first if that would execute the file.
  public func open(file path: String, of message: ItemID) {
    let items = items
    actions.open(
      ChatMedia.key(ofFile: path), named: path, of: message,
      at: items.firstIndex { $0.id == message } ?? items.count)
  }

  // MARK: Input

  private func bind() {
    list.interceptsClick = { [weak self] in self?.messageActions.clicked($0.row.item) ?? false }
    actions.serve(self)
    list.onKey = { [weak self] in self?.key($0) ?? false }
    list.onContextMenu = { [weak self] hit, point in
      if let hit { self?.offer(hit, at: point) }
    }
    list.onItemMenu = { [weak self] contents, point in self?.offer(contents, at: point) }
    list.onKeyFirst = { [weak self] event in
      if event.code != .home { self?.leaveBeginning() }
      return false
    }
    list.onGoToEdge = { [weak self] edge in
      switch edge {
      case .start: self?.goToBeginning()
      case .end: self?.leaveBeginning()
      }
      return false
    }
    list.onSelect = { [weak self] in self?.offerPrimary($0) }
    list.hint = { [weak self] hit in
      guard let self else { return nil }
      return MessageHints(
        list, pictures, strings: options.configuration.appearance.strings, facts: facts
      ).words(for: hit)
    }
    list.onFrame = { [weak self] in
      self?.power.look(at: $0.tick.time)
      self?.dayWatch?.look()
      self?.actions.lookAtLinks()
      if self?.keepFirstAway() == true { self?.noticeSeen() }
    }
    dayWatch?.onChange = { [weak self] in
      guard let self else { return }
      // The messages are the same; those whose heading has changed now have another key.
      feed.set(feed.items)
      headerBar?.showWords()
      list.requestFrame()
    }
    list.onScroll = { [weak self] metrics in
      guard let self, metrics.isAtEnd, unseen.below > 0 else { return }
      unseen.reachedEnd()
    }
    list.onStyle = { [weak self] in
      guard let self else { return }
      list.jumpRise = TypingIndicator.room * list.zoom
      if composerIsMade { fit(composer) }
    }
    let isThread = position == .aside
    list.area.surface.setAccessibleName(isThread ? localized("Thread") : localized("Messages"))
    list.wordBeforeNewItems = isThread ? localized("Thread") : ""
    list.takesSpace = { action in
      if case .openFile(let path) = action { VideoViewer.plays(path) } else { false }
    }
    list.accessiblePlace = { [weak self] in self?.accessiblePlace(at: $0) }
    // Created here, so that clicks on messages are handled from the start.
    messageActions.onMarkUnread = { [weak self] in self?.countMarked(from: $0) }
    bindOlder()
    window.addActiveObserver(self) {
      $0.unseen.activated()
      $0.away = .followed
      // What is in view is seen now, even if no frame is drawn.
      $0.noticeSeen()
      $0.list.requestFrame()
    }
    if position == .main { window.onChatEscape = { [weak self] in self?.leaveButton() ?? false } }
  }

  /// Returns the place of an item among all messages; nil where all are loaded.
  private func accessiblePlace(at position: Int) -> AccessibleItem.Place? {
    let items = items
    let first = items.first?.id == OlderPages.markID ? 1 : 0
    let loaded = items.count - first
    let before = messageCount.map { max(0, $0.subtractingClamped(loaded)) } ?? 0
    guard first > 0 || before > 0 else { return nil }
    // The line about older messages is none of them.
    guard position >= first else { return .init(number: 0, count: 0) }
    return .init(
      number: before.addingClamped(position - first + 1), count: before.addingClamped(loaded),
      isWhole: messageCount != nil)
  }

  /// Closes what was opened last; returns false if nothing was open.
  private func escape() -> Bool {
    if find.isOpen {
      find.close()
    } else if position == .aside {
      window.onAsideClose?()
    } else if list.area.surface.hasFocus, focusComposer() {
      list.setCursor(list.cursorPosition, isShown: false)
    } else {
      return false
    }
    return true
  }

  /// Handles Escape on a button of the header or of the field: it closes find, or else leads back
  /// to the field or the list.
  private func leaveButton() -> Bool {
    guard !window.side.surface.hasFocus else { return false }
    if find.isOpen {
      find.close()
    } else if !focusComposer() {
      list.area.surface.focus()
    }
    return true
  }

  private var seesComposer: Bool { composerIsMade && composer.isSeen }

  /// - Returns: false if the composer is hidden, or a bar is in its place.
  private func focusComposer() -> Bool {
    guard seesComposer else { return false }
    composer.focus()
    return true
  }

  private func key(_ event: KeyEvent) -> Bool {
    if messageActions.key(event, at: list.cursorItem?.item) { return true }
    if event.code == .escape, event.modifiers.isEmpty {
      return escape()
    }
    // Typed characters go to the composer, unless nobody would see there what is sent.
    if seesComposer, event.modifiers.isSubset(of: .shift), event.text != "/",
      let letter = event.text.unicodeScalars.first, letter.value > 0x20, letter.value != 0x7F
    {
      composer.insert(event.text)
      return true
    }
    // Typed with Control, letters arrive as control characters.
    switch (event.text, event.modifiers.contains(.control)) {
    case ("/", false), ("\u{06}", true), ("f", true): find.open()
    case ("\u{1A}", true), ("z", true): return messageActions.undo()
    case ("\u{03}", true), ("c", true): copySelection()
    case ("\u{01}", true), ("a", true): selectAll()
    default: return false
    }
    return true
  }

  private func offer(_ hit: ListHit, at point: Point) {
    var parts = actions.entries(for: hit)
    if let selection = list.engine.selection, !selection.isEmpty,
      (selection.lower.position...selection.upper.position).contains(hit.position)
    {
      parts.append(
        .entry(localized("Copy Selection"), run: { [weak self] in self?.copySelection() }))
    }
    offer(hit.row.item, parts, at: point)
  }

  /// Shows the menu of a message, with the entries of all its parts, for the keyboard.
  private func offer(_ contents: ItemContents, at point: Point) {
    // Retrying is the only action of this line.
    if contents.item == OlderPages.markID { return older.retry() }
    let parts = actions.regions(of: contents.item, at: contents.position)
      .entries(forPartsOf: contents, in: list)
    offer(contents.item, parts, at: point, beside: contents.rect)
  }

  private func offer(
    _ item: ItemID, _ parts: [MenuItem], at point: Point, beside shown: Rect? = nil
  ) {
    guard let message = message(item) else { return }
    var more = (menu?(message) ?? []).map { MenuItem.entry($0.title, run: $0.run) }
    if let readers = readersEntry(of: message) { more.insert(readers, at: 0) }
    actions.offer(
      messageActions.menu(for: item, at: point, parts: parts, more: more), at: point,
      beside: shown)
  }

  /// Returns a submenu with the people who have read a message, as far as receipts are known.
  private func readersEntry(of message: ChatMessage) -> MenuItem? {
    let readers = facts.shown(at: message.id).readers
    guard !readers.isEmpty else { return nil }
    return .submenu(
      localized(
        one: "Read by {count} Person", other: "Read by {count} People", count: readers.count),
      readers.prefix(Self.mostReaders).map { reader in
        .entry(MenuTitle.of(reader.name), isEnabled: onAuthor != nil) { [weak self] in
          self?.onAuthor?(reader)
        }
      })
  }

  /// Maximum number of people in a menu.
  private static let mostReaders = 40

  /// Offers the selection to the middle button, which pastes it on X11.
  private func offerPrimary(_ selection: TextSelection) {
    Clipboard.setPrimary(
      CopiedMessages(items, selection, configuration: options.configuration).text)
  }

  // MARK: Writing

  private func takeTexts() {
    if composerIsMade == false { composer = makeComposer(takesFiles: false) }
    composer.isVisible = onSend != nil
    composer.onEvent = { [weak self] event in
      if case .send(let message) = event { self?.onSend?(message.text) }
    }
  }

  private func makeComposer(takesFiles: Bool) -> ChatComposer {
    composerIsMade = true
    var wanted = options.composer
    wanted.takesFiles = wanted.takesFiles && takesFiles
    wanted.thumbnails = wanted.thumbnails ?? source.pipeline
    let strings = options.configuration.appearance.strings
    wanted.size = { strings.byteSize($0) ?? "" }
    let composer = ChatComposer(
      position == .main ? window.composer : window.asideComposer, in: window, below: list.area,
      options: wanted)
    fit(composer)
    composer.people = { [weak self] in self?.people ?? [] }
    composer.lastOwnMessage = { [weak self] in
      self?.items.last { $0.isOutgoing && self?.messageActions.canEdit($0) == true }
        .flatMap { self?.editable($0) }
    }
    composer.onQuote = { [weak self] in self?.show($0) }
    composer.onNote = { [weak self] in self?.note($0) }
    composer.onEscape = { [weak self] in self?.escape() ?? false }
    if wanted.takesFiles {
      list.area.surface.fieldFiles = (
        wanted.strings.dropFiles,
        { [weak self, weak composer] paths, isDrop in
          guard let composer, self?.seesComposer == true else { return false }
          if isDrop { composer.attach(paths) }
          return true
        }
      )
    }
    // After a click on the list the focus stays in the composer, or comes there: a chat beside
    // another one has a composer of its own, and buttons.
    list.options.takesFocus = false
    list.onPress = { [weak self, weak composer] in
      guard let self, let composer, composer.isVisible, !composer.hasFocus,
        !list.area.surface.hasFocus
      else { return }
      if !focusComposer() { list.area.surface.focus() }
    }
    return composer
  }

  func editable(_ message: ChatMessage) -> EditableMessage {
    EditableMessage(message.id, text: typed?(message) ?? message.text.string)
  }

  /// Sets the composer's width to that of the messages' column, which grows with their zoom.
  private func fit(_ composer: ChatComposer) {
    composer.field.columnWidth = appearance.style.bubble.columnWidth * list.zoom
  }

  /// People who can be mentioned; those who wrote last come first.
  private var people: [ComposerPerson] {
    var seen: Set<Int64> = []
    var names: [String: Int] = [:]
    let authors = items.suffix(2000).reversed().compactMap { message -> ChatAuthor? in
      guard !message.isOutgoing, !message.isService, !message.author.name.isEmpty,
        seen.insert(message.author.id).inserted
      else { return nil }
      names[message.author.name, default: 0] += 1
      return message.author
    }
    let (colors, scheme) = (appearance.style.colors, list.engine.colorScheme)
    return authors.map { author in
      // Of people with the same name each is mentioned by a name of their own.
      ComposerPerson(
        name: author.name, handle: names[author.name] == 1 ? nil : author.handle,
        picture: author.picture,
        color: colors.author(author.colorIndex).resolved(scheme),
        letters: colors.initials.resolved(scheme))
    }
  }
}

extension ChatView: LinkCardOwner {
  package var catalog: any PictureCatalog {
    ChatPictures(messages: items, configuration: options.configuration)
  }

  package func note(_ words: String) { overlay.note(words) }

  package func performOwn(_ action: HitRegion.Action, _ hit: ListHit) -> Bool {
    if onAction?(action, hit) == true { return true }
    guard action == UnloadedRow.retryAction(.before) else { return false }
    older.retry()
    return true
  }

  package func open(link url: String, of item: ItemID) {
    let message = message(item)
    // The title of a preview may name another site, just like the text of a link.
    let titles = message?.links.filter { $0.url == url }.map(\.title) ?? []
    opener.open(link: url, shownAs: (message?.text.words(ofLinksTo: url) ?? []) + titles)
  }

  package func open(file path: String, of hit: ListHit) { open(file: path, of: hit.row.item) }

  package func show(_ picture: ImageKey, of hit: ListHit) { show(picture, of: hit.row.item) }

  package func goTo(_ item: ItemID) {
    if !show(item) { note(localized("This message is not available")) }
  }

  /// Expands a long text, or folds it again.
  package func turnFold(of hit: ListHit) {
    guard let message = message(hit.row.item) else { return }
    feed.apply([.replace(additions.turnFold(of: message))])
  }

  package func search(for name: TextName) { find.open(name.words) }

  package func showAuthor(_ author: ChatAuthor, of item: ItemID) { onAuthor?(author) }

  // MARK: Cards of pages

  package func takeUnseenLinks(of rows: [VisibleRow]) -> [String] {
    let messages = items
    return rows.compactMap { row in
      // During an update the row's position may be outdated; it is checked again in a later frame.
      guard messages.indices.contains(row.position) else { return nil }
      let message = messages[row.position]
      guard message.id == row.id.item, links.look(at: message) else { return nil }
      playback.look(at: message)
      return links.takeLink(of: message)
    }
  }

  package func lacksCard(of address: String, in item: ItemID) -> Bool {
    guard let message = message(item) else { return false }
    return !message.links.contains { $0.url == address }
      && message.text.webAddresses.contains(address)
  }

  package func expectCard(of address: String, in item: ItemID) {
    links.expect(address, in: item)
  }

  package func show(_ card: LinkCard?, of address: String) {
    for item in links.takeWaiting(for: address) {
      guard let card, let message = message(item) else { continue }
      feed.apply([.replace(additions.add(card, to: message))])
    }
  }
}

extension ChatView: MessageSource {
  public func message(_ id: ItemID) -> ChatMessage? {
    id.isReserved ? nil : items.last { $0.id == id }
  }

  public func messages(among ids: Set<ItemID>) -> [ChatMessage] {
    items.filter { ids.contains($0.id) && !$0.id.isReserved }
  }

  public func text(of messages: [ChatMessage]) -> String {
    CopiedMessages(messages, configuration: options.configuration).text
  }
}

extension ChatView: FindableList {
  public var surface: ListSurface { list }

  public var findExtent: String? {
    let loaded = messages.count
    guard messageCount.map({ $0 > loaded }) ?? (older.phase != .none) else { return nil }
    // Translators: After the number of messages found: older messages are not loaded yet.
    return localized(
      one: "only {count} loaded message was searched",
      other: "only the {count} loaded messages were searched", count: loaded)
  }

  public var findsFurther: Bool { older.phase != .none }

  public func loadFurther() async -> FurtherItems {
    func place(of message: ItemID) -> Int { items.firstIndex { $0.id == message } ?? 0 }
    guard let oldest else {
      return FurtherItems(isLoaded: false, shift: 0, end: 0)
    }
    let before = place(of: oldest.id)
    let isLoaded = await older.page(before: oldest)
    await shown()
    noteOlderFailed()
    let end = place(of: oldest.id)
    return FurtherItems(isLoaded: isLoaded, shift: end - before, end: end)
  }

  public func finds(of query: TextQuery) async throws -> [Int] {
    let messages = items
    return await Task.detached {
      messages.indices.filter { query.finds(in: messages[$0].text) }
    }.value
  }

  public func lastFind(of query: TextQuery, atOrBefore place: Int) async throws -> Int? {
    let messages = items
    return await Task.detached {
      messages.indices.prefix(max(0, place.addingClamped(1))).last {
        query.finds(in: messages[$0].text)
      }
    }.value
  }

  public func foundItem(at place: Int) async -> FoundItem? {
    let messages = items
    guard messages.indices.contains(place) else { return nil }
    return FoundItem(item: messages[place].id, text: messages[place].text)
  }

  public func reveal(_ place: Int, _ item: FoundItem?, range: Range<Int>?) {
    list.reveal(
      TextPlace(position: place, offset: range?.lowerBound ?? 0), below: Double(find.reach),
      highlighting: range == nil)
  }
}
