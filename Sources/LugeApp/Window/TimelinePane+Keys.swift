import LugeCore
import LugeEngine
import LugeFeed
import LugePaint
import LugeQt

/// Reading with the keys: `j` and `k` go from post to post, `m` shows more or less of a long one, Enter
/// shows the thread, Backspace and Escape go back.
extension TimelinePane {
  private static let gap = 10.0

  func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isSubset(of: .shift) else { return false }
    switch (event.code, event.text) {
    case (.backspace, _): return controller.goBack()
    case (.return, _): return openCurrent()
    case (_, "j"): move(by: 1)
    case (_, "k"): move(by: -1)
    case (_, "m"): return turnFoldOfCurrent()
    case (.home, _), (.end, _):
      // The list goes to its ends by itself.
      current = nil
      return false
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
      return controller.goBack()
    }
    return true
  }

  private func openCurrent() -> Bool {
    // Where a key leads to is where the reader comes back to.
    surface.finishMotion()
    guard let current,
      let row = surface.engine.visibleRows.first(where: { $0.position == current })
    else { return false }
    controller.visit(.note(row.id.item.rawValue))
    return true
  }

  private func turnFoldOfCurrent() -> Bool {
    guard let current,
      let row = surface.engine.visibleRows.first(where: { $0.position == current })
    else { return false }
    turnFold(of: row.id.item, at: current)
    return true
  }

  /// To the next post that is shown, or the one before it.
  private func move(by step: Int) {
    surface.finishMotion()
    let rows = surface.engine.visibleRows
    guard let first = rows.first, let last = rows.last else { return }
    let isInView = current.map { (first.position...last.position).contains($0) } ?? false
    // From nowhere, to the first post that begins in view.
    let begun = zip(rows.dropFirst(), rows).first { $0.position != $1.position && $0.y >= 0 }
    let start = first.y >= 0 ? first.position : begun?.0.position ?? first.position
    let wanted = isInView ? (current ?? start) + step : step > 0 ? start : first.position
    let place = min(max(wanted, 0), surface.engine.count - 1)
    current = place
    bringIntoView(place, rows)
  }

  private func bringIntoView(_ place: Int, _ rows: [VisibleRow]) {
    let own = rows.filter { $0.position == place }
    guard let top = own.first?.y, let end = own.last.map({ $0.y + $0.height }) else {
      return surface.jump(to: place)
    }
    let size = surface.area.surface.geometry
    let height = size.size.height
    guard top < 0 || end > height else { return }
    // What is taller than the screen is read from its beginning.
    let gap = Int((Self.gap * size.scale).rounded())
    let moved = top < 0 || end - top > height ? top : min(top, end - height + gap)
    surface.glide(by: moved)
  }

  /// A bar beside the post that the keys are about.
  func marks(in engine: ListEngine) -> [Highlight] {
    guard let current else { return [] }
    let rows = engine.visibleRows.filter {
      $0.position == current && $0.id.part != FeedPart.gap && $0.id.part < FeedPart.firstCustom
        && $0.id.part != FeedPart.profile
    }
    guard let first = rows.first, let last = rows.last else { return [] }
    let geometry = surface.area.surface.geometry
    let unit = geometry.scale * controller.settings.zoom
    func pixels(_ points: Double) -> Int { Int((points * unit).rounded()) }
    let style = TimelinePresentation.appearance.style
    let span = style.cardSpan(in: geometry.size.width, pixels: pixels)
    let width = min(pixels(3), span.lowerBound)
    return [
      Highlight(
        Rect(
          x: max(0, span.lowerBound - 2 * width), y: first.y, width: width,
          height: last.y + last.height - first.y),
        color: style.colors.accent.resolved(engine.colorScheme))
    ]
  }
}
