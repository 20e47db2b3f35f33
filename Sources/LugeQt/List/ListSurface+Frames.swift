import LugeCore
import LugeEngine
import LugePaint
import LugeThreads

extension ListSurface {
  func tick(_ tick: FrameTick) -> Bool {
    guard isVisible else {
      lastFrameEnd = nil
      waker.setFrameDue(false)
      return false
    }
    let began = FrameClock.now
    let otherBefore = lastFrameEnd.map { MonotonicClock.threadSeconds - $0 } ?? 0
    let isScripted = onTick?(tick) ?? false
    releaseStep(at: FrameClock.now)
    noticeLongPress(at: FrameClock.now)
    releaseWheelSwipe(at: FrameClock.now)
    let scrollsForMarking = scrollForMarking(to: tick.time)
    let pixels = physics.advance(to: tick.time)
    if pixels != 0, engine.scroll(by: pixels) != pixels { physics.hitEdge() }
    let fades = showHeading(
      isMoving: pixels != 0 || scrollsForMarking || isScripted || thumbOffset != nil, at: tick.time)
    showFloating(at: tick.time)
    let start = FrameClock.now
    let looksEqual = planFrame(at: tick.time) {
      // The wheel moves the list below a pointer that selects text.
      if pixels != 0, marking.isMarking, let position = pointer.position {
        engine.extendSelection(to: position)
      }
    }
    // Rows that were drawn ahead wake the list without changing what is in view.
    let isUnchanged = looksEqual && !options.paintsEqualFrames && overlays == nil
    let planned = FrameClock.now
    let wasPainted = didPaint
    didPaint = false
    let isMoving =
      isScripted || scrollsForMarking || physics.isMoving || waitingKeys.holdsStep || fades
    if !isUnchanged {
      // Update the bar before painting: on its own it would be a second paint, which waits until
      // the window system has read the first.
      showBar(isMoving: isMoving)
      surface.repaint()
    }
    StartupTimes.mark("the frame is shown")
    let painted = FrameClock.now
    noteShown(
      FrameShare(whole: painted - began, painting: painted - planned, otherBefore: otherBefore),
      missed: tick.missed)
    let goesOn = isFrameDue(isMoving)
    showMetrics(isMoving: goesOn)
    followViews()
    followCursor(isMoving: goesOn)
    followReaders(isMoving: goesOn)
    if !goesOn { showHover() }
    if !isUnchanged { isUnreported = true }
    // An unchanged frame was painted since the last tick, because the window system asked for it.
    if isUnreported, isUnchanged ? wasPainted : didPaint {
      isUnreported = false
      report(tick, planned - start, FrameClock.now - planned)
    }
    return goesOn
  }

  /// Parts of a frame that the engine does not measure itself, seconds.
  private struct FrameShare {
    /// The whole tick up to the frame's handing over, by the clock on the wall.
    var whole: Double
    var painting: Double
    /// Processor time of the main thread between the last frame and this one.
    var otherBefore: Double
  }

  private func noteShown(_ share: FrameShare, missed: Int) {
    let record = engine.frameLog.last
    let measured = (record?.total ?? 0) - (record?.layoutBefore ?? 0) + share.painting
    engine.noteShown(
      painting: share.painting, missed: missed, other: max(0, share.whole - measured),
      otherBefore: max(0, share.otherBefore - (record?.layoutBefore ?? 0)))
    lastFrameEnd = MonotonicClock.threadSeconds
  }

  /// Makes the frame for a time. All frames are planned here: for ticks of the clock, for a paint
  /// that cannot wait for one, and for a list that is prepared before its window paints.
  ///
  /// - Parameter planned: called when rows have their positions, to update what depends on these.
  /// - Returns: whether the frame looks like the previous one.
  @discardableResult
  func planFrame(at time: Double, then planned: () -> Void = {}) -> Bool {
    engine.coveredTop = coveredTop.map { Int(($0() * scale).rounded()) } ?? 0
    var next = engine.frame(at: time)
    planned()
    showLayers(of: &next, at: time)
    next.shift = pulledStretch()
    let marks = marks()
    let looksEqual = marks == shownMarks && plan?.looksEqual(to: next) == true
    plan = next
    shownMarks = marks
    StartupTimes.mark("a frame is planned: \(next.pieces.count) pieces")
    return looksEqual
  }

  private func report(_ tick: FrameTick, _ planning: Double, _ painting: Double) {
    let isComplete = plan.map { !$0.pieces.isEmpty && $0.blankPixels == 0 && !$0.hasSkeletons }
    onFrame?(
      FrameReport(
        tick: tick, planning: planning, painting: painting, isComplete: isComplete ?? false))
  }

  /// Returns whether there will be another frame, and informs the waker. Results that arrive from
  /// now on either wake the list or are found here.
  private func isFrameDue(_ isMoving: Bool) -> Bool {
    if isMoving || engine.needsFrame {
      waker.setFrameDue(true)
      return true
    }
    waker.setFrameDue(false)
    guard engine.needsFrame else {
      lastFrameEnd = nil
      return false
    }
    waker.setFrameDue(true)
    return true
  }

  /// Adds the current bitmaps of row layers to the plan, and makes the clock wake up for the next
  /// change, not earlier, so that an animation causes only as many frames as it has.
  private func showLayers(of plan: inout FramePlan, at time: Double) {
    guard let rowLayers else { return }
    // The engine has filled in the heavy views.
    let layers = isCovered || !isVisible ? [] : plan.layers.filter { $0.bitmap == nil }
    let shown = rowLayers.show(layers, at: time)
    plan.layers.removeAll { $0.bitmap == nil }
    plan.layers += zip(layers, shown.bitmaps).compactMap { layer, bitmap in
      guard let bitmap else { return nil }
      var layer = layer
      layer.bitmap = bitmap
      return layer
    }
    if let next = shown.next { subscription?.requestFrame(at: next) }
  }

  func paint(_ pixels: SurfacePixels) {
    // The first contents are shown by the paint that finds them.
    let isFirst = showsNothing && engine.needsFrame
    if isFirst || plan?.size != listSize(in: pixels.size) || plan?.scheme != engine.colorScheme {
      // The window changed its size or scheme since the last frame: this paint, which also paints
      // menus and bars, shows the new one at once.
      planFrame(at: FrameClock.now)
      if isFirst && !showsNothing { isUnreported = true }
      requestFrame()
    }
    defer {
      didPaint = true
      // It is reported once the window system has the pixels.
      if isUnreported { subscription?.requestFirstFrame() }
    }
    guard let plan,
      let target = try? PixelTarget(pixels.buffer, size: pixels.size, stride: pixels.stride)
    else { return }
    Compositor.compose(plan, highlights: shownMarks, into: target)
    guard let overlays else { return }
    for overlay in overlays(engine) { Compositor.lay(overlay, into: target) }
    for bar in bars?(engine) ?? [] { Compositor.lay(bar, into: target) }
  }
}

extension FramePlan {
  /// Whether the plan has skeletons.
  fileprivate var hasSkeletons: Bool {
    pieces.contains {
      if case .skeleton = $0.content { true } else { false }
    }
  }
}
