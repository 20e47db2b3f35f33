import LugeCore
import LugeEngine
import LugePaint

/// Targets of input among the heavy views of a list: pointer, focus, touch, and the text for screen
/// readers.
struct HeavyViewPointer {
  /// View under the pointer.
  var hovered: ImageKey?
  /// View that the main button was pressed on; it gets the pointer's events until the button is
  /// released.
  var held: ImageKey?
  /// View that gets keys and the wheel.
  var focused: ImageKey?
  /// Whether the list is scrolling to the focused view, which is not in view yet.
  var isRevealing = false
  /// Text that screen readers were given for the view.
  var spokenText: String?
  var touch = HeavyViewTouch()
}

extension ListSurface {
  private func view(at point: Point) -> FramePlan.View? {
    plan?.views.last { $0.takes(point) }
  }

  private func view(of key: ImageKey) -> FramePlan.View? {
    plan?.views.first { $0.key == key }
  }

  private func local(_ point: Point, in view: FramePlan.View) -> Point {
    Point(x: point.x - Double(view.x), y: point.y - Double(view.y))
  }

  private func focus(_ key: ImageKey?) {
    guard key != heavyView.focused else { return }
    if let old = heavyView.focused { engine.send(.focus(false), to: old) }
    heavyView.focused = key
    heavyView.isRevealing = false
    if let key { engine.send(.focus(true), to: key) }
    requestFrame()
  }

  /// Moves the focus to the next heavy view that takes keys, for Tab, and scrolls it into view.
  /// Beyond the last one, and with Shift before the first one, the focus leaves the list.
  func moveFocus(backwards: Bool) -> Bool {
    let focused = heavyView.focused
    guard let stop = engine.heavyViewStop(after: focused, backwards: backwards) else {
      focus(nil)
      return false
    }
    physics.stop(at: FrameClock.now)
    focus(stop.key)
    let height = Double(surface.geometry.size.height)
    let (top, bottom) = (Double(stop.y), Double(stop.y + stop.height))
    let distance = top < 0 || bottom - top > height ? top : max(0, bottom - height)
    if distance != 0 {
      heavyView.isRevealing = view(of: stop.key) == nil
      step(distance)
    }
    return true
  }

  /// Returns the ring around a focused view that does not show its focus itself.
  func focusRing() -> [Highlight] {
    guard let focused = heavyView.focused, let view = view(of: focused),
      !view.input.contains(.showsFocus)
    else { return [] }
    return ring(view.rect)
  }

  /// Returns the ring of a focused rectangle, with slightly rounded corners.
  func ring(_ rect: Rect) -> [Highlight] {
    ring(RowBody(rect, CornerRadii((6 * scale).rounded())))
  }

  /// Returns the ring around a bubble or a card: outside of its edge, with matching corners.
  func ring(around shape: RowBody) -> [Highlight] {
    let width = Double(ringWidth)
    return ring(RowBody(shape.rect.insetBy(-width), shape.radii.insetBy(-width)))
  }

  var ringWidth: Int { max(2, Int((2 * scale).rounded())) }

  private func ring(_ shape: RowBody) -> [Highlight] {
    var ring = Highlight(shape.rect, color: options.focusColor.resolved(engine.colorScheme))
    ring.radii = shape.radii
    ring.line = ringWidth
    return [ring]
  }

  /// Gives screen readers the text of the view under the pointer, or else of the focused one;
  /// without such a view, the pointer's hint.
  func sayViews() {
    let text =
      (heavyView.hovered ?? heavyView.focused).flatMap { engine.spokenText(of: $0) } ?? pointer.hint
    guard text != heavyView.spokenText else { return }
    heavyView.spokenText = text
    surface.setAccessibleDescription(text ?? "")
  }

  /// Sends a pointer event to the heavy view that it concerns; returns false if the list should
  /// handle it.
  func viewsTake(_ event: PointerEvent) -> Bool {
    switch event.kind {
    case .press, .doubleClick:
      return press(event)
    case .move:
      return move(to: event.position)
    case .release:
      return release(event)
    case .leave, .contextMenu:
      hover(nil)
      return false
    }
  }

  private func press(_ event: PointerEvent) -> Bool {
    let target = view(at: event.position)
    let takesFocus = target.map { !$0.input.isDisjoint(with: [.keys, .wheel]) } ?? false
    if event.button == .left { focus(takesFocus ? target?.key : nil) }
    guard event.button == .left, let target, target.input.contains(.drag) else { return false }
    surface.focus()
    physics.stop(at: FrameClock.now)
    let point = local(event.position, in: target)
    if event.kind == .doubleClick {
      engine.send(.doubleClicked(point), to: target.key)
    } else {
      heavyView.held = target.key
      let isAlternate = !event.modifiers.isDisjoint(with: [.shift, .control])
      engine.send(.pressed(point, isAlternate: isAlternate), to: target.key)
    }
    return true
  }

  private func move(to position: Point) -> Bool {
    pointer.position = position
    if let held = heavyView.held, let view = view(of: held) {
      engine.send(.moved(local(position, in: view)), to: held)
      return true
    }
    // While the list scrolls, hovering would redraw every view that passes below the pointer.
    guard !physics.isMoving else { return false }
    let target = view(at: position).flatMap { $0.input.contains(.hover) ? $0 : nil }
    hover(target?.key)
    guard let target else { return false }
    engine.send(.moved(local(position, in: target)), to: target.key)
    return false
  }

  private func release(_ event: PointerEvent) -> Bool {
    guard event.button == .left, let held = heavyView.held else { return false }
    heavyView.held = nil
    if let view = view(of: held) {
      engine.send(.released(local(event.position, in: view)), to: held)
    }
    return true
  }

  private func hover(_ key: ImageKey?) {
    guard key != heavyView.hovered else { return }
    if let old = heavyView.hovered { engine.send(.left, to: old) }
    heavyView.hovered = key
  }

  /// Sends a touch event to the view that the fingers are on; returns false if the list should
  /// handle it.
  func viewsTake(_ event: TouchEvent) -> Bool {
    func place(_ view: FramePlan.View) -> HeavyViewTouch.Place {
      HeavyViewTouch.Place(key: view.key, origin: Point(x: Double(view.x), y: Double(view.y)))
    }
    let outcome = heavyView.touch.handle(
      event, slop: ListTouch.slop * scale,
      place: { point in
        view(at: point).flatMap { $0.input.contains(.touch) ? place($0) : nil }
      }, current: { view(of: $0).map(place) })
    if outcome.cancelsList {
      touch = ListTouch()
      physics.touchCancelled()
    }
    if let key = outcome.key {
      if outcome.takesFocus { focus(key) }
      for event in outcome.events { engine.send(event, to: key) }
    } else if event.phase == .began, outcome.isForList {
      focus(nil)
    }
    return !outcome.isForList
  }

  /// Updates the targets after a frame, in which views may have moved away from the pointer, or out
  /// of view.
  func followViews() {
    if let focused = heavyView.focused {
      let isSeen = view(of: focused) != nil
      if isSeen, heavyView.isRevealing {
        heavyView.isRevealing = false
        // The view may not have existed yet when it got the focus.
        engine.send(.focus(true), to: focused)
      } else if !isSeen, !heavyView.isRevealing || !physics.isMoving {
        focus(nil)
      }
    }
    if let held = heavyView.held, view(of: held) == nil { heavyView.held = nil }
    if physics.isMoving || heavyView.hovered != nil && pointer.position == nil {
      hover(nil)
    } else if heavyView.held == nil, let position = pointer.position {
      let target = view(at: position).flatMap { $0.input.contains(.hover) ? $0 : nil }
      if target?.key != heavyView.hovered { _ = move(to: position) }
    }
    sayViews()
  }

  /// Sends a wheel event to the view below it; returns false if the list should handle it. The list
  /// does, unless the user clicked the view or holds Control; and while the list moves, whatever is
  /// below the pointer.
  func viewsTake(_ event: WheelEvent) -> Bool {
    guard !physics.isMoving, let target = view(at: event.position), target.input.contains(.wheel),
      heavyView.focused == target.key || event.modifiers.contains(.control)
    else { return false }
    let notches = event.notches != 0 ? event.notches : event.pixels / (options.notch * scale)
    guard notches != 0 else { return true }
    engine.send(
      .wheel(notches: notches, at: local(event.position, in: target)), to: target.key)
    return true
  }

  func viewsTake(_ event: KeyEvent) -> Bool {
    guard let focused = heavyView.focused, let target = view(of: focused),
      target.input.contains(.keys),
      event.modifiers.isDisjoint(with: [.control, .alt, .meta]), let key = HeavyViewKey(event)
    else { return false }
    if key == .escape {
      focus(nil)
      return true
    }
    guard engine.heavyView(focused, handles: key) else { return false }
    engine.send(.key(key), to: focused)
    return true
  }
}

extension HeavyViewKey {
  init?(_ event: KeyEvent) {
    switch event.code {
    case .up: self = .up
    case .down: self = .down
    case .left: self = .left
    case .right: self = .right
    case .pageUp: self = .pageUp
    case .pageDown: self = .pageDown
    case .home: self = .home
    case .end: self = .end
    case .space: self = .space
    case .return: self = .return
    case .escape: self = .escape
    default:
      guard !event.text.isEmpty else { return nil }
      self = .text(event.text)
    }
  }
}
