import Foundation
import LugeCore
import LugeImporters
import LugeListKit
import LugeQt
import LugeWords

/// The menu bar.
@MainActor
final class ViewerMenus {
  private typealias Condition = @MainActor (ViewerController) -> Bool

  private unowned let controller: ViewerController
  private let menus: (file: Menu, edit: Menu, view: Menu, go: Menu, account: Menu?, help: Menu)
  private var recents: Menu?
  private var removals: Menu?
  /// Contents of the two submenus: as they may be open, they are only rebuilt when their contents
  /// change.
  private var shownRecents: [String]?
  private var shownUsers: [String]?
  /// Entries that can be disabled, and those with a check mark.
  private var conditions: [(entry: MenuEntry, isEnabled: Condition?, isOn: Condition?)] = []

  init(_ controller: ViewerController) {
    self.controller = controller
    let window = controller.window
    menus = (
      window.addMenu(localized("&File")), window.addMenu(localized("&Edit")),
      window.addMenu(localized("&View")), window.addMenu(localized("&Go")),
      controller.rooms == nil ? nil : window.addMenu(localized("&Account")),
      window.addMenu(localized("&Help"))
    )
    fill(file: menus.file)
    fill(edit: menus.edit)
    fill(view: menus.view)
    fill(go: menus.go)
    if let account = menus.account { fill(account: account) }
    fill(help: menus.help)
    update()
  }

  /// Adds an entry and its shortcuts.
  ///
  /// - Parameter isEnabled: nil for an entry that is always enabled.
  private func add(
    _ title: String, _ shortcuts: String..., to menu: Menu, if isEnabled: Condition? = nil,
    run: @escaping @MainActor (ViewerController) -> Void
  ) {
    let entry = menu.add(title, shortcuts: shortcuts) { [weak controller] _ in
      if let controller { run(controller) }
    }
    if isEnabled != nil { conditions.append((entry, isEnabled, nil)) }
  }

  /// Adds an entry with a check mark.
  ///
  /// - Parameters:
  ///   - isOn: nil if only the user changes the mark.
  ///   - run: called with the mark's new value.
  private func addSwitch(
    _ title: String, _ shortcuts: String..., to menu: Menu, if isEnabled: Condition? = nil,
    isOn: Condition?, run: @escaping @MainActor (ViewerController, Bool) -> Void
  ) {
    let entry = menu.add(title, shortcuts: shortcuts, isCheckable: true) { [weak controller] in
      if let controller { run(controller, $0) }
    }
    conditions.append((entry, isEnabled, isOn))
  }

  private func addSwitch(
    _ title: String, to menu: Menu, if isEnabled: Condition? = nil,
    of setting: WritableKeyPath<ViewerSettings, Bool>
  ) {
    addSwitch(title, to: menu, if: isEnabled, isOn: { $0.settings[keyPath: setting] }) {
      $0.settings[keyPath: setting] = $1
    }
  }

  /// Updates which entries are enabled, check marks, recent archives and accounts.
  func update() {
    for (entry, isEnabled, isOn) in conditions {
      if let isEnabled { entry.setEnabled(isEnabled(controller)) }
      if let isOn { entry.setChecked(isOn(controller)) }
    }
    menus.go.setEnabled(controller.mainList != nil)
    updateAccounts()
    let paths = controller.settings.recents
    guard let recents, paths != shownRecents else { return }
    shownRecents = paths
    recents.clear()
    recents.setEnabled(!paths.isEmpty)
    for path in paths {
      let title = path.replacingOccurrences(of: "&", with: "&&")
      recents.add(title) { [weak controller] _ in controller?.archives.open(path) }
    }
    if !paths.isEmpty {
      recents.addSeparator()
      recents.add(localized("Clear List")) { [weak controller] _ in
        controller?.settings.recents = []
      }
    }
  }

  private func updateAccounts() {
    let users = controller.rooms?.accounts.map(\.entry.user) ?? []
    guard let removals, users != shownUsers else { return }
    shownUsers = users
    removals.clear()
    removals.setEnabled(!users.isEmpty)
    for user in users {
      removals.add(MenuTitle.of(user) + "…") {
        [weak controller] _ in controller?.rooms?.removeAccount(user)
      }
    }
  }

  // MARK: Entries

  private func fill(file: Menu) {
    add(localized("&Open…"), "Ctrl+O", to: file) { $0.archives.askForFile(.openFile) }
    add(localized("Open &Folder…"), "Ctrl+Shift+O", to: file) {
      $0.archives.askForFile(.openFolder)
    }
    recents = file.addSubmenu(localized("Open &Recent"))
    add(
      localized("Choose &Who You Are…"), to: file,
      if: { $0.shownConversation.map { $0.kind != .timeline } ?? false }
    ) { $0.owner.choose() }
    add(localized("&Merge with Another…"), to: file, if: { $0.isShowingArchive }) {
      $0.mergeWithAnother()
    }
    add(
      localized("&Export This Conversation…"), to: file, if: { $0.shownConversation != nil }
    ) { if let conversation = $0.shownConversation { $0.export(conversation) } }
    add(localized("Export A&ll Conversations…"), to: file, if: { $0.isShowingArchive }) {
      $0.export(nil)
    }
    add(localized("Choose Pic&ture Folder…"), to: file, if: { $0.isShowingArchive }) {
      $0.mediaFolder.choose()
    }
    file.addSeparator()
    add(localized("&Close Archive"), "Ctrl+W", to: file, if: { $0.isShowingArchive }) {
      $0.closeArchive()
    }
    add(localized("&Quit"), "Ctrl+Q", to: file) { $0.window.close() }
  }

  private func fill(edit: Menu) {
    let copy = edit.add(localized("&Copy"), shortcuts: ["Ctrl+C"]) { [weak controller] _ in
      controller?.editResponder?.copyContent()
    }
    // A selection comes and goes without news to the menus, so its entry is disabled only while
    // it is seen.
    edit.watch { [weak controller] isShown in
      copy.setEnabled(!isShown || controller?.editResponder?.canCopy ?? false)
    }
    add(
      localized("Select &All"), "Ctrl+A", to: edit,
      if: { $0.editResponder?.canSelectAll ?? false }
    ) { $0.editResponder?.selectAllContent() }
    edit.addSeparator()
    add(
      localized("&Search All Conversations…"), "Ctrl+Shift+F", "Ctrl+K", to: edit,
      if: { $0.pane != nil || $0.sidebar != nil }
    ) { $0.search.open() }
    let canFind: Condition = { $0.pane != nil || $0.live != nil || $0.details != nil }
    add(localized("&Find…"), "Ctrl+F", to: edit, if: canFind) { $0.find.open() }
    add(localized("Find &Next"), "F3", to: edit, if: canFind) { $0.find.step(by: 1) }
    add(localized("Find &Previous"), "Shift+F3", to: edit, if: canFind) { $0.find.step(by: -1) }
  }

  private func fill(view: Menu) {
    addSwitch(
      localized("&Conversations"), "F9", to: view, if: { $0.sidebar != nil },
      isOn: { $0.settings.placement.isSideVisible }
    ) { controller, isOn in
      if controller.window.isNarrow {
        // In a narrow window both lists are wanted, but only one is visible.
        controller.window.showSidePage(!controller.window.isSideShown)
        controller.updateMenus()
        return
      }
      // If the list is only there for a search, its visibility is not stored.
      if controller.side.hasChoice { controller.settings.placement.isSideVisible = isOn }
      controller.window.setSideVisible(isOn && controller.sidebar != nil)
    }
    add(localized("Next &Pane"), "F6", to: view) { $0.focusPane(1) }
    add(localized("Previous Pan&e"), "Shift+F6", to: view) { $0.focusPane(-1) }
    view.addSeparator()
    add(localized("Zoom &In"), "Ctrl++", "Ctrl+=", to: view) { $0.settings.zoom(by: 1) }
    add(localized("Zoom &Out"), "Ctrl+-", to: view) { $0.settings.zoom(by: -1) }
    add(localized("&Normal Size"), "Ctrl+0", to: view) { $0.settings.zoom = 1 }
    view.addSeparator()
    let appearances = view.addSubmenu(localized("&Appearance"))
    for (choice, title) in [
      (ViewerSettings.Appearance.system, localized("Follow &System")),
      (.light, localized("&Light")), (.dark, localized("&Dark")),
    ] {
      addSwitch(title, to: appearances, isOn: { $0.settings.appearance == choice }) {
        controller, _ in
        controller.choose(choice)
      }
    }
    addSwitch(localized("Ani&mate Pictures"), to: view, of: \.animatesPictures)
    addSwitch(
      localized("Pa&use Animations to Save Power"), to: view, if: { $0.settings.animatesPictures },
      of: \.restsToSavePower)
    addSwitch(localized("&Load Pictures from the Network"), to: view, of: \.loadsFromNetwork)
    addSwitch(localized("Show All &Join and Leave Messages"), to: view, of: \.showsEachJoin)
    addSwitch(localized("Menu &Bar"), "Ctrl+M", to: view, isOn: { $0.settings.showsMenuBar }) {
      $0.settings.showsMenuBar = $1
      $0.window.setMenuBarWanted($1)
    }
    addSwitch(localized("&Full Screen"), "F11", to: view, isOn: nil) { $0.window.setFullScreen($1) }
    addSwitch(localized("F&rame Timings"), "F12", to: view, isOn: { $0.showsFrameLog }) {
      $0.showsFrameLog = $1
    }
  }

  private func fill(go: Menu) {
    add(localized("&Back"), "Alt+Left", to: go, if: { $0.navigation.canGoBack }) {
      $0.navigation.goBack()
    }
    add(localized("For&ward"), "Alt+Right", to: go, if: { $0.navigation.canGoForward }) {
      $0.navigation.goForward()
    }
    go.addSeparator()
    add(localized("&Top of the List"), "Ctrl+Home", to: go) { $0.mainList?.goToEdge(.start) }
    add(localized("&Bottom of the List"), "Ctrl+End", to: go) { $0.mainList?.goToEdge(.end) }
    add(
      localized("&First New Message"), "Ctrl+U", to: go,
      if: { $0.live != nil || $0.chat?.hasNew ?? false }
    ) {
      if let live = $0.live { return live.rooms.goToFirstUnread() }
      $0.chat?.goToFirstNew()
    }
    add(localized("Go to &Date…"), "Ctrl+G", to: go) { $0.askForDate() }
    add(
      localized("Pictures, Files and &Links"), "Ctrl+L", to: go,
      if: { $0.pane != nil || $0.media != nil }
    ) { $0.mediaPages.toggle() }
    let hasStatistics: Condition = {
      $0.pane != nil || $0.media != nil || $0.statistics != nil
    }
    add(
      localized("&Statistics and On This Day"), "Ctrl+I", to: go, if: hasStatistics
    ) { $0.statisticsPages.toggle() }
    add(
      localized("Statistics of This &Conversation"), "Ctrl+Shift+I", to: go, if: hasStatistics
    ) { $0.statisticsPages.toggle(ofConversation: true) }
    go.addSeparator()
    add(localized("&Previous Conversation"), "Ctrl+PgUp", to: go, if: { $0.sidebar != nil }) {
      $0.sidebar?.move(by: -1)
    }
    add(localized("Ne&xt Conversation"), "Ctrl+PgDown", to: go, if: { $0.sidebar != nil }) {
      $0.sidebar?.move(by: 1)
    }
  }

  private func fill(account menu: Menu) {
    let hasAccount: Condition = { $0.rooms?.accounts.isEmpty == false }
    add(localized("&Add Account…"), to: menu) { $0.addAccount() }
    add(localized("Lo&g In Again…"), to: menu, if: { $0.rooms?.loggedOut != nil }) {
      if let user = $0.rooms?.loggedOut { $0.rooms?.logInAgain(user) }
    }
    removals = menu.addSubmenu(localized("&Remove Account"))
    menu.addSeparator()
    add(localized("New &Direct Chat…"), to: menu, if: hasAccount) { $0.rooms?.addRoom(.direct) }
    add(localized("&New Room…"), to: menu, if: hasAccount) { $0.rooms?.addRoom(.named) }
    add(localized("&Join Room by Address…"), to: menu, if: hasAccount) {
      $0.rooms?.addRoom(.address)
    }
    menu.addSeparator()
    let hasRoom: Condition = { $0.live != nil || $0.details != nil }
    add(localized("R&oom Details"), "Ctrl+Shift+D", to: menu, if: hasRoom) {
      $0.toggleRoomDetails()
    }
    add(localized("&Invite People…"), to: menu, if: hasRoom) {
      if let key = $0.live?.key ?? $0.details?.key { $0.rooms?.invite(to: key) }
    }
    add(localized("&Leave This Room…"), to: menu, if: hasRoom) {
      if let key = $0.live?.key ?? $0.details?.key { $0.rooms?.leave(key) }
    }
    menu.addSeparator()
    add(localized("&Connect Now"), to: menu, if: hasAccount) { $0.rooms?.reconnect() }
  }

  private func fill(help: Menu) {
    add(localized("&Keyboard Shortcuts"), "F1", to: help) { $0.showShortcuts() }
    add(localized("Supported &Formats"), to: help) { $0.showFormats() }
    add(localized("&About Luge"), to: help) { $0.showAbout() }
  }
}

extension ViewerController {
  /// Moves the focus to the next part of the window, or the previous one: list, find bar,
  /// conversations.
  func focusPane(_ step: Int) {
    guard covering == nil else { return }
    let (main, side) = (window.main.surface, window.side.surface)
    var panes = [(hasFocus: main.hasFocus, focus: { main.focusByKeys() })]
    if find.isOpen {
      let find = find
      panes.append((!main.hasFocus && !side.hasFocus, { find.open() }))
    }
    if settings.placement.isSideVisible, sidebar != nil {
      panes.append((side.hasFocus, { side.focusByKeys() }))
    }
    let current = panes.firstIndex(where: \.hasFocus)
    let next = current.map { ($0 + step + panes.count) % panes.count } ?? 0
    panes[next].focus()
  }

  func choose(_ appearance: ViewerSettings.Appearance) {
    settings.appearance = appearance
    application.setColorScheme(appearance.scheme)
    applyAppearance()
    updateMenus()
  }

  /// Shows all formats that can be opened.
  func showFormats() {
    Task { @MainActor [weak self] in
      guard let window = self?.window else { return }
      await window.showMessage(
        .plain, title: localized("Supported Formats"),
        text: localized("Exports and backups in these formats, alone, in a folder or in a zip:"),
        detail: ExportOpener.formatNames.joined(separator: " · "))
    }
  }

  func showAbout() {
    Task { @MainActor [weak self] in
      guard let window = self?.window else { return }
      await window.showMessage(
        .plain, title: localized("About Luge"),
        text: "Luge \(LugeVersion.text)",
        detail: localized("Reads the chats and timelines that you exported.") + "\n\n"
          + localized("Apache License 2.0"))
    }
  }
}
