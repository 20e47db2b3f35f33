import LugeQt
import LugeWords

/// A line above the list that informs or asks, until the user answers it.
struct ViewerNotice {
  /// Subjects, with at most one notice each. The first in this order is shown, with a button to the
  /// next.
  ///
  /// Progress is updated by itself: it does not hide another notice, but is a line below it.
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
    let staying: Set<ViewerNotice.Subject> = [.progress, .storage, .written]
    waiting = waiting.filter { staying.contains($0.key) }
    turnedTo = nil
    show()
  }

  private func show() {
    let subjects = ViewerNotice.Subject.allCases.filter { waiting[$0] != nil }
    guard let shown = turnedTo ?? subjects.first, let notice = waiting[shown] else {
      return window.hideNotice()
    }
    let beside = shown.rawValue < ViewerNotice.Subject.progress.rawValue ? waiting[.progress] : nil
    let others = subjects.count - (beside == nil ? 1 : 2)
    // Every notice can be reached: the last button switches to the next one.
    let more =
      others > 0 ? [localized(one: "{count} More", other: "{count} More", count: others)] : []
    let lines = [notice.text] + (beside.map { [$0.text] } ?? [])
    let ofBeside = beside?.buttons ?? []
    window.showNotice(
      lines.joined(separator: "\n"), buttons: notice.buttons + ofBeside + more,
      staysAfter: notice.asking
    ) { [weak self] index in
      guard let self else { return }
      if let index, index == notice.asking { return notice.answer(index) }
      if let beside, let index, index >= notice.buttons.count,
        index - notice.buttons.count < ofBeside.count
      {
        waiting[.progress] = nil
        show()
        return beside.answer(index - notice.buttons.count)
      }
      if others > 0, index == notice.buttons.count + ofBeside.count {
        let rest = subjects.filter { beside == nil || $0 != .progress }
        let place = rest.firstIndex(of: shown) ?? 0
        turnedTo = rest[(place + 1) % rest.count]
        return show()
      }
      turnedTo = nil
      waiting[shown] = nil
      show()
      notice.answer(index)
    }
  }
}
