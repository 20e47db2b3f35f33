import LugeCore
public import LugeEngine
import LugePaint
import LugeWords

/// Keyboard cursor: moves from item to item, and keeps the list still where it can.
extension ListSurface {
  /// Points that stay free between the cursor's item and the list's edges.
  private static let margin = 4.0
  /// Number of items beyond the view that are searched, because the next item may be out of view.
  private static let reach = 4

  /// Position of the cursor's item; nil without a cursor.
  public var cursorPosition: Int? { cursor.position }

  /// Whether the cursor was moved by keys. Only then is it drawn, while the list has the focus.
  public var isCursorShown: Bool { cursor.isShown }

  /// Text and actions of the cursor's item; nil while it is not loaded.
  public var cursorItem: ItemContents? {
    let stops = engine.stops(beyond: Self.reach)
    return cursor.stop(in: stops).flatMap { contents(of: [$0]).first }
  }

  /// Returns the texts of items, with their parts that can be activated here.
  func contents(of stops: [ListCursor.Stop]) -> [ItemContents] {
    engine.contents(of: stops).map { contents in
      var contents = contents
      contents.parts.removeAll { !isActive($0.action) }
      return contents
    }
  }

  /// Puts the cursor on an item, or takes it away with nil, without scrolling. It is not drawn
  /// unless `isShown`. A position outside of the list is ignored, unless an update is waiting, with
  /// which the list may have more items.
  public func setCursor(_ position: Int?, isShown: Bool = false) {
    guard options.hasCursor else { return }
    if let position {
      guard position >= 0, position < engine.count || !engine.isSettled else { return }
    }
    waitingKeys.leaveCursor()
    guard position != cursor.position || isShown != cursor.isShown else { return }
    if let position {
      let item = engine.stops().first { $0.position == position }?.item
      cursor.move(to: position, item, isShown: isShown)
    } else {
      cursor.clear()
    }
    cursorMoved()
  }

  /// Moves the cursor to the next item (`isForwards`), or the previous one, and scrolls it into
  /// view.
  ///
  /// - Parameter reading: whether an item that is taller than the list is scrolled to its end
  ///   first.
  public func stepCursor(isForwards: Bool, reading: Bool = true) {
    finishMotion()
    if engine.isJumping, let position = cursor.position {
      // The cursor's item is the target of a running jump and not in view yet.
      return moveCursor(to: min(max(position + (isForwards ? 1 : -1), 0), engine.count - 1))
    }
    var stops = engine.stops(beyond: Self.reach)
    cursor.follow(stops)
    if let passesOver {
      for index in stops.indices where passesOver(stops[index].position) {
        stops[index].height = 0
      }
    }
    let viewport = clearHeight
    let outcome = cursor.step(
      isForwards: isForwards, among: stops, viewport: viewport,
      line: reading ? Int(options.line * scale) : nil, count: engine.count)
    switch outcome {
    case .stays:
      // Beyond the last item there may be space that can still be scrolled.
      cursor.isShown = cursor.position != nil
      step(isForwards ? options.line * scale : -options.line * scale)
      requestFrame()
    case .scrolls(let pixels):
      tellScrolled(by: pixels, stops)
      glide(by: pixels)
    case .moves(let position):
      guard let stop = stops.first(where: { $0.position == position }) else {
        cursor.move(to: position, nil, isShown: true)
        jump(to: position)
        return cursorMoved()
      }
      cursor.move(to: position, stop.item, isShown: true)
      reveal(stop, isFromBelow: !isForwards)
      cursorMoved()
    }
  }

  /// Has screen readers speak what comes into view of the cursor's item, which is taller than the
  /// list: its next lines, or how far the list is in it if these are none.
  private func tellScrolled(by pixels: Int, _ stops: [ListCursor.Stop]) {
    guard Surface.hasAccessibilityClient, let stop = cursor.stop(in: stops) else { return }
    let viewport = clearHeight
    let stretch = pixels > 0 ? viewport..<viewport + pixels : pixels..<0
    let words = engine.spokenWords(of: stop, in: stretch, isForwards: pixels > 0)
    guard words.isEmpty else { return announce(words) }
    let seen = Double(viewport + pixels - stop.y) / Double(max(1, stop.height))
    let percent = Int(clamping: (min(max(0, seen), 1) * 100).rounded())
    announce(localized("{percent}%", ["percent": "\(percent)"]))
  }

  /// Moves the cursor to an item that a screen reader or the program names, and shows it.
  public func moveCursor(to position: Int) {
    guard options.hasCursor, (0..<engine.count).contains(position) else { return }
    waitingKeys.leaveCursor()
    finishMotion()
    let stop = engine.stops(beyond: Self.reach).first { $0.position == position }
    cursor.move(to: position, stop?.item, isShown: true)
    if let stop { reveal(stop, isFromBelow: false) } else { jump(to: position) }
    cursorMoved()
  }

  /// Height of the list without the strip that covers its lower edge, pixels.
  private var clearHeight: Int {
    max(1, surface.geometry.size.height - Int((Double(area.stripRoom) * scale).rounded()))
  }

  private func reveal(_ stop: ListCursor.Stop, isFromBelow: Bool) {
    let distance = ListCursor.reveal(
      stop, viewport: clearHeight, margin: Int(Self.margin * scale),
      isFromBelow: isFromBelow)
    if distance != 0 { glide(by: distance) }
  }

  /// Moves the cursor to an item that the program shows. Whether the cursor is drawn does not
  /// change.
  func bringCursor(to position: Int) {
    guard (0..<engine.count).contains(position) else { return }
    // A key may have moved the list here, with the cursor about to follow.
    let isShown = cursor.isShown || waitingKeys.edge != nil
    waitingKeys.leaveCursor()
    setCursor(position, isShown: isShown)
  }

  /// Lets the cursor follow a page key, Home or End: these move the list, and the cursor moves to
  /// an edge of the view when the list rests.
  func bringCursor(_ edge: CursorEdge) {
    guard options.hasCursor else { return }
    waitingKeys.follow(to: edge, at: FrameClock.now)
    requestFrame()
  }

  /// Queues a key that follows Home, End or a page key, because it is meant for the item that the
  /// cursor is about to reach. It waits while the list jumps. A running motion is ended at once
  /// instead, and after a timeout keys are handled at once.
  ///
  /// - Parameter run: handles the key; called when the cursor has arrived.
  /// - Returns: whether the key was queued.
  func waitsForCursor(_ run: @escaping @MainActor () -> Void) -> Bool {
    guard waitingKeys.edge != nil else { return false }
    if engine.isJumping { return waitingKeys.take(run, at: FrameClock.now) }
    releaseStep(at: FrameClock.now)
    finishMotion()
    arriveAtEdge()
    return false
  }

  /// Moves the cursor to the edge that a key has asked for, because the list rests now, and then
  /// handles the queued keys.
  private func arriveAtEdge() {
    guard let (edge, keys) = waitingKeys.arrive() else { return }
    let viewport = clearHeight
    let all = engine.stops().filter { $0.height > 0 && $0.y + $0.height > 0 && $0.y < viewport }
    // A row of items that are not loaded goes away soon, so the cursor takes an item beside it.
    let items = all.filter { !$0.item.isReserved }
    let seen = items.isEmpty ? all : items
    let whole = seen.filter { $0.y >= 0 && $0.y + $0.height <= viewport }
    let target = edge == .first ? whole.first ?? seen.first : whole.last ?? seen.last
    if let target, target.item != cursor.item || !cursor.isShown {
      cursor.move(to: target.position, target.item, isShown: true)
      cursorMoved()
    }
    for key in keys { key() }
  }

  /// Updates the cursor after a frame, in which its item may have moved or the list may have come
  /// to rest.
  func followCursor(isMoving: Bool) {
    guard options.hasCursor, cursor.position != nil || waitingKeys.edge != nil else { return }
    let before = cursor
    // While a jump runs, the loaded items do not contain its target.
    if cursor.item != nil || !engine.isJumping { cursor.follow(engine.stops()) }
    // A changed position of the same item is not reported.
    if cursor.item != before.item { cursorMoved() }
    if !isMoving, !engine.isJumping { arriveAtEdge() }
  }

  private func cursorMoved() {
    // Whoever comes back to an item comes to it as a whole.
    if regions.focused?.item != cursor.item { regions.focused = nil }
    requestFrame()
    onCursor?()
    tellCursor()
  }

  /// Opens the menu of the cursor's item, beside it; returns false if it has no menu.
  func openCursorMenu() -> Bool {
    guard var contents = cursorItem, let onItemMenu else { return false }
    // What the menu is about is seen.
    if !cursor.isShown {
      cursor.isShown = true
      cursorMoved()
    }
    let size = surface.geometry.size
    let inset = 24 * scale
    // Place the menu at the bubble; own messages are right-aligned.
    let stop = cursor.stop(in: engine.stops())
    let bubble = stop.flatMap(engine.shape).map { $0.rect.x...max($0.rect.x, $0.rect.maxX) }
    let columns = bubble ?? stop.flatMap(engine.contentColumns) ?? 0...Double(size.width)
    let top = min(max(contents.rect.y, 0), Double(size.height))
    let bottom = min(max(contents.rect.maxY, top), Double(size.height))
    contents.rect = Rect(
      x: columns.lowerBound, y: top, width: columns.upperBound - columns.lowerBound,
      height: bottom - top)
    onItemMenu(
      contents,
      Point(x: columns.lowerBound + inset, y: min(top + inset, max(0, Double(size.height) - inset)))
    )
    return true
  }

  /// Returns the ring around the cursor's item, while the list has the focus.
  func cursorRing() -> [Highlight] {
    guard cursor.isShown, surface.hasFocus, heavyView.focused == nil,
      let stop = cursor.stop(in: engine.stops())
    else { return [] }
    let size = surface.geometry.size
    let inset = scale.rounded()
    // Outside of the part, whose words may reach to its edges.
    if let part = focusedPart { return ring(part.rect.insetBy(-inset - Double(ringWidth))) }
    let top = max(inset, Double(stop.y))
    let bottom = min(Double(size.height) - inset, Double(stop.y + stop.height))
    guard bottom > top else { return [] }
    if let shape = engine.shape(of: stop) { return ring(around: shape) }
    // Draw the ring around the content, not across the empty ground beside it.
    let whole = inset...max(inset, Double(listSize(in: size).width) - inset)
    let margin = (Self.margin * scale).rounded()
    let shown = engine.contentColumns(of: stop) ?? whole
    let left = (shown.lowerBound - margin).rounded().clamped(to: whole)
    let right = (shown.upperBound + margin).rounded().clamped(to: whole)
    return ring(Rect(x: left, y: top, width: right - left, height: bottom - top))
  }

  /// Shows the focus: if no item in view has the cursor, it moves to one.
  func focusChanged(_ hasFocus: Bool, isByKeys: Bool) {
    if hasFocus, isByKeys, options.hasCursor {
      let stops = engine.stops()
      let isOnItsWay = engine.isJumping && cursor.position != nil
      if cursor.stop(in: stops) == nil, !isOnItsWay {
        bringCursor(engine.metrics.isAtEnd ? .last : .first)
      } else {
        cursor.isShown = true
      }
    }
    // Qt announces the list after this event, and screen readers speak the last announcement, so
    // the cursor's item is announced afterwards. This also happens when a menu closes or the window
    // is activated again.
    if hasFocus, cursor.isShown { Task { @MainActor [weak self] in self?.tellCursor() } }
    requestFrame()
  }
}
