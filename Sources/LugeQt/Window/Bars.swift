import CQtShim
public import LugeCore

/// Colours of the bars above a window's lists.
public struct BarColors: Hashable, Sendable {
  public var panel, hairline, text, secondary, accent, onAccent, field: RGBA
  /// Colour of letters on the colour of a person.
  public var initials: RGBA
  /// Scheme in which colours of people are shown.
  public var scheme: ColorScheme

  public init(_ scheme: ColorScheme, _ tokens: DesignTokens.Colors = DesignTokens.standard.colors) {
    panel = tokens.panel.resolved(scheme)
    hairline = tokens.hairline.resolved(scheme)
    text = tokens.text.resolved(scheme)
    secondary = tokens.secondary.resolved(scheme)
    accent = tokens.accent.resolved(scheme)
    onAccent = tokens.onAccent.resolved(scheme)
    field = tokens.inset.resolved(scheme)
    initials = tokens.initials.resolved(scheme)
    self.scheme = scheme
  }

  fileprivate var shim: lq_bar_colors {
    lq_bar_colors(
      panel: panel.word, hairline: hairline.word, text: text.word, secondary: secondary.word,
      accent: accent.word, on_accent: onAccent.word, field: field.word)
  }
}

extension RGBA {
  /// The colour as 0xRRGGBB.
  var word: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}

/// Bar above the main list: the conversation's name and buttons, and below them tabs that stay
/// while the list scrolls.
///
/// The window itself adds a button to return to the side list when there is space for only one
/// list, and a button for the menus when the menu bar is hidden.
@MainActor
public final class TitleBar {
  public enum Button: Int32, CaseIterable, Sendable {
    /// The program's own back button. Where there is space for only one list, it replaces the
    /// window's button to return to the side list.
    case back = 0
    case find, date, media
  }

  public var onPress: (@MainActor (Button) -> Void)?
  /// Closure called when the user chooses a tab.
  public var onTab: (@MainActor (Int) -> Void)?
  /// Closure called when the title is clicked while it is a button; see ``setHint(_:isButton:)``.
  public var onTitle: (@MainActor () -> Void)?

  private let handle: OpaquePointer
  /// Handle that keeps the widget behind `handle` alive.
  private let owner: WindowHandle

  init(handle: OpaquePointer, owner: WindowHandle) {
    self.handle = handle
    self.owner = owner
    var callbacks = lq_title_bar_callbacks(
      context: Unmanaged.passUnretained(self).toOpaque(),
      pressed: { context, button in
        guard let button = Button(rawValue: Int32(bitPattern: button.rawValue)) else { return }
        onMain(context, as: TitleBar.self) { $0.onPress?(button) }
      },
      tab: { context, index in onMain(context, as: TitleBar.self) { $0.onTab?(Int(index)) } },
      title: { context in onMain(context, as: TitleBar.self) { $0.onTitle?() } })
    lq_title_bar_set_callbacks(handle, &callbacks)
  }

  isolated deinit { lq_title_bar_set_callbacks(handle, nil) }

  public private(set) var title = ""
  public private(set) var subtitle = ""
  private var face: (initials: String, color: ThemeColor)?
  private var colors = BarColors(.light)

  public func setTitle(_ title: String, subtitle: String = "") {
    self.title = title
    self.subtitle = subtitle
    lq_title_bar_set_title(handle, title, subtitle)
  }

  /// Sets the hint over the title; nil: none.
  ///
  /// - Parameter isButton: whether it says what a click on the title does (``onTitle``); otherwise
  ///   a click does nothing.
  public func setHint(_ hint: String?, isButton: Bool = true) {
    hint.withOptionalCString { lq_title_bar_set_hint(handle, $0, isButton) }
  }

  /// Shows letters on a circle, in the scheme of the bar's colours; nil: none.
  public func setInitials(
    _ initials: String?, color: ThemeColor = DesignTokens.standard.colors.secondary
  ) {
    face = initials.map { ($0, color) }
    showFace()
  }

  private func showFace() {
    let fill = face?.color.resolved(colors.scheme) ?? RGBA(0)
    (face?.initials).withOptionalCString {
      lq_title_bar_set_initials(handle, $0, fill.word, colors.initials.word)
    }
  }

  /// Side of the circle before the title, in points.
  public static let faceSide = 36.0

  /// Shows the middle of a picture in the circle, instead of the letters; nil: none.
  public func setPicture(_ picture: Bitmap?) {
    guard let picture else { return lq_title_bar_set_picture(handle, nil, 0, 0) }
    picture.withPixels { pixels in
      lq_title_bar_set_picture(
        handle, pixels.baseAddress, Int32(clamping: picture.size.width),
        Int32(clamping: picture.size.height))
    }
  }

  public func setColors(_ colors: BarColors) {
    self.colors = colors
    var shim = colors.shim
    lq_title_bar_set_colors(handle, &shim)
    if face != nil { showFace() }
  }

  public func setButtons(_ wanted: Set<Button>) {
    for button in Button.allCases {
      lq_title_bar_set_button(
        handle, lq_title_button(UInt32(button.rawValue)), wanted.contains(button))
    }
  }

  /// Shows buttons below the title, one of which is chosen; none for no titles.
  public func setTabs(_ titles: [String], chosen: Int = 0) {
    withCStrings(titles) { strings in
      strings.withUnsafeBufferPointer {
        lq_title_bar_set_tabs(
          handle, $0.baseAddress, Int32(clamping: titles.count), Int32(clamping: chosen))
      }
    }
  }

  /// Makes the bar's contents; until then it is an empty bar of the right height.
  public func fill() { lq_title_bar_fill(handle) }
}

/// Bar above the side list: a search field, and buttons below it that help to write a query.
///
/// Up, Down and the page keys go to the list.
@MainActor
public final class SearchBar {
  public var onChange: (@MainActor () -> Void)?
  /// Closure called when the user enters the field with the mouse or with Tab (true), and when they
  /// leave it otherwise than with Tab.
  public var onEnter: (@MainActor (Bool) -> Void)?
  /// Closure called at Return.
  public var onAccept: (@MainActor () -> Void)?
  /// Closure called at Escape, or when the button clears the field.
  public var onClose: (@MainActor () -> Void)?
  /// Closure called when a button below the field is pressed, with its index and the position for
  /// its menu: device pixels of the side list.
  public var onFilter: (@MainActor (Int, Point) -> Void)?

  private let handle: OpaquePointer
  private let owner: WindowHandle

  init(handle: OpaquePointer, owner: WindowHandle) {
    self.handle = handle
    self.owner = owner
    var callbacks = lq_search_bar_callbacks(
      context: Unmanaged.passUnretained(self).toOpaque(),
      changed: { context in onMain(context, as: SearchBar.self) { $0.onChange?() } },
      entered: { context, isInside in
        onMain(context, as: SearchBar.self) { $0.onEnter?(isInside) }
      },
      accept: { context in onMain(context, as: SearchBar.self) { $0.onAccept?() } },
      close: { context in onMain(context, as: SearchBar.self) { $0.onClose?() } },
      filter: { context, index, x, y in
        onMain(context, as: SearchBar.self) { $0.onFilter?(Int(index), Point(x: x, y: y)) }
      })
    lq_search_bar_set_callbacks(handle, &callbacks)
  }

  isolated deinit { lq_search_bar_set_callbacks(handle, nil) }

  /// Text of the field. Setting it calls no closure.
  public var text: String {
    get { takeString(lq_search_bar_text(handle)) ?? "" }
    set { lq_search_bar_set_text(handle, newValue) }
  }

  public func setPlaceholder(_ text: String) { lq_search_bar_set_placeholder(handle, text) }

  /// Shows buttons below the field; none: hides them.
  ///
  /// - Parameter used: indices of the filters that the field's text has; at most 32 are marked.
  public func setFilters(_ titles: [String], used: Set<Int> = []) {
    defer {
      let bits = used.filter { 0..<32 ~= $0 }.reduce(UInt32(0)) { $0 | 1 << UInt32($1) }
      lq_search_bar_set_used_filters(handle, bits)
    }
    withCStrings(titles) { strings in
      strings.withUnsafeBufferPointer {
        lq_search_bar_set_filters(handle, $0.baseAddress, Int32(clamping: titles.count))
      }
    }
  }

  public func setColors(_ colors: BarColors) {
    var colors = colors.shim
    lq_search_bar_set_colors(handle, &colors)
  }

  public func fill() { lq_search_bar_fill(handle) }

  /// Gives the field the focus.
  ///
  /// - Parameter selects: whether to select its text, so that typing replaces it.
  public func focus(selects: Bool = true) { lq_search_bar_focus(handle, selects) }
}
