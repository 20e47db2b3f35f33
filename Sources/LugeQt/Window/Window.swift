import CQtShim

/// A main window: a menu bar above a side list and a main list.
///
/// The window is gone when it and everything that was taken from it are dropped.
@MainActor
public final class Window {
  /// The list on the right, or the only one.
  public let main: ListArea
  /// The list on the left, hidden until ``setSideVisible(_:)``.
  public let side: ListArea
  /// Below the main list, hidden until it is made visible.
  public private(set) lazy var composer = Composer(
    handle: lq_window_composer(handle), owner: owner)
  /// Beside the main list, or in its place in a narrow window; hidden until ``showAside(_:)``.
  public private(set) lazy var aside = ListArea(
    handle: lq_window_aside_area(handle), owner: owner, keepsBarRoom: true)
  /// Below the list beside the main one.
  public private(set) lazy var asideComposer = Composer(
    handle: lq_window_aside_composer(handle), owner: owner)
  /// The reader wants what is beside the main list to be closed.
  public var onAsideClose: (@MainActor () -> Void)?
  /// Above the main list and above the side list; there from when they are first asked for.
  public private(set) lazy var titleBar = TitleBar(
    handle: lq_window_title_bar(handle), owner: owner)
  public private(set) lazy var searchBar = SearchBar(
    handle: lq_window_search_bar(handle), owner: owner)
  /// Over both lists, hidden until ``setOverlayVisible(_:)``.
  public let overlay: Surface
  /// The window is about to close; false keeps it open.
  public var onClose: (@MainActor () -> Bool)?
  /// Escape that nothing else has taken; false leaves it to Qt.
  public var onEscape: (@MainActor () -> Bool)?
  /// Place, size or side width changed; ask ``placement`` when saving.
  public var onPlacement: (@MainActor () -> Void)?
  /// The window got the keys, or another one did; see ``isActive``.
  public var onActive: (@MainActor (Bool) -> Void)?

  /// A button of the notice that is shown, by index; nil when the reader puts it away.
  private var onNotice: (@MainActor (Int?) -> Void)?
  fileprivate var onBar: (@MainActor (Int?) -> Void)?

  let owner: WindowHandle
  private let actions: ActionTable
  private var handle: OpaquePointer { owner.window }

  /// Hidden until ``show()``. Needs an ``Application``.
  public init(title: String) {
    self.title = title
    let router = Router()
    actions = router.actions
    owner = WindowHandle(router.callbacks, keeping: router)
    main = ListArea(handle: lq_window_main_area(owner.window), owner: owner, keepsBarRoom: true)
    side = ListArea(handle: lq_window_side_area(owner.window), owner: owner, keepsBarRoom: false)
    overlay = Surface(handle: lq_window_overlay(owner.window), owner: owner)
    router.window = self
    lq_window_set_title(handle, title)
  }

  public var title: String {
    didSet { if title != oldValue { lq_window_set_title(handle, title) } }
  }

  /// Shows words and buttons above the main list, in place of those that are there, until a button
  /// or the cross is pressed.
  ///
  /// - Parameter answer: the button's index; nil for the cross.
  public func showNotice(
    _ text: String, buttons: [String], answer: @escaping @MainActor (Int?) -> Void
  ) {
    notice = text
    onNotice = answer
    withCStrings([text] + buttons) { strings in
      strings.withUnsafeBufferPointer { strings in
        lq_window_show_notice(
          handle, strings[0], strings.baseAddress.map { $0 + 1 }, Int32(clamping: buttons.count))
      }
    }
  }

  /// Shows words and buttons below the main list, in place of the composer, until ``hideBar()``.
  ///
  /// - Parameter press: the button's index; nil for the cross and for Escape.
  public func showBar(
    _ text: String, buttons: [String], press: @escaping @MainActor (Int?) -> Void
  ) {
    onBar = press
    withCStrings([text] + buttons) { strings in
      strings.withUnsafeBufferPointer { strings in
        lq_window_show_bar(
          handle, strings[0], strings.baseAddress.map { $0 + 1 }, Int32(clamping: buttons.count))
      }
    }
  }

  public func hideBar() {
    guard onBar != nil else { return }
    onBar = nil
    lq_window_hide_bar(handle)
  }

  /// Shows the list beside the main one under a title; nil hides it.
  public func showAside(_ title: String?) {
    guard let title else { return lq_window_set_aside(handle, nil) }
    lq_window_set_aside(handle, title)
  }

  /// What the notice says that is shown.
  public private(set) var notice: String?

  public func hideNotice() {
    guard notice != nil else { return }
    notice = nil
    onNotice = nil
    lq_window_hide_notice(handle)
  }

  fileprivate func didChoose(_ index: Int32) {
    let answer = onNotice
    hideNotice()
    answer?(index < 0 ? nil : Int(index))
  }

  public func show() { lq_window_show(handle) }

  /// Tells the main list of a window that was not shown yet the size that it will have then.
  public func placeMain() { lq_window_place_main(handle) }

  /// Takes it from the screen at once, while there is something left to be done before it is
  /// closed.
  public func hide() { lq_window_hide(handle) }

  public func close() { lq_window_close(handle) }

  /// Brings it to the front, as far as the window system lets it.
  public func activate() { lq_window_activate(handle) }

  /// Whether it has the keys: whoever it belongs to is looking at it.
  public var isActive: Bool { lq_window_is_active(handle) }

  /// - Parameter path: a PNG, JPEG or SVG file.
  /// - Returns: false when it can't be read.
  @discardableResult
  public func setIcon(path: String) -> Bool { lq_window_set_icon(handle, path) }

  /// - Parameter data: the bytes of a PNG or JPEG file.
  /// - Returns: false when they can't be read.
  @discardableResult
  public func setIcon(data: [UInt8]) -> Bool {
    data.withUnsafeBufferPointer {
      lq_window_set_icon_data(handle, $0.baseAddress, Int32(clamping: $0.count))
    }
  }

  public var hasIcon: Bool { lq_window_has_icon(handle) }

  /// Takes the icon that the desktop's theme has under a name, if it has one.
  public func setThemeIcon(_ name: String) { lq_window_set_theme_icon(handle, name) }

  public var placement: Placement {
    get { Placement(lq_window_placement(handle)) }
    set {
      var placement = newValue.shim
      lq_window_set_placement(handle, &placement)
    }
  }

  /// Whether the reader wants the side list.
  public func setSideVisible(_ isVisible: Bool) { lq_window_set_side_visible(handle, isVisible) }

  /// Whether the side list is shown: wanted, and the window is wide enough.
  public var isSideShown: Bool { lq_window_side_shown(handle) }

  /// Whether both lists are wanted and there is room for one.
  public var isNarrow: Bool { lq_window_is_narrow(handle) }

  /// Chooses the list that a narrow window shows; a wide one shows both.
  public func showSidePage(_ isSide: Bool) { lq_window_show_side_page(handle, isSide) }

  /// In a narrow window another list is shown than before.
  public var onPage: (@MainActor () -> Void)?

  /// Folds the side list away in windows narrower than this (points); 0 for never.
  public func setFoldWidth(_ width: Int) {
    lq_window_set_fold_width(handle, Int32(min(max(width, 0), 100_000)))
  }

  /// Shown, the overlay has the keys and the mouse; hidden, the main list has the keys.
  public func setOverlayVisible(_ isVisible: Bool) {
    lq_window_set_overlay_visible(handle, isVisible)
  }

  public func setMinimumSize(width: Int, height: Int) {
    lq_window_set_minimum_size(
      handle, Int32(min(max(width, 1), 10_000)), Int32(min(max(height, 1), 10_000)))
  }

  public func setFullScreen(_ isFullScreen: Bool) {
    lq_window_set_full_screen(handle, isFullScreen)
  }

  /// Whether the menu bar is there for good. Otherwise it comes with Alt, and a button of the bars
  /// above the lists has its menus.
  public func setMenuBarWanted(_ isWanted: Bool) {
    lq_window_set_menu_bar_wanted(handle, isWanted)
  }

  public var isMenuBarShown: Bool { lq_window_menu_bar_shown(handle) }

  /// Points that the menu bar needs.
  public var menuHeight: Int { Int(lq_window_menu_height(handle)) }

  /// Keeps room for a menu bar that is made later, with the first menu.
  ///
  /// - Parameter height: points, as ``menuHeight`` was the last time.
  public func keepMenuRoom(_ height: Int) {
    lq_window_keep_menu_room(handle, Int32(min(max(height, 0), 1000)))
  }

  /// Appends a menu to the menu bar; "&" before a letter makes it the mnemonic.
  public func addMenu(_ title: String) -> Menu {
    Menu(handle: lq_window_add_menu(handle, title), owner: owner, actions: actions)
  }

  /// Writes what the window shows, without its frame, as a PNG file.
  public func grab(to path: String) throws(QtError) {
    guard lq_window_grab(handle, path) else { throw .grabFailed(path: path) }
  }

  /// The window's id on X11, 0 elsewhere.
  public var x11ID: UInt64 { lq_window_id(handle) }
}

/// Receives the C side's calls for a window. Apart from the window, because its menus need the
/// actions before the window is complete.
@MainActor
private final class Router {
  weak var window: Window?
  let actions = ActionTable()

  var callbacks: lq_window_callbacks {
    lq_window_callbacks(
      context: Unmanaged.passUnretained(self).toOpaque(),
      close: { context in
        onMain(context, as: Router.self, default: true) { $0.window?.onClose?() ?? true }
      },
      placement: { context in
        onMain(context, as: Router.self) { $0.window?.onPlacement?() }
      },
      action: { context, id, isChecked in
        onMain(context, as: Router.self) { $0.actions.run(id, isChecked: isChecked) }
      },
      notice: { context, index in
        onMain(context, as: Router.self) { $0.window?.didChoose(index) }
      },
      page: { context in onMain(context, as: Router.self) { $0.window?.onPage?() } },
      escape: { context in
        onMain(context, as: Router.self, default: false) { $0.window?.onEscape?() ?? false }
      },
      active: { context, isActive in
        onMain(context, as: Router.self) { $0.window?.onActive?(isActive) }
      },
      bar: { context, index in
        onMain(context, as: Router.self) { $0.window?.onBar?(index < 0 ? nil : Int(index)) }
      },
      aside_closed: { context in
        onMain(context, as: Router.self) { $0.window?.onAsideClose?() }
      })
  }
}
