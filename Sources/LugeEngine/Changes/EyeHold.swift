import LugeCore

/// A row in view that an update leaves where it is.
struct EyeHold {
  /// In the new state.
  var position: Int
  /// `RowID.part` of the row.
  var part: UInt32
  /// Its top, from the viewport's top.
  var y: Int
  /// The line to hold when the row begins above the viewport.
  var line: LineMark?
}

extension ListEngine {
  /// How far down the reader's eye is taken to be.
  var eye: Int { viewport.height / 3 }

  /// The item at the reader's eye; nil while it is not held.
  ///
  /// - Complexity: O(items in view).
  var itemAtEye: ItemID? {
    var y = -anchor.offset
    var position = anchor.position
    while y <= eye, position < snapshot.count {
      y += itemHeight(position)
      if y > eye { return snapshot.item(at: position)?.id }
      position += 1
    }
    return nil
  }

  /// The row at the reader's eye; when the update takes it away or elsewhere, the next one below that
  /// stays, else the nearest above.
  func eyeHold(surviving plan: WindowPlan) -> EyeHold? {
    let newPosition = plan.newPositions
    return eyeHold { newPosition[$0] }
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

  func eyeHold(mapping newPosition: (Int) -> Int?) -> EyeHold? {
    let eye = eye
    var above: EyeHold?
    var below: EyeHold?
    var isEyeSeen = false
    forEachSeenRow { position, row, y, height in
      guard below == nil else { return }
      let isUnderEye = y <= eye && y + height > eye
      guard let new = newPosition(position) else {
        isEyeSeen = isEyeSeen || isUnderEye
        return
      }
      var hold = EyeHold(position: new, part: row.model.id.part, y: y)
      if y < 0 { hold.line = row.layout.lines.last { y + $0.top <= max(0, eye) } }
      if isUnderEye || isEyeSeen || y > eye { below = hold } else { above = hold }
    }
    return below ?? above
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
    let moves = !followsEnd && lineAnchor == nil && !mailbox.isEmpty && !isViewHeld
    let hold = moves ? eyeHold { $0 } : nil
    drainMailbox()
    if let hold { place(hold) }
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
      if row.model.id.part == hold.part {
        found = top
        if let mark = hold.line {
          let now = row.layout.lines.last { $0.key <= mark.key }
          line = (now?.top ?? mark.top) - mark.top
        }
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
