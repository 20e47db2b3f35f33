import LugeQt

/// A line above the list that tells or asks something until it is answered.
struct ViewerNotice {
  /// What it is about; there is one of each at most, and the first of those that are there is
  /// shown.
  enum Subject: Int, CaseIterable {
    case progress, failure, storage, leftOut, media, owner, invitation
  }

  var text: String
  var buttons: [String]
  /// The button's index; nil when the user puts it away.
  var answer: @MainActor (Int?) -> Void
}

/// The notices of a window that wait to be read or answered.
@MainActor
final class ViewerNotices {
  private let window: Window

  // MARK: Mutable State (main actor)

  private var waiting: [ViewerNotice.Subject: ViewerNotice] = [:]

  init(_ window: Window) { self.window = window }

  /// Tells something about a subject, in place of what was told about it before; nil takes that
  /// back.
  func tell(_ notice: ViewerNotice?, about subject: ViewerNotice.Subject) {
    waiting[subject] = notice
    showFirst()
  }

  /// Forgets what belongs to the archive that was open.
  func forgetArchive() {
    waiting = waiting.filter { $0.key == .progress || $0.key == .storage || $0.key == .invitation }
    showFirst()
  }

  private func showFirst() {
    let first = ViewerNotice.Subject.allCases.first { waiting[$0] != nil }
    guard let first, let notice = waiting[first] else { return window.hideNotice() }
    window.showNotice(notice.text, buttons: notice.buttons) { [weak self] index in
      self?.waiting[first] = nil
      self?.showFirst()
      notice.answer(index)
    }
  }
}
