/// Opacity of a list's floating date heading: visible while the list moves, and a moment longer.
struct HeadingFade {
  /// Seconds after the last movement until the heading begins to fade out.
  static let rest = 0.9
  /// Seconds that fading in takes.
  static let appears = 0.1
  /// Seconds that fading out takes.
  static let fades = 0.3

  /// Time at which ``advance(to:isMoving:isSudden:)`` has to be called again.
  enum Next: Hashable {
    case never
    case frame
    case at(Double)
  }

  private(set) var opacity = 0.0
  private var lastMove: Double?
  private var lastTime: Double?

  /// Computes the opacity at a time.
  ///
  /// - Parameters:
  ///   - isMoving: whether the user scrolls the list.
  ///   - isSudden: whether to skip fading, for reduced motion.
  mutating func advance(to time: Double, isMoving: Bool, isSudden: Bool) -> Next {
    defer { lastTime = time }
    if isMoving { lastMove = time }
    guard let lastMove else { return .never }
    // A frame after a pause must not finish the fading at once.
    let elapsed = min(max(0, time - (lastTime ?? time)), 0.05)
    let end = lastMove + Self.rest
    if time < end {
      opacity = isSudden ? 1 : min(1, opacity + max(elapsed, 1 / 120) / Self.appears)
      return opacity < 1 ? .frame : .at(end)
    }
    opacity = isSudden ? 0 : max(0, opacity - max(elapsed, 1 / 120) / Self.fades)
    if opacity > 0 { return .frame }
    self.lastMove = nil
    return .never
  }
}
