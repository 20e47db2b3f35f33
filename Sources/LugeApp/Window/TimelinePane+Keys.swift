import LugeCore
import LugeEngine
import LugeFeed
import LugePaint
import LugeQt

/// Reading with the keys: `j` and `k` go from post to post, `m` shows more or less of a long one,
/// Enter shows the thread, Backspace and Escape go back.
extension TimelinePane {
  func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isSubset(of: .shift) else { return false }
    switch (event.code, event.text) {
    case (.backspace, _): return controller.navigation.goBack()
    case (.return, _): return openCurrent()
    // From post to post, however long one is; arrows read it to its end first.
    case (_, "j"): surface.stepCursor(isForwards: true, reading: false)
    case (_, "k"): surface.stepCursor(isForwards: false, reading: false)
    case (_, "m"): return turnFoldOfCurrent()
    default: return false
    }
    return true
  }

  /// Escape: what is marked goes first, then the post that the keys are about, then the screen.
  func endMarks() -> Bool {
    if surface.engine.selection != nil {
      surface.clearSelection()
    } else if current != nil {
      current = nil
    } else {
      return controller.navigation.goBack()
    }
    return true
  }

  private func openCurrent() -> Bool {
    // The target of a key becomes the position to return to.
    surface.finishMotion()
    guard let current,
      let row = surface.engine.visibleRows.first(where: { $0.position == current })
    else { return false }
    controller.navigation.visit(.note(row.id.item.rawValue))
    return true
  }

  private func turnFoldOfCurrent() -> Bool {
    guard let current,
      let row = surface.engine.visibleRows.first(where: { $0.position == current })
    else { return false }
    turnFold(of: row.id.item, at: current)
    return true
  }
}
