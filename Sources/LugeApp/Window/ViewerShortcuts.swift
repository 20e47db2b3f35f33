import LugeQt
import LugeWords

extension ViewerController {
  /// Shows all keyboard shortcuts (F1).
  func showShortcuts() { window.showKeys(localized("Keyboard Shortcuts"), Self.shortcuts) }

  private static let shortcuts: [Window.KeyLine] = [
    .init(
      "Ctrl+Shift+F|Ctrl+K", localized("Search all conversations"), topic: localized("Finding")),
    .init("Ctrl+F|/", localized("Find in this conversation")),
    .init("F3,Shift+F3", localized("Next and previous match")),
    .init("Ctrl+G", localized("Go to a date")),
    .init("Ctrl+U", localized("The first new message")),
    .init("Ctrl+L", localized("Pictures, files and links")),
    .init("Ctrl+I,Ctrl+Shift+I", localized("Statistics of all conversations, of this one")),
    .init("Ctrl+Shift+D", localized("Topic and people of a room")),
    .init("Alt+Left,Alt+Right", localized("Back, forward")),
    .init("↑,↓", localized("Next and previous message"), topic: localized("Reading")),
    .init("Page Up,Page Down|Space", localized("Scroll")),
    .init("Home,End", localized("The top and the bottom of the list, also with Ctrl")),
    .init("Return|Shift+F10|Menu", localized("Show the menu of a message")),
    .init("Ctrl+A", localized("Select all")),
    .init("Ctrl+C", localized("Copy what is selected")),
    .init("Shift+" + localized("Click"), localized("Extend the selection")),
    .init("Escape", localized("Close the search, end a selection, cancel an import")),
    .init("Ctrl+Page Up,Ctrl+Page Down", localized("The previous and the next conversation")),
    .init("J,K", localized("The next and the previous post"), topic: localized("Timelines")),
    .init("M", localized("More or less of a long post")),
    .init("Return", localized("The post's thread")),
    .init(
      "←,→", localized("Next and previous picture; also Home and End"),
      topic: localized("A picture")),
    .init("+,-,0,1", localized("Zoom in, zoom out, fit to window, actual size")),
    .init("M", localized("Show in Conversation")),
    .init("S", localized("Save")),
    .init("Ctrl+C", localized("Copy")),
    .init("Return", localized("Open in another program")),
    .init("Alt", localized("Menu bar"), topic: localized("Window")),
    .init("F6|Tab", localized("Next pane")),
    .init("F9", localized("List of conversations")),
    .init("F11", localized("Full screen")),
    .init("Ctrl++,Ctrl+-,Ctrl+0", localized("Text size")),
    .init("Ctrl+O,Ctrl+Shift+O", localized("Open a file, a folder")),
    .init("Ctrl+W", localized("Close the archive")),
    .init("F12", localized("Frame timings")),
    .init("Ctrl+Q", localized("Quit")),
  ]
}
