import LugeArchive
import LugeChat
import LugeCore
import LugeQt

extension ChatPane {
  /// Asks for a date and goes to its first message; to the next one where that day has none.
  func askForDate() {
    guard let first = conversation.first?.seconds, let last = conversation.last?.seconds else {
      return
    }
    let dates = [first, last, secondsInView() ?? last].map {
      CalendarDate(CivilDate(localSeconds: localSeconds($0)))
    }
    Task { @MainActor [weak self] in
      guard let window = self?.controller.window else { return }
      let chosen = await window.askForDate(
        title: "Go to Date", accept: "Go", first: dates[0], last: dates[1], selected: dates[2])
      if let chosen { self?.go(to: chosen) }
    }
  }

  private func go(to date: CalendarDate) {
    let day = CivilDate.day(year: date.year, month: date.month, day: date.day)
    let midnight = seconds(ofLocal: Int64(day) * 86_400)
    let (archive, conversation) = (archive, conversation)
    Task { @MainActor [weak self] in
      let time = Timestamp(
        seconds: midnight, certainty: conversation.first?.certainty ?? .exact)
      let position = try? await Task.detached {
        try archive.position(in: conversation.id, atOrAfter: time)
      }.value
      guard let self, self.controller.chat === self else { return }
      if let position {
        surface.jump(to: position, highlighting: true)
      } else {
        surface.scrollToEnd()
      }
    }
  }

  /// The moment of a time on the clock that messages are shown by.
  private func seconds(ofLocal local: Int64) -> Int64 {
    guard hasExactTimes else { return local }
    // The offset of the guess may be that of the other side of a change of the clocks.
    let guess = local - Int64(controller.zone.offset(at: local))
    return local - Int64(controller.zone.offset(at: guess))
  }
}

extension CalendarDate {
  init(_ date: CivilDate) { self.init(year: date.year, month: date.month, day: date.day) }
}
