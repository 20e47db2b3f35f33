import LugeArchive
import LugeChat
import LugeCore
import LugeListKit
import LugeQt

extension ChatPane {
  /// Asks for a date and goes to its first message; to the next one where that day has none.
  func askForDate() {
    guard let first = conversation.first?.seconds, let last = conversation.last?.seconds else {
      return
    }
    let local = [first, last, secondsInView() ?? last].map { localSeconds($0) }
    Task { @MainActor [weak self] in
      let chosen = await self?.controller.askForDate(
        first: local[0], last: local[1], selected: local[2])
      if let chosen { self?.go(to: chosen) }
    }
  }

  private func go(to date: CalendarDate) {
    let midnight =
      hasExactTimes ? controller.zone.seconds(ofLocal: date.localMidnight) : date.localMidnight
    let (archive, conversation) = (archive, conversation)
    Task { @MainActor [weak self] in
      let time = Timestamp(
        seconds: midnight, certainty: conversation.first?.certainty ?? .exact)
      let position = try? await Task.detached {
        try archive.position(in: conversation.id, atOrAfter: time)
      }.value
      guard let self, self.controller.chat === self else { return }
      self.controller.navigation.leavePlace()
      if let position {
        surface.jump(to: position, highlighting: true)
      } else {
        surface.scrollToEnd()
      }
    }
  }
}
