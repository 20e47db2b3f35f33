import LugeCore

extension ListEngine {
  /// The line that is read, a third of the way down; nil for an empty list, and at the end
  /// of one that opens there: there is nothing to return to but the end.
  public var readingPlace: ReadingPlace? {
    // A list that opens at its start would be there again.
    guard !state.followsEnd || configuration.opensAt == .start, !isJumping else { return nil }
    return placeBeingRead
  }

  /// As ``readingPlace``, also at the list's end.
  ///
  /// - Complexity: O(rows in view).
  public var placeBeingRead: ReadingPlace? {
    guard let line = state.lineBeingRead(), let item = state.snapshot.item(at: line.position) else {
      return nil
    }
    return ReadingPlace(
      item: item.id, part: line.part, key: line.key == .min ? nil : line.key,
      y: Double(line.y) / state.environment.unit)
  }

  /// Where a line stands now, device pixels from the viewport's top; nil when its row is not in
  /// view.
  ///
  /// - Complexity: O(rows in view + lines of the row).
  public func y(of place: ReadingPlace) -> Int? {
    var found: Int?
    state.forEachVisibleRow { _, row, top in
      guard row.model.id == RowID(item: place.item, part: place.part) else { return }
      let mark = place.key.flatMap { key in row.layout.lines.last { $0.key <= key } }
      found = top + (mark?.top ?? 0)
    }
    return found
  }

  /// Brings a place back to where it stood, exact from the first frame that shows it.
  ///
  /// - Parameter position: where the place's item is in the list now.
  public func restore(_ place: ReadingPlace, at position: Int) {
    hooks.onInput?(.jumped(position))
    // What was kept may be damaged, and a line a million pixels away is in no viewport.
    let y = Int(clamping: (place.y * state.environment.unit).rounded())
      .clamped(to: -1_000_000...1_000_000)
    jump(to: position, alignment: .line(part: place.part, key: place.key ?? .min, y: y))
  }
}
