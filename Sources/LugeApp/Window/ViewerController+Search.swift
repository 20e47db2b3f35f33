import Foundation
import LugeArchive
import LugeCore
import LugeEngine
import LugeQt
import LugeWords

/// The search in all conversations of the open archive, in the list at the side.
extension ViewerController {
  func bindSearch() {
    let bar = window.searchBar
    bar.onChange = { [weak self] in self?.searchTextChanged() }
    bar.onEnter = { [weak self] in self?.showFilters($0) }
    bar.onAccept = { [weak self] in self?.sidebar?.accept() }
    bar.onClose = { [weak self] in self?.closeSearch() }
    bar.onFilter = { [weak self] index, point in self?.offerFilter(index, at: point) }
  }

  /// Gives the field the keys; with a text, looks for it.
  func openSearch(_ text: String? = nil) {
    guard pane != nil || sidebar != nil else { return }
    closePicture()
    if sidebar == nil, case .open(let opened) = content {
      sidebar = SidebarPane(self, opened: opened, selected: pane?.conversation.id)
      menus?.update()
    }
    window.setSideVisible(true)
    window.showSidePage(true)
    let bar = window.searchBar
    if let text { bar.text = text }
    bar.setFilters(SearchFilters.names)
    bar.focus(selects: text == nil)
    if text != nil { searchTextChanged() }
  }

  /// Where the reader wants to write, what helps to do it; an empty field that they leave has none.
  private func showFilters(_ isInside: Bool) {
    guard case .open = content, isInside || window.searchBar.text.isEmpty else { return }
    window.searchBar.setFilters(isInside ? SearchFilters.names : [])
  }

  /// Empties the field; the conversations are there again, if there are several.
  func closeSearch() {
    let bar = window.searchBar
    bar.text = ""
    bar.setFilters([])
    mainList?.engine.textQuery = nil
    sidebar?.look(for: "")
    restSide()
    window.showSidePage(false)
    window.main.surface.focus()
    mainList?.requestFrame()
  }

  /// As the reader wants it while nothing is searched for.
  func restSide() {
    var count = 0
    if case .open(let opened) = content { count = opened.conversations.count }
    let isAlone = count < 2 && !hasRooms
    if isAlone { sidebar = nil }
    window.setSideVisible(!isAlone && settings.placement.isSideVisible)
    menus?.update()
  }

  private func searchTextChanged() {
    let bar = window.searchBar
    bar.setFilters(SearchFilters.names)
    sidebar?.look(for: bar.text)
    if sidebar?.isSearching == false { mainList?.engine.textQuery = nil }
  }

  /// Leads to a message that was found; Alt+Left leads back.
  func show(_ hit: SearchHit, words: TextQuery) {
    if chat?.conversation.id != hit.conversation { show(hit.conversation, at: hit.position) }
    chat?.unfoldingJoins(at: hit.position) { [weak chat] in
      chat?.surface.jump(to: hit.position, highlighting: true)
    }
    mainList?.engine.textQuery = words.isEmpty ? nil : words
    mainList?.requestFrame()
  }

  // MARK: Filters

  /// What a button below the field offers, each as it is written.
  private func offerFilter(_ index: Int, at point: Point) {
    guard case .open(let opened) = content else { return }
    let surface = window.side.surface
    let scale = surface.geometry.scale
    let place = Point(x: point.x * scale, y: point.y * scale)
    Task { @MainActor [weak self] in
      let choices = await SearchFilters.choices(index, opened)
      // More than fit into a menu are looked for by name.
      let listed = choices.prefix(SearchFilters.listed)
      var titles = listed.map { Surface.Choice.entry($0.title.replacing("&", with: "&&")) }
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

  private func add(_ filter: String) {
    let bar = window.searchBar
    // Words stay at the end, where writing goes on.
    let rest = bar.text.trimmingCharacters(in: .whitespaces)
    bar.text = filter + " " + (rest.isEmpty ? "" : rest)
    bar.focus(selects: false)
    searchTextChanged()
  }
}
