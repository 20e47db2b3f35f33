import LugeCore

extension ListEngine {
  /// One frame: takes in what lanes delivered, carries out jumps and updates, and says what to show.
  ///
  /// - Parameter time: seconds on the caller's clock, which may be virtual; only differences count.
  /// - Complexity: O(rows in view + results delivered).
  public func frame(at time: Double) -> FramePlan {
    frameNumber += 1
    counts.frames += 1
    ledger.current = FrameRecord(number: frameNumber, time: time)
    let allocated = runtime.allocations?() ?? 0
    _ = tools.takeLayoutSeconds()
    let isMoving = scrolledSinceFrame != 0
    scrolledSinceWishes += abs(scrolledSinceFrame)
    measureVelocity(time)
    state.forgetHolds()
    defer { state.forgetHolds() }
    if state.advanceMotion(to: time) { endMotion() }
    var clock = PartClock(runtime)
    updateScheduler.flush()
    takeDelivered()
    ledger.current.drain += clock.lap()
    for hook in frameHooks { hook(self) }
    applyUpdatesIfReady()
    runMetConditions()
    performJumpIfReady()
    withLanesTools { state.settle() }
    ledger.current.update += clock.lap()
    isDirty = false
    var plan = FramePlan(
      size: viewport, scheme: scheme, background: configuration.background, pieces: [])
    withLanesTools { planFrame(&plan, begun: clock.last) }
    plan.emphasis = emphasis(at: time)
    ledger.current.plan += clock.lap()
    ledger.current.spotLayout += tools.takeLayoutSeconds()
    // What takes or gives up room goes on in the next frame.
    if !state.motion.isEmpty { isDirty = true }
    // While the content moves, what is ahead is looked through again when a good part of what was
    // asked for is used up, something came, or something in view was missing.
    if isMoving, pendingJump == nil, wishesReachOn {
      isDirty = true
    } else {
      requestLoads()
      if pendingJump == nil {
        requestImages()
        requestDrawing()
        requestViews()
      }
    }
    prepareTools()
    requestGeometry()
    continueSurvey()
    ledger.current.ask += clock.lap()
    if let allocations = runtime.allocations {
      ledger.current.allocations = allocations() - allocated
    }
    ledger.close()
    onInput?(.frame(time))
    return plan
  }

  private func measureVelocity(_ time: Double) {
    defer {
      lastFrameTime = time
      scrolledSinceFrame = 0
    }
    guard let last = lastFrameTime, time > last else { return }
    // After a rest the time since the last frame says nothing about the motion that begins.
    let current = Double(scrolledSinceFrame) / min(time - last, 1.0 / 24)
    // A fling is met at once; what slows down is let go of gently.
    let isFaster = abs(current) > abs(velocity)
    velocity = isFaster ? current : velocity * 0.5 + current * 0.5
    if abs(velocity) < 1 { velocity = 0 }
  }

  /// - Parameter begun: the runtime's time.
  private func planFrame(_ plan: inout FramePlan, begun: Double) {
    // Before anything arrived there is nothing to stand in for: the list begins with its content.
    guard !snapshot.window.isEmpty || pendingJump == nil else {
      shown = nil
      return cells.recycle(notShownIn: frameNumber)
    }
    isShowingOutdated = false
    let deadline = begun + spotBudget()
    if !planAgain(&plan, deadline: deadline) {
      planAnew(&plan, deadline: deadline)
      cells.recycle(notShownIn: frameNumber)
    }
    runtime.charge?(.planned(pieces: plan.pieces.count))
    let blank = plan.blankPixels
    ledger.current.pieces = plan.pieces.count
    ledger.current.blankPixels = blank
    if blank > 0 {
      counts.framesWithBlanks += 1
      counts.blankPixels += blank
    }
    counts.outlinesShown += ledger.current.outlines
    if blank > 0 || ledger.current.outlines > 0 { isDirty = true }
    keepStretch(of: plan)
  }

  /// Every row in view.
  private func planAnew(_ plan: inout FramePlan, deadline: Double) {
    plan.pieces.reserveCapacity(40)
    planning.begin()
    guard !state.motion.isEmpty else {
      planning.next = planRows(
        from: RowPlace(position: anchor.position, row: 0, y: -anchor.offset), until: nil, to: &plan,
        deadline: deadline)
      return
    }
    planning.isShiftable = false
    var y = -anchor.offset
    var position = anchor.position
    while y < viewport.height, position < snapshot.count {
      let height = itemHeight(position)
      if let item = snapshot.item(at: position) {
        append(item, of: position, at: y, to: &plan, deadline: deadline)
      } else {
        appendPlaceholder(position, y: y, height: height, to: &plan)
      }
      y += height
      position += 1
    }
  }

  func appendPlaceholder(_ position: Int, y: Int, height: Int, to plan: inout FramePlan) {
    guard y + height > 0 else { return }
    plan.pieces.append(.init(row: nil, y: y, height: height, content: .placeholder))
    ledger.current.gaps.append(
      .init(position: position, row: nil, cause: causeOfMissing(position), isOutline: false))
  }

  private func append(
    _ item: RealizedItem, of position: Int, at y: Int, to plan: inout FramePlan, deadline: Double
  ) {
    let transition = state.motion.transition(of: item.id)
    var top = y
    if let transition { top = append(transition.leading, at: top, to: &plan) }
    let end = top + state.motion.ownHeight(of: item)
    for row in item.rows {
      append(row, of: position, at: top, end: end, to: &plan, deadline: deadline)
      top += row.layout.size.height
    }
    if let transition { _ = append(transition.trailing, at: end, to: &plan) }
  }

  /// Adds what is seen of ghosts, and returns where they end.
  private func append(_ ghosts: [Ghost], at top: Int, to plan: inout FramePlan) -> Int {
    var top = top
    for ghost in ghosts {
      let end = top + ghost.height(at: now)
      var y = top
      for piece in ghost.pieces where y < end {
        let height = min(piece.height, end - y)
        if let bitmap = piece.bitmap, y < viewport.height, y + height > 0 {
          plan.pieces.append(.init(row: nil, y: y, height: height, content: .bitmap(bitmap)))
        }
        y += piece.height
      }
      top = end
    }
    return top
  }

  /// - Parameter end: where the room for the item's rows ends, for the time being.
  func append(
    _ row: RealizedRow, of position: Int, at top: Int, end: Int, to plan: inout FramePlan,
    deadline: Double
  ) {
    let height = row.layout.size.height
    guard height > 0, top < viewport.height, top + height > 0, top < end else { return }
    let id = row.id
    if height > RowSlices.height || !row.layout.liveLayers.isEmpty && !row.isCoveredByView {
      planning.isShiftable = false
    }
    if !row.liveViews.isEmpty,
      let picture = appendViews(of: row, at: top, end: end, to: &plan)
    {
      let seen = min(height, end - top)
      plan.pieces.append(.init(row: id, y: top, height: seen, content: .bitmap(picture)))
      return
    }
    let content = contentKey(row)
    let cell = cells.dequeue(id, row.reuseIdentifier, frame: frameNumber)
    if cell.contentKey != content {
      cell.contentKey = content
      cell.outline = nil
      cell.slices.removeAll(keepingCapacity: true)
      for _ in 0..<RowSlices.count(height) { cell.slices.append(nil) }
    }
    let needed = images.needed(by: row)
    for slice in cell.slices.indices {
      let range = RowSlices.range(slice, of: height)
      let y = top + range.lowerBound
      guard y < viewport.height, y + range.count > 0 else { continue }
      let shown = cell.slices[slice]?.generation ?? -1
      if shown < max(0, needed),
        let kept = bitmaps.value(for: BitmapKey(content: content, slice: slice)),
        kept.generation > shown
      {
        cell.slices[slice] = kept
      }
      if cell.slices[slice] == nil {
        cell.slices[slice] = drawOnTheSpot(
          row, range, for: BitmapKey(content: content, slice: slice), until: deadline)
      }
      let piece: FramePlan.Piece.Content
      if let drawn = cell.slices[slice] {
        if drawn.generation < needed { isShowingOutdated = true }
        piece = .bitmap(drawn.bitmap)
      } else {
        piece = .outline(outline(of: row, cell), from: range.lowerBound)
        ledger.current.outlines += 1
        ledger.current.gaps.append(
          .init(position: position, row: id, cause: .lane, isOutline: true))
      }
      let seen = min(range.count, end - y)
      guard seen > 0 else { continue }
      plan.pieces.append(.init(row: id, y: y, height: seen, content: piece))
    }
    if !row.layout.liveLayers.isEmpty { appendLayers(of: row, at: top, end: end, cell, to: &plan) }
  }

  /// Names the row's live layers that are in view and whose row is drawn. Those of a row that is on
  /// its way in or out rest until there is room for them.
  private func appendLayers(
    of row: RealizedRow, at top: Int, end: Int, _ cell: Cell, to plan: inout FramePlan
  ) {
    for slice in cell.slices.indices {
      guard let drawn = cell.slices[slice] else { continue }
      let range = RowSlices.range(slice, of: row.layout.size.height)
      for (index, layer) in row.layout.liveLayers(in: range).enumerated() {
        guard let size = ImageUse.size(filling: layer.rect), layer.rect.x.magnitude < 1e6 else {
          continue
        }
        guard layer.content == nil else { continue }
        let y = top + Int(layer.rect.y)
        guard y < viewport.height, y + size.height > 0, y + size.height <= end else { continue }
        plan.layers.append(
          .init(
            row: row.model.id, key: layer.key, x: Int(layer.rect.x), y: y, size: size,
            radii: layer.radii,
            surroundings: drawn.surroundings.indices.contains(index)
              ? drawn.surroundings[index] : LayerSurroundings()))
      }
    }
  }

  /// What stands for slices that are not drawn: what is in view is never blank.
  private func outline(of row: RealizedRow, _ cell: Cell) -> RowOutline {
    if let outline = cell.outline { return outline }
    let outline = RowOutline(
      of: row.layout, scheme: scheme, background: configuration.background)
    cell.outline = outline
    return outline
  }

  /// The slice; nil while there is no time for it.
  private func drawOnTheSpot(
    _ row: RealizedRow, _ range: Range<Int>, for key: BitmapKey, until deadline: Double
  ) -> DrawnBitmap? {
    let start = runtime.now()
    // What is expected to take longer than there is time is left to the lane.
    guard start + drawEstimate < deadline else { return nil }
    defer { ledger.current.spotDraw += runtime.now() - start }
    let missing = MissingSlice(key: key, row: row, generation: images.generation)
    let drawn = missing.draw(
      with: tools.tools, background: configuration.background, now: runtime.now
    ).drawn
    counts.slicesDrawnOnTheSpot += 1
    noteDrawing(drawn)
    keep(drawn, for: key)
    return drawn
  }

  /// Drawings take about as long as the last ones did.
  func noteDrawing(_ drawn: DrawnBitmap) {
    drawEstimate += (Double(drawn.seconds) - drawEstimate) / 16
  }

  func contentKey(_ row: RealizedRow) -> CellContentKey {
    CellContentKey(of: row, layoutVersion: layoutVersion, scheme: scheme)
  }

  func keep(_ drawn: DrawnBitmap, for key: BitmapKey) {
    // Drawn ahead counts as used: otherwise what was scrolled past has a second chance, and what
    // comes next is the first to go.
    bitmaps.insert(drawn, for: key, cost: drawn.byteCount, isUsed: true)
  }
}
