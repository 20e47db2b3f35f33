import LugeCore

extension ListEngine {
  /// Hands the lane the slices to draw before they come into view, nearest first. Each frame's
  /// wishes replace those of the frame before, so rows that were flung past are never drawn.
  func requestDrawing() {
    let ahead = viewport.height + Int(min(abs(velocity) * 0.15, 8_000))
    let behind = viewport.height / 2
    let room = Int(Double(bitmaps.byteLimit) * 0.7) / max(1, viewport.width * 4) - viewport.height
    let (above, below) =
      velocity < 0 ? (min(ahead, room), min(behind, room)) : (min(behind, room), min(ahead, room))
    var wishes: [(key: BitmapKey, layout: RowLayout, distance: Int)] = []
    func consider(_ position: Int, top: Int) {
      guard let item = snapshot.item(at: position), item.layoutVersion == layoutVersion else {
        return
      }
      var y = top
      for row in item.rows {
        let height = row.layout.size.height
        let content = contentKey(row)
        for slice in 0..<Self.sliceCount(height) {
          let range = Self.sliceRange(slice, of: height)
          let (low, high) = (y + range.lowerBound, y + range.upperBound)
          guard high > -above, low < viewport.height + below else { continue }
          let key = BitmapKey(content: content, slice: slice)
          if bitmaps.contains(key) || isOnScreen(key) { continue }
          wishes.append((key, row.layout, max(-high, low - viewport.height)))
        }
        y += height
      }
    }
    var y = -anchor.offset
    var position = anchor.position
    while y < viewport.height + below, position < snapshot.count,
      snapshot.window.range.contains(position)
    {
      consider(position, top: y)
      y += snapshot.window[position].height
      position += 1
    }
    y = -anchor.offset
    position = anchor.position
    while y > -above, position > 0, snapshot.window.range.contains(position - 1) {
      position -= 1
      y -= snapshot.window[position].height
      consider(position, top: y)
    }
    wishes.sort { $0.distance < $1.distance }
    ask(for: wishes.map { MissingSlice(key: $0.key, layout: $0.layout) })
  }

  /// Replaces what the lane is asked to draw.
  func ask(for slices: [MissingSlice]) {
    let keys = slices.map(\.key)
    // What the lane has begun since is only missing from the front.
    guard keys != lastWishes else { return }
    lastWishes = keys
    let (mailbox, background) = (mailbox, configuration.background)
    lane.replaceWishes(
      slices.map { slice in
        { tools in mailbox.post(.drawn(slice.draw(with: tools, background: background))) }
      })
  }

  /// What the viewport shows and nobody has drawn yet.
  func slicesMissingInView() -> [MissingSlice] {
    var missing: [MissingSlice] = []
    forEachVisibleRow { _, row, y in
      let height = row.layout.size.height
      for slice in 0..<Self.sliceCount(height) {
        let range = Self.sliceRange(slice, of: height)
        guard y + range.upperBound > 0, y + range.lowerBound < viewport.height else { continue }
        let key = BitmapKey(content: contentKey(row), slice: slice)
        if bitmaps.contains(key) || isOnScreen(key) { continue }
        missing.append(MissingSlice(key: key, layout: row.layout))
      }
    }
    return missing
  }

  func take(_ slice: DrawnSlice) {
    counts.slicesDrawnByLane += 1
    let content = slice.key.content
    guard content.layoutVersion == layoutVersion, content.scheme == scheme else {
      counts.staleResultsDropped += 1
      return
    }
    keep(slice.bitmap, for: slice.key)
  }

  func targetDrawing(_ jump: PendingJump) -> TargetDrawing {
    let reach = reach(of: jump)
    return TargetDrawing(
      position: jump.position, above: reach.above, below: reach.below,
      layoutVersion: layoutVersion, scheme: scheme, background: configuration.background)
  }

  // MARK: Within the frame

  /// Tools of the engine's own thread. Making them here costs the search for fallback fonts within
  /// a frame; ``prepareSpotTools()`` avoids that.
  var spotTools: any LaneTools {
    if let tools = preparedSpotTools { return tools }
    let tools = toolsFactory()
    preparedSpotTools = tools
    return tools
  }

  /// Makes the tools on another thread and has them lay out and draw what is in view, so that the
  /// fonts it needs are found before a frame asks for them.
  func prepareSpotTools() {
    guard preparedSpotTools == nil, !arePreparingSpotTools else { return }
    var rows: [RealizedRow] = []
    forEachVisibleRow { _, row, _ in rows.append(row) }
    guard !rows.isEmpty else { return }
    arePreparingSpotTools = true
    let mailbox = mailbox
    let preparation = ToolsPreparation(
      factory: toolsFactory, environment: environment, scheme: scheme,
      background: configuration.background, examples: rows.map(\.model))
    Task.detached(priority: .background) { mailbox.post(.spotTools(preparation.run())) }
  }

  func isOnScreen(_ key: BitmapKey) -> Bool {
    guard let cell = cells.onScreen[key.content.row], cell.contentKey == key.content else {
      return false
    }
    return key.slice < cell.slices.count && cell.slices[key.slice] != nil
  }
}
