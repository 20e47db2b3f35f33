import LugeCore
import LugeQt
import LugeWords

extension ViewerController {
  /// In what is shown.
  func askForDate() {
    if let live { live.askForDate() } else { pane?.askForDate() }
  }

  /// Asks for a day between two moments, as a clock on the wall shows them.
  ///
  /// - Parameter selected: shown first.
  /// - Returns: nil when the reader wants none.
  func askForDate(first: Int64, last: Int64, selected: Int64) async -> CalendarDate? {
    let dates = [first, last, selected].map { CalendarDate(CivilDate(localSeconds: $0)) }
    return await window.askForDate(
      title: localized("Go to Date"), accept: localized("Go", context: "to a date"),
      first: dates[0], last: dates[1], selected: dates[2])
  }
}

extension CalendarDate {
  init(_ date: CivilDate) { self.init(year: date.year, month: date.month, day: date.day) }

  /// Midnight that the day begins with on a clock on the wall, as seconds since 1970.
  var localMidnight: Int64 {
    Int64(CivilDate.day(year: year, month: month, day: day)) * 86_400
  }
}
