import LugeCore

extension ListEngine {
  /// Whether what the lane was asked for still reaches far enough. While the content moves the rows
  /// ahead are not looked through in every frame: a screen and more was asked for, of which a half
  /// may be used up, and a quarter of a screen where the lane has little time for each.
  var wishesReachOn: Bool {
    let reach =
      screensPerSecond < 8 ? min(wishesReach / 2, viewport.height) : viewport.height / 4
    return !areWishesDue && scrolledSinceWishes < reach && ledger.current.gaps.isEmpty
      // A fling that begins asks in its first frame.
      && drawingReach < wishesReach + viewport.height / 2
  }

  /// Pixels ahead of the viewport for which rows are drawn at the present speed.
  private var drawingReach: Int { viewport.height + Int(min(abs(velocity) * 0.15, 8_000)) }

  /// The same at rest: a page, and what it overshoots.
  private var restingReach: Int { viewport.height + viewport.height / 4 }

  /// Hands the lane the slices to draw before they come into view, nearest first. Each frame's
  /// wishes replace those of the frame before, so rows that were flung past are never drawn.
  func requestDrawing() {
    scrolledSinceWishes = 0
    areWishesDue = false
    wishesReach = drawingReach
    // What flies past is drawn by nobody; see ``RowOutline``.
    guard !passesAsOutlines else { return ask(for: []) }
    // Who stands still may go either way, and a page at once.
    let isResting = velocity == 0
    let ahead = isResting ? max(wishesReach, restingReach) : wishesReach
    let behind = isResting ? ahead : viewport.height / 2
    let room = Int(Double(bitmaps.byteLimit) * 0.7) / max(1, viewport.width * 4) - viewport.height
    let (above, below) =
      velocity < 0 ? (min(ahead, room), min(behind, room)) : (min(behind, room), min(ahead, room))
    var wishes: [RowWish] = []
    wishes.reserveCapacity(lastWishes.count + 16)
    forEachHeldItem(above: above, below: below) { item, top in
      var y = top
      for row in item.rows {
        let height = row.layout.size.height
        // Its drawing would be covered before it is seen.
        if row.isCoveredByView {
          y += height
          continue
        }
        let content = contentKey(row)
        let needed = images.needed(by: row)
        for slice in 0..<RowSlices.count(height) {
          let range = RowSlices.range(slice, of: height)
          let (low, high) = (y + range.lowerBound, y + range.upperBound)
          guard high > -above, low < viewport.height + below else { continue }
          let key = BitmapKey(content: content, slice: slice)
          if isDrawn(key, needed: needed) { continue }
          wishes.append(
            RowWish(
              wish: DrawWish(key: key, needed: needed), row: row,
              distance: max(-high, low - viewport.height)))
        }
        y += height
      }
    }
    wishes.sort { $0.distance < $1.distance }
    ask(for: wishes)
  }

  /// Replaces what the lane is asked to draw.
  func ask(for wishes: [RowWish]) {
    let keys = wishes.map(\.wish)
    let before = lastWishes
    lastWishes = keys
    // What the lane has drawn since is only missing from the front.
    if before.count >= keys.count, before.suffix(keys.count).elementsEqual(keys), !keys.isEmpty {
      return
    }
    if before.isEmpty, keys.isEmpty { return }
    let (mailbox, background) = (mailbox, configuration.background)
    let (generation, now) = (images.generation, runtime.now)
    let unbegun = lane.replaceWishes(
      wishes.map { wanted in
        let slice = MissingSlice(
          key: wanted.wish.key, row: wanted.row, generation: generation)
        return { tools in
          mailbox.post(.drawn(slice.draw(with: tools, background: background, now: now)))
        }
      })
    if unbegun > 0 {
      counts.wishesDropped += before.suffix(unbegun).countMissing(from: keys)
    }
  }

  /// What the viewport shows and nobody has drawn yet.
  func slicesMissingInView() -> [RowWish] {
    var missing: [RowWish] = []
    forEachVisibleRow { _, row, y in
      let height = row.layout.size.height
      for slice in 0..<RowSlices.count(height) {
        let range = RowSlices.range(slice, of: height)
        guard y + range.upperBound > 0, y + range.lowerBound < viewport.height else { continue }
        let key = BitmapKey(content: contentKey(row), slice: slice)
        // A row that still lacks a picture is as good as drawn.
        if isDrawn(key, needed: 0) { continue }
        missing.append(RowWish(wish: DrawWish(key: key, needed: 0), row: row, distance: 0))
      }
    }
    return missing
  }

  func take(_ slice: DrawnSlice) {
    counts.slicesDrawnByLane += 1
    noteDrawing(slice.drawn)
    let content = slice.key.content
    guard content.layoutVersion == layoutVersion, content.scheme == scheme else {
      counts.staleResultsDropped += 1
      return
    }
    // A drawing from before a picture came may arrive after one from after it.
    if let kept = bitmaps.value(for: slice.key), kept.generation > slice.drawn.generation { return }
    keep(slice.drawn, for: slice.key)
  }

  func targetDrawing(_ jump: PendingJump) -> TargetDrawing {
    TargetDrawing(
      position: jump.position, reach: reach(of: jump),
      layoutVersion: layoutVersion, scheme: scheme, background: configuration.background,
      generation: images.generation, now: runtime.now)
  }

  // MARK: Within the frame

  /// Lets the body borrow the lane's tools for what it has to lay out and draw.
  func withLanesTools(_ body: () -> Void) {
    let isRelayout = frameNumber - 1 <= frameBeforeRelayout
    tools.lend(for: environment, isRelayout: isRelayout, body)
  }

  /// Has tools made ready for what is in view.
  func prepareTools() {
    let mailbox = mailbox
    tools.prepare(environment, scheme, examples: rowModelsInView) { mailbox.post(.spotTools($0)) }
  }

  func rowModelsInView() -> [any RowModel] {
    var rows: [any RowModel] = []
    forEachVisibleRow { _, row, _ in rows.append(row.model) }
    return rows
  }

  /// Whether there is a drawing of the slice that shows all its pictures that have arrived.
  func isDrawn(_ key: BitmapKey, needed: Int) -> Bool {
    // What is wanted now counts as used, so that it outlasts what was scrolled past.
    if let kept = bitmaps.value(for: key), needed == 0 || kept.generation >= needed { return true }
    guard let cell = cells.onScreen[key.content.row], cell.contentKey == key.content,
      cell.slices.indices.contains(key.slice), let shown = cell.slices[key.slice]
    else { return false }
    return shown.generation >= needed
  }
}

/// A slice that a lane is asked to draw.
struct DrawWish: Hashable {
  let key: BitmapKey
  /// The generation of pictures that it has to show.
  let needed: Int
}

/// A wish with the row that it is of.
struct RowWish {
  let wish: DrawWish
  let row: RealizedRow
  /// Pixels from the viewport.
  let distance: Int
}

extension ArraySlice<DrawWish> {
  /// How many of the wishes are not among others. Frames mostly ask for the same in the same order,
  /// less what was drawn: then nothing is hashed.
  ///
  /// - Complexity: O(wishes).
  func countMissing(from others: [DrawWish]) -> Int {
    var rest = others[...]
    for (index, wish) in zip(indices, self) {
      guard let found = rest.firstIndex(of: wish) else {
        let wanted = Set(others)
        return self[index...].count { !wanted.contains($0) }
      }
      rest = rest[(found + 1)...]
    }
    return 0
  }
}
