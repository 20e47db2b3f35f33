extension ListEngine {
  func jump(
    to position: Int, alignment: PendingJump.Alignment, highlighting: Bool = false
  ) {
    guard snapshot.count > 0 else { return }
    let clamped = min(max(position, 0), snapshot.count - 1)
    let jump = PendingJump(
      position: clamped, alignment: alignment, highlights: highlighting, begun: lastFrameTime)
    state.letGoOfLine()
    velocity = 0
    isDirty = true
    // A thumb that is dragged asks anew each frame. The jump under way comes first, or nothing would
    // ever be shown; of those that wait only the latest counts.
    // Before the first frame there is nothing that a later place would interrupt.
    if let pending = pendingJump, frameNumber > 0, !pending.isOverdue(at: lastFrameTime) {
      nextJump = jump
    } else {
      begin(jump)
    }
  }

  private func begin(_ jump: PendingJump) {
    pendingJump = jump
    nextJump = nil
    staged = snapshot.window.range.contains(jump.position) ? snapshot.window : SlidingWindow()
  }

  func cancelJumps() {
    pendingJump = nil
    nextJump = nil
    staged = SlidingWindow()
  }

  /// Carries out a jump as soon as what it shows is laid out and drawn. Until then what is in view
  /// stays, so a jump never shows stand-ins, and the main thread draws nothing for it.
  func performJumpIfReady() {
    guard let jump = pendingJump, viewport.height > 0 else { return }
    guard jump.position < snapshot.count else {
      cancelJumps()
      return
    }
    if let tried = state.show(staged, if: { isReady(jump) }) {
      staged = tried
      return
    }
    staged = SlidingWindow()
    pendingJump = nil
    state.arrive(following: jump.alignment == .offset(Int.max))
    if jump.highlights, let item = snapshot.item(at: jump.position) {
      flash = Flash(item: item.id, begun: ledger.current.time)
    }
    if let next = nextJump { begin(next) }
    isDirty = true
  }

  /// Moves the anchor to the target, and says whether everything that it shows is there.
  private func isReady(_ jump: PendingJump) -> Bool {
    guard isRealized(around: jump, in: snapshot.window.range) else { return false }
    state.move(to: target(of: jump))
    let missing = slicesMissingInView()
    // A cache too small for the viewport would never be complete.
    guard !missing.isEmpty, jump.attempts < 64 else { return true }
    pendingJump?.attempts += 1
    ask(for: missing)
    return false
  }

  func target(of jump: PendingJump) -> Anchor {
    switch jump.alignment {
    case .top:
      return Anchor(position: jump.position, offset: jump.position == 0 ? -state.topInset : 0)
    case .center:
      let height = itemHeight(jump.position)
      return Anchor(position: jump.position, offset: min(0, (height - viewport.height) / 2))
    case .offset(Int.max):
      return state.endAnchor()
    case .offset(let into):
      return Anchor(position: jump.position, offset: min(into, itemHeight(jump.position)))
    case .line(let part, let key, let y):
      return state.anchor(at: LineAnchor(position: jump.position, part: part, key: key, y: y))
        ?? Anchor(position: jump.position, offset: -y)
    case .text(let offset):
      return state.anchor(withLineAt: offset, of: jump.position)
        ?? target(of: PendingJump(position: jump.position, alignment: .center))
    }
  }

  func reach(of jump: PendingJump) -> JumpReach {
    switch jump.alignment {
    case .top: JumpReach(above: 0, below: viewport.height)
    case .center:
      JumpReach(above: viewport.height / 2, below: (viewport.height + 1) / 2, isBeside: true)
    case .offset(Int.max): JumpReach(above: viewport.height, below: 0)
    case .offset(let into): JumpReach(above: 0, below: viewport.height + max(0, into))
    case .line(_, _, let y):
      // The line is somewhere in the target; beyond the viewport when that was larger then.
      JumpReach(
        above: min(max(0, y), viewport.height),
        below: viewport.height - min(max(0, y), viewport.height), isBeside: true)
    case .text: JumpReach(above: viewport.height, below: viewport.height, isBeside: true)
    }
  }

  /// Whether what a jump would show is among these positions.
  func isRealized(around jump: PendingJump, in window: Range<Int>) -> Bool {
    guard window.contains(jump.position) else { return false }
    return outwardLayout(of: jump).walk { window.contains($0) ? itemHeight($0) : nil }.isComplete
  }

  func outwardLayout(of jump: PendingJump) -> OutwardLayout {
    OutwardLayout(reach: reach(of: jump), target: jump.position, count: snapshot.count)
  }
}
