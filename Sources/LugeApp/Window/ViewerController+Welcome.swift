import Foundation
import LugeArchive
import LugeChat
import LugeCore
import LugeQt
import LugeWords

/// Welcome page, shown while nothing is open: what the program is, which files it opens, and recent
/// archives.
extension ViewerController {
  private static let shownRecents = 6

  /// Shows the actions for rooms, in a window that is for rooms.
  private func showRoomsWelcome() {
    let area = window.main
    let choices: [(title: String, run: @MainActor () -> Void)] = [
      (localized("Join Room…"), { [weak self] in self?.rooms?.addRoom(.address) }),
      (localized("Add Account…"), { [weak self] in self?.addAccount() }),
    ]
    area.onStateButton = { index in
      if choices.indices.contains(index) { choices[index].run() }
    }
    area.welcome = nil
    area.state = .init(
      title: localized("Choose a room"),
      detail: localized("The rooms of your accounts are in the list at the side."),
      buttons: choices.map(\.title))
  }

  func showWelcome() {
    // Nothing to choose from: the room is shown in a moment.
    if isRoomExpected { return window.main.welcome = nil }
    if options.isForRooms, rooms != nil { return showRoomsWelcome() }
    let area = window.main
    let paths = Array(settings.recents.prefix(Self.shownRecents))
    var buttons = [localized("Open…"), localized("Open Folder…")]
    if options.makeSample != nil { buttons.append(localized("Try a Sample")) }
    let add = localized("Add Account…")
    if rooms != nil { buttons.append(add) }
    area.onStateButton = { [weak self] index in
      switch index {
      case 0: self?.archives.askForFile(.openFile)
      case 1: self?.archives.askForFile(.openFolder)
      case _ where buttons.indices.contains(index) && buttons[index] == add: self?.addAccount()
      default: self?.archives.openSample()
      }
    }
    area.onEntry = { [weak self] index in
      if paths.indices.contains(index) { self?.archives.open(paths[index]) }
    }
    setIcon()
    area.welcome = .init(
      title: "Luge",
      detail: localized(
        "Reads the chats and timelines that you exported: all of them, fast, on your own machine."),
      drop: localized("Drop an export or an archive here"),
      formats:
        "Telegram, WhatsApp, Discord, Slack, Messenger, Matrix, IRC · Mastodon, Bluesky, Twitter",
      buttons: buttons, entriesTitle: localized("Recent"),
      entries: paths.map { path in
        .init(
          title: Self.recentName(path), facts: recentFacts(path), path: Self.shortened(path))
      })
  }

  private static func recentName(_ path: String) -> String {
    let url = URL(fileURLWithPath: path)
    // Every Telegram export has this name; its folder says more.
    let isPlain = ["result.json", "tweets.js", "outbox.json"].contains(url.lastPathComponent)
    let shown = isPlain ? url.deletingLastPathComponent() : url.deletingPathExtension()
    return ForeignText.visible(shown.lastPathComponent)
  }

  /// Returns a path such as "~/exports/chat".
  private static func shortened(_ path: String) -> String {
    let home = FileManager.default.homeDirectoryForCurrentUser.path
    return ForeignText.visible(
      path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path)
  }

  /// Returns a text such as "4 conversations · 405 messages · 2 Mar 2024".
  private func recentFacts(_ path: String) -> String {
    var parts: [String] = []
    if let facts = settings.recentFacts[path] {
      if facts.conversations > 1 {
        parts.append(
          localized(
            one: "{count} conversation", other: "{count} conversations",
            count: facts.conversations))
      }
      parts.append(
        localized(one: "{count} message", other: "{count} messages", count: facts.messages))
      if let last = facts.last {
        parts.append(DateWords.ofReader.short(CivilDate(localSeconds: last)))
      }
    }
    return parts.joined(separator: " · ")
  }

  func rememberRecent(_ opened: OpenArchive) {
    let path = opened.export ?? opened.path
    let newest = opened.conversations.compactMap(\.last).max { $0.seconds < $1.seconds }
    settings.remember(
      path,
      RecentFacts(
        archive: opened.export == nil ? nil : opened.path,
        conversations: opened.conversations.count,
        messages: opened.conversations.reduce(0) { $0.addingClamped($1.messages) },
        last: newest.map { zone.localSeconds(of: $0) }))
  }
}
