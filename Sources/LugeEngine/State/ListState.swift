import LugeCore

/// The state of a list: its items, the viewport, and the scroll position. All other parts work from
/// it.
///
/// Positions on screen are counted from the ``anchor`` in both directions, so rows that change
/// above or below the view cannot move it. A row that comes into view with the layout of another
/// environment is laid out at once by ``layOut``; nothing else here takes much time, and nothing
/// here uses threads.
///
/// A class, because iterating over the rows may lay one out while others are being read.
final class ListState {
  typealias LayingOut = (
    _ item: RealizedItem, _ environment: LayoutEnvironment, _ layoutVersion: UInt32
  ) -> RealizedItem

  let configuration: EngineConfiguration
  private let layOut: LayingOut

  // MARK: Mutable State (the engine's thread)

  private(set) var snapshot: ListSnapshot
  private(set) var viewport = PixelSize.zero
  private(set) var environment = LayoutEnvironment(width: 0)
  /// Number of the current environment; layouts carry the number that they were made for.
  private(set) var layoutVersion: UInt32 = 0
  private(set) var scheme = ColorScheme.light
  /// Pixels at the viewport's upper edge that something covers.
  private(set) var coveredTop = 0
  private(set) var anchor: Anchor
  /// Whether the list's end is kept at the viewport's bottom edge.
  private(set) var followsEnd: Bool
  /// Pixels by which the content is beyond the list's end, or before its beginning if negative:
  /// heights there were estimated too large, and the rows in view stayed. The room goes as the user
  /// scrolls away from it, or as items fill it.
  private var spareRoom = 0
  /// Pixels by which the viewport has become lower since the state was settled.
  private var shrunk = 0
  /// Whether the user has scrolled to an end whose items are not in memory. The list follows it
  /// once they are, if no row in view has to move for that.
  private var awaitsEnd = false
  /// Line that stays where it is while the width changes, until the user scrolls.
  private(set) var heldLine: LineAnchor?
  /// Animations of rows.
  private(set) var motion = ListMotion()
  /// Items whose spoilers are shown.
  private(set) var disclosed: Set<ItemID> = []
  /// Cached ``frameHolds``.
  private var knownHolds: [ScrollHold]?

  init(
    provider: any RowProvider, configuration: EngineConfiguration, layOut: @escaping LayingOut
  ) {
    self.configuration = configuration
    self.layOut = layOut
    snapshot = ListSnapshot(
      provider: provider, estimate: Int(configuration.estimatedItemHeight))
    followsEnd = configuration.opensAt == .end
    anchor = Anchor(position: followsEnd ? snapshot.count : 0, offset: 0)
  }

  /// Number of items.
  var count: Int { snapshot.count }

  /// Values besides the row that its drawing depends on.
  var style: DrawnStyle { DrawnStyle(layoutVersion: layoutVersion, scheme: scheme) }

  // MARK: Frames

  /// Clears the cached ``frameHolds``; called before and after a frame.
  func forgetHolds() { knownHolds = nil }

  /// Rows that this frame keeps in place, best first.
  ///
  /// Computed once per frame, before anything moves. A frame may animate heights, take results of
  /// lanes and apply an update, one after the other. If each step computed its own, a row that
  /// shrinks would give the reading line to the next row; if the update then removed the first, the
  /// second would be held at a place where it was never shown.
  var frameHolds: [ScrollHold] {
    if let knownHolds { return knownHolds }
    let holds = holdsInView()
    knownHolds = holds
    return holds
  }

  /// Sets the frame's time. Animated rows move everything except the row at the reading line, or
  /// the list's end if the list follows it.
  func advanceMotion(to time: Double) {
    guard !motion.isEmpty else { return motion.advance(to: time) }
    let holds = followsEnd && spareRoom <= 0 ? [] : frameHolds
    motion.advance(to: time)
    placeFirst(of: holds)
  }

  /// Ends all animations at once.
  func cutMotion() { motion.cut() }

  // MARK: Environment

  func setScheme(_ scheme: ColorScheme) { self.scheme = scheme }

  enum Resize { case first, size, environment }

  /// Sets the viewport's size and the environment of layouts. Call ``settle()`` afterwards, unless
  /// it is the first one.
  func resize(to size: PixelSize, environment newEnvironment: LayoutEnvironment) -> Resize {
    guard viewport != .zero else {
      viewport = size
      environment = newEnvironment
      layoutVersion += 1
      snapshot.heights.estimate = max(
        1, Int(configuration.estimatedItemHeight * newEnvironment.unit))
      return .first
    }
    let relayout = newEnvironment != environment
    if !relayout, size.height != viewport.height { followResized() }
    if relayout, !followsEnd, heldLine == nil { heldLine = lineBeingRead() }
    shrunk = max(0, viewport.height - size.height)
    if relayout { spareRoom = 0 }
    viewport = size
    environment = newEnvironment
    guard relayout else { return .size }
    motion.cut()
    layoutVersion += 1
    forgetHeights()
    return .environment
  }

  /// Lets a viewport whose lower edge moves up take the room below the list first, and leaves some
  /// of the list in view.
  ///
  /// - Parameter movedDown: as for ``settle(movedDown:)``.
  private func reduceRoom(movedDown: Int) {
    guard shrunk > 0 else { return }
    if spareRoom > 0 {
      spareRoom = max(0, spareRoom - max(0, shrunk - max(0, movedDown)))
    } else {
      spareRoom = max(spareRoom, 1 - viewport.height)
    }
    shrunk = 0
  }

  /// Makes all heights unknown, because they are wrong in another environment. The tree of a
  /// million heights has tens of thousands of memory blocks; freeing them takes longer than a
  /// frame, so another thread does it.
  private func forgetHeights() {
    let old = snapshot.heights
    snapshot.heights.invalidate(0..<count)
    guard old.exactCount >= Self.heightsLetGoOfAtOnce else { return }
    BackgroundQueue.shared.async { withExtendedLifetime(old) {} }
  }

  /// Number of exact heights below which a frame frees the tree itself, in negligible time.
  private static let heightsLetGoOfAtOnce = 10_000

  /// Corrects the anchor after heights in view, or the viewport, may have changed.
  ///
  /// - Parameter movedDown: pixels by which the viewport's upper edge moved down on the screen.
  /// - Returns: whether the content was scrolled by them, so that it stays where it is on the
  ///   screen.
  @discardableResult
  func settle(movedDown: Int = 0) -> Bool {
    guard count > 0, viewport.height > 0 else { return false }
    reduceRoom(movedDown: movedDown)
    if awaitsEnd, isViewHeld {
      awaitsEnd = false
      followsEnd = isAtEnd
    }
    guard !followsEnd else {
      anchor = endAnchor()
      anchor.offset += max(0, spareRoom)
      findItemAtTop()
      return false
    }
    let stays = movedDown != 0 && !isAtBeginning
    if stays {
      anchor.offset += movedDown
      heldLine?.y -= movedDown
    }
    if let heldLine, let anchor = anchor(at: heldLine) { self.anchor = anchor }
    normalizeAnchor()
    return stays
  }

  /// Whether the list's beginning is at the upper edge of the part that nothing covers.
  private var isAtBeginning: Bool { anchor.position == 0 && anchor.offset <= -topInset }

  // MARK: Items

  /// Adds laid-out items beside those in memory, or replaces them.
  func realize(_ items: [RealizedItem], at lower: Int) {
    snapshot.realize(items, at: lower, layoutVersion: layoutVersion)
  }

  /// Records the heights of laid-out items that are not kept in memory.
  func record(_ items: [RealizedItem], at lower: Int) {
    snapshot.record(items, at: lower, layoutVersion: layoutVersion)
  }

  /// Drops items outside a range.
  func trim(to kept: Range<Int>) { snapshot.window.trim(to: kept) }

  /// Records the height of an item that was measured, unless it is laid out: its layout is newer,
  /// and its height may be animated.
  func measured(_ height: Int, at position: Int) {
    guard position < count, snapshot.item(at: position)?.layoutVersion != layoutVersion else {
      return
    }
    snapshot.heights.setHeight(height, at: position)
  }

  /// Sets stored heights, all at once. Items in memory keep their heights.
  ///
  /// - Complexity: O(items in memory · log n).
  func restore(_ heights: HeightIndex) {
    var index = heights
    for position in snapshot.window.range {
      let known = snapshot.heights.height(at: position)
      if known.isExact { index.setHeight(known.height, at: position) }
    }
    index.estimate =
      index.exactCount >= 8
      ? max(1, index.exactHeight / index.exactCount) : snapshot.heights.estimate
    snapshot.heights = index
  }

  /// Returns an item's height at the current width. Items in memory are laid out at once if their
  /// layouts are of another width; for others the index has a height or an estimate.
  func itemHeight(_ position: Int) -> Int {
    if motion.isEmpty,
      let known = snapshot.window.height(at: position, layoutVersion: layoutVersion)
    {
      return known
    }
    guard snapshot.window.range.contains(position) else {
      return snapshot.heights.height(at: position).height
    }
    if snapshot.window[position].layoutVersion != layoutVersion {
      let item = layOut(snapshot.window[position], environment, layoutVersion)
      snapshot.replace(item, at: position, layoutVersion: layoutVersion)
    }
    return motion.seenHeight(of: snapshot.window[position])
  }

  /// Shows an item's spoilers from its next layout on.
  ///
  /// - Returns: its position; nil when it is not in memory or shows them already.
  func disclose(_ item: ItemID) -> Int? {
    guard let held = snapshot.window.range.first(where: { snapshot.window[$0].id == item }),
      disclosed.insert(item).inserted
    else { return nil }
    return held
  }

  // MARK: Scroll position

  /// Moves the content, within the list's ends.
  ///
  /// - Returns: the pixels it moved.
  /// - Complexity: O(rows moved over).
  func scroll(by pixels: Int) -> Int {
    heldLine = nil
    let before = anchor
    anchor.offset += pixels
    normalizeAnchor()
    let moved = distance(from: before, to: anchor)
    followScrolled(by: pixels, moved: moved)
    return moved
  }

  /// Sets how many pixels of the viewport's upper edge something covers: the list's beginning can
  /// be scrolled below it. Nothing moves, but a list at its beginning stays there.
  func cover(top: Int) {
    let isAtBeginning = !followsEnd && anchor.position == 0 && anchor.offset == -topInset
    coveredTop = max(0, top)
    guard count > 0, viewport.height > 0 else { return }
    if isAtBeginning { anchor = Anchor(position: 0, offset: -topInset) }
    normalizeAnchor()
  }

  /// Releases the held line, because the list scrolls or jumps.
  func letGoOfLine() { heldLine = nil }

  /// Moves the anchor to a place, limited to the list.
  func move(to place: Anchor) {
    anchor = place
    spareRoom = 0
    normalizeAnchor()
  }

  /// Shows other items at another place if `isReady` returns true; otherwise restores the previous
  /// state.
  ///
  /// - Parameter isReady: calls ``move(to:)`` and returns whether all that is shown is ready.
  /// - Returns: nil when the items are shown; else the items, some of them newly laid out.
  func show(_ window: SlidingWindow, if isReady: () -> Bool) -> SlidingWindow? {
    let before = (anchor, spareRoom, snapshot.window)
    snapshot.window = window
    guard !isReady() else { return nil }
    let tried = snapshot.window
    (anchor, spareRoom, snapshot.window) = before
    return tried
  }

  /// Sets the anchor so that the best of the held rows that still exist stays where it was.
  func placeFirst(of holds: [ScrollHold]) {
    guard let hold = holds.first(where: { snapshot.item(at: $0.position) != nil }) else { return }
    place(hold)
  }

  /// Keeps rows in place whose neighbours in view had estimated heights, even if the list then ends
  /// within the viewport. If nothing was in view yet, an end that the user has scrolled to is kept.
  func placeAmongLate(_ holds: [ScrollHold]) {
    if let hold = holds.first(where: { snapshot.item(at: $0.position) != nil }) {
      place(hold, leavesRoom: true)
    } else if awaitsEnd {
      awaitsEnd = false
      followsEnd = true
    }
  }

  /// Sets the anchor so that the held row stays where it was.
  private func place(_ hold: ScrollHold, leavesRoom: Bool = false) {
    guard hold.position < count, snapshot.item(at: hold.position) != nil else { return }
    _ = itemHeight(hold.position)
    let item = snapshot.window[hold.position]
    var top = motion.leadingHeight(of: item)
    var found = top
    var line = 0
    for row in item.rows {
      if row.id.part == hold.part {
        found = top
        line = hold.shift(in: row.layout.lines)
        break
      }
      top += row.layout.size.height
    }
    anchor = Anchor(position: hold.position, offset: found + line - hold.y)
    normalizeAnchor(leavesRoom: leavesRoom)
  }

  /// Moves the anchor to the item at the viewport's top, and inside the list.
  ///
  /// - Parameter leavesRoom: whether the anchor may be outside of the list; otherwise only as far
  ///   as it is already.
  private func normalizeAnchor(leavesRoom: Bool = false) {
    guard count > 0, anchor.position < count else {
      anchor = count > 0 ? endAnchor() : Anchor(position: 0, offset: 0)
      spareRoom = 0
      return
    }
    findItemAtTop()
    // Usually the items in view are enough to decide.
    if anchor.position > 0, reachesBottom {
      spareRoom = 0
      return
    }
    let inside = anchorInside
    let beyond = distance(from: inside, to: anchor)
    if !leavesRoom {
      spareRoom = beyond > 0 ? min(beyond, max(0, spareRoom)) : max(beyond, min(0, spareRoom))
    } else {
      spareRoom = beyond
    }
    guard spareRoom != beyond else { return }
    anchor = inside
    anchor.offset += spareRoom
    findItemAtTop()
  }

  /// Counts the anchor from the item at the viewport's top, or from the list's first or last item.
  private func findItemAtTop() {
    while anchor.offset < 0, anchor.position > 0 {
      anchor.position -= 1
      anchor.offset += itemHeight(anchor.position)
    }
    while anchor.position < count - 1 {
      let height = itemHeight(anchor.position)
      guard anchor.offset >= height else { break }
      anchor.offset -= height
      anchor.position += 1
    }
  }

  /// The nearest anchor at which the list does not end within the viewport.
  private var anchorInside: Anchor {
    let last = endAnchor()
    if anchor.position > last.position
      || anchor.position == last.position && anchor.offset > last.offset
    {
      return last
    }
    guard anchor.position == 0 else { return anchor }
    let first = last.position == 0 ? min(-topInset, last.offset) : -topInset
    return Anchor(position: 0, offset: max(anchor.offset, first))
  }

  // MARK: Updates

  /// Removes all items from memory.
  func letGoOfItems() { snapshot.window = SlidingWindow() }

  /// Shows items around a place, in place of those in memory.
  func show(_ items: [RealizedItem], at lower: Int) {
    heldLine = nil
    knownHolds = nil
    snapshot.window = SlidingWindow(items, at: lower)
    record(items, at: lower)
  }

  /// Takes the list's next state.
  ///
  /// - Parameters:
  ///   - window: the update's effect on the items in memory; nil when no items are in memory.
  ///   - made: items made for the new state, by position in it.
  ///   - measured: positions of those whose heights are to be recorded.
  ///   - slices: returns the bitmaps of a row, for rows that leave gradually.
  func apply(
    _ update: PendingUpdate, window: WindowPlan?, made: [Int: RealizedItem],
    measured: [Range<Int>], slices: (RealizedRow) -> [Ghost.Slice]
  ) -> UpdateEffects {
    var effects = UpdateEffects()
    let (follows, wasEmpty) = (followsEnd, count == 0)
    let held = window.flatMap { window in
      update.options.holds.flatMap { hold(ofItemAt: $0, surviving: window) }
    }
    let surviving = window.map { holds(surviving: $0, made: made) } ?? []
    let kept = held.map { [$0] } ?? surviving
    let before = update.options.isAnimated && window != nil ? motionBefore() : nil
    for change in update.changes { shift(by: change) }
    snapshot.provider = update.provider
    knownHolds = surviving
    if let window { snapshot.window = window.items(from: snapshot.window, made: made) }
    for range in measured {
      let items = range.compactMap { made[$0] }
      if items.count == range.count { record(items, at: range.lowerBound) }
    }
    if count == 0 {
      anchor = Anchor(position: 0, offset: 0)
    } else if anchor.position >= count {
      anchor = endAnchor()
    }
    (followsEnd, effects.goesToEnd) = following(after: update, followed: follows)
    if held != nil { followsEnd = false }
    if let before, let window {
      motion.begin(
        from: before, window, items: snapshot.window, duration: configuration.animationDuration,
        slices: slices)
    }
    // No row in view stays for which room would have to be left.
    if kept.isEmpty, window != nil { spareRoom = 0 }
    if !kept.isEmpty, !followsEnd || spareRoom > 0 {
      heldLine = nil
      placeFirst(of: kept)
      if held != nil { followsEnd = follows && isAtEnd }
    }
    effects.opens = wasEmpty && count > 0
    return effects
  }

  /// Returns the frame's held rows that an update leaves in the list and unmoved, with positions in
  /// the new state.
  private func holds(surviving plan: WindowPlan, made: [Int: RealizedItem]) -> [ScrollHold] {
    let newPosition = plan.newPositions
    return frameHolds.compactMap { hold in
      guard let new = newPosition[hold.position] else { return nil }
      // A date heading may disappear while its message stays: then the message is held.
      guard made[new]?.rows.contains(where: { $0.id.part == hold.part }) ?? true else { return nil }
      var hold = hold
      hold.position = new
      return hold
    }
  }

  private func motionBefore() -> MotionBefore {
    var heights: [ItemID: Int] = [:]
    var visible: Range<Int>?
    forEachVisibleRow { position, _, _ in
      let item = snapshot.window[position]
      heights[item.id] = motion.ownHeight(of: item)
      visible = (visible?.lowerBound ?? position)..<position + 1
    }
    return MotionBefore(visible: visible ?? 0..<0, heights: heights, window: snapshot.window)
  }

  /// Adapts all positions in this state to a change, except those of the items in memory.
  private func shift(by change: ListChange) {
    switch change {
    case .insert(let count, let at):
      snapshot.heights.insert(max(0, count), at: min(max(0, at), snapshot.heights.count))
    case .remove(let range):
      let range = range.clamped(to: 0..<snapshot.heights.count)
      if range.contains(anchor.position) { anchor.offset = 0 }
      if let line = heldLine, range.contains(line.position) { heldLine = nil }
      snapshot.heights.remove(range)
    case .reload(let range):
      snapshot.heights.invalidate(range.clamped(to: 0..<snapshot.heights.count))
    case .move(let from, let to):
      guard from >= 0, from < snapshot.heights.count, to >= 0, to < snapshot.heights.count else {
        return
      }
      snapshot.heights.move(from..<from + 1, to: to)
    }
    anchor.position = change.moved(anchor.position)
    if let line = heldLine { heldLine?.position = change.moved(line.position) }
  }

  // MARK: Following the end
  // Whether the list follows its end; ``FollowPolicy`` has the rules. `apply` stops following for a
  // held row. A list that follows is kept at its end (`settle`), so a rule that follows from some
  // distance above it belongs in `following(after:followed:)`, with the distance before the update.

  /// Called after a jump. A line that was held since the jump was requested, because the viewport
  /// changed meanwhile, would lead back to where the list was.
  func arrive(following: Bool) {
    heldLine = nil
    awaitsEnd = false
    followsEnd = following || isAtEnd
  }

  /// The user scrolls to the end to follow it, and up to stop; but not where there is nothing
  /// above, as in a list that is shorter than the viewport.
  private func followScrolled(by pixels: Int, moved: Int) {
    awaitsEnd = pixels > 0 && !followsEnd && isAtEnd && !isViewHeld
    followsEnd = pixels > 0 ? followsEnd || isAtEnd && !awaitsEnd : followsEnd && moved == 0
  }

  /// The viewport's height changed, as when a field below the list grows.
  private func followResized() {
    if configuration.follow.resizing == .never { followsEnd = false }
  }

  /// Returns whether the list follows its end after an update, and whether the update scrolls it
  /// there.
  private func following(after update: PendingUpdate, followed: Bool) -> (Bool, goesToEnd: Bool) {
    guard count > 0 else { return (followsEnd, false) }
    let policy = configuration.follow
    let rule: FollowPolicy.Rule
    var mayCome = false
    let last = count - 1
    switch update.effect(at: last) {
    // A page may be inserted above the row for unloaded items.
    case _ where !update.options.mayFollow:
      rule =
        update.effect(at: last) == .appends || update.effect(at: last - 1) == .appends
        ? .never : .whenAtEnd
    case .appends:
      rule = update.options.author == .own ? policy.ownItems : policy.othersItems
      mayCome = true
    case .grows: rule = policy.growingText == .never ? .never : .whenAtEnd
    case .none: rule = .whenAtEnd
    }
    switch rule {
    case .never: return (false, false)
    case .always where mayCome && !followed: return (false, true)
    case .always, .whenAtEnd: return (followed, false)
    }
  }
}

/// Values whose change requires all rows to be drawn again.
struct DrawnStyle: Equatable {
  var layoutVersion: UInt32
  var scheme: ColorScheme
}

/// Effects of an update on other parts.
struct UpdateEffects: Equatable {
  /// Whether the list goes to its end.
  var goesToEnd = false
  /// Whether the list was empty and no longer is, so that it opens.
  var opens = false
}

extension WindowPlan {
  /// Returns the items in memory after the update.
  func items(from old: SlidingWindow, made: [Int: RealizedItem]) -> SlidingWindow {
    var items: [RealizedItem] = []
    items.reserveCapacity(slots.count)
    for (index, slot) in slots.enumerated() {
      if slot.isDirty, let made = made[lower + index] {
        items.append(made)
      } else if let position = slot.old, old.range.contains(position) {
        items.append(old[position])
      } else {
        // The provider's count and the changes disagree: what follows is loaded again.
        break
      }
    }
    return SlidingWindow(items, at: lower)
  }
}
