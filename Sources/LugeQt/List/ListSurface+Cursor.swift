import LugeCore
public import LugeEngine
import LugePaint

/// The keys' way through the list: a cursor that goes from item to item, and keeps the list still
/// where it can.
extension ListSurface {
  /// Points that stay free between the cursor's item and the list's edges.
  private static let margin = 4.0
  /// How many items beyond the view are looked at, for the next one may be out of view.
  private static let reach = 4

  /// The item that the keys are about; nil for none.
  public var cursorPosition: Int? { cursor.position }

  /// Whether the keys brought it where it is; then it is drawn while the list has the focus.
  public var isCursorShown: Bool { cursor.isShown }

  /// Text and actions of the item that the keys act on; nil while it is not loaded.
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

  /// Puts the cursor on an item, unseen, or takes it away; nothing moves. A position outside of the
  /// list is ignored.
  public func setCursor(_ position: Int?, isShown: Bool = false) {
    guard options.hasCursor, position.map({ (0..<engine.count).contains($0) }) ?? true else {
      return
    }
    abandonEdge()
    guard position != cursor.position || isShown != cursor.isShown else { return }
    if let position {
      let item = engine.stops().first { $0.position == position }?.item
      cursor.move(to: position, item, isShown: isShown)
    } else {
      cursor.clear()
    }
    cursorMoved()
  }

  /// To the next item (`isForwards`), or the one before, and as far as that needs, the list with
  /// it.
  ///
  /// - Parameter reading: whether an item that is taller than the list is scrolled to its end
  ///   first.
  public func stepCursor(isForwards: Bool, reading: Bool = true) {
    finishMotion()
    if engine.isJumping, let position = cursor.position {
      // On the way to it, it is not in view yet.
      return moveCursor(to: min(max(position + (isForwards ? 1 : -1), 0), engine.count - 1))
    }
    let stops = engine.stops(beyond: Self.reach)
    cursor.follow(stops)
    let viewport = clearHeight
    let outcome = cursor.step(
      isForwards: isForwards, among: stops, viewport: viewport,
      line: reading ? Int(options.line * scale) : nil, count: engine.count)
    switch outcome {
    case .stays:
      // Beyond the last item there may be room that belongs to none.
      cursor.isShown = cursor.position != nil
      step(isForwards ? options.line * scale : -options.line * scale)
      requestFrame()
    case .scrolls(let pixels): glide(by: pixels)
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

  /// Shows an item that a screen reader or the program names, with the cursor on it.
  public func moveCursor(to position: Int) {
    guard options.hasCursor, (0..<engine.count).contains(position) else { return }
    abandonEdge()
    finishMotion()
    let stop = engine.stops(beyond: Self.reach).first { $0.position == position }
    cursor.move(to: position, stop?.item, isShown: true)
    if let stop { reveal(stop, isFromBelow: false) } else { jump(to: position) }
    cursorMoved()
  }

  /// Pixels of the list that no strip at its lower edge covers.
  private var clearHeight: Int {
    max(1, surface.geometry.size.height - Int((Double(area.stripRoom) * scale).rounded()))
  }

  private func reveal(_ stop: ListCursor.Stop, isFromBelow: Bool) {
    let distance = ListCursor.reveal(
      stop, viewport: clearHeight, margin: Int(Self.margin * scale),
      isFromBelow: isFromBelow)
    if distance != 0 { glide(by: distance) }
  }

  /// The cursor goes to an item that the program shows, as visible as it is.
  func bringCursor(to position: Int) {
    guard (0..<engine.count).contains(position) else { return }
    // The keys may have come here already, and wait for an item in view.
    let isShown = cursor.isShown || cursorEdge != nil
    abandonEdge()
    setCursor(position, isShown: isShown)
  }

  /// Page keys, Home and End move the list; the cursor comes along once it rests.
  func bringCursor(_ edge: CursorEdge) {
    guard options.hasCursor else { return }
    cursorEdge = edge
    // Whatever waits was about an edge that is not gone to any more.
    heldKeys = HeldKeys(since: FrameClock.now)
    requestFrame()
  }

  /// Keys that follow Home, End or a page key are about the item that the cursor comes to, not
  /// about the one that it leaves: they wait while the list jumps there. A motion is ended at once
  /// instead. What takes long is not waited for.
  ///
  /// - Parameter run: the key again, called when the cursor is there.
  /// - Returns: whether the key waits.
  func waitsForCursor(_ run: @escaping @MainActor () -> Void) -> Bool {
    guard cursorEdge != nil else { return false }
    if engine.isJumping {
      guard let since = heldKeys?.since, FrameClock.now - since < HeldKeys.patience else {
        abandonEdge()
        return false
      }
      heldKeys?.runs.append(run)
      return true
    }
    releaseHeldStep(at: FrameClock.now)
    finishMotion()
    arriveAtEdge()
    return false
  }

  private func abandonEdge() { (cursorEdge, heldKeys) = (nil, nil) }

  /// The list rests where a key has led it: the cursor is brought there, then come the keys that
  /// waited for it.
  private func arriveAtEdge() {
    guard let edge = cursorEdge else { return }
    let held = heldKeys?.runs ?? []
    abandonEdge()
    let viewport = clearHeight
    let seen = engine.stops().filter { $0.height > 0 && $0.y + $0.height > 0 && $0.y < viewport }
    let whole = seen.filter { $0.y >= 0 && $0.y + $0.height <= viewport }
    let target = edge == .first ? whole.first ?? seen.first : whole.last ?? seen.last
    if let target, target.item != cursor.item || !cursor.isShown {
      cursor.move(to: target.position, target.item, isShown: true)
      cursorMoved()
    }
    for run in held { run() }
  }

  /// After a frame: the cursor's item may have another position, and a page may have been turned.
  func followCursor(isMoving: Bool) {
    guard options.hasCursor, cursor.position != nil || cursorEdge != nil else { return }
    let before = cursor
    // On the way to an item, what is held now says nothing of it.
    if cursor.item != nil || !engine.isJumping { cursor.follow(engine.stops()) }
    // Another position is no news: it is the same message.
    if cursor.item != before.item { cursorMoved() }
    if !isMoving, !engine.isJumping { arriveAtEdge() }
  }

  private func cursorMoved() {
    requestFrame()
    onCursor?()
    tellCursor()
  }

  /// The menu of the item that the keys are about, beside it; false where there is none.
  func openCursorMenu() -> Bool {
    guard var contents = cursorItem, let onItemMenu else { return false }
    let size = surface.geometry.size
    let inset = 24 * scale
    // Beside what is shown: an own message stands at the right.
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

  /// Around the item that the keys are about, while the list has them.
  func cursorRing() -> [Highlight] {
    guard cursor.isShown, surface.hasFocus, heavyView.focused == nil,
      let stop = cursor.stop(in: engine.stops())
    else { return [] }
    let size = surface.geometry.size
    let inset = scale.rounded()
    if let part = focusedPart {
      let rect = part.rect
      return ring(
        Rect(
          x: rect.x - inset, y: rect.y - inset, width: rect.width + 2 * inset,
          height: rect.height + 2 * inset))
    }
    let top = max(inset, Double(stop.y))
    let bottom = min(Double(size.height) - inset, Double(stop.y + stop.height))
    guard bottom > top else { return [] }
    if let shape = engine.shape(of: stop) { return ring(around: shape) }
    // Around what is shown, not across the empty ground beside it.
    let whole = inset...max(inset, Double(listSize(in: size).width) - inset)
    let margin = (Self.margin * scale).rounded()
    let shown = engine.contentColumns(of: stop) ?? whole
    let left = (shown.lowerBound - margin).rounded().clamped(to: whole)
    let right = (shown.upperBound + margin).rounded().clamped(to: whole)
    return ring(Rect(x: left, y: top, width: right - left, height: bottom - top))
  }

  /// Shows the focus: if no item has it yet, the cursor goes to one in view.
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
    // Qt itself tells of the list after this: what is told last is what is read, also when a menu
    // has closed or the window came back.
    if hasFocus, cursor.isShown { Task { @MainActor [weak self] in self?.tellCursor() } }
    requestFrame()
  }
}

/// Item in view to which the cursor goes.
enum CursorEdge { case first, last }
