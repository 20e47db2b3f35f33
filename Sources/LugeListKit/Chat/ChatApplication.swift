public import LugeChat
public import LugeCore
import LugePaint
public import LugeQt
import LugeWords

/// A program that consists of one conversation in one window.
///
///     exit(try ChatApplication.run(.init(name: "album", displayName: "Album"), messages) { chat in
///       chat.onSend = { text in chat.append([message(text)]) }
///     })
@MainActor
public enum ChatApplication {
  /// Opens the window, shows the messages, and returns when the window was closed; just before, it
  /// calls ``ChatView/keepPlace()``. The title shows how many messages came while the window was
  /// not active.
  ///
  /// The window is 560 × 760 points; `prepare` may set another ``LugeQt/Window/placement``. With a
  /// header (`ChatView.show(_:)`), `chat.window.setMenuBarWanted(false)` turns the menu bar into a
  /// button of the header.
  ///
  /// - Parameters:
  ///   - identity: its display name is the window's title.
  ///   - scheme: light or dark; nil follows the desktop.
  ///   - prepare: called once before the window appears.
  /// - Returns: the process's exit code.
  /// - Throws: ``QtError`` when there is no display.
  public static func run(
    _ identity: Application.Identity, _ messages: [ChatMessage],
    options: ChatView.Options = ChatView.Options(), scheme: ColorScheme? = nil,
    prepare: (ChatView) -> Void = { _ in }
  ) throws(QtError) -> Int32 {
    let warmup = ToolsWarmup()
    let application = try Application(identity)
    application.setColorScheme(scheme)
    let window = Window(title: identity.displayName)
    window.placement = Placement(x: 0, y: 0, width: 560, height: 760, isSideVisible: false)
    let chat = try ChatView(
      messages, in: window, options: options, scheme: application.colorScheme, warmup: warmup)
    chat.motion.isReduced = application.prefersReducedMotion
    application.onAppearanceChange = { [unowned application, weak chat] in
      chat?.setColorScheme(application.colorScheme)
      chat?.motion.isReduced = application.prefersReducedMotion
    }
    chat.showsUnreadInTitle = true
    addMenus(to: window, for: chat)
    prepare(chat)
    window.show()
    chat.list.awaitFirstRows()
    defer { chat.keepPlace() }
    return withExtendedLifetime(chat) { application.run() }
  }

  private static func addMenus(to window: Window, for chat: ChatView) {
    let file = window.addMenu(localized("&File"))
    file.add(localized("&Close"), shortcuts: ["Ctrl+Q", "Ctrl+W"]) { [weak window] _ in
      window?.close()
    }
    let edit = window.addMenu(localized("&Edit"))
    edit.add(localized("&Copy"), shortcuts: ["Ctrl+C"]) { [weak chat] _ in chat?.copyContent() }
    edit.add(localized("Select &All"), shortcuts: ["Ctrl+A"]) { [weak chat] _ in chat?.selectAll() }
    edit.addSeparator()
    edit.add(localized("&Find…"), shortcuts: ["Ctrl+F"]) { [weak chat] _ in chat?.openFind() }
    edit.add(localized("Find &Next"), shortcuts: ["F3"]) { [weak chat] _ in chat?.find.step(by: 1) }
    edit.add(localized("Find &Previous"), shortcuts: ["Shift+F3"]) { [weak chat] _ in
      chat?.find.step(by: -1)
    }
    edit.addSeparator()
    edit.add(localized("Go to &Date…"), shortcuts: ["Ctrl+G"]) { [weak chat] _ in
      chat?.askForDate()
    }
    let view = window.addMenu(localized("&View"))
    view.add(localized("Zoom &In"), shortcuts: ["Ctrl++", "Ctrl+="]) { [weak chat] _ in
      chat?.zoom(by: 1)
    }
    view.add(localized("Zoom &Out"), shortcuts: ["Ctrl+-"]) { [weak chat] _ in
      chat?.zoom(by: -1)
    }
    view.add(localized("&Normal Size"), shortcuts: ["Ctrl+0"]) { [weak chat] _ in chat?.zoom = 1 }
    chat.list.onZoom = { [weak chat] in chat?.zoom(by: $0) }
    let help = window.addMenu(localized("&Help"))
    help.add(localized("&Keyboard Shortcuts"), shortcuts: ["F1"]) { [weak window] _ in
      window?.showKeys(localized("Keyboard Shortcuts"), keys)
    }
  }

  private static let keys: [Window.KeyLine] = [
    .init("Return", localized("Send"), topic: localized("Writing")),
    .init("Shift+Return", localized("New line")),
    .init("↑", localized("Edit your last message, in an empty field")),
    .init("@", localized("Mention somebody")),
    .init(":", localized("Find an emoji by its name")),
    .init("Escape", localized("Cancel a reply or an edit")),
    .init("F6|Tab", localized("Next pane"), topic: localized("Reading")),
    .init("↑,↓", localized("Next and previous message")),
    .init("←,→", localized("Next and previous part of a message")),
    .init("Return|Shift+F10|Menu", localized("Show the menu of a message")),
    .init("Page Up,Page Down", localized("Scroll")),
    .init("Home,End", localized("The top and the bottom of the list, also with Ctrl")),
    .init("Space", localized("Play or pause a recording")),
    .init("Ctrl+Z", localized("Undo deleting a message")),
    .init("Ctrl+C", localized("Copy what is selected")),
    .init("Ctrl+F|/", localized("Find in this conversation"), topic: localized("Finding")),
    .init("F3,Shift+F3", localized("Next and previous match")),
    .init("Ctrl+G", localized("Go to a date")),
    .init(
      "←,→", localized("Next and previous picture; also Home and End"),
      topic: localized("A picture")),
    .init("+,-,0,1", localized("Zoom in, zoom out, fit to window, actual size")),
    .init("S", localized("Save")),
    .init("Ctrl+C", localized("Copy")),
    .init("Alt", localized("Menu bar"), topic: localized("Window")),
    .init("Ctrl++,Ctrl+-,Ctrl+0", localized("Text size")),
    .init("Ctrl+Q", localized("Quit")),
  ]
}

extension ChatView {
  /// Changes the zoom by a number of tenths: up (positive) or down.
  fileprivate func zoom(by steps: Double) {
    zoom = min(max((zoom * 10 + steps).rounded() / 10, 0.5), 3)
  }

  /// Copies the picture in the viewer or, if none is open, the selection of the list.
  fileprivate func copyContent() {
    if let picture = overlay.picture { picture.copy() } else { copySelection() }
  }
}
