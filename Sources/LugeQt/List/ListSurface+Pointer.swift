import LugeCore
import LugeEngine
import LugePaint

/// Position of the mouse, and the target of its last press.
struct PointerState {
  /// Distance in points beyond which a press is no click.
  static let slop = 4.0

  var position: Point?
  var press: (position: Point, hit: ListHit)?
  /// The item under the pointer, in lists that mark it.
  var item: ItemID?
  /// Hint for the region under the pointer.
  var hint: String?
}

extension ListSurface {
  func pointer(_ event: PointerEvent) -> Bool {
    if viewsTake(event) { return true }
    switch event.kind {
    case .press, .doubleClick:
      if [.back, .forward].contains(event.button), onSideButton?(event.button) == true {
        return true
      }
      if options.takesFocus { surface.focus() } else { onPress?() }
      physics.stop(at: FrameClock.now)
      pointer.press = nil
      if event.button == .left, beginMarking(event) { return true }
      let pressed = engine.hit(at: event.position)
      if let pressed { setCursor(pressed.position) }
      guard event.button == .left, let hit = pressed else { return true }
      pointer.press = (event.position, hit)
      pointer.position = event.position
      beginHold(hit, at: event.position, isTouch: false)
      if pointer.item != nil { requestFrame() }
    case .move:
      pointer.position = event.position
      if pointer.press != nil { requestFrame() }
      if dragRegion(event) { return true }
      mark(event)
      // A moving list shows what is under the pointer when it has stopped.
      if !physics.isMoving { showHover() }
    case .release:
      release(event)
    case .leave:
      show(hint: nil)
      cancelRegionGestures()
      if pointer.item != nil { requestFrame() }
      pointer = PointerState()
      surface.cursor = .arrow
    case .contextMenu:
      let isByKey = event.button.isEmpty
      if isByKey, waitsForCursor({ [weak self] in _ = self?.pointer(event) }) { return true }
      if isByKey, openCursorMenu() { return true }
      let size = surface.geometry.size
      let point =
        isByKey
        ? Point(x: Double(size.width) / 2, y: Double(size.height) / 2) : event.position
      onContextMenu?(engine.hit(at: point), point)
    }
    return true
  }

  private func release(_ event: PointerEvent) {
    if event.button == .left, endRegionGesture(event) {
      pointer.press = nil
      return requestFrame()
    }
    if event.button == .left, endMarking() { return }
    if event.button == .left { putCaret(at: event.position) }
    guard event.button == .left, let press = pointer.press else { return }
    pointer.press = nil
    requestFrame()
    let slop = PointerState.slop * scale
    guard abs(event.position.x - press.position.x) <= slop,
      abs(event.position.y - press.position.y) <= slop,
      let hit = engine.hit(at: event.position), hit.row == press.hit.row,
      hit.action == press.hit.action
    else { return }
    if hit.action.map(isActive) == true { marking.hasActed = true }
    if hit.action == .disclose { return engine.disclose(hit.row.item) }
    click(hit, event.modifiers)
    // A click may have changed the hint.
    showHover()
  }

  /// Handles a click: unless the program takes all clicks, first by the interactor of the row's
  /// kind, then by the program.
  func click(_ hit: ListHit, _ modifiers: Modifiers) {
    if interceptsClick?(hit) == true { return }
    if !interactors.perform(hit) { onClick?(hit, modifiers) }
  }

  /// Whether a region reacts to clicks; an action of a kind's own type does if an interactor
  /// handles it.
  func isActive(_ action: HitRegion.Action) -> Bool {
    if case .typed = action { interactors.takes(action) } else { reacts(action) }
  }

  /// Shows the hand cursor over a region that reacts to clicks, and its hint.
  ///
  /// A click may have put another list in this one's place, on the same surface.
  func showHover() {
    guard area.shown == ObjectIdentifier(self), let position = pointer.position else { return }
    let hit = engine.hit(at: position)
    let action = hit?.action
    hoverRegion(hit)
    showItem(under: hit)
    show(hint: hit.flatMap { interactors.hint(for: $0) ?? hint?($0) })
    surface.cursor =
      action.map(isActive) == true
      ? .hand : engine.tracksText && engine.isText(at: position) ? .text : .arrow
  }

  private func showItem(under hit: ListHit?) {
    let item = options.marksItemUnderPointer ? hit?.row.item : nil
    guard item != pointer.item else { return }
    pointer.item = item
    requestFrame()
  }

  /// Returns the highlight of the item under the pointer; a moving list has none.
  func itemUnderPointer() -> [Highlight] {
    guard let item = pointer.item, !physics.isMoving,
      let stop = engine.stops().first(where: { $0.item == item }),
      let shape = engine.shape(of: stop)
    else { return [] }
    let isPressed = pointer.press?.hit.row.item == item
    let color = isPressed ? options.pressedColor : options.hoverColor
    var mark = Highlight(shape.rect, color: color.resolved(engine.colorScheme))
    mark.radii = shape.radii
    return [mark]
  }

  private func show(hint words: String?) {
    guard words != pointer.hint else { return }
    pointer.hint = words
    surface.setToolTip(words ?? "")
    sayViews()
  }
}
