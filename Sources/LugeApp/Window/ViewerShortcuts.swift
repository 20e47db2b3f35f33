import LugeQt

extension ViewerController {
  /// F1: what the keys do.
  func showShortcuts() { window.showKeys("Keyboard Shortcuts", Self.shortcuts) }

  private static let shortcuts: [Window.KeyLine] = [
    .init("Ctrl+Shift+F|Ctrl+K", "Search all conversations", topic: "Finding"),
    .init("Ctrl+F|/", "Find in this conversation"),
    .init("F3|Shift+F3", "The next and the previous find"),
    .init("Ctrl+G", "Go to a date"),
    .init("Ctrl+U", "The first new message"),
    .init("Ctrl+L", "Pictures, files and links"),
    .init("Alt+Left|Alt+Right", "Back, forward"),
    .init("↑|↓", "From message to message", topic: "Reading"),
    .init("Page Up|Page Down|Space", "Scroll"),
    .init("Home|End", "The top and the bottom of the list, also with Ctrl"),
    .init("Return|Shift+F10|Menu", "What can be done with a message"),
    .init("Ctrl+A", "Select all"),
    .init("Ctrl+C", "Copy what is selected"),
    .init("Shift+Click", "Extend the selection"),
    .init("Escape", "Close the search, end a selection, cancel an import"),
    .init("Ctrl+Page Up|Ctrl+Page Down", "The previous and the next conversation"),
    .init("J|K", "The next and the previous post", topic: "Timelines"),
    .init("M", "More or less of a long post"),
    .init("Return", "The post's thread"),
    .init("←|→", "Another picture, also Home and End", topic: "A picture"),
    .init("+|-|0|1", "Larger, smaller, fitted, its own pixels"),
    .init("S", "Save"),
    .init("Ctrl+C", "Copy"),
    .init("Return", "Open in another program"),
    .init("Alt", "Menu bar", topic: "Window"),
    .init("F6|Tab", "The next part of the window"),
    .init("F9", "List of conversations"),
    .init("F11", "Full screen"),
    .init("Ctrl++|Ctrl+-|Ctrl+0", "Size of the text"),
    .init("Ctrl+O|Ctrl+Shift+O", "Open a file, a folder"),
    .init("F12", "What frames cost"),
    .init("Ctrl+Q", "Quit"),
  ]
}
