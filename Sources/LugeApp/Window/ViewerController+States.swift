import Foundation
import LugeArchive
import LugeCore
import LugeListKit
import LugeQt
import LugeWords

/// Page of the window while there is no list: what happened, and what can be done about it.
extension ViewerController {
  /// - Parameter isRoomExpected: whether a room is shown there in a moment.
  func showEmpty(isRoomExpected: Bool = false) {
    self.isRoomExpected = isRoomExpected
    shown.close()
    closePanes()
    window.title = "Luge"
    window.main.state = nil
    showWelcome()
    launch.settle()
    updateMenus()
  }

  /// Closes the archive, and shows the welcome page, from which another one can be opened. A room
  /// that is shown, or a question about one, stays.
  package func closeArchive() {
    guard isShowingArchive else { return }
    archives.archiveClosed()
    pane?.rememberPlace()
    notices.forgetArchive()
    notices.tell(nil, about: .failure)
    window.searchBar.text = ""
    window.searchBar.setFilters([])
    let invitation = rooms?.invitation
    if live != nil || invitation != nil {
      shown.close()
      side.clear()
      side.fill(selected: nil)
      if let invitation { sidebar?.select(invitation.key) }
      side.arrange()
      return updateMenus()
    }
    find.close()
    showEmpty()
    window.main.surface.focus()
  }

  /// - Parameter upgraded: completed share of an upgrade from an earlier version.
  func showOpening(_ path: String, upgraded: Double? = nil) {
    let name = URL(fileURLWithPath: path).lastPathComponent
    let percent = upgraded.map { Words.formats.number(Int(($0 * 100).clamped(to: 0...100))) }
    guard !isShowingArchive else {
      let shown = ForeignText.visible(name)
      let words =
        percent.map {
          localized(
            "Upgrading {name} … {percent} %", ["name": shown, "percent": $0])
        } ?? localized("Opening {name} …", ["name": shown])
      return notices.tell(
        ViewerNotice(text: words, buttons: []) { [weak self] _ in _ = self?.archives.stop() },
        about: .progress)
    }
    let detail =
      percent == nil
      ? ""
      : localized(
        "This archive was made by an earlier version of Luge and is upgraded once. A large archive takes a few minutes."
      )
    show(
      .init(
        title: localized("Opening {name}", ["name": name]), detail: detail,
        progress: upgraded.map(ListArea.State.Progress.part) ?? .unknown), name: name
    ) { _ in }
  }

  /// Whether an archive, a room or a question about one is shown.
  var isShowingConversations: Bool {
    isShowingArchive || live != nil || rooms?.invitation != nil
  }

  /// Shows that dropped files are looked at, which takes noticeably long if they are on a slow
  /// disk.
  func showLooking(at count: Int) {
    let words = localized(
      one: "Looking at {count} file", other: "Looking at {count} files", count: count)
    let buttons = [localized("Cancel")]
    guard isShowingConversations else {
      return show(.init(title: words, buttons: buttons, progress: .unknown)) { [weak self] _ in
        _ = self?.archives.stop()
      }
    }
    notices.tell(
      ViewerNotice(text: words, buttons: buttons) { [weak self] _ in _ = self?.archives.stop() },
      about: .progress)
  }

  /// - Parameter staysBeside: whether it stands above the page, on which something else is to come.
  func showFailure(_ error: ArchiveError, path: String, staysBeside: Bool = false) {
    var choices: [(title: String, act: @MainActor (ViewerController) -> Void)] = [
      (localized("Open Another…"), { $0.archives.askForFile(.openFile) })
    ]
    if error.mayPass { choices.insert((localized("Try Again"), { $0.archives.open(path) }), at: 0) }
    if case .unknownFormat = error {
      choices.append((localized("Supported Formats…"), { $0.showFormats() }))
    }
    let (buttons, acts) = (choices.map(\.title), choices.map(\.act))
    let answer: @MainActor (Int?) -> Void = { [weak self] index in
      if let self, let index, acts.indices.contains(index) { acts[index](self) }
    }
    guard !isShowingArchive, !staysBeside else {
      // The open archive stays.
      let words = localized(
        "This could not be opened: {reason}", ["reason": error.windowWords])
      return notices.tell(
        ViewerNotice(text: words, buttons: buttons, answer: answer), about: .failure)
    }
    show(
      .init(
        title: localized("This could not be opened"), detail: error.windowWords, buttons: buttons),
      onButton: answer)
  }

  func showNoMessages(_ opened: OpenArchive) {
    let name = URL(fileURLWithPath: opened.path).lastPathComponent
    show(
      .init(
        title: localized("There are no messages in this archive"),
        detail: localized(
          "Import an export into it: luge import EXPORT --into {name}", ["name": name]),
        buttons: [localized("Open Another…")]), name: name
    ) { [weak self] _ in self?.archives.askForFile(.openFile) }
  }

  /// - Parameters:
  ///   - progress: nil until the import has told any.
  ///   - isKnown: whether it has been imported before.
  ///   - waiting: number of imports that follow.
  func showProgress(
    _ progress: ImportProgress?, name: String, isKnown: Bool = false, waiting: Int = 0
  ) {
    var state = ImportWords.state(of: progress, name: name, isKnown: isKnown)
    if waiting > 0 {
      state.detail +=
        " · "
        + localized(one: "{count} more waiting", other: "{count} more waiting", count: waiting)
    }
    show(waiting: state, name: name)
  }

  /// - Parameter process: process that is importing the same export; nil if unknown.
  func showWaiting(for process: Int32?, name: String) {
    show(waiting: ImportWords.waiting(for: process, name: name), name: name)
  }

  /// Shows something that takes time and can be cancelled: in the middle of an empty window, or
  /// above a list.
  private func show(waiting state: ListArea.State, name: String) {
    guard isShowingArchive else {
      return show(state, name: name) { [weak self] _ in _ = self?.escape() }
    }
    var words = "\(ForeignText.visible(state.title)): \(ForeignText.visible(state.detail))"
    if case .part(let share) = state.progress {
      words += " · \(Int((min(1, share) * 100).rounded())) %"
    }
    notices.tell(
      ViewerNotice(text: words, buttons: state.buttons) { [weak self] _ in _ = self?.escape() },
      about: .progress)
  }

  private func show(
    _ state: ListArea.State, name: String? = nil, onButton: @escaping @MainActor (Int) -> Void
  ) {
    closePanes()
    window.title = name.map { "\($0) – Luge" } ?? "Luge"
    window.main.onStateButton = onButton
    window.main.welcome = nil
    window.main.state = state
    launch.settle()
    updateMenus()
  }

  private func closePanes() {
    closePicture()
    let isBare = window.main.state != nil || window.main.welcome != nil
    guard mainList != nil || sidebar != nil || !isBare else { return }
    closePage()
    side.clear()
    // Before the rooms' list, which draws itself.
    paintSidePlainly()
    if hasRooms { side.fill(selected: nil) }
    side.arrange()
  }

  /// Empties the main area, for a panel in its middle.
  func closePage() {
    clearPage()
    showTitle(of: nil)
    find.listChanged()
    window.main.setScroll(contentHeight: 0, viewportHeight: 1, offset: 0, line: 1)
    window.main.setJump(isVisible: false)
    window.main.bubble = nil
    paintMainPlainly()
    window.main.surface.update()
  }
}
