import CQtShim
public import LugeCore

/// Main window: a menu bar above a side list and a main list.
///
/// The window is destroyed when it and all objects taken from it are released.
@MainActor
public final class Window {
  /// List on the right, or the only one.
  public let main: ListArea
  /// List on the left, hidden until ``setSideVisible(_:)``.
  public let side: ListArea
  /// Composer below the main list, hidden until it is made visible.
  public private(set) lazy var composer = Composer(
    handle: lq_window_composer(handle), owner: owner)
  /// List beside the main list, or in its place in a narrow window; hidden until ``showAside(_:)``.
  public private(set) lazy var aside = ListArea(
    handle: lq_window_aside_area(handle), owner: owner, keepsBarRoom: true)
  /// Composer below the list beside the main one.
  public private(set) lazy var asideComposer = Composer(
    handle: lq_window_aside_composer(handle), owner: owner)
  /// Closure called when the user closes the list beside the main one.
  public var onAsideClose: (@MainActor () -> Void)?
  /// Bars above the main list and above the side list; made at first use.
  public private(set) lazy var titleBar = TitleBar(
    handle: lq_window_title_bar(handle), owner: owner)
  public private(set) lazy var searchBar = SearchBar(
    handle: lq_window_search_bar(handle), owner: owner)
  /// Surface over both lists, hidden until ``setOverlayVisible(_:)``.
  public let overlay: Surface
  /// Closure called before the window closes; return false to keep it open.
  public var onClose: (@MainActor () -> Bool)?
  /// Closure called at Escape when nothing else has handled it; return false to leave it to Qt.
  public var onEscape: (@MainActor () -> Bool)?
  /// Closure called at Escape when ``onEscape`` has not handled it either: that of the chat in the
  /// main list.
  package var onChatEscape: (@MainActor () -> Bool)?
  /// Closure called when position, size or side width have changed; see ``placement``.
  public var onPlacement: (@MainActor () -> Void)?
  /// Closure called when the window has become active or inactive; see ``isActive``.
  public var onActive: (@MainActor (Bool) -> Void)?

  /// Closures called, beside ``onActive``, when the window has become active. Those that return
  /// false are removed, because their object is gone.
  private var activeObservers: [@MainActor () -> Bool] = []
  /// Notices that the user has not answered yet.
  private var notices = [Notice?](repeating: nil, count: Int(LQ_NOTICES))
  fileprivate var onBar: (@MainActor (Int?) -> Void)?
  /// Text of the bar below the main list; nil while there is none.
  public private(set) var bar: String?

  let owner: WindowHandle
  private let actions: ActionTable
  private var handle: OpaquePointer { owner.window }

  /// Makes a window, hidden until ``show()``. Needs an ``Application``.
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

  public var title: String { didSet { if title != oldValue { showTitle() } } }

  /// Number before the title, as of unread messages: "(3) Anna"; 0: none.
  public var titleCount = 0 { didSet { if titleCount != oldValue { showTitle() } } }

  private func showTitle() {
    lq_window_set_title(handle, titleCount > 0 ? "(\(titleCount)) \(title)" : title)
  }

  /// A text and buttons above the main list, until one of them is pressed.
  public struct Notice {
    public var text: String
    public var buttons: [String]
    /// Index of a button that leaves the notice where it is; nil for none.
    public var staysAfter: Int?
    /// Called with the button's index; nil for the close button.
    public var answer: @MainActor (Int?) -> Void

    public init(
      _ text: String, buttons: [String], staysAfter: Int? = nil,
      answer: @escaping @MainActor (Int?) -> Void
    ) {
      self.text = text
      self.buttons = buttons
      self.staysAfter = staysAfter
      self.answer = answer
    }
  }

  /// Shows notices one below the other in place of those that are there.
  ///
  /// - Parameters:
  ///   - first: nil for none.
  ///   - second: nil for none.
  public func showNotices(_ first: Notice?, _ second: Notice? = nil) {
    for (line, notice) in [first, second].enumerated() { show(notice, line: line) }
  }

  private func show(_ notice: Notice?, line: Int) {
    let wasShown = notices[line] != nil
    notices[line] = notice
    guard let notice else {
      if wasShown { lq_window_hide_notice(handle, Int32(line)) }
      return
    }
    withCStrings([notice.text] + notice.buttons) { strings in
      strings.withUnsafeBufferPointer { strings in
        lq_window_show_notice(
          handle, Int32(line), strings[0], strings.baseAddress.map { $0 + 1 },
          Int32(clamping: notice.buttons.count))
      }
    }
  }

  /// Shows a text and buttons below the main list, in place of the composer, until
  /// ``hideBar(focusesComposer:)``.
  ///
  /// - Parameters:
  ///   - close: name of the close button; "": the usual one.
  ///   - press: called with the button's index; nil for the close button and for Escape.
  public func showBar(
    _ text: String, buttons: [String], close: String = "",
    press: @escaping @MainActor (Int?) -> Void
  ) {
    onBar = press
    bar = text
    withCStrings([text, close] + buttons) { strings in
      strings.withUnsafeBufferPointer { strings in
        lq_window_show_bar(
          handle, strings[0], strings[1], strings.baseAddress.map { $0 + 2 },
          Int32(clamping: buttons.count))
      }
    }
  }

  /// Shows the composer again in place of the bar.
  ///
  /// - Parameter focusesComposer: whether the composer gets the keyboard focus; otherwise it stays
  ///   in the list.
  public func hideBar(focusesComposer: Bool = true) {
    guard onBar != nil else { return }
    onBar = nil
    bar = nil
    lq_window_hide_bar(handle, focusesComposer)
  }

  /// Shows the list beside the main one with a title; nil hides it.
  public func showAside(_ title: String?) {
    guard let title else { return lq_window_set_aside(handle, nil) }
    lq_window_set_aside(handle, title)
  }

  /// Texts of the notices that are shown, a line each; nil when there are none.
  public var notice: String? {
    let texts = notices.compactMap(\.self).map(\.text)
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }

  /// Place of a button of the first notice, in device pixels of the main surface, which it is not
  /// in.
  public func noticeButton(_ index: Int) -> Rect? {
    var (x, y, width, height) = (0.0, 0.0, 0.0, 0.0)
    guard
      lq_window_notice_button(handle, Int32(clamping: index), &x, &y, &width, &height)
    else { return nil }
    let scale = main.surface.geometry.scale
    return Rect(x: x * scale, y: y * scale, width: width * scale, height: height * scale)
  }

  fileprivate func didChoose(_ index: Int32, line: Int32) {
    let line = Int(line)
    guard notices.indices.contains(line), let notice = notices[line] else { return }
    if notice.staysAfter != Int(index) { show(nil, line: line) }
    notice.answer(index < 0 ? nil : Int(index))
  }

  public func show() { lq_window_show(handle) }

  /// Gives the main list, before the window is shown, the size that it will have then.
  public func placeMain() { lq_window_place_main(handle) }

  /// Hides the window at once, while work remains to be done before it is closed.
  public func hide() { lq_window_hide(handle) }

  public func close() { lq_window_close(handle) }

  /// Brings the window to the front, as far as the window system allows.
  public func activate() { lq_window_activate(handle) }

  /// Adds a closure that is called when the window has become active, as long as an object lives.
  package func addActiveObserver<Object: AnyObject>(
    _ object: Object, _ body: @escaping @MainActor (Object) -> Void
  ) {
    activeObservers.append { [weak object] in
      guard let object else { return false }
      body(object)
      return true
    }
  }

  fileprivate func becameActive(_ isActive: Bool) {
    if isActive { activeObservers.removeAll { !$0() } }
    onActive?(isActive)
  }

  /// Whether the window is active, so that the user is looking at it.
  public var isActive: Bool { lq_window_is_active(handle) }

  /// Sets the icon.
  ///
  /// - Parameter data: the bytes of a PNG or JPEG file.
  /// - Returns: false when they can't be read.
  @discardableResult
  public func setIcon(data: [UInt8]) -> Bool {
    data.withUnsafeBufferPointer {
      lq_window_set_icon_data(handle, $0.baseAddress, Int32(clamping: $0.count))
    }
  }

  public var hasIcon: Bool { lq_window_has_icon(handle) }

  /// Sets the icon that the desktop's theme has under a name, if there is one.
  public func setThemeIcon(_ name: String) { lq_window_set_theme_icon(handle, name) }

  public var placement: Placement {
    get { Placement(lq_window_placement(handle)) }
    set {
      var placement = newValue.shim
      lq_window_set_placement(handle, &placement)
    }
  }

  /// Sets whether the user wants the side list.
  public func setSideVisible(_ isVisible: Bool) { lq_window_set_side_visible(handle, isVisible) }

  /// Sets whether a button above the main list leads to the side list while that is not wanted.
  public func setSideOffered(_ isOffered: Bool) { lq_window_set_side_offered(handle, isOffered) }

  /// Closure called when that button was pressed; the side list is shown already.
  public var onSideAsked: (@MainActor () -> Void)?

  /// Whether the side list is shown: wanted, and the window is wide enough.
  public var isSideShown: Bool { lq_window_side_shown(handle) }

  /// Whether both lists are wanted but there is space for only one.
  public var isNarrow: Bool { lq_window_is_narrow(handle) }

  /// Chooses the list that a narrow window shows; a wide one shows both.
  public func showSidePage(_ isSide: Bool) { lq_window_show_side_page(handle, isSide) }

  /// Closure called when a narrow window shows the other list.
  public var onPage: (@MainActor () -> Void)?

  /// Sets the width in points below which the window shows only one list; 0: never.
  public func setFoldWidth(_ width: Int) {
    lq_window_set_fold_width(handle, Int32(min(max(width, 0), 100_000)))
  }

  /// Sets the size of the side list's text, 1 for the normal one: its least width and the chosen
  /// one grow with it, so that a row has space for its date.
  public func setSideZoom(_ zoom: Double) {
    lq_window_set_side_zoom(handle, zoom.isFinite ? min(max(zoom, 0.25), 5) : 1)
  }

  /// Shows or hides the overlay. While shown, it has the focus and the mouse; afterwards the
  /// previous focus is restored, or the main list gets it.
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

  /// Sets whether the menu bar is always visible. Otherwise it appears with Alt, and a button of
  /// the bars above the lists opens its menus.
  public func setMenuBarWanted(_ isWanted: Bool) {
    lq_window_set_menu_bar_wanted(handle, isWanted)
  }

  public var isMenuBarShown: Bool { lq_window_menu_bar_shown(handle) }

  /// Appends a menu to the menu bar; "&" before a letter makes it the mnemonic.
  public func addMenu(_ title: String) -> Menu {
    Menu(handle: lq_window_add_menu(handle, title), owner: owner, actions: actions)
  }

  /// Writes the window's content, without its frame, as a PNG file.
  public func grab(to path: String) throws(QtError) {
    guard lq_window_grab(handle, path) else { throw .grabFailed(path: path) }
  }
}

/// Receiver of the C side's callbacks of a window. Separate from the window, because its menus need
/// the actions before the window is complete.
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
      notice: { context, line, index in
        onMain(context, as: Router.self) { $0.window?.didChoose(index, line: line) }
      },
      page: { context in onMain(context, as: Router.self) { $0.window?.onPage?() } },
      escape: { context in
        onMain(context, as: Router.self, default: false) {
          $0.window?.onEscape?() == true || $0.window?.onChatEscape?() == true
        }
      },
      active: { context, isActive in
        onMain(context, as: Router.self) { $0.window?.becameActive(isActive) }
      },
      bar: { context, index in
        onMain(context, as: Router.self) { $0.window?.onBar?(index < 0 ? nil : Int(index)) }
      },
      aside_closed: { context in
        onMain(context, as: Router.self) { $0.window?.onAsideClose?() }
      },
      side_asked: { context in
        onMain(context, as: Router.self) { $0.window?.onSideAsked?() }
      })
  }
}
