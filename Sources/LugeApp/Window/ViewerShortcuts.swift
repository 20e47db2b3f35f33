import LugeQt

extension ViewerController {
  /// F1: what the keys do.
  func showShortcuts() {
    Task { @MainActor [weak self] in
      guard let window = self?.window else { return }
      await window.showMessage(
        .info, title: "Keyboard Shortcuts", text: "Keyboard Shortcuts",
        detail: Self.shortcuts.map { "\($0.keys): \($0.use)" }.joined(separator: "\n"))
    }
  }

  private static let shortcuts: [(keys: String, use: String)] = [
    ("Up, Down", "from message to message"),
    ("Return, Shift+F10, Menu", "what can be done with it"),
    ("Page Up and Down, Space", "scroll"),
    ("F6, Tab", "the next part of the window"),
    ("Home, End, also with Ctrl", "the top and the bottom of the list"),
    ("J, K", "in timelines: the next and the previous post"),
    ("M", "in timelines: more or less of a long post"),
    ("Return", "in timelines: the post's thread"),
    ("Alt+Left or Backspace, Alt+Right", "back, forward"),
    ("Ctrl+F or /", "find in this conversation"),
    ("F3, Shift+F3", "the next and the previous find"),
    ("Escape", "close the find bar, end a selection"),
    ("Ctrl+G", "go to a date"),
    ("Ctrl+U", "the first new message"),
    ("Ctrl+Page Up, Ctrl+Page Down", "the previous and the next conversation"),
    ("Ctrl+A, Ctrl+C", "select all, copy"),
    ("Shift+click", "extend the selection"),
    ("Ctrl+Plus, Ctrl+Minus, Ctrl+0", "size of the text"),
    ("F9", "list of conversations"),
    ("F11", "full screen"),
    ("F12", "what frames cost"),
    ("In a picture: Left, Right, Home, End", "another picture"),
    ("In a picture: Plus, Minus, 0, 1", "larger, smaller, fitted, its own pixels"),
    ("In a picture: Up, Down", "moves one that is larger than the window"),
    ("In a picture: S, Ctrl+C, Return, Escape", "save, copy, open elsewhere, close"),
    ("Ctrl+O, Ctrl+Shift+O", "open a file, a folder"),
    ("Ctrl+Q", "quit"),
  ]
}
