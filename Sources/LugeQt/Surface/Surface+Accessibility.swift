import CQtShim
public import LugeCore

/// Something that is painted on a surface, as a screen reader finds it.
public struct AccessibleItem: Hashable, Sendable {
  public enum Role: Hashable, Sendable {
    case text, button, picture, link, listItem
  }

  public var role: Role
  /// What is said of it.
  public var name: String
  /// What is said beside that, when somebody asks.
  public var details = ""
  /// Device pixels of the surface.
  public var rect: Rect
  /// The name by which it is the same item when items are set again: nil for its place among them.
  public var key: Int64?
  public var part: Int32 = 0
  /// Index of the item that this one is a part of, which comes before it.
  public var parent: Int?
  /// Whether the keys are about it.
  public var isFocused = false
  public var isSelected = false
  /// Of a picture: whether it can be pressed. Buttons, links and items of lists always can.
  public var isPressable = false

  public init(_ role: Role, _ name: String, in rect: Rect) {
    self.role = role
    self.name = name
    self.rect = rect
  }
}

/// What a screen reader does with an item.
public enum AccessibleAction: Hashable, Sendable {
  /// What a click does.
  case press
  case menu
  /// The keys are to be about it, and it is to be seen.
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
  /// Whether a screen reader, or anything else that asks, is there.
  public static var hasAccessibilityClient: Bool { lq_accessibility_is_active() }

  /// Replaces what a screen reader finds on the surface, in reading order.
  ///
  /// - Complexity: O(items); nothing is made for those that nobody asks for.
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
            name: names[index], description: details[index], x: item.rect.x / scale,
            y: item.rect.y / scale, width: item.rect.width / scale,
            height: item.rect.height / scale)
        }
        lq_surface_set_accessible_items(handle, shims, Int32(clamping: shims.count))
      }
    }
  }

  /// Whether the surface is a list to screen readers, and its items what the list holds.
  public func setAccessibleList(_ isList: Bool) { lq_surface_set_accessible_list(handle, isList) }

  /// Tells those who listen that the keys are about one of the items.
  public func tellFocused(_ index: Int) {
    lq_surface_tell_focused(handle, Int32(clamping: index))
  }

  /// Has words read out by a screen reader, if there is one, without taking it away from what it
  /// reads. They are none of the items.
  public func announce(_ words: String) { lq_surface_announce(handle, words) }

  /// What a screen reader finds, asked for as it does: role and name of each item.
  package var accessibleDescription: [String] {
    let lines = takeString(lq_surface_describe_accessible(handle)) ?? ""
    return lines.split(separator: "\n").map(String.init)
  }

  /// For tests: what a finger on a touch screen does, in points of the surface, through Qt's own
  /// way.
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

  /// Presses an item as a screen reader does; false when it is none that can be.
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
    }
  }
}
