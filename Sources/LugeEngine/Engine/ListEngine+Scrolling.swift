import LugeCore

extension ListEngine {
  /// Moves the content; positive goes towards the end.
  ///
  /// - Returns: how far it really moved: less at the ends of the list.
  /// - Complexity: O(rows moved over).
  @discardableResult
  public func scroll(by pixels: Int) -> Int {
    guard pixels != 0, snapshot.count > 0 else { return 0 }
    onInput?(.scrolled(pixels))
    cancelJumps()
    lineAnchor = nil
    let before = anchor
    anchor.offset += pixels
    normalizeAnchor()
    let moved = distance(from: before, to: anchor)
    followsEnd = pixels > 0 && isAtEnd || followsEnd && pixels > 0
    if moved != 0 {
      scrolledSinceFrame += moved
      isDirty = true
    }
    return moved
  }

  public func scrollToStart() {
    onInput?(.jumped(0))
    jump(to: 0, alignment: .top)
  }

  /// Goes to the newest item and stays there as items are appended.
  public func scrollToEnd() {
    guard snapshot.count > 0 else { return }
    onInput?(.scrolledToEnd)
    jump(to: snapshot.count - 1, alignment: .offset(Int.max))
  }

  /// Lets an item that is in view stand out for a moment, from the next frame on; nothing moves.
  public func highlight(_ item: ItemID) {
    flash = Flash(item: item, begun: .infinity)
    isDirty = true
  }

  /// Shows an item in the middle of the viewport, exact from the first frame that shows it: until
  /// its surroundings are laid out, what is in view stays.
  ///
  /// - Parameter highlighting: lets the item stand out for a moment, from that first frame on.
  public func jump(to position: Int, highlighting: Bool = false) {
    onInput?(.jumped(position))
    jump(to: position, alignment: .center, highlighting: highlighting)
  }

  /// As a scroll bar asks for it: the place so far from the list's start.
  public func scroll(toOffset offset: Int) {
    let end = contentHeight - viewport.height
    let clamped = max(0, min(offset, end))
    let intoItems = clamped - topInset
    guard let found = snapshot.heights.position(at: intoItems) else { return }
    if clamped > 0, clamped >= end {
      scrollToEnd()
    } else {
      onInput?(.jumped(found.position))
      jump(to: found.position, alignment: .offset(intoItems < 0 ? intoItems : found.into))
    }
  }

  public var metrics: ScrollMetrics {
    let heights = snapshot.heights
    let position = min(max(anchor.position, 0), snapshot.count)
    return ScrollMetrics(
      contentHeight: contentHeight,
      offset: max(0, topInset + heights.offset(of: position) + anchor.offset),
      viewportHeight: viewport.height, isExact: heights.exactCount == heights.count,
      isAtStart: anchor.position == 0 && anchor.offset <= -topInset, isAtEnd: isAtEnd,
      firstVisiblePosition: snapshot.count == 0 ? nil : min(anchor.position, snapshot.count - 1))
  }

  // MARK: Inside

  /// Device pixels, like all that follows.
  var topInset: Int { inset(configuration.contentInsets.top) }
  var bottomInset: Int { inset(configuration.contentInsets.bottom) }
  private var contentHeight: Int {
    snapshot.count == 0 ? 0 : topInset + snapshot.heights.totalHeight + bottomInset
  }

  private func inset(_ points: Double) -> Int {
    max(0, Int((points * environment.unit).rounded()))
  }

  /// An item's height at the present width. Items in the window are laid out on the spot when
  /// their layouts are from another width; others count with what the index knows.
  func itemHeight(_ position: Int) -> Int {
    if transitions.isEmpty,
      let known = snapshot.window.height(at: position, layoutVersion: layoutVersion)
    {
      return known
    }
    guard snapshot.window.range.contains(position) else {
      return snapshot.heights.height(at: position).height
    }
    if snapshot.window[position].layoutVersion != layoutVersion { layOutOnTheSpot(position) }
    return seenHeight(of: snapshot.window[position])
  }

  /// Brings the anchor to the item that is really at the viewport's top, and inside the list.
  func normalizeAnchor() {
    guard snapshot.count > 0 else {
      anchor = Anchor(position: 0, offset: 0)
      return
    }
    if anchor.position >= snapshot.count {
      anchor = endAnchor()
      return
    }
    while anchor.offset < 0, anchor.position > 0 {
      anchor.position -= 1
      anchor.offset += itemHeight(anchor.position)
    }
    while anchor.position < snapshot.count - 1 {
      let height = itemHeight(anchor.position)
      guard anchor.offset >= height else { break }
      anchor.offset -= height
      anchor.position += 1
    }
    // The usual case, told from what is in view.
    if anchor.position > 0, reachesBottom { return }
    let last = endAnchor()
    if anchor.position > last.position
      || anchor.position == last.position && anchor.offset > last.offset
    {
      anchor = last
    } else if anchor.position == 0 {
      let first = last.position == 0 ? min(-topInset, last.offset) : -topInset
      anchor.offset = max(anchor.offset, first)
    }
  }

  /// Whether what is laid out, and the room below the content, reaches as far down as the viewport.
  private var reachesBottom: Bool {
    guard transitions.isEmpty else { return false }
    var y = bottomInset - anchor.offset
    var position = anchor.position
    while let height = snapshot.window.height(at: position, layoutVersion: layoutVersion) {
      y += height
      if y >= viewport.height { return true }
      position += 1
    }
    return false
  }

  /// The anchor with the content's end at the viewport's bottom edge (or, for short content, with the
  /// content at the edge where the list opens).
  func endAnchor() -> Anchor {
    var position = snapshot.count
    var covered = bottomInset
    while position > 0, covered < viewport.height {
      position -= 1
      covered += itemHeight(position)
    }
    let offset = covered - viewport.height
    if offset < -topInset, configuration.opensAt == .start {
      return Anchor(position: 0, offset: -topInset)
    }
    return Anchor(position: position, offset: offset)
  }

  var isAtEnd: Bool {
    var y = -anchor.offset
    var position = anchor.position
    while position < snapshot.count {
      y += itemHeight(position)
      if y + bottomInset > viewport.height { return false }
      position += 1
    }
    return true
  }

  func distance(from a: Anchor, to b: Anchor) -> Int {
    var between = 0
    let (low, high) = (min(a.position, b.position), max(a.position, b.position))
    for position in low..<min(high, snapshot.count) { between += itemHeight(position) }
    return (b.position >= a.position ? between : -between) + b.offset - a.offset
  }
}
