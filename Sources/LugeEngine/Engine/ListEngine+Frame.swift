import LugeCore

extension ListEngine {
  /// Pixels a drawn slice is high; taller rows are drawn in several, so that no message, however
  /// long, makes a huge bitmap.
  static let sliceHeight = 1024

  /// One frame: takes in what lanes delivered, carries out jumps and updates, and says what to show.
  ///
  /// - Parameter time: seconds on the caller's clock, which may be virtual; only differences count.
  /// - Complexity: O(rows in view + results delivered).
  public func frame(at time: Double) -> FramePlan {
    frameNumber += 1
    counts.frames += 1
    measureVelocity(time)
    advanceMotion(to: time)
    drainMailbox()
    applyUpdatesIfReady()
    performJumpIfReady()
    settleAfterHeightChange()
    isDirty = false
    let plan = planFrame()
    cells.recycle(notShownIn: frameNumber)
    requestLoads()
    if pendingJump == nil {
      requestImages()
      requestDrawing()
    }
    prepareSpotTools()
    return plan
  }

  private func measureVelocity(_ time: Double) {
    defer {
      lastFrameTime = time
      scrolledSinceFrame = 0
    }
    guard let last = lastFrameTime, time > last else { return }
    velocity = velocity * 0.5 + Double(scrolledSinceFrame) / (time - last) * 0.5
    if abs(velocity) < 1 { velocity = 0 }
  }

  private func planFrame() -> FramePlan {
    var plan = FramePlan(
      size: viewport, scheme: scheme, background: configuration.background, pieces: [])
    // Before anything arrived there is nothing to stand in for: the list begins with its content.
    guard !snapshot.window.isEmpty || pendingJump == nil else { return plan }
    plan.pieces.reserveCapacity(24)
    isShowingOutdated = false
    let deadline = Self.monotonicSeconds() + configuration.drawBudget
    var y = -anchor.offset
    var position = anchor.position
    while y < viewport.height, position < snapshot.count {
      let height = itemHeight(position)
      if let item = snapshot.item(at: position) {
        append(item, at: y, to: &plan, deadline: deadline)
      } else if y + height > 0 {
        plan.pieces.append(.init(row: nil, y: y, height: height, content: .placeholder))
      }
      y += height
      position += 1
    }
    let blank = plan.blankPixels
    if blank > 0 {
      counts.framesWithBlanks += 1
      counts.blankPixels += blank
      isDirty = true
    }
    return plan
  }

  private func append(
    _ item: RealizedItem, at y: Int, to plan: inout FramePlan, deadline: Double
  ) {
    let transition = transitions.isEmpty ? nil : transitions[item.id]
    var top = y
    if let transition { top = append(transition.leading, at: top, to: &plan) }
    let end = top + ownHeight(of: item)
    for row in item.rows {
      append(row, at: top, end: end, to: &plan, deadline: deadline)
      top += row.layout.size.height
    }
    if let transition { _ = append(transition.trailing, at: end, to: &plan) }
  }

  /// - Parameter end: where the room for the item's rows ends, for the time being.
  private func append(
    _ row: RealizedRow, at top: Int, end: Int, to plan: inout FramePlan, deadline: Double
  ) {
    let height = row.layout.size.height
    guard height > 0, top < viewport.height, top + height > 0, top < end else { return }
    let id = row.model.id
    let content = contentKey(row)
    let cell = cells.dequeue(id, type(of: row.model).reuseIdentifier, frame: frameNumber)
    if cell.contentKey != content {
      cell.contentKey = content
      cell.slices = Array(repeating: nil, count: Self.sliceCount(height))
    }
    let needed = images.needed(by: row)
    for slice in cell.slices.indices {
      let range = Self.sliceRange(slice, of: height)
      let y = top + range.lowerBound
      guard y < viewport.height, y + range.count > 0 else { continue }
      let shown = cell.slices[slice]?.generation ?? -1
      if shown < max(0, needed),
        let kept = bitmaps.value(for: BitmapKey(content: content, slice: slice)),
        kept.generation > shown
      {
        cell.slices[slice] = kept
      }
      if cell.slices[slice] == nil, Self.monotonicSeconds() < deadline {
        let bitmap = spotTools.paint(
          row.layout, slice: range, scheme: scheme, background: configuration.background)
        counts.slicesDrawnOnTheSpot += 1
        let drawn = DrawnBitmap(bitmap: bitmap, generation: images.generation)
        keep(drawn, for: BitmapKey(content: content, slice: slice))
        cell.slices[slice] = drawn
      }
      if let drawn = cell.slices[slice], drawn.generation < needed { isShowingOutdated = true }
      let piece: FramePlan.Piece.Content =
        if let drawn = cell.slices[slice] { .bitmap(drawn.bitmap) } else { .placeholder }
      let seen = min(range.count, end - y)
      guard seen > 0 else { continue }
      plan.pieces.append(.init(row: id, y: y, height: seen, content: piece))
    }
  }

  func contentKey(_ row: RealizedRow) -> CellContentKey {
    CellContentKey(
      row: row.model.id, revision: row.model.revision, layoutVersion: layoutVersion,
      scheme: scheme)
  }

  func keep(_ drawn: DrawnBitmap, for key: BitmapKey) {
    bitmaps.insert(drawn, for: key, cost: drawn.bitmap.byteCount)
  }

  static func sliceCount(_ height: Int) -> Int { (height + sliceHeight - 1) / sliceHeight }

  static func sliceRange(_ slice: Int, of height: Int) -> Range<Int> {
    slice * sliceHeight..<min(height, (slice + 1) * sliceHeight)
  }
}
