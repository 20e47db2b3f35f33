import LugeCore
import LugeQt

/// Left mouse button, pressed anywhere in the viewer: becomes a click, or moves the picture.
struct ViewerDrag {
  /// Distance in points beyond which a press is not a click.
  static let slop = 4.0

  var start: Point
  var last: Point
  /// On-screen button under the press.
  var pressedButton: ViewerAction?
  /// Whether the press was on the picture; only then does the pointer move it.
  var isOnPicture: Bool
  var isMoving = false
}

/// Fingers on the viewer.
struct ViewerTouches {
  var fingers: [Int: Point] = [:]
  var start: Point?
  var hadTwo = false

  /// The midpoint between two fingers, and the distance between them, at least 1; nil unless there
  /// are two.
  var spread: (middle: Point, distance: Double)? {
    guard fingers.count == 2 else { return nil }
    let points = Array(fingers.values)
    let middle = Point(x: (points[0].x + points[1].x) / 2, y: (points[0].y + points[1].y) / 2)
    let (dx, dy) = (points[0].x - points[1].x, points[0].y - points[1].y)
    return (middle, max(1, (dx * dx + dy * dy).squareRoot()))
  }
}

extension PictureViewer {
  /// Zoom factor of one notch of the wheel, and of one key.
  private static let zoomStep = 1.25

  func bindInput() {
    surface.onWheel = { [weak self] in self?.wheel($0) ?? false }
    surface.onPointer = { [weak self] in self?.pointer($0) ?? false }
    surface.onKey = { [weak self] in self?.key($0) ?? false }
    surface.onTouch = { [weak self] events in
      for event in events { self?.touch(event) }
      return self != nil
    }
    surface.onPinch = { [weak self] event in
      self?.zoomNow(by: event.factor, about: event.position)
      return self != nil
    }
  }

  func unbindInput() {
    surface.onWheel = nil
    surface.onPointer = nil
    surface.onKey = nil
    surface.onTouch = nil
    surface.onPinch = nil
  }

  private func wheel(_ event: WheelEvent) -> Bool {
    let notches =
      event.notches != 0 ? event.notches : event.pixels / (48 * max(0.5, surface.geometry.scale))
    guard notches != 0 else { return true }
    zoomNow(by: exponential(Self.zoomStep, -min(max(notches, -8), 8)), about: event.position)
    return true
  }

  // MARK: Keys

  private func key(_ event: KeyEvent) -> Bool {
    if event.modifiers.contains(.control) { return controlKey(event) }
    guard event.modifiers.isDisjoint(with: [.alt, .meta]) else { return false }
    let middle = zoom.map { Point(x: $0.area.midX, y: $0.area.midY) } ?? .zero
    switch event.code {
    case .escape, .backspace: onClose?()
    case .left, .pageUp: move(by: -1)
    case .right, .pageDown, .space: move(by: 1)
    case .home: go(to: .first)
    case .end: go(to: .last)
    case .up: pan(by: 1)
    case .down: pan(by: -1)
    case .return: perform(.open)
    // The window system requests the menu itself, by a pointer event without a button.
    case .menu: break
    default:
      switch event.text {
      case "+", "=": animateZoom { $0.zoom(by: Self.zoomStep, about: middle) }
      case "-", "_": animateZoom { $0.zoom(by: 1 / Self.zoomStep, about: middle) }
      case "0": animateZoom { $0.fit() }
      case "1": animateZoom { $0.set(zoom: 1, about: middle) }
      case "s", "S": perform(.save)
      case "m", "M": perform(.message)
      default: return false
      }
    }
    return true
  }

  /// Handles keys pressed with Control, which makes letters arrive as control characters.
  private func controlKey(_ event: KeyEvent) -> Bool {
    switch event.text {
    case "\u{03}", "c": perform(.copy)
    case "\u{13}", "s": perform(.save)
    default: return false
    }
    return true
  }

  private func pan(by steps: Double) {
    guard let zoom, !zoom.isFitted else { return }
    animateZoom { $0.pan(x: 0, y: steps * zoom.area.height / 4) }
  }

  // MARK: Mouse

  private func action(at point: Point) -> ViewerAction? { drawnChrome?.layout.action(at: point) }

  private func pointer(_ event: PointerEvent) -> Bool {
    switch event.kind {
    case .press: press(event)
    case .doubleClick:
      if event.button == .left, action(at: event.position) == nil,
        zoom?.rect.contains(event.position) == true
      {
        animateZoom { $0.toggle(at: event.position) }
      } else {
        press(event)
      }
    case .move: moved(event)
    case .release: release(event)
    case .leave:
      hovered = nil
      surface.cursor = .arrow
    case .contextMenu:
      let middle = zoom.map { Point(x: $0.area.midX, y: $0.area.midY) }
      showMenu(at: event.button.isEmpty ? middle ?? event.position : event.position)
    }
    return true
  }

  private func press(_ event: PointerEvent) {
    switch event.button {
    case .left:
      drag = ViewerDrag(
        start: event.position, last: event.position, pressedButton: action(at: event.position),
        isOnPicture: zoom?.rect.contains(event.position) ?? false)
    case .back: move(by: -1)
    case .forward: move(by: 1)
    default: break
    }
  }

  private func moved(_ event: PointerEvent) {
    guard var drag, event.buttons.contains(.left) else {
      hovered = action(at: event.position)
      surface.cursor = hovered == nil ? .arrow : .hand
      return
    }
    let slop = ViewerDrag.slop * surface.geometry.scale
    if !drag.isMoving,
      max(abs(event.position.x - drag.start.x), abs(event.position.y - drag.start.y)) > slop
    {
      drag.isMoving = true
    }
    if drag.isMoving, drag.isOnPicture, drag.pressedButton == nil {
      motion = nil
      zoom?.pan(x: event.position.x - drag.last.x, y: event.position.y - drag.last.y)
      requestFrame()
    }
    drag.last = event.position
    self.drag = drag
  }

  private func release(_ event: PointerEvent) {
    guard event.button == .left, let drag else { return }
    self.drag = nil
    requestFrame()
    guard !drag.isMoving else { return }
    if let pressed = drag.pressedButton {
      if action(at: event.position) == pressed { perform(pressed) }
    } else if !drag.isOnPicture,
      drawnChrome.map({ event.position.y > $0.chrome.pictureArea.y }) == true
    {
      // A click beside the picture closes the viewer.
      onClose?()
    }
  }

  // MARK: Fingers

  private func touch(_ event: TouchEvent) {
    let before = touches.spread
    switch event.phase {
    case .began:
      if touches.fingers.isEmpty { touches = ViewerTouches(start: event.position) }
      touches.fingers[event.id] = event.position
      if touches.fingers.count > 1 { touches.hadTwo = true }
    case .moved:
      guard let last = touches.fingers.updateValue(event.position, forKey: event.id) else { return }
      if let before, let now = touches.spread {
        zoomNow(by: now.distance / before.distance, about: now.middle)
      } else if touches.fingers.count == 1, zoom?.isFitted == false {
        zoom?.pan(x: event.position.x - last.x, y: event.position.y - last.y)
        requestFrame()
      }
    case .ended:
      touches.fingers[event.id] = nil
      guard touches.fingers.isEmpty, !touches.hadTwo, let start = touches.start else { return }
      fingerLifted(from: start, to: event.position)
    case .cancelled: touches = ViewerTouches()
    }
  }

  /// Handles one finger that was lifted: a tap on a button, a sideways swipe to the next or
  /// previous picture, or a vertical one that closes the viewer.
  private func fingerLifted(from start: Point, to end: Point) {
    let scale = surface.geometry.scale
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    if abs(dx) < 8 * scale, abs(dy) < 8 * scale {
      if let action = action(at: end) { perform(action) }
    } else if zoom?.isFitted != false, abs(dx) > 48 * scale, abs(dx) > 2 * abs(dy) {
      move(by: dx < 0 ? 1 : -1)
    } else if zoom?.isFitted != false, abs(dy) > 96 * scale, abs(dy) > 2 * abs(dx) {
      onClose?()
    }
  }
}
