import LugeCore

/// The bitmaps of rows: requests drawing from the lane before rows come into view, caches the
/// results, holds the cells on screen, and draws within a frame what the lane has not drawn in
/// time.
final class RowDrawing {
  /// Number of screens of bitmaps to keep: in view, ahead and behind, and some way back. With more,
  /// a long fling would draw into memory that was not used before, which costs as much as the
  /// drawing (see ``LugeCore/Bitmap``).
  static let screensKept = 7

  private let lane: any Lane
  private let background: ThemeColor
  private let now: @Sendable () -> Double
  /// Maximum bytes of bitmaps, at any size of the viewport.
  private let byteLimit: Int
  /// The latest requests to the lane.
  private let queue: DrawQueue
  /// Draws the first slice of the queue, and posts it.
  private let drawNext: LaneThread.Job

  // MARK: Mutable State (the engine's thread)

  private var bitmaps: ByteLimitedCache<BitmapKey, DrawnBitmap>
  private var cells = CellPool()
  /// Number of slices that the last search found.
  private var lastFound = 0
  /// Pixels scrolled since the last requests, and pixels ahead of the viewport that they covered.
  private var scrolledSinceRequests = 0
  private var requestsReach = 0
  /// Whether results have arrived since the last requests that may have to be drawn.
  private var areRequestsDue = true
  /// Seconds to draw a slice, smoothed.
  private var estimate = 0.0
  /// Seconds that the current frame has spent drawing.
  private var drawSeconds = 0.0
  /// Numbers of slices drawn by the lane, and how many of them were useless; and of slices drawn by
  /// frames.
  private(set) var slicesByLane = 0
  private(set) var staleSlices = 0
  /// Number of slices that a frame drew while the lane drew them: no frame waits for the lane.
  private(set) var slicesDrawnTwice = 0
  private(set) var slicesInFrames = 0

  /// Makes the drawing of a list.
  ///
  /// - Parameter post: called on the lane; pass its argument to ``take(_:style:)``.
  init(
    lane: any Lane, background: ThemeColor, byteLimit: Int, meter: LaneMeter = LaneMeter(),
    now: @escaping @Sendable () -> Double, post: @escaping @Sendable (DrawnSlice) -> Void
  ) {
    self.lane = lane
    self.background = background
    self.now = now
    self.byteLimit = byteLimit
    let queue = DrawQueue()
    self.queue = queue
    drawNext = { tools in
      guard let slice = queue.begin() else { return }
      let drawn = slice.draw(with: tools, background: background, now: now)
      meter.addDrawing(slices: 1, seconds: Double(drawn.drawn.seconds))
      queue.finish(drawn, at: now())
      post(drawn)
    }
    bitmaps = ByteLimitedCache(byteLimit: byteLimit)
  }

  var byteCount: Int { bitmaps.byteCount }
  var presentByteLimit: Int { bitmaps.byteLimit }
  var cellCount: Int { cells.onScreen.count }
  var cellsCreated: Int { cells.created }
  /// Rows that have a cell.
  var rowsOnScreen: Set<RowID> { Set(cells.onScreen.keys) }

  /// Adapts the cache's limit to the size of the viewport.
  func fit(_ viewport: PixelSize) {
    let (pixels, isHuge) = max(0, viewport.width).multipliedReportingOverflow(
      by: max(0, viewport.height))
    let screen = isHuge ? byteLimit : max(1, min(pixels, byteLimit) * 4)
    bitmaps.byteLimit = min(byteLimit, Self.screensKept * screen)
  }

  // MARK: Ahead of time

  func scrolled(by pixels: Int) { scrolledSinceRequests += abs(pixels) }

  /// Notes that new results arrived that may have to be drawn.
  func somethingArrived() { areRequestsDue = true }

  /// Whether the requested rows reach far enough. While the content moves, rows ahead are not
  /// searched in each frame: more than a screen was requested, of which a half may be used up, or a
  /// quarter when the lane has little time per row.
  func reachesOn(_ travel: Travel) -> Bool {
    let height = travel.viewportHeight
    let reach = travel.screensPerSecond < 8 ? min(requestsReach / 2, height) : height / 4
    return !areRequestsDue && scrolledSinceRequests < reach
      // The first frame of a fling requests more.
      && Self.reach(travel) < requestsReach + height / 2
  }

  /// Pixels ahead of the viewport to draw at the current speed.
  private static func reach(_ travel: Travel) -> Int {
    travel.viewportHeight + travel.distance(in: 0.15, upTo: 8_000)
  }

  /// Requests from the lane the slices to draw before they come into view, nearest first. They
  /// replace those of the previous frame, so rows that were scrolled past are never drawn.
  func request(_ state: ListState, _ travel: Travel, _ pictures: Pictures) {
    scrolledSinceRequests = 0
    areRequestsDue = false
    requestsReach = Self.reach(travel)
    // Rows that move this fast are not drawn; see ``RowSkeleton``.
    guard !travel.passesAsSkeletons else { return ask(for: [], pictures.generation) }
    let viewport = state.viewport
    // At rest the user may scroll either way, by a page at once.
    let isResting = travel.velocity == 0
    let ahead =
      isResting ? max(requestsReach, viewport.height + viewport.height / 4) : requestsReach
    let behind = isResting ? ahead : viewport.height / 2
    let room = Int(Double(bitmaps.byteLimit) * 0.7) / max(1, viewport.width * 4) - viewport.height
    let (above, below) = travel.reach(ahead: min(ahead, room), behind: min(behind, room))
    var found: [RowRequest] = []
    found.reserveCapacity(lastFound + 16)
    state.forEachHeldItem(above: above, below: below) { item, top in
      var y = top
      for row in item.rows {
        let height = row.layout.size.height
        // A heavy view will cover the drawing.
        if row.isCoveredByView {
          y += height
          continue
        }
        let content = CellContentKey(of: row, state.style)
        let needed = pictures.needed(by: row)
        for slice in 0..<RowSlices.count(height) {
          let range = RowSlices.range(slice, of: height)
          let (low, high) = (y + range.lowerBound, y + range.upperBound)
          guard high > -above, low < viewport.height + below else { continue }
          let key = BitmapKey(content: content, slice: slice)
          if isDrawn(key, needed: needed) { continue }
          found.append(
            RowRequest(
              request: DrawRequest(key: key, needed: needed), row: row,
              distance: max(-high, low - viewport.height)))
        }
        y += height
      }
    }
    lastFound = found.count
    found.sort { $0.distance < $1.distance }
    ask(for: found, pictures.generation)
  }

  /// Replaces the requests to the lane.
  ///
  /// - Parameter generation: current generation of pictures.
  func ask(for wanted: [RowRequest], _ generation: Int) {
    guard let count = queue.replace(wanted, generation: generation) else { return }
    // A job takes whatever is first when it begins, so there may be more jobs than slices.
    lane.replaceRequests(Array(repeating: drawNext, count: count))
  }

  /// Slices in view that are not drawn yet.
  func missingInView(_ state: ListState) -> [RowRequest] {
    var missing: [RowRequest] = []
    state.forEachVisibleRow { _, row, y in
      let height = row.layout.size.height
      for slice in 0..<RowSlices.count(height) {
        let range = RowSlices.range(slice, of: height)
        guard y + range.upperBound > 0, y + range.lowerBound < state.viewport.height else {
          continue
        }
        let key = BitmapKey(content: CellContentKey(of: row, state.style), slice: slice)
        // A row that only lacks a picture counts as drawn.
        if isDrawn(key, needed: 0) { continue }
        missing.append(RowRequest(request: DrawRequest(key: key, needed: 0), row: row, distance: 0))
      }
    }
    return missing
  }

  /// Stores a slice that the lane has drawn.
  ///
  /// - Parameter style: the current style; drawings in another style are dropped.
  func take(_ slice: DrawnSlice, style: DrawnStyle) {
    slicesByLane += 1
    note(slice.drawn)
    if queue.delivered(slice) { return }
    guard slice.key.content.style == style else {
      staleSlices += 1
      return
    }
    // A drawing made before a picture arrived may be delivered after one made later.
    if let kept = bitmaps.value(for: slice.key) {
      if kept.generation == slice.drawn.generation { slicesDrawnTwice += 1 }
      if kept.generation > slice.drawn.generation { return }
    }
    keep(slice.drawn, for: slice.key)
  }

  /// Updates the estimate of how long a drawing takes.
  private func note(_ drawn: DrawnBitmap) { estimate += (Double(drawn.seconds) - estimate) / 16 }

  private func keep(_ drawn: DrawnBitmap, for key: BitmapKey) {
    // Marked as used: otherwise the cache would evict the rows ahead before those scrolled past.
    bitmaps.insert(drawn, for: key, cost: drawn.byteCount, isUsed: true)
  }

  /// Whether the slice has a drawing that shows all its pictures that have arrived.
  private func isDrawn(_ key: BitmapKey, needed: Int) -> Bool {
    // Looking a bitmap up marks it as used, so that it outlasts those that were scrolled past.
    if let kept = bitmaps.value(for: key), needed == 0 || kept.generation >= needed { return true }
    guard let cell = cells.onScreen[key.content.row], cell.contentKey == key.content,
      cell.slices.indices.contains(key.slice), let shown = cell.slices[key.slice]
    else { return false }
    return shown.generation >= needed
  }

  // MARK: Within a frame

  /// Context of drawing in a frame.
  struct Frame {
    var number: Int
    var viewportHeight: Int
    var style: DrawnStyle
    /// Current generation of pictures.
    var generation: Int
    /// When drawing must end, on the engine's clock.
    var deadline: Double
    /// Whether the content does not move.
    var isAtRest: Bool
    var tools: ToolLending
  }

  /// Returns the row's cell, with the bitmaps of its slices in view as far as they are drawn or
  /// there is time to draw them.
  ///
  /// - Parameter needed: the generation of pictures that they should show.
  func cell(of row: RealizedRow, at top: Int, needed: Int, in frame: Frame) -> Cell {
    let height = row.layout.size.height
    let content = CellContentKey(of: row, frame.style)
    let cell = cells.dequeue(row.id, row.reuseIdentifier, frame: frame.number)
    if cell.contentKey != content {
      cell.contentKey = content
      cell.skeleton = nil
      cell.slices.removeAll(keepingCapacity: true)
      for _ in 0..<RowSlices.count(height) { cell.slices.append(nil) }
    }
    for slice in cell.slices.indices {
      let range = RowSlices.range(slice, of: height)
      let y = top + range.lowerBound
      guard y < frame.viewportHeight, y + range.count > 0 else { continue }
      let shown = cell.slices[slice]?.generation ?? -1
      if shown < max(0, needed),
        let kept = bitmaps.value(for: BitmapKey(content: content, slice: slice)),
        kept.generation > shown
      {
        cell.slices[slice] = kept
      }
      guard let drawn = cell.slices[slice] else {
        cell.slices[slice] = draw(
          row, BitmapKey(content: content, slice: slice), needed: 0, in: frame)
        continue
      }
      // At rest there is time to show a picture in the first frame after it arrived. While the
      // content moves, the lane draws the row again, and the next frame shows that.
      if frame.isAtRest, drawn.generation < needed {
        let key = BitmapKey(content: content, slice: slice)
        cell.slices[slice] = draw(row, key, needed: needed, in: frame) ?? drawn
      }
    }
    return cell
  }

  /// Returns the slice's bitmap; nil when there is no time to draw it.
  ///
  /// - Parameter needed: the generation of pictures that it has to show.
  private func draw(
    _ row: RealizedRow, _ key: BitmapKey, needed: Int, in frame: Frame
  ) -> DrawnBitmap? {
    let start = now()
    if let drawn = queue.finished(key, at: start), drawn.generation >= needed {
      keep(drawn, for: key)
      return drawn
    }
    // A drawing that would probably exceed the deadline is left to the lane.
    guard start + estimate < frame.deadline else { return nil }
    defer { drawSeconds += now() - start }
    queue.withdraw(key)
    let missing = MissingSlice(key: key, row: row, generation: frame.generation)
    let drawn = missing.draw(with: frame.tools.tools, background: background, now: now).drawn
    slicesInFrames += 1
    note(drawn)
    keep(drawn, for: key)
    return drawn
  }

  /// Returns the placeholder for slices that are not drawn, so that a loaded row is never blank.
  func skeleton(of row: RealizedRow, _ cell: Cell, _ scheme: ColorScheme) -> RowSkeleton {
    if let skeleton = cell.skeleton { return skeleton }
    let skeleton = RowSkeleton(of: row.layout, scheme: scheme, background: background)
    cell.skeleton = skeleton
    return skeleton
  }

  /// Returns the seconds of drawing in frames since the last call, and resets them.
  func takeDrawSeconds() -> Double {
    defer { drawSeconds = 0 }
    return drawSeconds
  }

  /// Returns the cells of rows that a frame did not show.
  func recycle(notShownIn frame: Int) { cells.recycle(notShownIn: frame) }

  /// Returns a row's cell, if it has one.
  func recycle(_ row: RowID) { cells.recycle(row) }

  // MARK: Drawings of a row

  /// Returns the bitmaps of a row on screen, slice by slice.
  func drawings(of row: RowID) -> [DrawnBitmap?] { cells.onScreen[row]?.slices ?? [] }

  /// Returns the bitmaps of a row that leaves the list, for its animation.
  func slices(of row: RealizedRow) -> [Ghost.Slice] {
    let height = row.layout.size.height
    let slices = drawings(of: row.id)
    return (0..<RowSlices.count(height)).map { slice in
      let drawn = slices.indices.contains(slice) ? slices[slice] : nil
      return Ghost.Slice(bitmap: drawn?.bitmap, height: RowSlices.range(slice, of: height).count)
    }
  }
}

/// Request to a lane to draw a slice.
struct DrawRequest: Hashable {
  let key: BitmapKey
  /// Generation of pictures that the drawing must show.
  let needed: Int
}

/// A requested slice with its row.
struct RowRequest {
  let request: DrawRequest
  let row: RealizedRow
  /// Distance from the viewport, pixels.
  let distance: Int
}
