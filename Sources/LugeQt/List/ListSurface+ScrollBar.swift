import LugeCore
import LugeEngine

extension ListSurface {
  func showMetrics(isMoving: Bool) {
    if let metrics = showBar(isMoving: isMoving) { onScroll?(metrics) }
  }

  /// Shows the position of the list on the scroll bar and by the jump button.
  @discardableResult
  func showBar(isMoving: Bool) -> ScrollMetrics? {
    // The position is known once the beginning is loaded: a thumb shown before would jump.
    if showsNothing, engine.isJumping, area.keepsBarRoom { return nil }
    let metrics = engine.metrics
    area.setScroll(
      contentHeight: metrics.contentHeight, viewportHeight: metrics.viewportHeight,
      offset: metrics.offset, line: Int(options.line * scale), isMoving: isMoving)
    let rest = metrics.contentHeight - metrics.offset - metrics.viewportHeight
    // A few messages away the end is as quickly scrolled to. The badge for new items is shown
    // wherever they are out of view.
    let isFar = rest > metrics.viewportHeight / 2 || !jumpBadge.isEmpty
    let showsJump = options.showsJumpButton && !metrics.isAtEnd && isFar
    let strip = area.stripRoom
    area.setJump(isVisible: showsJump, badge: jumpBadge, rise: jumpRise)
    // What floats at the lower edge stands above the strip.
    if area.stripRoom != strip, floating != nil { requestFrame() }
    if showsJump, !isMoving { area.setJumpCovers(engine.hasWords(in: jumpPlace)) }
    if let thumbOffset, let bubbleText {
      area.bubble = engine.position(atOffset: thumbOffset).flatMap(bubbleText)
    } else {
      area.bubble = nil
    }
    return metrics
  }

  /// Rectangle of the button, in the viewport's pixels.
  private var jumpPlace: Rect {
    let place = area.jumpPlace
    return Rect(
      x: place.x * scale, y: place.y * scale, width: place.width * scale,
      height: place.height * scale)
  }

  func bindBar() {
    area.onScroll = { [weak self] in self?.barScrolled(to: $0) }
    area.onThumb = { [weak self] isHeld in
      guard let self else { return }
      thumbOffset = isHeld ? engine.metrics.offset : nil
      requestFrame()
    }
    area.onJump = { [weak self] in self?.goToEdge(.end) }
  }

  private func barScrolled(to offset: Int) {
    physics.hitEdge()
    if thumbOffset != nil { thumbOffset = offset }
    let metrics = engine.metrics
    let distance = offset - metrics.offset
    // Reach near positions by scrolling, which needs no preparation, and far ones by a jump.
    if abs(distance) <= 2 * metrics.viewportHeight {
      engine.scroll(by: distance)
    } else {
      engine.scroll(toOffset: offset)
    }
    requestFrame()
  }
}
