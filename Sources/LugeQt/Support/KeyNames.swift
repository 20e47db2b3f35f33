import LugeWords

/// Names of keys in the user's language, as on a keyboard, for menus, hints and the sheet of keys.
/// Qt has them in its own catalogue, which may not be installed, and which leaves some in English.
enum KeyNames {
  /// Returns the name of a key by Qt's English one; nil: Qt's own catalogue has it.
  static func name(of key: String) -> String? {
    switch key {
    case "Ctrl": localized("Ctrl", context: "key")
    case "Shift": localized("Shift", context: "key")
    case "Alt": localized("Alt", context: "key")
    case "Return": localized("Return", context: "key")
    case "Escape", "Esc": localized("Escape", context: "key")
    case "Space": localized("Space", context: "key")
    case "Tab": localized("Tab", context: "key")
    case "Backspace": localized("Backspace", context: "key")
    case "Del", "Delete": localized("Delete", context: "key")
    case "Menu": localized("Menu", context: "key")
    case "Home": localized("Home", context: "key")
    case "End": localized("End", context: "key")
    case "PgUp", "Page Up": localized("Page Up", context: "key")
    case "PgDown", "Page Down": localized("Page Down", context: "key")
    case "Left": localized("Left", context: "key")
    case "Right": localized("Right", context: "key")
    case "Up": localized("Up", context: "key")
    case "Down": localized("Down", context: "key")
    default: nil
    }
  }
}
