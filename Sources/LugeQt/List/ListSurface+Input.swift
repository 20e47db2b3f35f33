import LugeCore
import LugeEngine

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
      // Fractions of notches come from touchpads and smooth wheels, and are a smooth motion
      // already.
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
      if onKey?(event) == true { return true }
      switch (event.code, event.modifiers) {
      case (.home, .control): if goToEdge(.start) { bringCursor(.first) }
      case (.end, .control): if goToEdge(.end) { bringCursor(.last) }
      default: return false
      }
      return true
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
      // While messages are selected, the program uses the key.
      if onKey?(event) != true { keyStep(event.modifiers.contains(.shift) ? -page : page) }
    case .home: if goToEdge(.start) { bringCursor(.first) }
    case .end: if goToEdge(.end) { bringCursor(.last) }
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
    // A clock at rest ticks at once, so the motion is begun one frame earlier to be visible in that
    // frame.
    let head = clock.isRunning ? 0 : 1 / clock.rate
    physics.step(by: distance, at: FrameClock.now - head)
    requestFrame()
  }

  /// Scrolls for a key, after a running jump (``WaitingKeys``).
  private func keyStep(_ distance: Double) {
    if let now = waitingKeys.takeStep(distance, isJumping: engine.isJumping, at: FrameClock.now) {
      return step(now)
    }
    requestFrame()
  }

  /// Scrolls by the steps that have waited for a jump; called once per frame.
  func releaseStep(at time: Double) {
    let distance = waitingKeys.releaseStep(isJumping: engine.isJumping, at: time)
    if let distance { step(distance) }
  }

  /// Pulls a row sideways, if the event does.
  ///
  /// - Returns: whether a row is pulled, so that the list does not scroll.
  private func swipe(_ event: WheelEvent) -> Bool {
    guard let onSwipe else { return false }
    let now = FrameClock.now
    let outcome = wheelSwipe.handle(
      event, at: now, notch: options.notch * scale, scale: scale, isMoving: physics.isMoving
    ) { [self] in engine.hit(at: $0) }
    switch outcome {
    case .scrolls: return false
    case .nothing: break
    case .pulled(let hit, let part):
      onSwipe(hit, part, false)
      subscription?.requestFrame(at: now + WheelSwipe.timeout)
    case .released(let hit, let part): onSwipe(hit, part, true)
    }
    return true
  }

  /// Ends a swipe of the wheel when the fingers have left; called once per frame.
  func releaseWheelSwipe(at time: Double) {
    guard let (row, part) = wheelSwipe.release(at: time) else { return }
    onSwipe?(row, part, true)
    requestFrame()
  }

  /// Returns the part of the list that is pulled aside, and how far.
  func pulledStretch() -> FramePlan.Shift? {
    guard let pulled, let stop = engine.stops().first(where: { $0.item == pulled.item }) else {
      return nil
    }
    let part = min(max(pulled.part, -ListTouch.farthest), ListTouch.farthest)
    return FramePlan.Shift(
      y: stop.y, height: stop.height, x: Int((part * ListTouch.swipeLength * scale).rounded()))
  }

  private func touch(_ event: TouchEvent) {
    if viewsTake(event) { return requestFrame() }
    let now = FrameClock.now
    let outcome = touch.handle(event, scale: scale, isMoving: physics.isMoving) { [self] point in
      onSwipe == nil ? nil : engine.hit(at: point)
    }
    switch outcome {
    case .nothing: return
    case .touched(let stopsMotion):
      if !stopsMotion, let hit = engine.hit(at: event.position) {
        beginHold(hit, at: event.position, isTouch: true)
      }
      physics.touchBegan(y: event.position.y, at: now, eventTime: event.time)
    case .dragged(let isFirst):
      if isFirst {
        endHold()
        physics.touchBegan(y: event.position.y, at: now, eventTime: event.time)
      }
      physics.touchMoved(y: event.position.y, eventTime: event.time)
      // Dragging the list down over the on-screen keyboard closes it.
      if event.position.y > Double(surface.geometry.size.height), InputPanel.isOpen {
        InputPanel.close()
      }
    case .pulled(let hit, let part, let isFirst):
      if isFirst { endHold() }
      onSwipe?(hit, part, false)
    case .released(let hit, let part):
      onSwipe?(hit, part, true)
      physics.touchCancelled()
    case .tapped:
      endHold()
      physics.touchCancelled()
      guard let hit = engine.hit(at: event.position) else { break }
      if hit.action == .disclose { engine.disclose(hit.row.item) } else { click(hit, []) }
    case .lifted:
      endHold()
      physics.touchEnded(at: now, eventTime: event.time)
    case .cancelled(let pulled):
      if let pulled { onSwipe?(pulled, 0, true) }
      endHold()
      physics.touchCancelled()
    }
    requestFrame()
  }
}

extension KeyEvent {
  /// Whether the key acts on the cursor's item rather than on the list.
  fileprivate var isAboutCursor: Bool {
    [.up, .down, .left, .right, .space, .return, .delete].contains(code)
  }
}
