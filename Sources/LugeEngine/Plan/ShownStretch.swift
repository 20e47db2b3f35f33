import LugeCore

/// A row by its item and its number in it, and where its upper edge stands in the viewport.
struct RowPlace: Hashable {
  var position: Int
  var row: Int
  var y: Int

  func isSameRow(as other: RowPlace) -> Bool { position == other.position && row == other.row }
}

/// What a frame showed when all of it was there: while the list only scrolls, the next frame shows
/// the same somewhere else, and rows at one edge that came in. Rows that stay are neither looked at
/// nor looked up, which in a processor whose caches another program has used meanwhile is most of
/// what planning a frame costs.
struct ShownStretch {
  /// Any difference means that the rows may have become others.
  struct Conditions: Equatable {
    var layoutVersion: UInt32
    var scheme: ColorScheme
    var viewport: PixelSize
    var count: Int
    var window: UInt64
    var updates: Int
    /// Of pictures that arrived, and of heavy views that were drawn.
    var images: Int
    var views: Int
    /// Drawings that came, where some row stands as an outline.
    var drawings: Int
  }

  var conditions: Conditions
  var anchor: Anchor
  var pieces: [FramePlan.Piece]
  var views: [FramePlan.View]
  /// The row of each piece.
  var rows: [RowPlace]
  /// The first row below those that were in view.
  var next: RowPlace
  /// Whether rows that nobody draws at this speed are among them; see ``RowOutline``.
  var hasOutlines: Bool
}

/// What is noted while a frame is planned.
struct StretchPlanning {
  var rows: [RowPlace] = []
  var next = RowPlace(position: 0, row: 0, y: 0)
  /// Whether all that is in view is made of whole rows that could stand anywhere.
  var isShiftable = true

  mutating func begin() {
    rows.removeAll(keepingCapacity: true)
    isShiftable = true
  }
}

extension ListEngine {
  private func stretchConditions(withOutlines hasOutlines: Bool) -> ShownStretch.Conditions {
    ShownStretch.Conditions(
      layoutVersion: layoutVersion, scheme: scheme, viewport: viewport, count: snapshot.count,
      window: snapshot.window.stamp, updates: counts.updatesApplied, images: images.generation,
      views: livePictures, drawings: hasOutlines ? counts.slicesDrawnByLane : 0)
  }

  /// Notes what a frame shows, if nothing in it is a stand-in.
  func keepStretch(of plan: FramePlan) {
    let gaps = ledger.current.gaps
    // An outline stays one while its row passes at a speed at which none is drawn.
    guard planning.isShiftable, !isShowingOutdated,
      gaps.isEmpty || passesAsOutlines && gaps.allSatisfy(\.isOutline), plan.layers.isEmpty,
      planning.rows.count == plan.pieces.count
    else {
      shown = nil
      return
    }
    shown = ShownStretch(
      conditions: stretchConditions(withOutlines: !gaps.isEmpty), anchor: anchor,
      pieces: plan.pieces, views: plan.views, rows: planning.rows, next: planning.next,
      hasOutlines: !gaps.isEmpty)
    // The stretch alone has them now, and may change them.
    planning.rows = []
  }

  /// Plans a frame from the one before; false when that is not possible, and nothing was done.
  ///
  /// - Complexity: O(pieces), with a few instructions for each, and what rows that come in cost.
  func planAgain(_ plan: inout FramePlan, deadline: Double) -> Bool {
    guard let before = shown?.anchor, let hasOutlines = shown?.hasOutlines, state.motion.isEmpty,
      !hasOutlines || passesAsOutlines, abs(anchor.position - before.position) < 16,
      shown?.conditions == stretchConditions(withOutlines: hasOutlines)
    else { return false }
    let shift = -state.distance(from: before, to: anchor)
    // Taken out, not copied: pieces that nobody else refers to any more are moved where they are.
    guard abs(shift) < viewport.height, var last = shown.take(), let first = last.rows.first
    else { return false }
    last.next.y += shift
    planning.begin()
    let kept = keep(&last, movedBy: shift)
    if hasOutlines { noteOutlines(of: last) }
    if shift > 0 {
      _ = planRows(
        from: RowPlace(position: anchor.position, row: 0, y: -anchor.offset), until: first,
        to: &plan, deadline: deadline)
      plan.pieces += last.pieces
      planning.rows += last.rows
    } else {
      swap(&plan.pieces, &last.pieces)
      swap(&planning.rows, &last.rows)
    }
    for var view in last.views {
      view.y += shift
      if view.y < viewport.height, view.y + view.size.height > 0 { plan.views.append(view) }
    }
    planning.next = planRows(from: kept, until: nil, to: &plan, deadline: deadline)
    return true
  }

  /// They are gaps of this frame as they were of the one before.
  private func noteOutlines(of last: ShownStretch) {
    for (piece, place) in zip(last.pieces, last.rows) {
      guard case .outline = piece.content else { continue }
      ledger.current.outlines += 1
      ledger.current.gaps.append(
        .init(position: place.position, row: piece.row, cause: .lane, isOutline: true))
    }
  }

  /// Moves pieces and lets those go that are not in view any more, with their cells.
  ///
  /// - Returns: the first row below those that stay.
  private func keep(_ last: inout ShownStretch, movedBy shift: Int) -> RowPlace {
    for index in last.pieces.indices {
      last.pieces[index].y += shift
      last.rows[index].y += shift
    }
    let end = last.pieces.endIndex
    let upper = last.pieces.firstIndex { $0.y >= viewport.height } ?? end
    let lower = last.pieces[..<upper].firstIndex { $0.y + $0.height > 0 } ?? upper
    let next = upper < end ? last.rows[upper] : last.next
    for index in last.pieces.indices where !(lower..<upper).contains(index) {
      if let id = last.pieces[index].row { cells.recycle(id) }
    }
    last.pieces.removeSubrange(upper...)
    last.rows.removeSubrange(upper...)
    last.pieces.removeSubrange(..<lower)
    last.rows.removeSubrange(..<lower)
    return next
  }

  /// Adds rows from one on, downwards until the viewport or another row is reached. Only while
  /// nothing takes or gives up room.
  ///
  /// - Returns: the first row that was not added.
  func planRows(
    from place: RowPlace, until end: RowPlace?, to plan: inout FramePlan, deadline: Double
  ) -> RowPlace {
    var place = place
    while place.y < viewport.height, place.position < snapshot.count {
      // Lays it out where its layout is from another width.
      let height = itemHeight(place.position)
      guard let item = snapshot.item(at: place.position) else {
        planning.isShiftable = false
        appendPlaceholder(place.position, y: place.y, height: height, to: &plan)
        place = RowPlace(position: place.position + 1, row: 0, y: place.y + height)
        continue
      }
      while place.row < item.rows.count, place.y < viewport.height {
        if let end, place.isSameRow(as: end) { return place }
        let row = item.rows[place.row]
        let pieces = plan.pieces.count
        let bottom = place.y + row.layout.size.height
        append(row, of: place.position, at: place.y, end: bottom, to: &plan, deadline: deadline)
        for _ in pieces..<plan.pieces.count { planning.rows.append(place) }
        place.row += 1
        place.y = bottom
      }
      guard place.row >= item.rows.count else { break }
      place = RowPlace(position: place.position + 1, row: 0, y: place.y)
    }
    return place
  }
}
