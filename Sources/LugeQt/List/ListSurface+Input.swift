import LugeCore
import LugeEngine

/// The finger that moves the list.
struct TouchState {
  /// Further than this (points) a tap becomes a drag.
  static let slop = 8.0
  /// Longer than this (seconds) it is no tap.
  static let tapDuration = 0.5

  var finger: Int?
  var start = Point.zero
  var startTime = 0.0
  var isDragging = false
  /// Whether the finger came down on a list that moved, which it stops.
  var stopsMotion = false
  /// The row that is pulled sideways.
  var swiped: ListHit?

  /// Points that a row is pulled before something is done with it.
  static let swipeLength = 64.0
  /// In parts of these: it follows the finger no further.
  static let farthest = 1.2
}

/// A row that is pulled sideways on a touchpad.
struct WheelSwipe {
  /// Seconds without an event after which fingers are taken to have left, where the device does not
  /// say so.
  static let patience = 0.25

  var hit: ListHit
  /// Device pixels.
  var distance = 0.0
  var last: Double
}

/// Key steps that wait for a jump to end.
struct HeldStep {
  /// Seconds.
  static let patience = 0.5

  let since: Double
  /// Device pixels.
  var distance = 0.0

  init(since: Double) { self.since = since }
}

/// Keys that wait for the cursor to come to an edge of the view.
struct HeldKeys {
  /// Seconds.
  static let patience = 0.5

  let since: Double
  var runs: [@MainActor () -> Void] = []
}

extension ListSurface {
  func bindInput() {
    surface.onWheel = { [weak self] in self?.wheel($0) ?? false }
    surface.onKey = { [weak self] in self?.key($0) ?? false }
    surface.onTouch = { [weak self] events in
      for event in events { self?.touch(event) }
      return self != nil
    }
    surface.onPointer = { [weak self] in self?.pointer($0) ?? false }
  }

  private func wheel(_ event: WheelEvent) -> Bool {
    if viewsTake(event) { return true }
    if event.modifiers.contains(.control) {
      if event.notches != 0 { onZoom?(-event.notches) }
      return true
    }
    if swipe(event) {
      requestFrame()
      return true
    }
    let now = FrameClock.now
    let isWholeNotches = event.notches.rounded() == event.notches
    if event.phase == .ended {
      physics.endScroll(at: now, eventTime: event.time)
    } else if event.pixels != 0 {
      physics.scroll(by: event.pixels, at: now, eventTime: event.time)
    } else if event.phase == .none, isWholeNotches {
      step(event.notches * options.notch * scale)
    } else {
      // Parts of notches come from touchpads and smooth wheels: they are the motion already.
      physics.scroll(by: event.notches * options.notch * scale, at: now, eventTime: event.time)
    }
    requestFrame()
    return true
  }

  private func key(_ event: KeyEvent) -> Bool {
    if onKeyFirst?(event) == true { return true }
    if event.code == .tab, event.modifiers.isSubset(of: .shift) {
      return moveFocus(backwards: event.modifiers.contains(.shift))
    }
    if viewsTake(event) { return true }
    guard event.modifiers.isDisjoint(with: [.control, .alt, .meta]) else {
      return onKey?(event) ?? false
    }
    if event.isAboutCursor, waitsForCursor({ [weak self] in _ = self?.key(event) }) { return true }
    let line = options.line * scale
    let page = max(line, Double(surface.geometry.size.height) - line)
    switch event.code {
    case .left where stepPart(isForwards: false): break
    case .right where stepPart(isForwards: true): break
    case .space where focusedPart != nil: _ = pressPart()
    case .space where event.modifiers.isEmpty && pressSpacePart(): break
    case .up where options.hasCursor: stepCursor(isForwards: false)
    case .down where options.hasCursor: stepCursor(isForwards: true)
    case .up: keyStep(-line)
    case .down: keyStep(line)
    case .pageUp:
      keyStep(-page)
      bringCursor(.first)
    case .pageDown:
      keyStep(page)
      bringCursor(.last)
    case .space:
      // While messages are selected it is theirs.
      if onKey?(event) != true { keyStep(event.modifiers.contains(.shift) ? -page : page) }
    case .home:
      scrollToStart()
      bringCursor(.first)
    case .end:
      scrollToEnd()
      bringCursor(.last)
    case .return where cursor.isShown && (onItemMenu != nil || onClick != nil):
      if pressPart() || onKey?(event) == true { return true }
      if !openCursorMenu(), let contents = cursorItem { click(contents) }
    case .escape:
      if onKey?(event) == true { return true }
      guard cursor.isShown else { return false }
      setCursor(cursor.position, isShown: false)
    default: return onKey?(event) ?? false
    }
    return true
  }

  func step(_ distance: Double) {
    // A clock at rest ticks at once: begun a frame ago, the motion shows in that very frame.
    let head = clock.isRunning ? 0 : 1 / clock.rate
    physics.step(by: distance, at: FrameClock.now - head)
    requestFrame()
  }

  /// A key that follows a jump (Home, then Page Down) counts from where the jump leads to, not from
  /// where the list still is. What takes long is not waited for.
  private func keyStep(_ distance: Double) {
    let now = FrameClock.now
    var held = heldStep ?? HeldStep(since: now)
    guard engine.isJumping, now - held.since < HeldStep.patience else { return step(distance) }
    held.distance += distance
    heldStep = held
    requestFrame()
  }

  /// The jump has led there, or is not waited for any longer.
  func releaseHeldStep(at time: Double) {
    guard let held = heldStep else { return }
    if engine.isJumping, time - held.since < HeldStep.patience { return }
    heldStep = nil
    if held.distance != 0 { step(held.distance) }
  }

  /// - Returns: whether the finger pulls a row sideways, and not the list.
  private func swipe(_ event: TouchEvent, isEnd: Bool) -> Bool {
    guard let onSwipe, !touch.isDragging else { return false }
    let across = event.position.x - touch.start.x
    let along = event.position.y - touch.start.y
    if touch.swiped == nil {
      guard !isEnd, abs(across) > TouchState.slop * scale, abs(across) > 2 * abs(along) else {
        return false
      }
      guard let hit = engine.hit(at: touch.start) else { return false }
      touch.swiped = hit
      endHold()
    }
    guard let hit = touch.swiped else { return false }
    onSwipe(hit, across / (TouchState.swipeLength * scale), isEnd)
    return true
  }

  /// Two fingers that go across, not along. A wheel that is tilted goes half as far with each step,
  /// so that a single one, perhaps by mistake, does nothing.
  ///
  /// - Returns: whether a row is pulled, and not the list.
  private func swipe(_ event: WheelEvent) -> Bool {
    guard let onSwipe else { return false }
    let notch = options.notch * scale
    let isTilted = event.pixelsAcross == 0 && event.notchesAcross.rounded() == event.notchesAcross
    let across =
      event.pixelsAcross != 0
      ? event.pixelsAcross : event.notchesAcross * notch * (isTilted ? 0.5 : 1)
    let along = event.pixels != 0 ? event.pixels : event.notches * notch
    if event.phase == .momentum { return wheelSwipe != nil }
    if wheelSwipe == nil {
      guard across != 0, abs(across) > 2 * abs(along), !physics.isMoving,
        let hit = engine.hit(at: event.position)
      else { return false }
      wheelSwipe = WheelSwipe(hit: hit, last: FrameClock.now)
    }
    guard var swipe = wheelSwipe else { return false }
    swipe.distance += across
    swipe.last = FrameClock.now
    wheelSwipe = swipe
    if event.phase == .ended {
      endWheelSwipe()
    } else {
      onSwipe(swipe.hit, part(of: swipe), false)
      subscription?.requestFrame(at: swipe.last + WheelSwipe.patience)
    }
    return true
  }

  private func part(of swipe: WheelSwipe) -> Double {
    swipe.distance / (TouchState.swipeLength * scale)
  }

  private func endWheelSwipe() {
    guard let swipe = wheelSwipe else { return }
    wheelSwipe = nil
    onSwipe?(swipe.hit, part(of: swipe), true)
    requestFrame()
  }

  /// Returns the position of the item that is pulled, and how far it is moved aside.
  func pulledStretch() -> FramePlan.Shift? {
    guard let pulled, let stop = engine.stops().first(where: { $0.item == pulled.item }) else {
      return nil
    }
    let part = min(max(pulled.part, -TouchState.farthest), TouchState.farthest)
    return FramePlan.Shift(
      y: stop.y, height: stop.height, x: Int((part * TouchState.swipeLength * scale).rounded()))
  }

  /// Once a frame: whether the fingers have left.
  func releaseWheelSwipe(at time: Double) {
    guard let swipe = wheelSwipe else { return }
    if time - swipe.last >= WheelSwipe.patience - 0.001 { endWheelSwipe() }
  }

  private func touch(_ event: TouchEvent) {
    if viewsTake(event) { return requestFrame() }
    let now = FrameClock.now
    switch event.phase {
    case .began:
      guard touch.finger == nil else { return }
      touch = TouchState(finger: event.id, start: event.position, startTime: event.time)
      touch.stopsMotion = physics.isMoving
      if let hit = engine.hit(at: event.position), !touch.stopsMotion {
        beginHold(hit, at: event.position, isTouch: true)
      }
      physics.touchBegan(y: event.position.y, at: now, eventTime: event.time)
    case .moved:
      guard touch.finger == event.id else { return }
      if swipe(event, isEnd: false) { return requestFrame() }
      if !touch.isDragging {
        guard abs(event.position.y - touch.start.y) > TouchState.slop * scale else { return }
        // The drag starts here, so that passing the slop is no jump.
        touch.isDragging = true
        endHold()
        physics.touchBegan(y: event.position.y, at: now, eventTime: event.time)
      }
      physics.touchMoved(y: event.position.y, eventTime: event.time)
      // Pulled down over the keyboard on the screen, the list takes it along.
      if event.position.y > Double(surface.geometry.size.height), InputPanel.isOpen {
        InputPanel.close()
      }
    case .ended:
      guard touch.finger == event.id else { return }
      if swipe(event, isEnd: true) {
        touch = TouchState()
        physics.touchCancelled()
        return requestFrame()
      }
      let isTap =
        !touch.isDragging && !touch.stopsMotion
        && event.time - touch.startTime < TouchState.tapDuration
      touch = TouchState()
      endHold()
      if isTap {
        physics.touchCancelled()
        if let hit = engine.hit(at: event.position) {
          if hit.action == .disclose {
            engine.disclose(hit.row.item)
          } else {
            click(hit, [])
          }
        }
      } else {
        physics.touchEnded(at: now, eventTime: event.time)
      }
    case .cancelled:
      if let swiped = touch.swiped { onSwipe?(swiped, 0, true) }
      touch = TouchState()
      endHold()
      physics.touchCancelled()
    }
    requestFrame()
  }
}

extension KeyEvent {
  /// Whether it is about the item at the cursor, rather than about the list.
  fileprivate var isAboutCursor: Bool {
    [.up, .down, .left, .right, .space, .return, .delete].contains(code)
  }
}
