import LugeCore

/// A row in view that has to stay where it is, whatever a frame does to the list.
struct ScrollHold {
  /// In the state that is being held against.
  var position: Int
  /// `RowID.part` of the row.
  var part: UInt32
  /// Its top, from the viewport's top.
  var y: Int
  /// The line that is read. It is held as long as the row has it: a name that comes in above a text
  /// because the message before went away moves the row's top, not the text.
  var line: LineMark?

  /// How much farther into the row the held place is now.
  func shift(in lines: [LineMark]) -> Int {
    guard let line else { return 0 }
    if let now = lines.first(where: { $0.key == line.key }) { return now.top - line.top }
    // The text is another. What begins in view stays at its top.
    guard y < 0 else { return 0 }
    return (lines.last { $0.key <= line.key }?.top ?? line.top) - line.top
  }
}

extension ListState {
  /// How far down the viewport the reader is taken to read.
  var readingLine: Int { viewport.height / 3 }

  /// The item on the reading line; nil while it is not held.
  ///
  /// - Complexity: O(items in view).
  var itemBeingRead: ItemID? { positionBeingRead.flatMap { snapshot.item(at: $0)?.id } }

  /// Where that item is, held or not; nil when the list ends above the line.
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

  /// The item that has to be kept when more comes in than is made at once.
  var focusPosition: Int {
    followsEnd ? max(0, count - 1) : positionBeingRead ?? anchor.position
  }

  /// The rows in view, best to hold first: from the reading line down, then those above it.
  func holdsInView() -> [ScrollHold] {
    let readingLine = readingLine
    var holds: [ScrollHold] = []
    holds.reserveCapacity(24)
    var above = 0
    forEachSeenRow { position, row, y, height in
      let lines = row.layout.lines
      if y + height <= readingLine { above += 1 }
      holds.append(
        ScrollHold(
          position: position, part: row.id.part, y: y,
          line: lines.last { y + $0.top <= readingLine } ?? lines.first))
    }
    // The nearest above comes first of those above.
    if above > 0 { holds = Array(holds[above...] + holds[..<above].reversed()) }
    return holds
  }

  /// The first row in view of an item that an update is told to hold; nil when it is not in view.
  ///
  /// - Parameter held: its position in the new state.
  func hold(ofItemAt held: Int, surviving plan: WindowPlan) -> ScrollHold? {
    let newPosition = plan.newPositions
    var found: ScrollHold?
    forEachSeenRow { position, row, y, _ in
      guard found == nil, newPosition[position] == held, !row.model.isHeading else { return }
      var hold = ScrollHold(position: held, part: row.model.id.part, y: y)
      if y < 0 { hold.line = row.layout.lines.last { y + $0.top <= max(0, readingLine) } }
      found = hold
    }
    return found
  }

  /// Whether everything in view is held; what is not has an estimated height.
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

  /// A third of the way down the viewport: the first line of text from there on.
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
  /// Where held items are in the new state, by where they were; without those that moved.
  var newPositions: [Int: Int] {
    var newPosition: [Int: Int] = [:]
    for (index, slot) in slots.enumerated() where !slot.isMoved {
      if let old = slot.old { newPosition[old] = lower + index }
    }
    return newPosition
  }
}
