import LugeQt
import LugeWords

/// A line above the list that tells or asks something until it is answered.
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
  /// Index of a button that asks further: the notice stays until it is taken back.
  var asking: Int? = nil
  /// The button's index; nil when the user puts it away.
  var answer: @MainActor (Int?) -> Void
}

/// The notices of a window that wait to be read or answered.
@MainActor
final class ViewerNotices {
  private let window: Window

  // MARK: Mutable State (main actor)

  private var waiting: [ViewerNotice.Subject: ViewerNotice] = [:]
  /// Subject that the user has turned to.
  private var turnedTo: ViewerNotice.Subject?

  init(_ window: Window) { self.window = window }

  /// Tells something about a subject, in place of what was told about it before; nil takes that
  /// back.
  func tell(_ notice: ViewerNotice?, about subject: ViewerNotice.Subject) {
    let isNew = waiting[subject] == nil && notice != nil
    waiting[subject] = notice
    // A new notice takes the user back to the most important one.
    if isNew || notice == nil && subject == turnedTo { turnedTo = nil }
    show()
  }

  /// Forgets what belongs to the archive that was open.
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
    // Nothing waits unseen behind another: the last button turns to the next of them.
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
