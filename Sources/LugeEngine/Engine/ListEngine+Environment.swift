public import LugeCore

extension ListEngine {
  /// Screens' worth of drawn rows that are kept: what is in view, ahead and behind, and some way
  /// back for who turns around. With more, the rows of a long fling are drawn into memory that was not
  /// used before, which costs as much as drawing them does (see ``LugeCore/Bitmap``).
  static let screensKept = 7

  /// The viewport's size and what layouts depend on. The line at the reader's eye stays where it
  /// is; a list at its end stays at its end.
  public func setViewport(_ size: PixelSize, environment newEnvironment: LayoutEnvironment) {
    guard size != viewport || newEnvironment != environment else { return }
    isDirty = true
    onInput?(.viewport(size))
    let screen = max(1, size.width * size.height * 4)
    bitmaps.byteLimit = min(configuration.bitmapByteLimit, Self.screensKept * screen)
    switch state.resize(to: size, environment: newEnvironment) {
    case .first: return
    case .size: break
    case .environment:
      surveyTicket.wantNone()
      cancelLoads { _ in true }
      // What the lane was asked to draw has other lines now.
      ask(for: [])
      frameBeforeRelayout = frameNumber
      holdsOldLayouts = true
      endMotion()
    }
    withLanesTools { state.settle() }
  }

  /// Frames of one width after which a window counts as no longer pulled.
  private static let framesToSettle = 8

  /// Whether the window is not being pulled.
  var isWidthSettled: Bool { frameNumber - frameBeforeRelayout > Self.framesToSettle }

  /// Nothing takes or gives up room any more.
  func endMotion() {
    let completions = motionCompletions
    motionCompletions = []
    for completion in completions { completion() }
  }

  /// Runs when no row takes or gives up room any more; at once when none does.
  func whenMotionEnds(_ completion: @escaping () -> Void) {
    if state.motion.isEmpty { completion() } else { motionCompletions.append(completion) }
  }
}

/// Until the parts that read these are parts of their own.
extension ListEngine {
  var snapshot: ListSnapshot { state.snapshot }
  var viewport: PixelSize { state.viewport }
  var environment: LayoutEnvironment { state.environment }
  var layoutVersion: UInt32 { state.layoutVersion }
  var scheme: ColorScheme { state.scheme }
  var anchor: Anchor { state.anchor }
  var followsEnd: Bool { state.followsEnd }
  var disclosed: Set<ItemID> { state.disclosed }
  var now: Double { state.motion.now }
  func itemHeight(_ position: Int) -> Int { state.itemHeight(position) }
  func forEachVisibleRow(_ body: (_ position: Int, _ row: RealizedRow, _ y: Int) -> Void) {
    state.forEachVisibleRow(body)
  }
  func forEachSeenRow(
    _ body: (_ position: Int, _ row: RealizedRow, _ y: Int, _ height: Int) -> Void
  ) { state.forEachSeenRow(body) }
  func forEachHeldItem(
    above: Int, below: Int, having kinds: RealizedItem.Kinds = [],
    _ body: (_ item: RealizedItem, _ top: Int) -> Void
  ) { state.forEachHeldItem(above: above, below: below, having: kinds, body) }
}
