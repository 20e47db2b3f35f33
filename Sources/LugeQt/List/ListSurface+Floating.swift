public import LugeCore
public import LugeEngine

/// Source of decorations over a list, such as who is typing.
@MainActor
public protocol FloatingSource: AnyObject {
  /// Returns the decorations at a time, and the time at which they change by themselves; nil for
  /// never.
  ///
  /// - Parameters:
  ///   - size: size of the list, device pixels.
  ///   - unit: device pixels per point of content.
  func floating(
    over size: PixelSize, unit: Double, at time: Double
  ) -> (decorations: [FloatingDecoration], next: Double?)
}

extension ListSurface {
  /// Shows the floating heading and the decorations of a time.
  ///
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

  /// Has a screen reader speak a text after the one that it is speaking; does nothing without a
  /// screen reader.
  public func announce(_ words: String) {
    if !words.isEmpty { surface.announce(words) }
  }
}
