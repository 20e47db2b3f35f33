import LugeQt
import LugeWords

/// A line above the list that informs or asks, until the user answers it.
struct ViewerNotice {
  /// Subjects; there is at most one notice for each. The first in this order is shown, with a
  /// button to the next.
  ///
  /// Progress goes on by itself: it hides nothing that is to be read once, but has a line of its
  /// own below it.
  enum Subject: Int, CaseIterable {
    case failure, written, storage, leftOut, progress, media, owner
  }

  var text: String
  var buttons: [String]
  /// Index of a button that asks another question: the notice stays until it is removed.
  var asking: Int? = nil
  /// Called with the button's index; nil if the user closes the notice.
  var answer: @MainActor (Int?) -> Void
}

/// The notices of a window that wait to be read or answered.
@MainActor
final class ViewerNotices {
  private let window: Window

  // MARK: Mutable State (main actor)

  private var waiting: [ViewerNotice.Subject: ViewerNotice] = [:]
  /// Subject that the user has switched to.
  private var turnedTo: ViewerNotice.Subject?

  init(_ window: Window) { self.window = window }

  /// Sets the notice about a subject; nil removes it.
  func tell(_ notice: ViewerNotice?, about subject: ViewerNotice.Subject) {
    let isNew = waiting[subject] == nil && notice != nil
    waiting[subject] = notice
    // A new notice brings back the most important one.
    if isNew || notice == nil && subject == turnedTo { turnedTo = nil }
    show()
  }

  /// Removes the notices about the archive that was open.
  func forgetArchive() {
    let staying: Set<ViewerNotice.Subject> = [.progress, .storage, .written, .failure]
    waiting = waiting.filter { staying.contains($0.key) }
    turnedTo = nil
    show()
  }

  private func show() {
    let subjects = ViewerNotice.Subject.allCases.filter { waiting[$0] != nil }
    guard let shown = turnedTo ?? subjects.first, let notice = waiting[shown] else {
      return window.showNotices(nil)
    }
    let hasBeside = shown.rawValue < ViewerNotice.Subject.progress.rawValue
    let beside = hasBeside ? waiting[.progress] : nil
    let others = subjects.count - (beside == nil ? 1 : 2)
    // Every notice can be reached: the last button switches to the next one.
    let more =
      others > 0 ? [localized(one: "{count} More", other: "{count} More", count: others)] : []
    let first = Window.Notice(
      notice.text, buttons: notice.buttons + more, staysAfter: notice.asking
    ) { [weak self] index in
      guard let self else { return }
      if let index, index == notice.asking { return notice.answer(index) }
      if others > 0, index == notice.buttons.count {
        let rest = subjects.filter { beside == nil || $0 != .progress }
        let place = rest.firstIndex(of: shown) ?? 0
        turnedTo = rest[(place + 1) % rest.count]
        return show()
      }
      turnedTo = nil
      answer(notice, about: shown, index)
    }
    let second = beside.map { beside in
      Window.Notice(beside.text, buttons: beside.buttons) { [weak self] index in
        self?.answer(beside, about: .progress, index)
      }
    }
    window.showNotices(first, second)
  }

  private func answer(
    _ notice: ViewerNotice, about subject: ViewerNotice.Subject, _ index: Int?
  ) {
    waiting[subject] = nil
    show()
    notice.answer(index)
  }
}
