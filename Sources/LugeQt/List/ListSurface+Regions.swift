import LugeCore
import LugeEngine
import LugePaint

/// State of gestures on the regions of rows, other than a click.
struct RegionGestures {
  /// A press on a region or a row that has not moved yet, was not released, and has not become a
  /// long press.
  struct Hold {
    var hit: ListHit
    var point: Point
    var since: Double
    var isTouch: Bool
  }

  struct Drag {
    var hit: ListHit
    /// Rectangle of the region in the viewport when the drag began.
    var region: Rect
    var start: Point
  }

  var hold: Hold?
  /// Whether the press was a long one that was handled, so that its release is no click.
  var wasLong = false
  var drag: Drag?
  var hovered: ListHit?
  /// Region of the cursor's item that has the focus.
  var focused: (item: ItemID, part: ItemContents.Part)?
}

extension ListSurface {
  // MARK: Presses

  /// Begins a press of a button or a finger on a row.
  func beginHold(_ hit: ListHit, at point: Point, isTouch: Bool) {
    regions.wasLong = false
    let now = FrameClock.now
    regions.hold = .init(hit: hit, point: point, since: now, isTouch: isTouch)
    // Without an action for a long press no timer is needed.
    guard isTouch || hit.action.map(interactors.takes) == true else { return }
    requestFrame()
    subscription?.requestFrame(at: now + LongPress.seconds)
  }

  func endHold() {
    guard regions.hold != nil else { return }
    regions.hold = nil
    requestFrame()
  }

  /// Handles a press that has become a long one; called once per frame.
  func noticeLongPress(at time: Double) {
    guard let hold = regions.hold, time - hold.since >= LongPress.seconds - 0.001 else { return }
    regions.hold = nil
    if interactors.longPress(hold.hit) {
      regions.wasLong = true
      pointer.press = nil
    } else if hold.isTouch {
      regions.wasLong = true
      longPressed = hold.hit.row.item
      onContextMenu?(hold.hit, hold.point)
      longPressed = nil
    }
    requestFrame()
  }

  /// Returns the highlight of the region that is pressed, or that the pointer is over.
  func pressedRegion() -> [Highlight] {
    guard regions.drag == nil else { return [] }
    let held = pointer.press?.hit ?? (regions.hold?.isTouch == true ? regions.hold?.hit : nil)
    guard let hit = held ?? regions.hovered, let action = hit.action, interactors.takes(action),
      held != nil || action.showsHover, let region = engine.region(of: action, in: hit.row)
    else { return [] }
    if pointer.press != nil, let position = pointer.position, !region.rect.contains(position) {
      return []
    }
    let color = held == nil ? options.hoverColor : options.pressedColor
    var mark = Highlight(region.rect, color: color.resolved(engine.colorScheme))
    mark.radii = CornerRadii(
      region.cornerRadius > 0 ? region.cornerRadius : 6 * scale)
    return [mark]
  }

  /// Lifts the item of a long press while its menu is open.
  ///
  /// - Returns: whether the item was lifted and has to be put back (``lifted``) when the menu
  ///   closes.
  @discardableResult
  public func liftHeld() -> Bool {
    guard let item = longPressed else { return false }
    lifted = item
    return true
  }

  /// Colour over all items except the lifted one.
  static let dimming = RGBA(0x000000, alpha: 96)

  /// Returns the highlights that dim all items except the lifted one.
  func dimming() -> [Highlight] {
    guard let lifted, let stop = engine.stops().first(where: { $0.item == lifted }) else {
      return []
    }
    let size = surface.geometry.size
    let (top, bottom) = (Double(stop.y), Double(stop.y + stop.height))
    return [(0, top), (bottom, Double(size.height))].compactMap { from, to in
      let (from, to) = (max(0, from), min(Double(size.height), to))
      guard to > from else { return nil }
      return Highlight(
        Rect(x: 0, y: from, width: Double(size.width), height: to - from), color: Self.dimming)
    }
  }

  // MARK: Drags

  /// Handles a move of the pointer with its button held.
  ///
  /// - Returns: whether a region handles it.
  func dragRegion(_ event: PointerEvent) -> Bool {
    guard event.buttons.contains(.left) else { return false }
    if let drag = regions.drag {
      send(.moved, drag, at: event.position)
      return true
    }
    guard let press = pointer.press else { return false }
    let slop = PointerState.slop * scale
    guard
      abs(event.position.x - press.position.x) > slop
        || abs(event.position.y - press.position.y) > slop
    else { return false }
    endHold()
    guard let action = press.hit.action, interactors.takes(action),
      let region = engine.region(of: action, in: press.hit.row)
    else { return false }
    let drag = RegionGestures.Drag(
      hit: press.hit, region: region.rect, start: press.position)
    guard send(.began, drag, at: event.position) else { return false }
    regions.drag = drag
    pointer.press = nil
    return true
  }

  /// Ends a gesture at the release of the button.
  ///
  /// - Returns: whether the release ended a drag or a long press.
  func endRegionGesture(_ event: PointerEvent) -> Bool {
    endHold()
    if let drag = regions.drag {
      regions.drag = nil
      send(.ended, drag, at: event.position)
      return true
    }
    defer { regions.wasLong = false }
    return regions.wasLong
  }

  func cancelRegionGestures() {
    endHold()
    if let drag = regions.drag {
      regions.drag = nil
      send(.cancelled, drag, at: drag.start)
    }
    hoverRegion(nil)
  }

  @discardableResult
  private func send(_ phase: RowDrag.Phase, _ drag: RegionGestures.Drag, at point: Point) -> Bool {
    func local(_ point: Point) -> Point {
      Point(x: point.x - drag.region.x, y: point.y - drag.region.y)
    }
    requestFrame()
    return interactors.drag(
      drag.hit,
      RowDrag(
        phase: phase, start: local(drag.start), position: local(point), width: drag.region.width,
        height: drag.region.height))
  }

  // MARK: Hover

  /// Reports that the pointer is over a region, or over none (nil).
  func hoverRegion(_ hit: ListHit?) {
    let hit = hit.flatMap { hit in hit.action.map(interactors.takes) == true ? hit : nil }
    guard hit?.row != regions.hovered?.row || hit?.action != regions.hovered?.action else { return }
    let isSeen = [regions.hovered, hit].contains { $0?.action?.showsHover == true }
    if let old = regions.hovered { interactors.hover(old, isOver: false) }
    regions.hovered = hit
    if let hit { interactors.hover(hit, isOver: true) }
    if isSeen { requestFrame() }
  }

  // MARK: Keys

  /// Region of the cursor's item that has the focus; nil if the item itself has it.
  public var focusedPart: ItemContents.Part? {
    guard cursor.isShown, let focused = regions.focused, focused.item == cursor.item else {
      return nil
    }
    return cursorItem?.parts.first { $0.isSame(as: focused.part) }
  }

  /// Moves the focus through the regions of the cursor's item: Right from the first to the last,
  /// Left back to the item.
  ///
  /// - Returns: whether there was a region to move to.
  func stepPart(isForwards: Bool) -> Bool {
    guard cursor.isShown, let contents = cursorItem, !contents.parts.isEmpty else { return false }
    let now = focusedPart.flatMap { part in
      contents.parts.firstIndex { $0.isSame(as: part) }
    }
    let next = (now ?? -1) + (isForwards ? 1 : -1)
    guard next < contents.parts.count, now != nil || isForwards else { return now != nil }
    if next < 0 {
      regions.focused = nil
    } else {
      let part = contents.parts[next]
      regions.focused = (contents.item, part)
      reveal(part.rect)
    }
    requestFrame()
    tellCursor()
    return true
  }

  /// Clicks the focused region, for Enter and Space.
  ///
  /// - Returns: false when no region is focused.
  func pressPart() -> Bool {
    guard let part = focusedPart, let contents = cursorItem else { return false }
    press(part, of: contents)
    return true
  }

  /// Clicks the region of the cursor's item that handles Space, whether the cursor is drawn or not
  /// (a click also moves it).
  ///
  /// - Returns: false if there is no such region.
  func pressSpacePart() -> Bool {
    guard cursor.position != nil, let contents = cursorItem,
      let part = contents.parts.first(where: { part in
        if case .typed(let action) = part.action, action.value.takesSpace { return true }
        return takesSpace(part.action)
      })
    else { return false }
    press(part, of: contents)
    return true
  }

  private func reveal(_ rect: Rect) {
    let height = Double(surface.geometry.size.height)
    let margin = 8 * scale
    let (top, bottom) = (rect.y - margin, rect.maxY + margin)
    let distance = top < 0 ? top : max(0, min(bottom - height, top))
    if distance != 0 { glide(by: Int(distance.rounded())) }
  }
}

extension HitRegion.Action {
  fileprivate var showsHover: Bool {
    if case .typed(let action) = self { action.value.showsHover } else { false }
  }
}
