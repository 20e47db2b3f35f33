import LugeCore

/// A row in view that an update leaves where it is.
struct EyeHold {
  /// In the new state.
  var position: Int
  /// `RowID.part` of the row.
  var part: UInt32
  /// Its top, from the viewport's top.
  var y: Int
  /// The line at the eye, which is held as long as the row has it: a name that comes in above a text
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

extension ListEngine {
  /// How far down the reader's eye is taken to be.
  var eye: Int { viewport.height / 3 }

  /// The item at the reader's eye; nil while it is not held.
  ///
  /// - Complexity: O(items in view).
  var itemAtEye: ItemID? { positionAtEye.flatMap { snapshot.item(at: $0)?.id } }

  /// Where that item is, held or not; nil when the list ends above.
  var positionAtEye: Int? {
    var y = -anchor.offset
    var position = anchor.position
    while y <= eye, position < snapshot.count {
      y += itemHeight(position)
      if y > eye { return position }
      position += 1
    }
    return nil
  }

  /// The item that has to be kept when more comes in than is made at once.
  var focusPosition: Int {
    followsEnd ? max(0, snapshot.count - 1) : positionAtEye ?? anchor.position
  }

  /// What this frame leaves where it is, best first: the rows in view from the eye down, then those
  /// above it.
  ///
  /// Decided once a frame, before anything moves. A frame may do several things in turn: let rows grow
  /// and shrink, take in what lanes delivered, apply an update. Had each its own look at where the eye
  /// is, a row that shrinks would leave the eye to the next one, and when the update then took the
  /// former away, the latter would be held at a place where nobody had seen it.
  var heldNow: [EyeHold] {
    if let frameHolds { return frameHolds }
    let eye = eye
    var holds: [EyeHold] = []
    holds.reserveCapacity(24)
    var above = 0
    forEachSeenRow { position, row, y, height in
      let lines = row.layout.lines
      if y + height <= eye { above += 1 }
      holds.append(
        EyeHold(
          position: position, part: row.id.part, y: y,
          line: lines.last { y + $0.top <= eye } ?? lines.first))
    }
    // The nearest above comes first of those above.
    if above > 0 { holds = Array(holds[above...] + holds[..<above].reversed()) }
    frameHolds = holds
    return holds
  }

  /// Those that an update leaves in the list and where they are, in the new state.
  ///
  /// - Parameter made: items made for the new state, by position in it.
  func holds(surviving plan: WindowPlan, made: [Int: RealizedItem]) -> [EyeHold] {
    let newPosition = plan.newPositions
    return heldNow.compactMap { hold in
      guard let new = newPosition[hold.position] else { return nil }
      // A date above a message may go while the message stays: then it is the message that is held.
      guard made[new]?.rows.contains(where: { $0.id.part == hold.part }) ?? true else { return nil }
      var hold = hold
      hold.position = new
      return hold
    }
  }

  /// The first row in view of an item that an update is told to hold; nil when it is not in view.
  ///
  /// - Parameter held: its position in the new state.
  func hold(ofItemAt held: Int, surviving plan: WindowPlan) -> EyeHold? {
    let newPosition = plan.newPositions
    var found: EyeHold?
    forEachSeenRow { position, row, y, _ in
      guard found == nil, newPosition[position] == held, !row.model.isHeading else { return }
      var hold = EyeHold(position: held, part: row.model.id.part, y: y)
      if y < 0 { hold.line = row.layout.lines.last { y + $0.top <= max(0, eye) } }
      found = hold
    }
    return found
  }

  /// Whether everything in view is held; what is not has an estimated height.
  var isViewHeld: Bool {
    var y = -anchor.offset
    var position = anchor.position
    while y < viewport.height, position < snapshot.count {
      guard snapshot.window.range.contains(position) else { return false }
      y += itemHeight(position)
      position += 1
    }
    return true
  }

  /// Takes in what lanes delivered. A reader who outran the lane looks at items that are not held,
  /// and the anchor may be one of them: when their heights become exact, it is the rows that were
  /// seen that stay.
  func takeDelivered() {
    // Taken out first: what a lane delivers while this is being thought about belongs to the next frame.
    let results = drainMailbox()
    let moves = !followsEnd && lineAnchor == nil && !results.isEmpty && !isViewHeld
    let holds = moves ? heldNow : []
    for (result, _) in results { take(result) }
    placeFirst(of: holds)
  }

  /// Puts the anchor where the best of the held rows that there still are is where it was.
  func placeFirst(of holds: [EyeHold]) {
    guard let hold = holds.first(where: { snapshot.item(at: $0.position) != nil }) else { return }
    place(hold)
  }

  /// Puts the anchor where the held row is where it was.
  func place(_ hold: EyeHold) {
    guard hold.position < snapshot.count, snapshot.item(at: hold.position) != nil else { return }
    _ = itemHeight(hold.position)
    let item = snapshot.window[hold.position]
    var top = leadingHeight(of: item)
    var found = top
    var line = 0
    for row in item.rows {
      if row.id.part == hold.part {
        found = top
        line = hold.shift(in: row.layout.lines)
        break
      }
      top += row.layout.size.height
    }
    anchor = Anchor(position: hold.position, offset: found + line - hold.y)
    normalizeAnchor()
  }
}

extension WindowPlan {
  /// Where held items are in the new state, by where they were; without those that moved.
  fileprivate var newPositions: [Int: Int] {
    var newPosition: [Int: Int] = [:]
    for (index, slot) in slots.enumerated() where !slot.isMoved {
      if let old = slot.old { newPosition[old] = lower + index }
    }
    return newPosition
  }
}
