import CQtShim
public import LugeCore

/// Something that is painted on a surface, as a screen reader finds it.
public struct AccessibleItem: Hashable, Sendable {
  public enum Role: Hashable, Sendable { case text, button, picture }

  public var role: Role
  /// What is said of it.
  public var name: String
  /// Device pixels of the surface.
  public var rect: Rect

  public init(_ role: Role, _ name: String, in rect: Rect) {
    self.role = role
    self.name = name
    self.rect = rect
  }
}

extension Surface {
  /// Replaces what a screen reader finds on the surface, in reading order.
  ///
  /// - Complexity: O(items); nothing is made for those that nobody asks for.
  public func setAccessibleItems(_ items: [AccessibleItem]) {
    let scale = geometry.scale
    withCStrings(items.map(\.name)) { names in
      let shims = zip(items, names).map { item, name in
        lq_accessible_item(
          role: item.role.shim, name: name, x: item.rect.x / scale, y: item.rect.y / scale,
          width: item.rect.width / scale, height: item.rect.height / scale)
      }
      lq_surface_set_accessible_items(handle, shims, Int32(clamping: shims.count))
    }
  }

  /// What a screen reader finds, asked for as it does: role and name of each item.
  package var accessibleDescription: [String] {
    let lines = takeString(lq_surface_describe_accessible(handle)) ?? ""
    return lines.split(separator: "\n").map(String.init)
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
    }
  }
}
