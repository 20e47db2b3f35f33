public import LugeCore
public import LugeEngine

/// Draws something over a list, such as who is typing.
@MainActor
public protocol FloatingSource: AnyObject {
  /// Returns the headings at a time, and the time at which they change by themselves; nil for
  /// never.
  ///
  /// - Parameters:
  ///   - size: the list's, device pixels.
  ///   - unit: device pixels a point of content.
  func floating(
    over size: PixelSize, unit: Double, at time: Double
  ) -> (decorations: [FloatingDecoration], next: Double?)
}

extension ListSurface {
  /// - Returns: whether another frame is wanted at once.
  func showHeading(isMoving: Bool, at time: Double) -> Bool {
    guard options.showsHeading else { return false }
    let next = heading.advance(
      to: time, isMoving: isMoving, isSudden: options.reducesMotion)
    engine.headingOpacity = heading.opacity
    if case .at(let time) = next { subscription?.requestFrame(at: time) }
    return next == .frame
  }

  func showFloating(at time: Double) {
    guard let floating else { return engine.floating = [] }
    let shown = floating.floating(
      over: listSize(in: surface.geometry.size), unit: scale * zoom, at: time)
    engine.floating = shown.decorations
    if let next = shown.next, !isCovered { subscription?.requestFrame(at: next) }
  }

  /// Has a screen reader say something when it has nothing else to say; nothing where nobody
  /// listens.
  public func announce(_ words: String) {
    if !words.isEmpty { surface.announce(words) }
  }
}
