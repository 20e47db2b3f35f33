import Foundation
import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeListKit
import LugePaint
import LugeQt
import LugeWords

/// The side list: conversations, itself a Luge list. While a search is shown, it has the
/// conversations with a matching name, and the messages that were found.
@MainActor
final class SidebarPane {
  let surface: ListSurface
  /// The archive; nil while there are only rooms.
  private(set) var opened: OpenArchive?
  unowned let controller: ViewerController
  /// Times of today are times, those of other days dates: which day it is changes at midnight.
  private let day: CurrentDay
  private let dayWatch: DayWatch

  // MARK: Mutable State (main actor)
  private var factory: SideRowFactory
  private var conversations: [Conversation]
  /// Entries shown: all conversations, or the search results.
  private var items: [SideItem]
  private var selected: ConversationID?
  /// Accounts with their rooms, which are above the archive's conversations.
  private var accounts: [LiveHub.Running] = []
  private var rooms: [SideRoom] = []
  private var selectedRoom: RoomKey?
  /// Users of the accounts that are connected.
  private var connected: [String] = []
  private(set) var query = SearchQuery()
  private var results = SearchResults.none
  /// Query of the archive's results.
  private var resultsQuery = SearchQuery()
  /// Whether Return was pressed before there were results.
  private var acceptsAnswer = false
  /// Colours of the people of the only conversation, once a search has found messages of theirs.
  private var personColors: AuthorColors?
  /// Search results in rooms.
  private var roomHits: [RoomSearch.Hit] = []
  /// The search result that was opened last.
  private var chosenHit: ItemID?
  /// Whether the user has chosen with the arrow keys since the query last changed.
  private var isChosenByKeys = false
  private let search: ArchiveSearch?
  /// Pictures of people and rooms.
  private let pictures: ListPictures
  private let roomSearch: RoomSearch
  private let serverSearch = ServerSearch()
  /// Conversations whose last message has not been read yet, and the task that reads it.
  private var snippetsUnread: Set<Int> = []
  private var snippetReading: Task<Void, Never>?

  init(
    _ controller: ViewerController, opened: OpenArchive?, selected: ConversationID?
  ) {
    self.controller = controller
    self.opened = opened
    self.selected = selected
    day = CurrentDay(zone: controller.zone, now: controller.options.now())
    dayWatch = DayWatch(day, now: controller.options.now)
    factory = Self.factory(of: day)
    conversations = (opened?.conversations ?? []).map { summary in
      let new = controller.shown.place(of: summary.id)?.newCount(of: summary.count) ?? 0
      return Self.item(summary, isSelected: summary.id == selected, new: new, controller.zone)
    }
    items = conversations.map(SideItem.conversation)
    search = opened.map { ArchiveSearch($0.archive, zone: controller.zone) }
    roomSearch = RoomSearch(zone: controller.zone)
    pictures = ListPictures(controller.images)
    surface = controller.list(
      in: controller.window.side, Self.provider(items, factory),
      EngineConfiguration(
        opensAt: .start, bitmapByteLimit: 12 << 20, background: Self.background, follow: .off),
      tools: PaintTools.factory(images: pictures), prepare: pictures.serve)
    surface.options.marksItemUnderPointer = true
    surface.onClick = { [weak self] hit, _ in
      guard let self else { return }
      choose(hit.position)
      showChoice()
    }
    surface.onKeyFirst = { [weak self] in self?.key($0) ?? false }
    surface.onContextMenu = { [weak self] hit, point in
      if let hit { self?.showMenu(hit.position, at: point) }
    }
    surface.onItemMenu = { [weak self] contents, point in
      guard let self, let position = surface.cursorPosition else { return }
      showMenu(position, at: point, beside: contents.rect)
    }
    surface.setCursor(selectedPlace)
    let before = surface.onFrame
    surface.onFrame = { [weak self] report in
      before?(report)
      self?.dayWatch.look()
      self?.extendSearch()
    }
    dayWatch.onChange = { [weak self] in self?.showDay() }
    search?.onResults = { [weak self] in self?.take($1, of: $0) }
    search?.onFailure = { [weak self] in self?.controller.note($0.description) }
    roomSearch.onResults = { [weak self] in self?.takeRooms() }
    serverSearch.onResults = { [weak self] in
      self?.refresh()
      self?.acceptAnswer()
    }
    roomSearch.onFailure = { [weak self] in self?.controller.note($0.description) }
    readSnippets(of: Array(conversations.indices))
  }

  private static func factory(of day: CurrentDay) -> SideRowFactory {
    SideRowFactory(
      conversations: ConversationRowFactory(appearance: ChatAppearance(), today: day.day))
  }

  /// Another day has begun.
  private func showDay() {
    factory = Self.factory(of: day)
    guard !items.isEmpty else { return }
    surface.engine.update(
      to: Self.provider(items, factory), changes: [.reload(0..<items.count)])
    surface.requestFrame()
  }

  static let background = ConversationColors().background

  /// Whether all pictures in view are loaded, or will not be.
  var facesAreComplete: Bool { pictures.isComplete }

  // MARK: Keys

  /// Handles the arrow keys and the like; the chosen entry is shown at once.
  private func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return false }
    switch event.code {
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .home: move(by: -items.count)
    case .end: move(by: items.count)
    case .return, .right: showChoice(byKeys: true)
    case .escape:
      if isSearching {
        controller.search.close()
        return true
      }
      // Escape clears the selection of the main list.
      return controller.pane?.escape() ?? false
    default: return false
    }
    return true
  }

  /// Shows the selected entry; in a narrow window that is the other page.
  private func showChoice(byKeys: Bool = false) {
    controller.window.showSidePage(false)
    let main = controller.window.main.surface
    if byKeys { main.focusByKeys() } else { main.focus() }
  }

  /// Index of the selected entry; nil if it is not in the list.
  private var selectedPlace: Int? {
    items.firstIndex { item in
      switch item {
      case .conversation(let conversation): conversation.isSelected
      case .hit(let row): row.isSelected
      case .heading: false
      }
    }
  }

  private func isChoice(_ position: Int) -> Bool {
    guard items.indices.contains(position) else { return false }
    if case .heading(_, _, action: nil) = items[position] { return false }
    return true
  }

  /// Selects the entry that is `steps` rows below the current one.
  func move(by steps: Int) {
    guard steps != 0, !items.isEmpty else { return }
    let step = steps > 0 ? 1 : -1
    let from = selectedPlace ?? (steps > 0 ? -1 : items.count)
    var target = min(max(from.addingClamped(steps), 0), items.count - 1)
    while items.indices.contains(target), !isChoice(target) { target += step }
    if !isChoice(target) {
      // There are headings at the ends.
      guard
        let edge = steps > 0
          ? items.indices.last(where: isChoice) : items.indices.first(where: isChoice)
      else { return }
      target = edge
    }
    isChosenByKeys = true
    guard target != selectedPlace else { return }
    choose(target)
    surface.setCursor(target, isShown: surface.area.surface.hasFocus)
    reveal(target)
  }

  /// Scrolls to the selected entry, in a list that has not been drawn yet.
  func revealSelected() {
    guard let selectedPlace, selectedPlace > 0 else { return }
    surface.jump(to: selectedPlace)
  }

  /// Scrolls to the selected entry, where it is not in view.
  func revealSelectedIfHidden() {
    if let selectedPlace { reveal(selectedPlace) }
  }

  private func reveal(_ position: Int) {
    let height = surface.area.surface.geometry.size.height
    let isInView = surface.engine.visibleRows.contains {
      $0.position == position && $0.y >= 0 && $0.y + $0.height <= height
    }
    if !isInView { surface.jump(to: position) }
  }

  // MARK: Rooms

  /// Updates the accounts' rooms and connection states.
  func show(_ accounts: [LiveHub.Running]) {
    let live = accounts.filter { $0.status == .live }.map(\.entry.user)
    let isOtherwise = live != connected
    if isOtherwise {
      connected = live
      // Those that could not be loaded without a connection.
      pictures.retryFailed { FaceKey($0) != nil }
    }
    self.accounts = accounts
    rooms = accounts.enumerated().flatMap { place, running in
      running.rooms.map {
        SideRoom(
          key: RoomKey(user: running.entry.user, room: $0.id), room: $0, account: place,
          isConnected: running.status == .live)
      }
    }
    if isOtherwise, isSearching { lookOnServers() }
    refresh()
  }

  /// Selects the shown room; nil for none.
  func select(_ key: RoomKey?) {
    guard key != selectedRoom else { return }
    selectedRoom = key
    if key != nil {
      selected = nil
      // A search result that leads to a room stays selected.
      if !isSearching { chosenHit = nil }
    }
    refresh()
  }

  /// Entries of rooms, with headings for their accounts and for the archive's conversations.
  private var roomItems: [SideItem] {
    var items: [SideItem] = []
    for (place, running) in accounts.enumerated() {
      let name = ForeignText.visible(running.entry.user)
      items.append(
        .heading(
          "\(name): \(running.words)", number: 1000 + place,
          action: running.status.isLoggedOut ? localized("Log In Again…") : nil))
      items += rooms.filter { $0.account == place }.map {
        .conversation($0.item(isSelected: $0.key == selectedRoom, zone: controller.zone))
      }
    }
    if let opened, !items.isEmpty {
      let path = opened.export ?? opened.path
      let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      items.append(
        .heading(
          localized("Archive: {name}", ["name": ForeignText.visible(name)]), number: 999))
    }
    return items
  }

  private func room(_ item: Conversation) -> SideRoom? { rooms.first { $0.id == item.id } }

  /// Texts of the rooms' rows, for programs that drive the window.
  var roomLines: [String] {
    items.compactMap { item in
      switch item {
      case .conversation(let shown):
        room(shown) == nil ? nil : "\(shown.name)|\(shown.snippet)|\(shown.count)"
      case .heading(let words, let number, _): number >= 1000 ? words : nil
      case .hit: nil
      }
    }
  }

  // MARK: Choosing

  /// Selects the shown conversation.
  func select(_ id: ConversationID) {
    guard let opened else { return }
    selected = id
    if selectedRoom != nil {
      selectedRoom = nil
      refresh()
    }
    for index in conversations.indices {
      let isSelected = opened.conversations[index].id == id
      guard conversations[index].isSelected != isSelected else { continue }
      conversations[index].isSelected = isSelected && !isSearching
      // Its messages are seen now.
      if isSelected { conversations[index].count = 0 }
      reload(conversations[index])
    }
  }

  private func choose(_ position: Int) {
    guard items.indices.contains(position) else { return }
    switch items[position] {
    case .heading(_, let number, let action):
      let place = number - 1000
      guard action != nil, accounts.indices.contains(place) else { return }
      controller.rooms?.logInAgain(accounts[place].entry.user)
    case .conversation(let conversation):
      if let room = room(conversation) {
        chosenHit = nil
        controller.rooms?.show(room.key)
        return
      }
      guard let summary = summary(of: conversation), summary.id != selected || isSearching
      else { return }
      chosenHit = nil
      if summary.id != selected { controller.show(summary) }
      refresh()
    case .hit(let row):
      if let found = roomHits.first(where: { id(of: $0) == row.id }) {
        leavePlace(for: RoomKey(user: found.user, room: found.hit.conversation))
        chosenHit = row.id
        controller.search.show(found, words: query.words)
        return refresh()
      }
      let hits = serverSearch.hits
      if let number = hits.indices.first(where: { id(ofServerHit: $0) == row.id }) {
        leavePlace(for: hits[number].key)
        chosenHit = row.id
        controller.search.show(hits[number], words: query.words)
        return refresh()
      }
      guard let hit = results.hits.first(where: { SideItem.id(ofFind: $0.id) == row.id }) else {
        return
      }
      // Going back returns to where the search began, not to each result that was viewed.
      if chosenHit == nil { controller.navigation.leavePlace() }
      chosenHit = row.id
      // Messages that a filter excludes are not matches, even if they have the words.
      let items = Set(results.hits.map { ItemID($0.id) })
      controller.search.show(hit, words: query.words, among: query.isFiltered ? items : nil)
      refresh()
    }
  }

  /// Going back returns to where the search in a room began, not to each result that was viewed.
  private func leavePlace(for room: RoomKey) {
    if chosenHit == nil, controller.live?.key == room { controller.navigation.leavePlace() }
  }

  private func summary(of conversation: Conversation) -> ConversationSummary? {
    opened?.conversations.first { ItemID($0.id.rawValue) == conversation.id }
  }

  private func showMenu(_ position: Int, at point: Point, beside item: Rect? = nil) {
    guard items.indices.contains(position) else { return }
    var entries: [(title: String, run: @MainActor () -> Void)] = []
    entries.append((localized("Open"), { [weak self] in self?.choose(position) }))
    if case .conversation(let conversation) = items[position], let room = room(conversation) {
      entries += self.entries(for: room)
    } else if case .conversation(let conversation) = items[position],
      let summary = summary(of: conversation)
    {
      entries.append(
        (
          localized("Find in This Conversation…"),
          { [weak self] in
            guard let self else { return }
            if summary.id != selected { controller.show(summary) }
            showChoice()
            controller.find.open()
          }
        ))
      entries.append(
        (
          localized("Search Only in This Conversation…"),
          { [weak self] in
            guard let self else { return }
            var query = query
            query.conversations = [summary.name]
            controller.search.open(query.text + " ")
          }
        ))
      entries.append(
        (localized("Export…"), { [weak self] in self?.controller.export(summary) }))
      entries.append((localized("Copy Name"), { Clipboard.text = summary.name }))
    } else if case .hit(let row) = items[position] {
      entries.append((localized("Copy Text"), { Clipboard.text = row.snippet }))
    } else {
      return
    }
    let shown = entries
    Task { @MainActor [weak self] in
      let surface = self?.surface.area.surface
      let choices = shown.map { Surface.Choice.entry($0.title) }
      if let index = await surface?.choose(from: choices, at: point, beside: item) {
        shown[index].run()
      }
    }
  }

  private func entries(
    for room: SideRoom
  ) -> [(title: String, run: @MainActor () -> Void)] {
    let controller = controller
    var entries: [(title: String, run: @MainActor () -> Void)] = []
    let isInvitation = room.room.membership == .invited
    if room.room.removal != nil {
      entries.append((localized("Copy Address"), { Clipboard.text = room.room.room }))
      let away = { @MainActor in controller.rooms?.putAway(room.key) ?? () }
      entries.append((localized("Remove from List"), away))
      return entries
    }
    if !isInvitation {
      if room.room.unread > 0 {
        entries.append((localized("Mark as Read"), { controller.rooms?.markRead(room.key) }))
      }
      let isQuiet = controller.rooms?.isQuiet(room.key) ?? false
      entries.append(
        (
          isQuiet ? localized("Turn Notifications On") : localized("Turn Notifications Off"),
          { controller.rooms?.setQuiet(!isQuiet, room.key) }
        ))
      entries.append((localized("Invite People…"), { controller.rooms?.invite(to: room.key) }))
    }
    entries.append((localized("Copy Address"), { Clipboard.text = room.room.room }))
    let words = isInvitation ? localized("Decline…") : localized("Leave Room…")
    entries.append((words, { controller.rooms?.leave(room.key) }))
    return entries
  }

  // MARK: Searching

  var isSearching: Bool { !query.isEmpty }
  /// Number of messages that were found.
  var foundCount: Int { results.hits.count + roomHits.count + serverSearch.hits.count }
  /// The archives that were searched: the open one, and those of accounts.
  var searched: [OpenArchive] { [opened].compactMap(\.self) + roomSearch.archives }

  /// Starts the search for the field's new text.
  func look(for text: String) {
    isChosenByKeys = false
    acceptsAnswer = false
    query = SearchQuery(text, today: day.day)
    if query.isEmpty {
      search?.stop()
      roomSearch.stop()
      serverSearch.stop()
      roomHits = []
      results = .none
      chosenHit = nil
      refresh(fromTop: true)
    } else {
      search?.look(for: query)
      roomSearch.look(for: query, in: accounts)
      // Finds of a server go by their place in the list, which other words give to other finds.
      let isServersChosen = serverSearch.hits.indices.contains { id(ofServerHit: $0) == chosenHit }
      lookOnServers()
      if isServersChosen, serverSearch.hits.isEmpty { chosenHit = nil }
      // If there are no messages to search, the names match at once.
      if search == nil, roomSearch.hasAnswered { takeRooms() }
    }
  }

  /// Filters are this program's own words, which no server knows.
  private func lookOnServers() {
    serverSearch.look(for: query.isFiltered ? "" : query.text, in: opened == nil ? accounts : [])
  }

  private func takeRooms() {
    guard isSearching, roomSearch.hasAnswered else { return }
    let known = roomHits.count
    // Rooms that the user has left cannot be shown.
    roomHits = roomSearch.hits.filter { room(of: $0) != nil }
    refresh(fromTop: known == 0 || roomHits.count <= known)
    acceptAnswer()
  }

  private func room(of found: RoomSearch.Hit) -> SideRoom? {
    rooms.first { $0.key == RoomKey(user: found.user, room: found.hit.conversation) }
  }

  private func id(of found: RoomSearch.Hit) -> ItemID {
    SideItem.id(ofFind: found.hit.id, inAccount: room(of: found)?.account ?? 0)
  }

  private func take(_ results: SearchResults, of query: SearchQuery) {
    guard query == self.query else { return }
    // If the new results continue the shown ones, the scroll position stays.
    let isMore =
      !self.results.hits.isEmpty && results.hits.count > self.results.hits.count
      && results.hits.starts(with: self.results.hits) { $0.id == $1.id }
    self.results = results
    resultsQuery = query
    refresh(fromTop: !isMore)
    acceptAnswer()
  }

  /// Whether the results shown are those of the field's text.
  private var isAnswered: Bool {
    (search == nil || resultsQuery == query) && roomSearch.hasAnswered
  }

  private func acceptAnswer() {
    guard acceptsAnswer, isAnswered else { return }
    accept()
  }

  /// Opens the first result, or the one chosen with the arrow keys, at Return in the field. In a
  /// narrow window the messages replace the list.
  func accept() {
    if isChosenByKeys {
      // The messages were out of sight while the arrows chose. As with a click, the jump is asked
      // for before they are there.
      if controller.window.isNarrow, let selectedPlace { choose(selectedPlace) }
      return showChoice(byKeys: true)
    }
    // A user who is faster than the search wants the new results, not the previous ones.
    acceptsAnswer = isSearching && !isAnswered
    guard !acceptsAnswer else { return }
    guard let first = items.indices.first(where: isChoice) else {
      // What is not here may be on the server.
      acceptsAnswer = serverSearch.isAsking
      return
    }
    choose(first)
    if controller.window.isNarrow { showChoice(byKeys: true) }
  }

  /// Searches for more results when the user comes near the end of the list.
  private func extendSearch() {
    guard results.hasMore || roomSearch.hasMore,
      let last = surface.engine.visibleRows.last?.position,
      last >= items.count - Self.searchMargin
    else { return }
    if results.hasMore { search?.lookFurther() }
    roomSearch.lookFurther()
  }

  /// Number of rows below the view within which more results are searched for.
  private static let searchMargin = 30

  /// Shows the present entries.
  private func refresh(fromTop: Bool = false) {
    let old = items
    items = makeItems()
    let changes = KeyedDiff(from: old.map(\.key), to: items.map(\.key)).changes
    guard !changes.isEmpty || fromTop else { return }
    // Jumping separately would go to the entry that is first now, which the update removes.
    let goesToTop = fromTop || !isSearching && isAtTop && changes.contains(where: \.changesOrder)
    let first = goesToTop && !items.isEmpty ? 0 : nil
    surface.engine.update(
      to: Self.provider(items, factory), changes: changes, options: UpdateOptions(shows: first))
    surface.setCursor(selectedPlace)
    surface.requestFrame()
  }

  /// Whether the list stands at its very top. It then stays there, so that a room that rises or
  /// comes new is seen, as a chat that stands at its end follows it.
  private var isAtTop: Bool {
    guard !surface.engine.isJumping, let first = surface.engine.visibleRows.first else {
      return false
    }
    return first.position == 0 && first.y >= 0
  }

  private func makeItems() -> [SideItem] {
    for index in conversations.indices {
      conversations[index].isSelected =
        opened?.conversations[index].id == selected && chosenHit == nil
    }
    guard isSearching else { return roomItems + conversations.map(SideItem.conversation) }
    var items: [SideItem] = []
    let words = query.words
    let known =
      rooms.map {
        $0.item(
          isSelected: $0.key == selectedRoom && chosenHit == nil, zone: controller.zone)
      } + conversations
    let named = query.isFiltered || words.isEmpty ? [] : known.filter { words.matches($0.name) }
    if !named.isEmpty {
      items.append(.heading(localized("Conversations"), number: 0))
      items += named.map(SideItem.conversation)
    }
    if !accounts.isEmpty {
      if opened == nil {
        items += roomSearch.problems.enumerated().map { .heading($1, number: 100 + $0) }
      }
      let words = Self.foundWords(roomHits.count, hasMore: roomSearch.hasMore)
      let title =
        opened == nil ? words : localized("Rooms: {words}", ["words": words])
      items.append(.heading(title, number: 2))
      items += roomHits.map(item)
      if let words = serverSearch.words { items.append(.heading(words, number: 3)) }
      items += serverSearch.hits.enumerated().map { item($1, number: $0) }
    }
    guard let opened else { return items }
    for (index, problem) in results.problems.enumerated() {
      items.append(.heading(problem, number: 10 + index))
    }
    items.append(
      .heading(Self.foundWords(results.hits.count, hasMore: results.hasMore), number: 1))
    items += results.hits.map { hit in
      let summary = opened.conversations.first { $0.id == hit.conversation }
      if opened.conversations.count == 1, let author = hit.author, hit.kind == .message {
        // Within one conversation, the author is the title instead.
        return marked(
          SideItem.hit(
            hit, in: summary, name: ForeignText.name(author.name),
            colorIndex: colors(of: summary)[author.id.rawValue], zone: controller.zone,
            isTitledByAuthor: true))
      }
      let item = SideItem.hit(
        hit, in: summary, name: summary.map(Self.shownName) ?? "",
        colorIndex: summary?.colorIndex ?? 0, zone: controller.zone)
      return marked(item)
    }
    return items
  }

  /// Returns the colours that people have in the messages of the archive's only conversation.
  private func colors(of summary: ConversationSummary?) -> AuthorColors {
    if let personColors { return personColors }
    guard let opened, let summary else { return AuthorColors() }
    let colors = AuthorColors(of: summary, opened.archive)
    personColors = colors
    return colors
  }

  private func item(_ found: RoomSearch.Hit) -> SideItem {
    let room = room(of: found)
    return marked(
      .hit(
        found.hit, as: id(of: found), in: found.conversation,
        name: room.map { ForeignText.name($0.room.name) } ?? "",
        colorIndex: room?.room.colorIndex ?? 0, picture: room?.picture, zone: controller.zone))
  }

  private func id(ofServerHit number: Int) -> ItemID {
    // Messages of this computer have smaller numbers.
    ItemID(~(1 << 47 | Int64(number)))
  }

  private func item(_ hit: ServerSearch.Hit, number: Int) -> SideItem {
    let room = rooms.first { $0.key == hit.key }
    var row = Conversation(
      id: id(ofServerHit: number), name: room.map { ForeignText.name($0.room.name) } ?? "",
      colorIndex: room?.room.colorIndex ?? 0,
      snippet: ForeignText.visible(Clipping.prefix(hit.found.text, bytes: 1000)),
      snippetAuthor: hit.found.sender == hit.key.user
        ? localized("You") : ForeignText.name(hit.author),
      localSeconds: controller.zone.localSeconds(at: hit.found.time / 1000))
    row.snippetLines = 2
    row.picture = room?.picture
    return marked(.hit(row))
  }

  /// Returns an entry, highlighted if it is the result that was opened last.
  private func marked(_ item: SideItem) -> SideItem {
    guard item.id == chosenHit, case .hit(var row) = item else { return item }
    row.isSelected = true
    return .hit(row)
  }

  private static func foundWords(_ count: Int, hasMore: Bool) -> String {
    if hasMore {
      return localized(
        one: "The newest message", other: "The newest {count} messages", count: count)
    }
    return count == 0
      ? localized("No messages found")
      : localized(one: "{count} message", other: "{count} messages", count: count)
  }

  // MARK: Rows

  private func reload(_ conversation: Conversation) {
    guard
      let index = items.firstIndex(where: { $0.id == conversation.id })
    else { return }
    items[index] = .conversation(conversation)
    surface.engine.update(
      to: Self.provider(items, factory), changes: [.reload(index..<index + 1)])
    surface.requestFrame()
  }

  /// Adds newly imported conversations at the end; the listed ones keep their places.
  func grow(to next: OpenArchive) {
    let old = opened?.conversations ?? []
    guard next.conversations.starts(with: old, by: { $0.id == $1.id }) else { return }
    opened = next
    personColors = nil
    var changed: [Int] = []
    for (index, summary) in next.conversations.enumerated() {
      if old.indices.contains(index), old[index] == summary { continue }
      changed.append(index)
      var item = Self.item(
        summary, isSelected: summary.id == selected && !isSearching, new: 0, controller.zone)
      if conversations.indices.contains(index) {
        item.snippet = conversations[index].snippet
        item.snippetAuthor = conversations[index].snippetAuthor
        item.revision = Revision(conversations[index].revision.rawValue &+ 1)
        conversations[index] = item
      } else {
        conversations.append(item)
      }
    }
    refresh()
    readSnippets(of: changed)
  }

  /// Reads the last messages of conversations in the background.
  private func readSnippets(of wanted: [Int]) {
    guard let opened else { return }
    let (archive, summaries) = (opened.archive, opened.conversations)
    snippetReading?.cancel()
    let unread = snippetsUnread.union(wanted)
    snippetsUnread = unread
    let order = unread.sorted()
    snippetReading = Task { @MainActor [weak self] in
      var lower = 0
      // Each step replaces the whole list, which costs time proportional to its length. Doubling
      // the steps keeps the total proportional to it as well.
      var step = 1
      while lower < order.count {
        let range = order[lower..<min(lower + step, order.count)]
        let found = await Task.detached(priority: .low) {
          range.map { Snippet.last(of: summaries[$0], in: archive) }
        }.value
        guard let self, !Task.isCancelled else { return }
        snippetsUnread.subtract(range)
        for (index, snippet) in zip(range, found) {
          guard let snippet else { continue }
          conversations[index].snippet = snippet.text
          conversations[index].snippetAuthor = snippet.author
          conversations[index].revision = Revision(conversations[index].revision.rawValue &+ 1)
        }
        refresh()
        lower += range.count
        step *= 2
      }
    }
  }

  private static func provider(_ items: [SideItem], _ factory: SideRowFactory) -> any RowProvider {
    FactoryRowProvider(source: ArraySource(items) { $0.id }, factory: factory)
  }

  /// Returns the network of a timeline's posts.
  private static func network(of summary: ConversationSummary) -> String? {
    guard summary.kind == .timeline else { return nil }
    let networks = ["mastodon": "Mastodon", "bluesky": "Bluesky", "twitter": "X"]
    return networks[String(summary.key.prefix { $0 != ":" })]
  }

  static func shownName(of summary: ConversationSummary) -> String {
    network(of: summary).map { "\(ForeignText.isolated(summary.name)) · \($0)" }
      ?? ForeignText.name(summary.name)
  }

  private static func item(
    _ summary: ConversationSummary, isSelected: Bool, new: Int, _ zone: ZoneOffsets
  ) -> Conversation {
    var item = Conversation(
      id: ItemID(summary.id.rawValue), name: shownName(of: summary),
      colorIndex: summary.colorIndex,
      localSeconds: summary.last.map { zone.localSeconds(of: $0) }, count: new,
      isSelected: isSelected)
    item.spokenCount = ChatStrings.ofReader.newMessages(new)
    return item
  }
}

extension ListChange {
  /// Whether entries come, go or take another place.
  fileprivate var changesOrder: Bool {
    switch self {
    case .insert, .remove, .move: true
    case .reload: false
    }
  }
}
