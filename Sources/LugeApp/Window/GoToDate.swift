import LugeCore
import LugeListKit
import LugeQt

extension ViewerController {
  /// Asks for a date in the shown list.
  func askForDate() {
    if let live { live.askForDate() } else { pane?.askForDate() }
  }

  /// Asks for a day between two moments, as a clock on the wall shows them.
  ///
  /// - Parameter selected: shown first.
  /// - Returns: nil when the user wants none.
  func askForDate(first: Int64, last: Int64, selected: Int64) async -> CivilDate? {
    await window.askForDay(first: first, last: last, selected: selected)
  }
}
