import LugeCore

/// A row in view that must stay where it is, whatever a frame changes.
struct ScrollHold {
  /// Position of the item in the state before the change.
  var position: Int
  /// `RowID.part` of the row.
  var part: UInt32
  /// Top of the row, from the viewport's top.
  var y: Int
  /// Line of text at the reading line. It is held instead of the row's top as long as the row has
  /// it: if a name is added above a text, the text stays in place and the row's top moves.
  var line: LineMark?

  /// Returns how much farther down in the row the held line is now.
  func shift(in lines: [LineMark]) -> Int {
    guard let line else { return 0 }
    if let now = lines.first(where: { $0.key == line.key }) { return now.top - line.top }
    // The text has changed, and the line is gone. A row that begins in view keeps its top in place.
    guard y < 0 else { return 0 }
    return (lines.last { $0.key <= line.key }?.top ?? line.top) - line.top
  }
}

extension ListState {
  /// Distance of the reading line from the viewport's top: where the user is assumed to read.
  var readingLine: Int { viewport.height / 3 }

  /// Identifier of the item at the reading line; nil while it is not in memory.
  ///
  /// - Complexity: O(items in view).
  var itemBeingRead: ItemID? { positionBeingRead.flatMap { snapshot.item(at: $0)?.id } }

  /// Position of that item, in memory or not; nil when the list ends above the line.
  var positionBeingRead: Int? {
    var y = -anchor.offset
    var position = anchor.position
    while y <= readingLine, position < count {
      y += itemHeight(position)
      if y > readingLine { return position }
      position += 1
    }
    return nil
  }

  /// Position of the item around which items are kept when more come in than are made at once.
  var focusPosition: Int {
    followsEnd ? max(0, count - 1) : positionBeingRead ?? anchor.position
  }

  /// Returns the rows in view, best to hold first: from the reading line down, then those above it.
  func holdsInView() -> [ScrollHold] {
    let readingLine = readingLine
    var holds: [ScrollHold] = []
    holds.reserveCapacity(24)
    var above = 0
    forEachVisibleRowWithHeight { position, row, y, height in
      let lines = row.layout.lines
      if y + height <= readingLine { above += 1 }
      holds.append(
        ScrollHold(
          position: position, part: row.id.part, y: y,
          line: lines.last { y + $0.top <= readingLine } ?? lines.first))
    }
    // Of the rows above, the nearest comes first.
    if above > 0 { holds = Array(holds[above...] + holds[..<above].reversed()) }
    return holds
  }

  /// Returns the first row in view of an item that an update holds; nil when it is not in view.
  ///
  /// - Parameter held: the item's position in the new state.
  func hold(ofItemAt held: Int, surviving plan: WindowPlan) -> ScrollHold? {
    let newPosition = plan.newPositions
    var found: ScrollHold?
    forEachVisibleRowWithHeight { position, row, y, _ in
      guard found == nil, newPosition[position] == held, !row.model.isHeading else { return }
      var hold = ScrollHold(position: held, part: row.model.id.part, y: y)
      if y < 0 { hold.line = row.layout.lines.last { y + $0.top <= max(0, readingLine) } }
      found = hold
    }
    return found
  }

  /// Whether everything in view is in memory; other items have estimated heights.
  var isViewHeld: Bool {
    var y = -anchor.offset
    var position = anchor.position
    while y < viewport.height, position < count {
      guard snapshot.window.range.contains(position) else { return false }
      y += itemHeight(position)
      position += 1
    }
    return true
  }

  /// Returns the first line of text at or below the reading line.
  func lineBeingRead() -> LineAnchor? {
    let readingLine = readingLine
    var best: LineAnchor?
    forEachVisibleRow { position, row, y in
      for line in row.layout.lines {
        let top = y + line.top
        if best == nil || top <= readingLine {
          best = LineAnchor(position: position, part: row.model.id.part, key: line.key, y: top)
        }
      }
      if row.layout.lines.isEmpty, best == nil || y <= readingLine {
        best = LineAnchor(position: position, part: row.model.id.part, key: Int.min, y: y)
      }
    }
    return best
  }
}

extension WindowPlan {
  /// New positions of items in memory by their old ones, without moved items.
  var newPositions: [Int: Int] {
    var newPosition: [Int: Int] = [:]
    for (index, slot) in slots.enumerated() where !slot.isMoved {
      if let old = slot.old { newPosition[old] = lower + index }
    }
    return newPosition
  }
}
