import Foundation
import LugeArchive
import LugeCore
import LugeEngine
import LugeQt
import LugeWords

/// Search in all conversations of the open archive and in the accounts' rooms: the field above the
/// side list, which shows the results.
@MainActor
final class ArchiveSearchField {
  private unowned let controller: ViewerController
  private let window: Window
  private let bar: SearchBar

  init(_ controller: ViewerController, _ window: Window) {
    self.controller = controller
    self.window = window
    bar = window.searchBar
    bar.setPlaceholder(localized("Search all conversations"))
    bar.onChange = { [weak self] in self?.textChanged() }
    bar.onEnter = { [weak self] in self?.showFilters($0) }
    bar.onAccept = { [weak self] in self?.sidebar?.accept() }
    bar.onClose = { [weak self] in self?.close() }
    bar.onFilter = { [weak self] index, point in self?.offerFilter(index, at: point) }
  }

  private var sidebar: SidebarPane? { controller.sidebar }

  /// Focuses the field; with a text, searches for it.
  func open(_ text: String? = nil) {
    guard controller.pane != nil || sidebar != nil else { return }
    controller.closePicture()
    if sidebar == nil, controller.isShowingArchive {
      controller.side.fill(selected: controller.pane?.conversation.id)
      controller.updateMenus()
    }
    window.setSideVisible(true)
    window.showSidePage(true)
    if let text { bar.text = text }
    showFilters()
    bar.focus(selects: text == nil)
    if text != nil { textChanged() }
  }

  /// Whether the field has text, or results are shown.
  var isOpen: Bool { !bar.text.isEmpty || sidebar?.isSearching == true }

  /// Shows the filters while the field has focus; an empty field hides them when it loses focus.
  private func showFilters(_ isInside: Bool) {
    guard controller.isShowingArchive || controller.hasRooms, isInside || bar.text.isEmpty
    else { return }
    if isInside { showFilters() } else { bar.setFilters([]) }
  }

  private func showFilters() {
    bar.setFilters(SearchFilters.names, used: SearchFilters.used(in: SearchQuery(bar.text)))
  }

  /// Empties the field; the side list shows the conversations again, if there are several.
  func close() {
    bar.text = ""
    bar.setFilters([])
    controller.mainList?.engine.textQuery = nil
    sidebar?.look(for: "")
    controller.restSide()
    window.showSidePage(false)
    window.main.surface.focus()
    controller.mainList?.requestFrame()
  }

  private func textChanged() {
    showFilters()
    sidebar?.look(for: bar.text)
    if sidebar?.isSearching == false { controller.mainList?.engine.textQuery = nil }
  }

  /// Goes to a search result; Alt+Left goes back.
  ///
  /// - Parameter items: messages in which the words are highlighted; nil for all.
  func show(_ hit: SearchHit, words: TextQuery, among items: Set<ItemID>?) {
    if controller.chat?.conversation.id != hit.conversation {
      controller.show(hit.conversation, at: hit.position)
    }
    let chat = controller.chat
    chat?.unfoldingJoins(at: hit.position) { [weak chat] in
      chat?.surface.jump(to: hit.position, highlighting: true)
    }
    controller.mainList?.engine.setQuery(words.isEmpty ? nil : words, among: items)
    controller.mainList?.requestFrame()
  }

  /// Goes to a search result in a room.
  func show(_ found: RoomSearch.Hit, words: TextQuery) {
    controller.rooms?.show(
      RoomKey(user: found.user, room: found.hit.conversation), at: ItemID(found.hit.id)
    ) { [weak controller] in
      controller?.mainList?.engine.textQuery = words.isEmpty ? nil : words
      controller?.mainList?.requestFrame()
    }
  }

  /// Leads to a message that a server has found, which may have to be asked for.
  func show(_ found: ServerSearch.Hit, words: TextQuery) {
    controller.rooms?.show(found.key) { [weak controller] in
      controller?.live?.rooms.go(toEvent: found.found.event)
      controller?.mainList?.engine.textQuery = words.isEmpty ? nil : words
      controller?.mainList?.requestFrame()
    }
  }

  // MARK: Filters

  /// Shows the menu of a button below the field, with each filter as text.
  private func offerFilter(_ index: Int, at point: Point) {
    let searched = sidebar?.searched ?? []
    let surface = window.side.surface
    let scale = surface.geometry.scale
    let place = Point(x: point.x * scale, y: point.y * scale)
    if index == SearchFilters.dates { return offerDates(of: searched, at: place) }
    Task { @MainActor [weak self] in
      let choices = await SearchFilters.choices(index, searched)
      // If there are more than fit into a menu, the user types a name.
      let listed = choices.prefix(SearchFilters.listed)
      var titles = listed.map { Surface.Choice.entry(MenuTitle.of($0.title)) }
      if listed.count < choices.count { titles.append(.entry(localized("Somebody Else…"))) }
      guard let chosen = await surface.choose(from: titles, at: place), let self else { return }
      if listed.indices.contains(chosen) { return add(choices[chosen].written) }
      let question = PersonQuestion(
        title: localized("Messages From"), accept: localized("Search"),
        names: choices.map(\.title))
      await question.ask(in: window) { [weak self] in
        if let person = $0 { self?.add(choices[person].written) }
      }
    }
  }

  /// Shows the menu of dates. The chosen one replaces those in the field.
  private func offerDates(of searched: [OpenArchive], at place: Point) {
    let (surface, zone) = (window.side.surface, controller.zone)
    let now = zone.localSeconds(at: Int64(Date().timeIntervalSince1970))
    let today = CivilDate.day(ofLocalSeconds: now)
    let days = SearchQuery(bar.text, today: today).days
    Task { @MainActor [weak self] in
      let dates = await SearchFilters.dates(of: searched, within: days, today: today, zone: zone)
      guard let span = dates.span else { return }
      let titles = dates.choices.map { Surface.Choice.entry($0.title) }
      let choices = titles + [.separator, .entry(localized("From … to …"))]
      guard let chosen = await surface.choose(from: choices, at: place), let self else { return }
      guard !dates.choices.indices.contains(chosen) else {
        return add(dates.choices[chosen].written, today: today)
      }
      let asked = days.clamped(to: span)
      guard
        let first = await askForDay(localized("Messages From"), span, asked.lowerBound),
        let last = await askForDay(
          localized("Messages Until"), span, max(first, asked.upperBound))
      else { return }
      add(SearchFilters.span(first, last), today: today)
    }
  }

  /// - Returns: days since 1970; nil if the user cancels.
  private func askForDay(
    _ title: String, _ span: ClosedRange<Int>, _ selected: Int
  ) async -> Int? {
    await window.askForDate(
      title: title, accept: localized("Continue"), first: CivilDate(daysSince1970: span.lowerBound),
      last: CivilDate(daysSince1970: span.upperBound),
      selected: CivilDate(daysSince1970: selected)
    )?.daysSince1970
  }

  /// - Parameter today: days since 1970; nil keeps the dates in the field.
  private func add(_ filter: String, today: Int? = nil) {
    // Words stay at the end, where the user continues to type.
    var rest = bar.text.trimmingCharacters(in: .whitespaces)
    if let today {
      var query = SearchQuery(rest, today: today)
      query.forgetDays()
      rest = query.text
    }
    bar.text = filter + " " + (rest.isEmpty ? "" : rest)
    bar.focus(selects: false)
    textChanged()
  }
}
