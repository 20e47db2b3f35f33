import Foundation
import LugeArchive
import LugeCore
import LugeListKit
import LugeQt
import LugeWords

/// What stands in the window when there is no list: what happened, and what can be done about it.
extension ViewerController {
  func showEmpty() {
    content = .empty
    closePanes()
    window.title = "Luge"
    window.main.state = nil
    showWelcome()
    launch.settle()
    menus?.update()
  }

  func showOpening(_ path: String) {
    let name = URL(fileURLWithPath: path).lastPathComponent
    guard !isShowingArchive else {
      let words = localized("Opening {name} …", ["name": ForeignText.visible(name)])
      return notices.tell(
        ViewerNotice(text: words, buttons: []) { [weak self] _ in self?.cancelPending() },
        about: .progress)
    }
    show(.init(title: localized("Opening {name}", ["name": name]), progress: .unknown), name: name)
    { _ in }
  }

  func showFailure(_ error: ArchiveError, path: String) {
    let buttons = (error.mayPass ? [localized("Try Again")] : []) + [localized("Open Another…")]
    let answer: @MainActor (Int?) -> Void = { [weak self] index in
      switch index {
      case 0? where error.mayPass: self?.open(path)
      case nil: break
      default: self?.askForFile(.openFile)
      }
    }
    guard !isShowingArchive else {
      // What is open stays.
      let words = localized(
        "This could not be opened: {reason}", ["reason": ForeignText.visible(error.words)])
      return notices.tell(
        ViewerNotice(text: words, buttons: buttons, answer: answer), about: .failure)
    }
    content = .failed
    show(
      .init(
        title: localized("This could not be opened"), detail: error.words, buttons: buttons),
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
    ) { [weak self] _ in self?.askForFile(.openFile) }
  }

  /// - Parameter progress: nil until the import has told any.
  func showProgress(_ progress: ImportProgress?, name: String) {
    show(waiting: Self.state(of: progress, name: name), name: name)
  }

  /// - Parameter process: that imports the same export, where that is known.
  func showWaiting(for process: Int32?, name: String) {
    show(waiting: Self.waiting(for: process, name: name), name: name)
  }

  /// Something that takes time and can be given up: in the middle of an empty window, above a list
  /// that is shown.
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

  static func waiting(for process: Int32?, name: String) -> ListArea.State {
    return .init(
      title: localized("Waiting for {name}", ["name": name]),
      detail: process.map {
        localized(
          "Another program (process {number}) is importing it. It is shown here when that has finished.",
          ["number": "\($0)"])
      }
        ?? localized(
          "Another program is importing it. It is shown here when that has finished."),
      buttons: [localized("Cancel")], progress: .unknown)
  }

  static func state(of progress: ImportProgress?, name: String) -> ListArea.State {
    var state = ListArea.State(
      title: localized("Importing {name}", ["name": name]), buttons: [localized("Cancel")],
      progress: .unknown)
    guard let progress else {
      state.detail = localized("Looking at the file")
      return state
    }
    let count = localized(
      one: "{count} message", other: "{count} messages", count: progress.messages)
    switch progress.phase {
    case .reading:
      state.detail = count + (progress.conversation.map { " · \($0)" } ?? "")
      if let total = progress.totalBytes, total > 0 {
        state.progress = .part(Double(progress.bytesRead) / Double(total))
      }
    case .finishing: state.detail = "\(count) · \(localized("putting them in order"))"
    case .undoing: state.detail = localized("Removing what was imported")
    }
    return state
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
    menus?.update()
  }

  private func closePanes() {
    closePicture()
    let isBare = window.main.state != nil || window.main.welcome != nil
    guard mainList != nil || sidebar != nil || !isBare else { return }
    chat = nil
    timeline = nil
    media = nil
    closeLive()
    statistics = nil
    showTitle(of: nil)
    find.listChanged()
    sidebar = nil
    window.setSideVisible(false)
    if hasRooms { makeSidebar() }
    window.main.setScroll(contentHeight: 0, viewportHeight: 1, offset: 0, line: 1)
    window.main.setJump(isVisible: false)
    window.main.bubble = nil
    paintPlainly()
    window.main.surface.update()
  }
}

extension ArchiveError {
  /// Whether the same may work later, or once the reader has done something about it.
  var mayPass: Bool {
    switch self {
    case .notFound, .notReadable, .locked, .diskFull, .notWritable: true
    default: false
    }
  }
}
