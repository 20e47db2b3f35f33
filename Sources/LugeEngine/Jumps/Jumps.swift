import LugeCore

/// A place that the list will jump to once everything there is ready.
struct PendingJump: Hashable {
  enum Alignment: Hashable {
    case top, center, offset(Int)
    /// The line is placed at this distance below the viewport's top, device pixels.
    case line(part: UInt32, key: Int, y: Int)
    /// The line with this position in the item's text is placed in the middle, or the whole item if
    /// it fits into the viewport.
    case text(offset: Int)
  }

  var position: Int
  var alignment: Alignment
  /// Whether to highlight the item for a moment.
  var highlights = false
  /// Number of frames that found its rows laid out but not all drawn.
  var attempts = 0
  /// Time of the last frame before the request; nil if there was none.
  var begun: Double?

  /// Whether a later jump need not wait for this one any more: after a quarter of a second.
  func isOverdue(at time: Double?) -> Bool {
    guard let begun, let time else { return false }
    return time - begun > 0.25
  }
}

/// The jumps of a list: the pending one, the one after it, and the items that are loaded for it
/// while the view stays.
struct Jumps {
  // MARK: Mutable State (the engine's thread)

  private(set) var pending: PendingJump?
  /// Latest request made while another jump is pending.
  private var next: PendingJump?
  /// Items that the pending jump will show; they replace the window when complete.
  private(set) var staged = SlidingWindow()

  /// Requests a jump.
  ///
  /// A dragged scroll bar requests one in each frame. The pending jump is finished first, otherwise
  /// nothing would ever be shown; of the following requests only the latest counts.
  ///
  /// - Parameters:
  ///   - held: the items in memory.
  ///   - hasBegun: whether there was a frame; before the first one a later request replaces the
  ///     pending one.
  ///   - time: time of the last frame.
  mutating func ask(_ jump: PendingJump, held: SlidingWindow, hasBegun: Bool, at time: Double?) {
    if let pending, hasBegun, !pending.isOverdue(at: time) {
      next = jump
    } else {
      begin(jump, held: held)
    }
  }

  private mutating func begin(_ jump: PendingJump, held: SlidingWindow) {
    pending = jump
    next = nil
    staged = held.range.contains(jump.position) ? held : SlidingWindow()
  }

  mutating func cancel() { self = Jumps() }

  /// Ends the pending jump, which has landed, and begins the next one.
  mutating func landed(held: SlidingWindow) {
    pending = nil
    staged = SlidingWindow()
    if let next { begin(next, held: held) }
  }

  /// Keeps the pending jump, which cannot land yet.
  ///
  /// - Parameters:
  ///   - items: the staged items, some of them newly laid out.
  ///   - isLaidOut: whether only drawing was missing.
  mutating func wait(_ items: SlidingWindow, isLaidOut: Bool) {
    staged = items
    if isLaidOut { pending?.attempts += 1 }
  }

  /// Adds items loaded for the pending jump. Items that do not adjoin those staged around its
  /// target would replace them, and are dropped.
  mutating func take(_ items: [RealizedItem], at lower: Int) {
    if let pending, staged.range.contains(pending.position) {
      guard lower <= staged.range.upperBound, lower + items.count >= staged.range.lowerBound else {
        return
      }
    }
    staged.merge(items, at: lower)
  }

  /// Follows an update.
  ///
  /// - Parameters:
  ///   - plan: the update's effect on the staged items; nil when no jump is pending.
  ///   - count: number of items in the new state.
  mutating func apply(
    _ changes: [ListChange], _ plan: WindowPlan?, made: [Int: RealizedItem], count: Int
  ) {
    for change in changes {
      if let jump = pending { pending?.position = change.moved(jump.position) }
      if let jump = next { next?.position = change.moved(jump.position) }
    }
    if let plan { staged = plan.items(from: staged, made: made) }
    guard count > 0 else { return }
    // A jump to the end goes to the new end.
    if pending?.alignment == .offset(Int.max) { pending?.position = count - 1 }
    if next?.alignment == .offset(Int.max) { next?.position = count - 1 }
  }
}

/// Geometry of what a jump shows.
extension PendingJump {
  /// Returns the anchor that the jump lands at, as far as known.
  func target(in state: ListState) -> Anchor {
    switch alignment {
    case .top:
      return Anchor(position: position, offset: position == 0 ? -state.topInset : 0)
    case .center:
      let height = state.itemHeight(position)
      return Anchor(position: position, offset: min(0, (height - state.viewport.height) / 2))
    case .offset(Int.max):
      return state.endAnchor()
    case .offset(let into):
      return Anchor(position: position, offset: min(into, state.itemHeight(position)))
    case .line(let part, let key, let y):
      return state.anchor(at: LineAnchor(position: position, part: part, key: key, y: y))
        ?? Anchor(position: position, offset: -y)
    case .text(let offset):
      return state.anchor(withLineAt: offset, of: position)
        ?? PendingJump(position: position, alignment: .center).target(in: state)
    }
  }

  /// Returns how far around its target the jump shows the list.
  ///
  /// - Parameter height: the viewport's height.
  func reach(in height: Int) -> JumpReach {
    switch alignment {
    case .top: JumpReach(above: 0, below: height)
    case .center:
      JumpReach(above: height / 2, below: (height + 1) / 2, isBeside: true)
    case .offset(Int.max): JumpReach(above: height, below: 0)
    case .offset(let into): JumpReach(above: 0, below: height + max(0, into))
    case .line(_, _, let y):
      // The line may be anywhere in the target, and outside the viewport if that was larger when
      // the place was saved.
      JumpReach(
        above: min(max(0, y), height), below: height - min(max(0, y), height), isBeside: true)
    case .text: JumpReach(above: height, below: height, isBeside: true)
    }
  }

  func outwardLayout(in state: ListState) -> OutwardLayout {
    OutwardLayout(reach: reach(in: state.viewport.height), target: position, count: state.count)
  }

  /// Whether everything that the jump would show is within these positions.
  func isRealized(in window: Range<Int>, of state: ListState) -> Bool {
    guard window.contains(position) else { return false }
    return outwardLayout(in: state).walk { window.contains($0) ? state.itemHeight($0) : nil }
      .isComplete
  }
}
