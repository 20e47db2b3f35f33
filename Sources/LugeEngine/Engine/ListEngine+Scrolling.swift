import LugeCore

extension ListEngine {
  /// Moves the content; positive goes towards the end.
  ///
  /// - Returns: how far it really moved: less at the ends of the list.
  /// - Complexity: O(rows moved over).
  @discardableResult
  public func scroll(by pixels: Int) -> Int {
    guard pixels != 0, state.count > 0 else { return 0 }
    onInput?(.scrolled(pixels))
    cancelJumps()
    let moved = state.scroll(by: pixels)
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
    let end = state.contentHeight - viewport.height
    let clamped = max(0, min(offset, end))
    let intoItems = clamped - state.topInset
    guard let found = snapshot.heights.position(at: intoItems) else { return }
    if clamped > 0, clamped >= end {
      scrollToEnd()
    } else {
      onInput?(.jumped(found.position))
      jump(to: found.position, alignment: .offset(intoItems < 0 ? intoItems : found.into))
    }
  }

  public var metrics: ScrollMetrics { state.metrics }
}
