import LugeQt

/// A line above the list that tells or asks something until it is answered.
struct ViewerNotice {
  /// What it is about; there is one of each at most, and the first of those that are there is
  /// shown.
  enum Subject: Int, CaseIterable {
    case progress, failure, leftOut, media, owner, invitation
  }

  var text: String
  var buttons: [String]
  /// The button's index; nil when the reader puts it away.
  var answer: @MainActor (Int?) -> Void
}

extension ViewerController {
  /// Tells something about a subject, in place of what was told about it before; nil takes that
  /// back.
  func tell(_ notice: ViewerNotice?, about subject: ViewerNotice.Subject) {
    notices[subject] = notice
    showNotice()
  }

  /// What belongs to the archive that was open.
  func forgetNotices() {
    notices = notices.filter { $0.key == .progress || $0.key == .invitation }
    showNotice()
  }

  private func showNotice() {
    let first = ViewerNotice.Subject.allCases.first { notices[$0] != nil }
    guard let first, let notice = notices[first] else { return window.hideNotice() }
    window.showNotice(notice.text, buttons: notice.buttons) { [weak self] index in
      self?.notices[first] = nil
      self?.showNotice()
      notice.answer(index)
    }
  }
}
