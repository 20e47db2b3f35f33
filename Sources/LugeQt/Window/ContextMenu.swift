import CQtShim
public import LugeCore

extension Surface {
  /// One line of a context menu.
  public struct Choice: Sendable {
    public enum Kind: Hashable, Sendable {
      case entry(title: String, isEnabled: Bool)
      case separator
    }
    public var kind: Kind

    public static func entry(_ title: String, isEnabled: Bool = true) -> Choice {
      Choice(kind: .entry(title: title, isEnabled: isEnabled))
    }
    public static var separator: Choice { Choice(kind: .separator) }
  }

  /// Shows a context menu at a point of the surface (device pixels). The loop goes on meanwhile.
  ///
  /// - Returns: the index into `choices`; nil when nothing was chosen.
  public func choose(from choices: [Choice], at point: Point) async -> Int? {
    await withCheckedContinuation { continuation in
      let answer = Answer<Int?>(continuation)
      let menu = lq_popup_create(
        handle,
        { context, id in
          Answer<Int?>.take(context)?.continuation.resume(returning: id < 0 ? nil : Int(id))
        }, answer.retained())
      for (index, choice) in choices.enumerated() {
        switch choice.kind {
        case .separator: lq_menu_add_separator(menu)
        case .entry(let title, let isEnabled):
          let entry = lq_menu_add_action(menu, Int32(index), title, nil, false)
          lq_action_set_enabled(entry, isEnabled)
        }
      }
      lq_popup_show(menu, point.x / geometry.scale, point.y / geometry.scale)
    }
  }
}
