import LugeCore

extension ListEngine {
  /// Line one third down the screen, to return to later. Nil for an empty list, while a jump is
  /// under way, and at the end of a list that opens at its end anyway.
  public var readingPlace: ReadingPlace? {
    // A list that opens at its end shows it again without a saved place; another list does not.
    guard !state.followsEnd || configuration.opensAt == .start, !isJumping else { return nil }
    return placeBeingRead
  }

  /// The same as ``readingPlace``, but also at the list's end.
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

  /// Returns the current position of a line, device pixels from the viewport's top; nil when its
  /// row is not in view.
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

  /// Jumps to a place and puts its line where it was, exact from the first frame that shows it.
  ///
  /// - Parameter position: the current position of the place's item in the list.
  public func restore(_ place: ReadingPlace, at position: Int) {
    hooks.onInput?(.jumped(position))
    // A saved place may be damaged; the value is limited so that sums do not overflow.
    let y = Int(clamping: (place.y * state.environment.unit).rounded())
      .clamped(to: -1_000_000...1_000_000)
    jump(to: position, alignment: .line(part: place.part, key: place.key ?? .min, y: y))
  }
}
