import CQtShim
public import LugeCore
import LugeWords

/// Makes titles of menu entries from text of others, such as names of people and files.
public enum MenuTitle {
  /// Cuts the text, shows characters that turn it as their code points (``LugeCore/ForeignText``),
  /// and keeps `&` from marking the key of the entry.
  public static func of(_ foreign: String, limit: Int = 60) -> String {
    let line = Clipping.singleLine(foreign)
    let short = line.count > limit ? line.prefix(limit - 1) + "…" : line
    return ForeignText.visible(short).replacing("&", with: "&&")
  }
}

/// An entry of a context menu with its action.
@MainActor
public enum MenuItem {
  case entry(
    _ title: String, isEnabled: Bool = true, isChecked: Bool = false, run: @MainActor () -> Void)
  case separator
  /// A line of symbols side by side.
  case symbols([MenuSymbol])
  indirect case submenu(_ title: String, [MenuItem])
}

/// One of several symbols side by side in a menu.
@MainActor
public struct MenuSymbol {
  public var symbol: String
  /// Name for screen readers.
  public var name: String
  public var isOn: Bool
  public var run: @MainActor () -> Void

  public init(
    _ symbol: String, name: String, isOn: Bool = false, run: @escaping @MainActor () -> Void
  ) {
    self.symbol = symbol
    self.name = name
    self.isOn = isOn
    self.run = run
  }
}

extension Surface {
  /// Shows a context menu at a point of the surface (device pixels), and runs the action of the
  /// chosen entry after it has closed.
  ///
  /// - Parameters:
  ///   - shown: rectangle of the item that the menu belongs to. The menu does not cover it, and
  ///     `point` is not used.
  ///   - onClose: called after it has closed, before the action.
  public func show(
    _ menu: [MenuItem], at point: Point, beside shown: Rect? = nil,
    onClose: (@MainActor () -> Void)? = nil
  ) {
    var actions: [@MainActor () -> Void] = []
    Task { @MainActor in
      let chosen = await withCheckedContinuation { continuation in
        let answer = Answer<Int?>(continuation)
        let widget = lq_popup_create(
          handle,
          { context, id in
            Answer<Int?>.take(context)?.continuation.resume(returning: id < 0 ? nil : Int(id))
          }, answer.retained())
        fill(widget, with: menu, &actions)
        pop(widget, at: point, beside: shown)
        // No entry is selected yet, so nothing else tells screen readers that the menu is open.
        announce(localized("Menu"))
      }
      onClose?()
      if let chosen, actions.indices.contains(chosen) { actions[chosen]() }
    }
  }

  private func pop(_ menu: OpaquePointer?, at point: Point, beside shown: Rect?) {
    let scale = geometry.scale
    guard let shown else { return lq_popup_show(menu, point.x / scale, point.y / scale) }
    lq_popup_show_beside(
      menu, shown.x / scale, shown.y / scale, shown.width / scale, shown.height / scale)
  }

  private func fill(
    _ widget: OpaquePointer?, with items: [MenuItem], _ actions: inout [@MainActor () -> Void]
  ) {
    for item in items {
      switch item {
      case .separator: lq_menu_add_separator(widget)
      case .entry(let title, let isEnabled, let isChecked, let run):
        let entry = lq_menu_add_action(
          widget, Int32(clamping: actions.count), title, nil, isChecked)
        lq_action_set_enabled(entry, isEnabled)
        if isChecked { lq_action_set_checked(entry, true) }
        actions.append(run)
      case .symbols(let symbols):
        withCStrings(symbols.flatMap { [$0.symbol, $0.name] }) { strings in
          let shim = symbols.indices.map {
            lq_menu_symbol(
              id: Int32(clamping: actions.count + $0), symbol: strings[2 * $0],
              name: strings[2 * $0 + 1], is_on: symbols[$0].isOn)
          }
          lq_menu_add_row(widget, shim, Int32(clamping: shim.count))
        }
        actions += symbols.map(\.run)
      case .submenu(let title, let items):
        fill(lq_menu_add_submenu(widget, title), with: items, &actions)
      }
    }
  }

  /// An entry of a context menu that ``Surface/choose(from:at:beside:)`` shows.
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

  /// Shows a context menu at a point of the surface (device pixels) and returns the chosen entry:
  /// ``show(_:at:beside:onClose:)`` for entries without actions. Events are processed meanwhile.
  ///
  /// - Returns: the index in `choices`; nil when none was chosen.
  public func choose(
    from choices: [Choice], at point: Point, beside shown: Rect? = nil
  ) async -> Int? {
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
      pop(menu, at: point, beside: shown)
    }
  }
}
