import LugeCore

/// Positions of rows, in device pixels from the viewport's top unless said otherwise.
extension ListState {
  // MARK: The list's ends

  var topInset: Int { inset(configuration.contentInsets.top) + coveredTop }
  var bottomInset: Int { inset(configuration.contentInsets.bottom) }
  var contentHeight: Int {
    count == 0 ? 0 : topInset + snapshot.heights.totalHeight + bottomInset
  }

  private func inset(_ points: Double) -> Int {
    max(0, Int((points * environment.unit).rounded()))
  }

  /// Returns the anchor at which the content's end is at the viewport's bottom edge (content
  /// shorter than the viewport: at the edge where the list opens).
  func endAnchor() -> Anchor {
    var position = count
    var covered = bottomInset
    while position > 0, covered < viewport.height {
      position -= 1
      covered += itemHeight(position)
    }
    let offset = covered - viewport.height
    if offset < -topInset, configuration.opensAt == .start {
      return Anchor(position: 0, offset: -topInset)
    }
    return Anchor(position: position, offset: offset)
  }

  var isAtEnd: Bool {
    var y = -anchor.offset
    var position = anchor.position
    while position < count {
      y += itemHeight(position)
      if y + bottomInset > viewport.height { return false }
      position += 1
    }
    return true
  }

  /// Whether loaded rows, and the inset below the content, reach the viewport's bottom.
  var reachesBottom: Bool {
    guard motion.isEmpty else { return false }
    var y = bottomInset - anchor.offset
    var position = anchor.position
    while let height = snapshot.window.height(at: position, layoutVersion: layoutVersion) {
      y += height
      if y >= viewport.height { return true }
      position += 1
    }
    return false
  }

  /// First position below the viewport.
  var positionBelow: Int {
    var y = -anchor.offset
    var position = anchor.position
    while y < viewport.height, position < count {
      y += itemHeight(position)
      position += 1
    }
    return position
  }

  func distance(from a: Anchor, to b: Anchor) -> Int {
    var between = 0
    let (low, high) = (min(a.position, b.position), max(a.position, b.position))
    for position in low..<min(high, count) { between += itemHeight(position) }
    return (b.position >= a.position ? between : -between) + b.offset - a.offset
  }

  // MARK: Rows

  /// Calls the body for every row that is at least partly in view, top to bottom.
  func forEachVisibleRow(_ body: (_ position: Int, _ row: RealizedRow, _ y: Int) -> Void) {
    forEachVisibleRowWithHeight { position, row, y, _ in body(position, row, y) }
  }

  /// Calls the body like ``forEachVisibleRow(_:)``, with the height shown: less than the layout's
  /// while the row animates.
  func forEachVisibleRowWithHeight(
    _ body: (_ position: Int, _ row: RealizedRow, _ y: Int, _ height: Int) -> Void
  ) {
    var y = -anchor.offset
    var position = anchor.position
    while y < viewport.height, position < count {
      let height = itemHeight(position)
      if let item = snapshot.item(at: position) {
        var top = y + motion.leadingHeight(of: item)
        let end = top + motion.ownHeight(of: item)
        for row in item.rows where top < end || row.layout.size.height == 0 {
          let seen = min(row.layout.size.height, max(0, end - top))
          if top + seen > 0, top < viewport.height { body(position, row, top, seen) }
          top += row.layout.size.height
        }
      }
      y += height
      position += 1
    }
  }

  /// Calls the body for the items in memory with current layouts, from `above` pixels above the
  /// viewport to `below` pixels under it: downwards first, then upwards.
  ///
  /// - Parameter kinds: only items that contain some of these; all items when it is empty.
  func forEachHeldItem(
    above: Int, below: Int, having kinds: RealizedItem.Kinds = [],
    _ body: (_ item: RealizedItem, _ top: Int) -> Void
  ) {
    func call(_ position: Int, _ y: Int, _ layoutVersion: UInt32, _ own: RealizedItem.Kinds) {
      guard layoutVersion == self.layoutVersion, kinds.isEmpty || !own.isDisjoint(with: kinds)
      else {
        return
      }
      body(snapshot.window[position], y)
    }
    var y = -anchor.offset
    var position = anchor.position
    while y < viewport.height + below, let item = snapshot.window.facts(at: position) {
      call(position, y, item.layoutVersion, item.kinds)
      y += item.height
      position += 1
    }
    y = -anchor.offset
    position = anchor.position
    while y > -above, let item = snapshot.window.facts(at: position - 1) {
      position -= 1
      y -= item.height
      call(position, y, item.layoutVersion, item.kinds)
    }
  }

  /// Returns the row in view at a height, or the nearest one.
  func row(nearest y: Double) -> (position: Int, row: RealizedRow, y: Int)? {
    var best: (position: Int, row: RealizedRow, y: Int)?
    var distance = Double.infinity
    forEachVisibleRow { position, row, top in
      let bottom = Double(top + row.layout.size.height)
      let away = max(0, max(Double(top) - y, y - bottom))
      if away < distance { (best, distance) = ((position, row, top), away) }
    }
    return best
  }

  // MARK: Anchors, lines and offsets

  /// Returns the anchor that puts a line at its place; nil while its item is not in memory.
  func anchor(at line: LineAnchor) -> Anchor? {
    guard line.position < count, snapshot.item(at: line.position) != nil else { return nil }
    _ = itemHeight(line.position)
    var y = 0
    for row in snapshot.window[line.position].rows {
      if row.model.id.part == line.part {
        let mark = row.layout.lines.last { $0.key <= line.key }
        return Anchor(position: line.position, offset: y + (mark?.top ?? 0) - line.y)
      }
      y += row.layout.size.height
    }
    return nil
  }

  /// Returns the anchor that puts the line with a position in an item's text in the middle, or the
  /// whole item if it fits; nil while the item is not in memory.
  ///
  /// - Parameter offset: UTF-8 offset in the item's text.
  func anchor(withLineAt offset: Int, of position: Int) -> Anchor? {
    guard position < count, snapshot.item(at: position) != nil else { return nil }
    let height = itemHeight(position)
    if height <= viewport.height * 3 / 4 {
      return Anchor(position: position, offset: (height - viewport.height) / 2)
    }
    let item = snapshot.window[position]
    var y = motion.leadingHeight(of: item)
    for row in item.rows {
      if let line = row.line(with: offset) {
        return Anchor(
          position: position,
          offset: y + (line.lowerBound + line.upperBound) / 2 - viewport.height / 2)
      }
      y += row.layout.size.height
    }
    return nil
  }

  /// Returns top and bottom of the line with a position in an item's text; nil when it is not in
  /// view.
  func line(at offset: Int, of wanted: Int) -> Range<Int>? {
    var found: Range<Int>?
    forEachVisibleRow { position, row, y in
      guard position == wanted, found == nil, let line = row.line(with: offset) else { return }
      found = y + line.lowerBound..<y + line.upperBound
    }
    return found
  }

  /// Returns the item at a distance from the list's start, in memory or not; nil for an empty list.
  ///
  /// - Complexity: O(log n).
  func position(atOffset offset: Int) -> Int? {
    let heights = snapshot.heights
    guard heights.totalHeight > 0 else { return nil }
    return heights.position(at: min(max(offset - topInset, 0), heights.totalHeight - 1))?.position
  }

  var metrics: ScrollMetrics {
    let heights = snapshot.heights
    let position = min(max(anchor.position, 0), count)
    return ScrollMetrics(
      contentHeight: contentHeight,
      offset: max(0, topInset + heights.offset(of: position) + anchor.offset),
      viewportHeight: viewport.height, isExact: heights.exactCount == heights.count,
      isAtStart: anchor.position == 0 && anchor.offset <= -topInset, isAtEnd: isAtEnd,
      firstVisiblePosition: count == 0 ? nil : min(anchor.position, count - 1))
  }
}

extension RealizedRow {
  /// Returns top and bottom of the line with a position in the item's text, from the row's top.
  func line(with offset: Int) -> Range<Int>? {
    for text in layout.texts where text.range.contains(offset) {
      let local = offset - text.offset
      // The last line of a shortened text ends before the rest of the text.
      guard let line = text.layout.lines.last(where: { $0.range.lowerBound <= local }) else {
        continue
      }
      let top = Int(text.origin.y) + line.top
      return top..<top + line.height
    }
    return nil
  }
}

extension ListState {
  /// Models of the rows in view, top to bottom.
  var rowModelsInView: [any RowModel] {
    var rows: [any RowModel] = []
    forEachVisibleRow { _, row, _ in rows.append(row.model) }
    return rows
  }
}
