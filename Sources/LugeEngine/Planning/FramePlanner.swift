import LugeCore

/// Decides what a frame shows: a drawing, a skeleton or a placeholder for every row in view.
///
/// While the list only scrolls, a frame is made from the previous one: its pieces are moved, and
/// rows that came in at one edge are added.
final class FramePlanner {
  /// Inputs of planning a frame; the planner keeps none of them.
  struct Input {
    let state: ListState
    let drawing: RowDrawing
    let heavyViews: HeavyViews
    let pictures: Pictures
    let tools: ToolLending
    let travel: Travel
    var frameNumber: Int
    /// Number of updates applied so far.
    var updates: Int
    /// Time at which planning began, on the engine's clock.
    var begun: Double
    /// Whether a jump is pending.
    var isJumping: Bool
  }

  private let budget: DrawBudget

  // MARK: Mutable State (the engine's thread)

  /// Pieces of the last frame, if the next one may reuse them.
  private var shown: ShownStretch?
  /// Notes about the plan that is being made.
  private var planning = StretchPlanning()
  /// Whether the last frame showed a row drawn before one of its pictures arrived.
  private(set) var isShowingOutdated = false
  /// Style of the last frame's rows.
  private var lastStyle: DrawnStyle?

  init(drawBudget: Double) {
    budget = DrawBudget(seconds: drawBudget)
  }

  /// Whether the next frame may reuse the last one, and whether it contains skeletons.
  var keptStretch: (isThere: Bool, hasSkeletons: Bool) {
    (shown != nil, shown?.hasSkeletons == true)
  }

  /// Plans a frame.
  ///
  /// - Parameters:
  ///   - plan: has the viewport's size and no pieces; receives them.
  ///   - record: receives what is missing, except the reasons why items are not loaded.
  /// - Returns: whether another frame is needed for what is missing.
  /// - Complexity: O(rows in view). While the list only scrolls: O(pieces), with a few instructions
  ///   for each, plus the rows that come in.
  func plan(
    _ input: Input, into plan: inout FramePlan, _ record: inout FrameRecord
  ) -> Bool {
    let state = input.state
    // Before anything was loaded, show no placeholders: the list begins with its content.
    guard !state.snapshot.window.isEmpty || !input.isJumping else {
      shown = nil
      input.drawing.recycle(notShownIn: input.frameNumber)
      return false
    }
    isShowingOutdated = false
    let frame = RowDrawing.Frame(
      number: input.frameNumber, viewportHeight: state.viewport.height, style: state.style,
      generation: input.pictures.generation, deadline: input.begun + seconds(input),
      isAtRest: input.travel.velocity == 0, tools: input.tools)
    let pass = Pass(input: input, frame: frame)
    if !planAgain(&plan, pass, &record) {
      planAnew(&plan, pass, &record)
      input.drawing.recycle(notShownIn: input.frameNumber)
    }
    record.blankPixels = plan.blankPixels
    keepStretch(of: plan, input, record.gaps)
    return record.blankPixels > 0 || record.skeletons > 0
  }

  /// State of planning one frame.
  private struct Pass {
    let input: Input
    let frame: RowDrawing.Frame

    var state: ListState { input.state }
    var height: Int { frame.viewportHeight }
  }

  /// Returns the seconds that this frame may spend on drawing.
  private func seconds(_ input: Input) -> Double {
    let style = input.state.style
    defer { lastStyle = style }
    guard let lastStyle, lastStyle != style, !input.travel.passesAsSkeletons else {
      return budget.seconds(atScreensPerSecond: input.travel.screensPerSecond)
    }
    return budget.afterRestyling
  }

  // MARK: Planning all rows in view

  private func planAnew(_ plan: inout FramePlan, _ pass: Pass, _ record: inout FrameRecord) {
    let state = pass.state
    plan.pieces.reserveCapacity(40)
    planning.begin()
    guard !state.motion.isEmpty else {
      planning.next = planRows(
        from: RowPlace(position: state.anchor.position, row: 0, y: -state.anchor.offset),
        until: nil, to: &plan, pass, &record)
      return
    }
    planning.isShiftable = false
    var y = -state.anchor.offset
    var position = state.anchor.position
    while y < pass.height, position < state.count {
      let height = state.itemHeight(position)
      if let item = state.snapshot.item(at: position) {
        append(item, of: position, at: y, to: &plan, pass, &record)
      } else {
        appendPlaceholder(position, y: y, height: height, to: &plan, pass, &record)
      }
      y += height
      position += 1
    }
  }

  /// Adds rows from a given row on, downwards until the viewport's end or another row is reached.
  /// Only while no row animates.
  ///
  /// - Returns: the first row that was not added.
  private func planRows(
    from place: RowPlace, until end: RowPlace?, to plan: inout FramePlan, _ pass: Pass,
    _ record: inout FrameRecord
  ) -> RowPlace {
    let state = pass.state
    var place = place
    while place.y < pass.height, place.position < state.count {
      // This lays the item out if its layout is of another width.
      let height = state.itemHeight(place.position)
      guard let item = state.snapshot.item(at: place.position) else {
        planning.isShiftable = false
        appendPlaceholder(place.position, y: place.y, height: height, to: &plan, pass, &record)
        place = RowPlace(position: place.position + 1, row: 0, y: place.y + height)
        continue
      }
      while place.row < item.rows.count, place.y < pass.height {
        if let end, place.isSameRow(as: end) { return place }
        let row = item.rows[place.row]
        let pieces = plan.pieces.count
        let bottom = place.y + row.layout.size.height
        append(row, of: place.position, at: place.y, end: bottom, to: &plan, pass, &record)
        for _ in pieces..<plan.pieces.count { planning.rows.append(place) }
        place.row += 1
        place.y = bottom
      }
      guard place.row >= item.rows.count else { break }
      place = RowPlace(position: place.position + 1, row: 0, y: place.y)
    }
    return place
  }

  private func appendPlaceholder(
    _ position: Int, y: Int, height: Int, to plan: inout FramePlan, _ pass: Pass,
    _ record: inout FrameRecord
  ) {
    guard y + height > 0 else { return }
    plan.pieces.append(.init(row: nil, y: y, height: height, content: .placeholder))
    record.gaps.append(
      .init(position: position, row: nil, cause: .source, isSkeleton: false))
  }

  private func append(
    _ item: RealizedItem, of position: Int, at y: Int, to plan: inout FramePlan, _ pass: Pass,
    _ record: inout FrameRecord
  ) {
    let motion = pass.state.motion
    let transition = motion.transition(of: item.id)
    var top = y
    if let transition {
      top = append(transition.leading, at: top, now: motion.now, pass.height, to: &plan)
    }
    let end = top + motion.ownHeight(of: item)
    for row in item.rows {
      append(row, of: position, at: top, end: end, to: &plan, pass, &record)
      top += row.layout.size.height
    }
    if let transition {
      _ = append(transition.trailing, at: end, now: motion.now, pass.height, to: &plan)
    }
  }

  /// Adds the slices of removed items that animate, and returns where they end.
  private func append(
    _ ghosts: [Ghost], at top: Int, now: Double, _ viewportHeight: Int, to plan: inout FramePlan
  ) -> Int {
    var top = top
    for ghost in ghosts {
      let end = top + ghost.height(at: now)
      var y = top
      for slice in ghost.slices where y < end {
        let height = min(slice.height, end - y)
        if let bitmap = slice.bitmap, y < viewportHeight, y + height > 0 {
          plan.pieces.append(.init(row: nil, y: y, height: height, content: .bitmap(bitmap)))
        }
        y += slice.height
      }
      top = end
    }
    return top
  }

  /// Adds a row's pieces.
  ///
  /// - Parameter end: current end of the item's rows, which may animate.
  private func append(
    _ row: RealizedRow, of position: Int, at top: Int, end: Int, to plan: inout FramePlan,
    _ pass: Pass, _ record: inout FrameRecord
  ) {
    let height = row.layout.size.height
    guard height > 0, top < pass.height, top + height > 0, top < end else { return }
    if height > RowSlices.height || !row.layout.rowLayers.isEmpty && !row.isCoveredByView {
      planning.isShiftable = false
    }
    if !row.heavyViews.isEmpty,
      let picture = pass.input.heavyViews.append(
        row, at: top, end: end, viewportHeight: pass.height, to: &plan)
    {
      let seen = min(height, end - top)
      plan.pieces.append(.init(row: row.id, y: top, height: seen, content: .bitmap(picture)))
      return
    }
    let needed = pass.input.pictures.needed(by: row)
    let cell = pass.input.drawing.cell(of: row, at: top, needed: needed, in: pass.frame)
    for slice in cell.slices.indices {
      let range = RowSlices.range(slice, of: height)
      let y = top + range.lowerBound
      guard y < pass.height, y + range.count > 0 else { continue }
      let piece: FramePlan.Piece.Content
      if let drawn = cell.slices[slice] {
        if drawn.generation < needed { isShowingOutdated = true }
        piece = .bitmap(drawn.bitmap)
      } else {
        let skeleton = pass.input.drawing.skeleton(of: row, cell, pass.frame.style.scheme)
        piece = .skeleton(skeleton, from: range.lowerBound)
        record.skeletons += 1
        record.gaps.append(
          .init(position: position, row: row.id, cause: .lane, isSkeleton: true))
      }
      let seen = min(range.count, end - y)
      guard seen > 0 else { continue }
      plan.pieces.append(.init(row: row.id, y: y, height: seen, content: piece))
    }
    if !row.layout.rowLayers.isEmpty {
      appendLayers(of: row, at: top, end: end, cell, pass.height, to: &plan)
    }
  }

  /// Adds the row's row layers that are in view, if the row is drawn. Layers of a row that is
  /// coming or going wait until it has its full height.
  private func appendLayers(
    of row: RealizedRow, at top: Int, end: Int, _ cell: Cell, _ viewportHeight: Int,
    to plan: inout FramePlan
  ) {
    for slice in cell.slices.indices {
      guard let drawn = cell.slices[slice] else { continue }
      let range = RowSlices.range(slice, of: row.layout.size.height)
      for (index, layer) in row.layout.rowLayers(in: range).enumerated() {
        guard let size = ImageUse.size(filling: layer.rect), layer.rect.x.magnitude < 1e6 else {
          continue
        }
        guard layer.content == nil else { continue }
        let y = top + Int(layer.rect.y)
        guard y < viewportHeight, y + size.height > 0, y + size.height <= end else { continue }
        plan.layers.append(
          .init(
            row: row.id, key: layer.key, x: Int(layer.rect.x), y: y, size: size,
            radii: layer.radii,
            surroundings: drawn.surroundings.indices.contains(index)
              ? drawn.surroundings[index] : LayerSurroundings()))
      }
    }
  }

  // MARK: Reusing the previous plan

  private func conditions(_ input: Input, withSkeletons hasSkeletons: Bool)
    -> ShownStretch.Conditions
  {
    let state = input.state
    return ShownStretch.Conditions(
      layoutVersion: state.layoutVersion, scheme: state.scheme, viewport: state.viewport,
      count: state.count, window: state.snapshot.window.stamp, updates: input.updates,
      images: input.pictures.generation, views: input.heavyViews.pictureCount,
      drawings: hasSkeletons ? input.drawing.slicesByLane : 0)
  }

  /// Keeps a frame's pieces for the next one, if none of them is a placeholder.
  private func keepStretch(of plan: FramePlan, _ input: Input, _ gaps: [FrameRecord.Gap]) {
    // Skeletons may be kept while rows pass at a speed at which none is drawn.
    guard planning.isShiftable, !isShowingOutdated,
      gaps.isEmpty || input.travel.passesAsSkeletons && gaps.allSatisfy(\.isSkeleton),
      plan.layers.isEmpty, planning.rows.count == plan.pieces.count
    else {
      shown = nil
      return
    }
    shown = ShownStretch(
      conditions: conditions(input, withSkeletons: !gaps.isEmpty), anchor: input.state.anchor,
      pieces: plan.pieces, views: plan.views, rows: planning.rows, next: planning.next,
      hasSkeletons: !gaps.isEmpty)
    // Empty the notes, so that the stretch holds the only reference and can change it in place.
    planning.rows = []
  }

  /// Plans a frame by reusing the previous one; returns false, without having changed anything,
  /// when that is not possible.
  private func planAgain(_ plan: inout FramePlan, _ pass: Pass, _ record: inout FrameRecord) -> Bool
  {
    let state = pass.state
    guard let before = shown?.anchor, let hasSkeletons = shown?.hasSkeletons, state.motion.isEmpty,
      !hasSkeletons || pass.input.travel.passesAsSkeletons,
      abs(state.anchor.position - before.position) < 16,
      shown?.conditions == conditions(pass.input, withSkeletons: hasSkeletons)
    else { return false }
    let shift = -state.distance(from: before, to: state.anchor)
    // Take the stretch out instead of copying it: with a single reference its pieces are moved in
    // place.
    guard abs(shift) < pass.height, var last = shown.take(), let first = last.rows.first
    else { return false }
    last.next.y += shift
    planning.begin()
    let kept = keep(&last, movedBy: shift, pass)
    if hasSkeletons { noteSkeletons(of: last, &record) }
    if shift > 0 {
      _ = planRows(
        from: RowPlace(position: state.anchor.position, row: 0, y: -state.anchor.offset),
        until: first, to: &plan, pass, &record)
      plan.pieces += last.pieces
      planning.rows += last.rows
    } else {
      swap(&plan.pieces, &last.pieces)
      swap(&planning.rows, &last.rows)
    }
    for var view in last.views {
      view.y += shift
      if view.y < pass.height, view.y + view.size.height > 0 { plan.views.append(view) }
    }
    planning.next = planRows(from: kept, until: nil, to: &plan, pass, &record)
    return true
  }

  /// Adds skeletons of the previous frame to the gaps of this one.
  private func noteSkeletons(of last: ShownStretch, _ record: inout FrameRecord) {
    for (piece, place) in zip(last.pieces, last.rows) {
      guard case .skeleton = piece.content else { continue }
      record.skeletons += 1
      record.gaps.append(
        .init(position: place.position, row: piece.row, cause: .lane, isSkeleton: true))
    }
  }

  /// Moves the pieces and removes those that left the view, with their cells.
  ///
  /// - Returns: the first row below those that stay.
  private func keep(_ last: inout ShownStretch, movedBy shift: Int, _ pass: Pass) -> RowPlace {
    for index in last.pieces.indices {
      last.pieces[index].y += shift
      last.rows[index].y += shift
    }
    let end = last.pieces.endIndex
    let upper = last.pieces.firstIndex { $0.y >= pass.height } ?? end
    let lower = last.pieces[..<upper].firstIndex { $0.y + $0.height > 0 } ?? upper
    let next = upper < end ? last.rows[upper] : last.next
    for index in last.pieces.indices where !(lower..<upper).contains(index) {
      if let id = last.pieces[index].row { pass.input.drawing.recycle(id) }
    }
    last.pieces.removeSubrange(upper...)
    last.rows.removeSubrange(upper...)
    last.pieces.removeSubrange(..<lower)
    last.rows.removeSubrange(..<lower)
    return next
  }
}
