import Foundation
import LugeCore
import LugeImporters
import LugeListKit
import LugeQt
import LugeWords

/// The menu bar.
@MainActor
final class ViewerMenus {
  private unowned let controller: ViewerController
  private let menus: (file: Menu, edit: Menu, view: Menu, go: Menu, account: Menu?, help: Menu)
  private var recents: Menu?
  private var sideEntry: MenuEntry?
  private var selectAllEntry: MenuEntry?
  private var networkEntry: MenuEntry?
  private var animationEntry: MenuEntry?
  private var powerEntry: MenuEntry?
  private var joinEntry: MenuEntry?
  private var frameLogEntry: MenuEntry?
  private var newEntry: MenuEntry?
  private var backEntry: MenuEntry?
  private var forwardEntry: MenuEntry?
  private var findEntries: [MenuEntry] = []
  private var conversationEntries: [MenuEntry] = []
  private var mediaEntry: MenuEntry?
  private var ownerEntry: MenuEntry?
  private var closeEntry: MenuEntry?
  private var mergeEntry: MenuEntry?
  private var exportEntries: [MenuEntry] = []
  private var menuBarEntry: MenuEntry?
  private var mediaListEntry: MenuEntry?
  private var statisticsEntries: [MenuEntry] = []
  private var searchEntry: MenuEntry?
  private var roomEntries: [MenuEntry] = []
  private var shownRoomEntries: [MenuEntry] = []
  private var removals: Menu?
  private var appearance: [ViewerSettings.Appearance: MenuEntry] = [:]

  init(_ controller: ViewerController) {
    self.controller = controller
    let window = controller.window
    menus = (
      window.addMenu(localized("&File")), window.addMenu(localized("&Edit")),
      window.addMenu(localized("&View")), window.addMenu(localized("&Go")),
      controller.rooms == nil ? nil : window.addMenu(localized("&Account")),
      window.addMenu(localized("&Help"))
    )
    fill()
  }

  /// Makes the entries, and with them the shortcuts.
  private func fill() {
    let controller = controller
    let (file, edit, view, go, account, help) = menus
    file.add(localized("&Open…"), shortcuts: ["Ctrl+O"]) { [weak controller] _ in
      controller?.archives.askForFile(.openFile)
    }
    file.add(localized("Open &Folder…"), shortcuts: ["Ctrl+Shift+O"]) { [weak controller] _ in
      controller?.archives.askForFile(.openFolder)
    }
    recents = file.addSubmenu(localized("Open &Recent"))
    ownerEntry = file.add(localized("&Which of These People Is You…")) { [weak controller] _ in
      controller?.owner.choose()
    }
    mergeEntry = file.add(localized("&Merge with Another…")) { [weak controller] _ in
      controller?.mergeWithAnother()
    }
    exportEntries = [
      file.add(localized("&Export This Conversation…")) { [weak controller] _ in
        if let conversation = controller?.shownConversation { controller?.export(conversation) }
      },
      file.add(localized("Export A&ll Conversations…")) { [weak controller] _ in
        controller?.export(nil)
      },
    ]
    mediaEntry = file.add(localized("Its Pictures Are in &This Folder…")) { [weak controller] _ in
      controller?.mediaFolder.choose()
    }
    file.addSeparator()
    closeEntry = file.add(localized("&Close"), shortcuts: ["Ctrl+W"]) { [weak controller] _ in
      controller?.closeArchive()
    }
    file.add(localized("&Quit"), shortcuts: ["Ctrl+Q"]) { [weak controller] _ in
      controller?.window.close()
    }

    edit.add(localized("&Copy"), shortcuts: ["Ctrl+C"]) { [weak controller] _ in
      controller?.editResponder?.copyContent()
    }
    selectAllEntry = edit.add(localized("Select &All"), shortcuts: ["Ctrl+A"]) {
      [weak controller] _ in
      controller?.editResponder?.selectAllContent()
    }
    edit.addSeparator()
    searchEntry = edit.add(
      localized("&Search All Conversations…"), shortcuts: ["Ctrl+Shift+F", "Ctrl+K"]
    ) {
      [weak controller] _ in controller?.search.open()
    }
    for (title, shortcut, steps) in [
      (localized("&Find…"), "Ctrl+F", 0), (localized("&Next Find"), "F3", 1),
      (localized("&Previous Find"), "Shift+F3", -1),
    ] {
      findEntries.append(
        edit.add(title, shortcuts: [shortcut]) { [weak controller] _ in
          if steps == 0 { controller?.find.open() } else { controller?.find.step(by: steps) }
        })
    }
    fill(view)
    fillFrameLog(view)
    fill(go: go)
    if let account { fill(account: account) }
    help.add(localized("&Keyboard Shortcuts"), shortcuts: ["F1"]) { [weak controller] _ in
      controller?.showShortcuts()
    }
    help.add(localized("&What Luge Reads")) { [weak controller] _ in controller?.showFormats() }
    help.add(localized("&About Luge")) { [weak controller] _ in controller?.showAbout() }
    update()
  }

  /// Brings check marks and recent archives up to date.
  func update() {
    sideEntry?.setChecked(controller.settings.placement.isSideVisible)
    sideEntry?.setEnabled(controller.sidebar != nil)
    ownerEntry?.setEnabled(controller.conversations.contains { $0.kind != .timeline })
    mergeEntry?.setEnabled(controller.isShowingArchive)
    exportEntries.first?.setEnabled(controller.shownConversation != nil)
    exportEntries.last?.setEnabled(controller.isShowingArchive)
    closeEntry?.setEnabled(controller.isShowingArchive)
    mediaEntry?.setEnabled(controller.isShowingArchive)
    selectAllEntry?.setEnabled(controller.editResponder?.canSelectAll ?? false)
    networkEntry?.setChecked(controller.settings.loadsFromNetwork)
    animationEntry?.setChecked(controller.settings.animatesPictures)
    powerEntry?.setChecked(controller.settings.restsToSavePower)
    powerEntry?.setEnabled(controller.settings.animatesPictures)
    joinEntry?.setChecked(controller.settings.showsEachJoin)
    mediaListEntry?.setEnabled(controller.pane != nil || controller.media != nil)
    for entry in statisticsEntries {
      entry.setEnabled(
        controller.pane != nil || controller.media != nil || controller.statistics != nil)
    }
    searchEntry?.setEnabled(controller.pane != nil || controller.sidebar != nil)
    menuBarEntry?.setChecked(controller.settings.showsMenuBar)
    menus.go.setEnabled(controller.mainList != nil)
    backEntry?.setEnabled(controller.navigation.canGoBack)
    forwardEntry?.setEnabled(controller.navigation.canGoForward)
    newEntry?.setEnabled(controller.live != nil || controller.chat?.hasNew ?? false)
    updateAccounts()
    frameLogEntry?.setChecked(controller.showsFrameLog)
    for entry in findEntries { entry.setEnabled(controller.pane != nil || controller.live != nil) }
    for entry in conversationEntries { entry.setEnabled(controller.sidebar != nil) }
    for (choice, entry) in appearance {
      entry.setChecked(choice == controller.settings.appearance)
    }
    guard let recents else { return }
    recents.clear()
    recents.setEnabled(!controller.settings.recents.isEmpty)
    for path in controller.settings.recents {
      let title = path.replacingOccurrences(of: "&", with: "&&")
      recents.add(title) { [weak controller] _ in controller?.archives.open(path) }
    }
    if !controller.settings.recents.isEmpty {
      recents.addSeparator()
      recents.add(localized("Clear List")) { [weak controller] _ in
        controller?.settings.recents = []
      }
    }
  }

  private func fill(_ view: Menu) {
    let controller = controller
    sideEntry = view.add(localized("&Conversations"), shortcuts: ["F9"], isCheckable: true) {
      [weak controller] isChecked in
      guard let controller else { return }
      if controller.window.isNarrow {
        // There both are wanted, and one is seen.
        controller.window.showSidePage(!controller.window.isSideShown)
        controller.updateMenus()
        return
      }
      // Of a list that is there for a search alone nothing is remembered.
      if controller.side.hasChoice { controller.settings.placement.isSideVisible = isChecked }
      controller.window.setSideVisible(isChecked && controller.sidebar != nil)
    }
    for (title, shortcut, step) in [
      (localized("Next &Pane"), "F6", 1), (localized("Previous Pan&e"), "Shift+F6", -1),
    ] {
      view.add(title, shortcuts: [shortcut]) { [weak controller] _ in
        controller?.focusPane(step)
      }
    }
    view.addSeparator()
    view.add(localized("Zoom &In"), shortcuts: ["Ctrl++", "Ctrl+="]) { [weak controller] _ in
      controller?.settings.zoom(by: 1)
    }
    view.add(localized("Zoom &Out"), shortcuts: ["Ctrl+-"]) { [weak controller] _ in
      controller?.settings.zoom(by: -1)
    }
    view.add(localized("&Normal Size"), shortcuts: ["Ctrl+0"]) { [weak controller] _ in
      controller?.settings.zoom = 1
    }
    view.addSeparator()
    let appearanceMenu = view.addSubmenu(localized("&Appearance"))
    for (choice, title) in [
      (ViewerSettings.Appearance.system, localized("As the &System")),
      (.light, localized("&Light")), (.dark, localized("&Dark")),
    ] {
      appearance[choice] = appearanceMenu.add(title, isCheckable: true) { [weak controller] _ in
        controller?.choose(choice)
      }
    }
    animationEntry = view.add(localized("Ani&mate Pictures"), isCheckable: true) {
      [weak controller] isChecked in
      controller?.settings.animatesPictures = isChecked
    }
    powerEntry = view.add(localized("Pa&use Animations to Save Power"), isCheckable: true) {
      [weak controller] isChecked in
      controller?.settings.restsToSavePower = isChecked
    }
    networkEntry = view.add(localized("&Load Pictures from the Network"), isCheckable: true) {
      [weak controller] isChecked in
      controller?.settings.loadsFromNetwork = isChecked
    }
    joinEntry = view.add(localized("Show Each &Join and Leave"), isCheckable: true) {
      [weak controller] isChecked in
      controller?.settings.showsEachJoin = isChecked
    }
    menuBarEntry = view.add(localized("Menu &Bar"), shortcuts: ["Ctrl+M"], isCheckable: true) {
      [weak controller] isChecked in
      controller?.settings.showsMenuBar = isChecked
      controller?.window.setMenuBarWanted(isChecked)
    }
    view.add(localized("&Full Screen"), shortcuts: ["F11"], isCheckable: true) {
      [weak controller] isChecked in
      controller?.window.setFullScreen(isChecked)
    }
  }

  private func fill(account menu: Menu) {
    let controller = controller
    menu.add(localized("&Add Account…")) { [weak controller] _ in controller?.addAccount() }
    removals = menu.addSubmenu(localized("&Remove Account"))
    menu.addSeparator()
    for (title, kind) in [
      (localized("New &Direct Chat…"), RoomsController.NewRoom.direct),
      (localized("&New Room…"), .named),
      (localized("&Join Room by Address…"), .address),
    ] {
      roomEntries.append(
        menu.add(title) { [weak controller] _ in controller?.rooms?.addRoom(kind) })
    }
    menu.addSeparator()
    shownRoomEntries.append(
      menu.add(localized("&Invite Somebody…")) { [weak controller] _ in
        if let key = controller?.live?.key { controller?.rooms?.invite(to: key) }
      })
    shownRoomEntries.append(
      menu.add(localized("&Leave This Room…")) { [weak controller] _ in
        if let key = controller?.live?.key { controller?.rooms?.leave(key) }
      })
    menu.addSeparator()
    roomEntries.append(
      menu.add(localized("&Connect Now")) { [weak controller] _ in controller?.rooms?.reconnect() })
  }

  private func updateAccounts() {
    let users = controller.rooms?.accounts.map(\.entry.user) ?? []
    for entry in roomEntries { entry.setEnabled(!users.isEmpty) }
    for entry in shownRoomEntries { entry.setEnabled(controller.live != nil) }
    guard let removals else { return }
    removals.clear()
    removals.setEnabled(!users.isEmpty)
    for user in users {
      removals.add(ForeignText.visible(user).replacing("&", with: "&&") + "…") {
        [weak controller] _ in controller?.rooms?.removeAccount(user)
      }
    }
  }

  private func fillFrameLog(_ view: Menu) {
    let controller = controller
    frameLogEntry = view.add(localized("F&rame Timings"), shortcuts: ["F12"], isCheckable: true) {
      [weak controller] isChecked in controller?.showsFrameLog = isChecked
    }
  }

  private func fill(go goMenu: Menu) {
    let controller = controller
    backEntry = goMenu.add(localized("&Back"), shortcuts: ["Alt+Left"]) { [weak controller] _ in
      controller?.navigation.goBack()
    }
    forwardEntry = goMenu.add(localized("For&ward"), shortcuts: ["Alt+Right"]) {
      [weak controller] _ in
      controller?.navigation.goForward()
    }
    goMenu.addSeparator()
    goMenu.add(localized("&Top of the List"), shortcuts: ["Ctrl+Home"]) { [weak controller] _ in
      controller?.navigation.leavePlace()
      controller?.mainList?.scrollToStart()
    }
    goMenu.add(localized("&Bottom of the List"), shortcuts: ["Ctrl+End"]) { [weak controller] _ in
      if let live = controller?.live { return live.rooms.goToNewest() }
      controller?.navigation.leavePlace()
      controller?.mainList?.scrollToEnd()
    }
    newEntry = goMenu.add(localized("&First New Message"), shortcuts: ["Ctrl+U"]) {
      [weak controller] _ in
      if let live = controller?.live { return live.rooms.goToFirstUnread() }
      controller?.chat?.goToFirstNew()
    }
    goMenu.add(localized("Go to &Date…"), shortcuts: ["Ctrl+G"]) { [weak controller] _ in
      controller?.askForDate()
    }
    mediaListEntry = goMenu.add(localized("Pictures, Files and &Links"), shortcuts: ["Ctrl+L"]) {
      [weak controller] _ in controller?.mediaPages.toggle()
    }
    statisticsEntries = [
      goMenu.add(localized("&Statistics and This Day in Other Years"), shortcuts: ["Ctrl+I"]) {
        [weak controller] _ in controller?.statisticsPages.toggle()
      },
      goMenu.add(localized("Statistics of This &Conversation"), shortcuts: ["Ctrl+Shift+I"]) {
        [weak controller] _ in controller?.statisticsPages.toggle(ofConversation: true)
      },
    ]
    goMenu.addSeparator()
    for (title, shortcut, step) in [
      (localized("&Previous Conversation"), "Ctrl+PgUp", -1),
      (localized("Ne&xt Conversation"), "Ctrl+PgDown", 1),
    ] {
      conversationEntries.append(
        goMenu.add(title, shortcuts: [shortcut]) { [weak controller] _ in
          controller?.sidebar?.move(by: step)
        })
    }
  }
}

extension ViewerController {
  /// Gives the keys to the next part of the window, or the one before: list, find bar,
  /// conversations.
  func focusPane(_ step: Int) {
    guard !overlay.isOpen else { return }
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

  /// All formats that can be opened.
  func showFormats() {
    Task { @MainActor [weak self] in
      guard let window = self?.window else { return }
      await window.showMessage(
        .plain, title: localized("What Luge Reads"),
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
