import CQtShim
public import LugeCore
public import LugeEngine

/// An item painted on a surface, for screen readers.
public struct AccessibleItem: Hashable, Sendable {
  public enum Role: Hashable, Sendable {
    case text, button, picture, link, listItem, slider
  }

  public struct Place: Hashable, Sendable {
    /// Index from 1; 0 for a row that is none of the list's items.
    public var number: Int
    public var count: Int
    /// Whether these are all items, rather than those that are loaded.
    public var isWhole: Bool

    public init(number: Int, count: Int, isWhole: Bool = true) {
      self.number = number
      self.count = count
      self.isWhole = isWhole
    }
  }

  public var role: Role
  /// Text of the item.
  public var name: String
  /// Additional text, read on request.
  public var details = ""
  /// Index in a list, from 1, and the list's count; nil outside of lists.
  public var place: Place?
  /// Rectangle in device pixels of the surface.
  public var rect: Rect
  /// Identity of the item when items are set again; nil: its index.
  public var key: Int64?
  public var part: Int32 = 0
  /// Index of the item that contains this one, which comes before it.
  public var parent: Int?
  /// Whether the item has the focus.
  public var isFocused = false
  public var isSelected = false
  /// Whether a picture can be pressed. Buttons, links and items of lists always can.
  public var isPressable = false
  /// Value of a slider.
  public var value: RowValue?

  public init(_ role: Role, _ name: String, in rect: Rect) {
    self.role = role
    self.name = name
    self.rect = rect
  }
}

/// A screen reader's action on an item.
public enum AccessibleAction: Hashable, Sendable {
  /// Presses the item, like a click.
  case press
  case menu
  /// Moves the focus to the item, and scrolls it into view.
  case focus

  init(_ action: lq_accessible_action) {
    switch action {
    case LQ_ACCESSIBLE_MENU: self = .menu
    case LQ_ACCESSIBLE_FOCUS: self = .focus
    default: self = .press
    }
  }
}

extension Surface {
  /// Whether a screen reader, or another accessibility client, is connected.
  public static var hasAccessibilityClient: Bool { lq_accessibility_is_active() }

  /// Replaces the items that a screen reader finds on the surface, in reading order.
  ///
  /// - Complexity: O(items); objects for Qt are made only for those that are requested.
  public func setAccessibleItems(_ items: [AccessibleItem]) {
    let scale = geometry.scale
    withCStrings(items.map(\.name)) { names in
      withCStrings(items.map(\.details)) { details in
        let shims = items.enumerated().map { index, item in
          var flags: UInt32 = 0
          if item.isFocused { flags |= UInt32(LQ_ACCESSIBLE_FOCUSED) }
          if item.isSelected { flags |= UInt32(LQ_ACCESSIBLE_SELECTED) }
          if item.isPressable { flags |= UInt32(LQ_ACCESSIBLE_PRESSABLE) }
          return lq_accessible_item(
            key: item.key ?? Int64(index), part: item.part,
            parent: Int32(clamping: item.parent ?? -1), role: item.role.shim, flags: flags,
            name: names[index], description: details[index],
            place: Int64(item.place?.number ?? 0),
            of_all: Int64(item.place.map { $0.isWhole ? $0.count : -1 } ?? 0),
            value: item.value?.now ?? 0, limit: item.value?.limit ?? 0,
            step: item.value?.step ?? 0, x: item.rect.x / scale,
            y: item.rect.y / scale, width: item.rect.width / scale,
            height: item.rect.height / scale)
        }
        lq_surface_set_accessible_items(handle, shims, Int32(clamping: shims.count))
      }
    }
  }

  /// Sets whether the surface is a list for screen readers, with its items as the list's items.
  public func setAccessibleList(_ isList: Bool) { lq_surface_set_accessible_list(handle, isList) }

  /// Reports to accessibility clients that one of the items has the focus.
  public func tellFocused(_ index: Int) {
    lq_surface_tell_focused(handle, Int32(clamping: index))
  }

  /// Has a screen reader speak a text that is no item, without moving its focus.
  public func announce(_ words: String) { lq_surface_announce(handle, words) }

  /// Role and name of each item, as a screen reader gets them.
  package var accessibleDescription: [String] {
    let lines = takeString(lq_surface_describe_accessible(handle)) ?? ""
    return lines.split(separator: "\n").map(String.init)
  }

  /// Simulates, for tests, a finger on a touch screen, in points of the surface, through Qt.
  package func touch(_ phase: TouchEvent.Phase, at point: Point) {
    let shim: lq_touch_phase =
      switch phase {
      case .began: LQ_TOUCH_BEGIN
      case .moved: LQ_TOUCH_UPDATE
      case .ended: LQ_TOUCH_END
      case .cancelled: LQ_TOUCH_CANCEL
      }
    lq_surface_touch(handle, shim, point.x, point.y)
  }

  /// Presses an item as a screen reader does; returns false when it cannot be pressed.
  @discardableResult
  package func pressAccessible(_ index: Int) -> Bool {
    lq_surface_press_accessible(handle, Int32(clamping: index))
  }
}

extension AccessibleItem.Role {
  fileprivate var shim: lq_accessible_role {
    switch self {
    case .text: LQ_ACCESSIBLE_TEXT
    case .button: LQ_ACCESSIBLE_BUTTON
    case .picture: LQ_ACCESSIBLE_PICTURE
    case .link: LQ_ACCESSIBLE_LINK
    case .listItem: LQ_ACCESSIBLE_LIST_ITEM
    case .slider: LQ_ACCESSIBLE_SLIDER
    }
  }
}
