import CQtShim

/// Actions of the entries of a window's menus, by number.
@MainActor
final class ActionTable {
  private var handlers: [Int32: @MainActor (Bool) -> Void] = [:]
  private var next: Int32 = 0

  func add(_ handler: @escaping @MainActor (Bool) -> Void) -> Int32 {
    next += 1
    handlers[next] = handler
    return next
  }

  func remove(_ ids: [Int32]) { for id in ids { handlers[id] = nil } }

  func run(_ id: Int32, isChecked: Bool) { handlers[id]?(isChecked) }
}

/// A menu of the menu bar, or a submenu.
@MainActor
public final class Menu {
  private let handle: OpaquePointer
  private let owner: WindowHandle
  private let actions: ActionTable

  // MARK: Mutable State (main actor)
  private var ids: [Int32] = []
  private var submenus: [Menu] = []
  /// Number that grows when the menu is cleared: earlier entries have no widget any more.
  private var generation = 0

  init(handle: OpaquePointer, owner: WindowHandle, actions: ActionTable) {
    self.handle = handle
    self.owner = owner
    self.actions = actions
  }

  /// Appends an entry.
  ///
  /// - Parameters:
  ///   - shortcuts: texts such as `"Ctrl+O"`; the first one is shown.
  ///   - isCheckable: whether the entry has a check mark, which choosing it toggles.
  ///   - action: called with the check mark's new value.
  @discardableResult
  public func add(
    _ title: String, shortcuts: [String] = [], isCheckable: Bool = false,
    action: @escaping @MainActor (_ isChecked: Bool) -> Void
  ) -> MenuEntry {
    let id = actions.add(action)
    ids.append(id)
    let entry: OpaquePointer = lq_menu_add_action(handle, id, title, nil, isCheckable)
    if !shortcuts.isEmpty { lq_action_set_shortcuts(entry, shortcuts.joined(separator: "; ")) }
    return MenuEntry(handle: entry, menu: self, generation: generation)
  }

  public func addSeparator() { lq_menu_add_separator(handle) }

  /// Appends a submenu.
  public func addSubmenu(_ title: String) -> Menu {
    let menu = Menu(handle: lq_menu_add_submenu(handle, title), owner: owner, actions: actions)
    submenus.append(menu)
    return menu
  }

  /// Removes all entries and submenus. Objects returned for them do nothing any more.
  public func clear() {
    for submenu in submenus { submenu.clear() }
    actions.remove(ids)
    ids = []
    submenus = []
    generation += 1
    lq_menu_clear(handle)
  }

  public func setEnabled(_ isEnabled: Bool) { lq_menu_set_enabled(handle, isEnabled) }

  /// Calls a closure with true before the menu is shown, and with false after it was hidden: for
  /// entries whose shortcuts work when they themselves would be disabled.
  public func watch(_ change: @escaping @MainActor (_ isShown: Bool) -> Void) {
    let id = actions.add(change)
    ids.append(id)
    lq_menu_watch(handle, id)
  }

  fileprivate func isCurrent(_ generation: Int) -> Bool { generation == self.generation }
}

/// One entry of a ``Menu``.
@MainActor
public final class MenuEntry {
  private let handle: OpaquePointer
  private let menu: Menu
  private let generation: Int

  init(handle: OpaquePointer, menu: Menu, generation: Int) {
    self.handle = handle
    self.menu = menu
    self.generation = generation
  }

  private func withHandle(_ body: (OpaquePointer) -> Void) {
    if menu.isCurrent(generation) { body(handle) }
  }

  public func setEnabled(_ isEnabled: Bool) {
    withHandle { lq_action_set_enabled($0, isEnabled) }
  }
  public func setChecked(_ isChecked: Bool) {
    withHandle { lq_action_set_checked($0, isChecked) }
  }
}
