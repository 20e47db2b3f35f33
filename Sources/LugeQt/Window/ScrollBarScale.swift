/// Conversion of content offsets to the 32-bit values of a scroll bar.
///
/// Offsets are used unchanged as long as they fit, so that a click on an arrow scrolls whole lines;
/// larger ones are scaled, and both ends stay exact.
public struct ScrollBarScale: Hashable, Sendable {
  static let largest = Int(Int32.max) / 2

  /// Largest offset, device pixels.
  public let maxOffset: Int

  public init(contentHeight: Int, viewportHeight: Int) {
    maxOffset = max(0, contentHeight - viewportHeight)
  }

  public var maxValue: Int32 { Int32(min(maxOffset, Self.largest)) }

  public func value(ofOffset offset: Int) -> Int32 {
    let offset = min(max(offset, 0), maxOffset)
    return maxOffset <= Self.largest
      ? Int32(offset) : Int32(scaled(offset, Self.largest, maxOffset))
  }

  public func offset(ofValue value: Int32) -> Int {
    let value = min(max(Int(value), 0), Int(maxValue))
    return maxOffset <= Self.largest ? value : scaled(value, maxOffset, Self.largest)
  }

  /// Returns a length of content in the bar's unit, at least 1.
  public func length(_ pixels: Int) -> Int32 {
    let clamped = max(1, pixels)
    guard maxOffset > Self.largest else { return Int32(min(clamped, Self.largest)) }
    return Int32(min(max(1, scaled(clamped, Self.largest, maxOffset)), Self.largest))
  }

  private func scaled(_ value: Int, _ numerator: Int, _ denominator: Int) -> Int {
    let product = value.multipliedFullWidth(by: numerator)
    return denominator.dividingFullWidth(product).quotient
  }
}
