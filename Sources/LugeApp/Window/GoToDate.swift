import LugeCore
import LugeListKit
import LugeQt

extension ViewerController {
  /// Asks for a date in the shown list.
  func askForDate() {
    if let live { live.askForDate() } else { pane?.askForDate() }
  }

  /// Asks for a day between two moments, given as local times in seconds since 1970.
  ///
  /// - Parameter selected: the day that the dialog shows first.
  /// - Returns: nil if the user cancels.
  func askForDate(first: Int64, last: Int64, selected: Int64) async -> CalendarDate? {
    await window.askForDay(first: first, last: last, selected: selected)
  }
}
