/// User's view of a chart: the range of places, and which series are hidden. A value, so that it
/// can outlive the chart's view.
public struct ChartViewport: Hashable, Sendable {
  /// Range in view; nil: all places.
  public private(set) var window: ClosedRange<Double>?
  /// Whether the range ends where the data ends, and moves with it.
  public private(set) var followsEnd = false
  /// Hidden series, by index.
  public var hidden: Set<Int> = []

  public init() {}

  /// Returns the range to show of data with these bounds.
  public func visible(in bounds: ClosedRange<Double>) -> ClosedRange<Double> {
    guard let window else { return bounds }
    let span = min(window.length, bounds.length)
    guard span > 0 else { return bounds }
    let upper = followsEnd ? bounds.upperBound : min(window.upperBound, bounds.upperBound)
    let lower = max(bounds.lowerBound, upper - span)
    return lower...min(bounds.upperBound, lower + span)
  }

  /// Shows a range `factor` times as long; the place under the pointer stays there.
  ///
  /// - Parameter shortest: minimum length of the range.
  public mutating func zoom(
    by factor: Double, at place: Double, in bounds: ClosedRange<Double>, shortest: Double
  ) {
    let seen = visible(in: bounds)
    guard seen.length > 0, factor > 0, factor.isFinite else { return }
    let place = min(max(place, seen.lowerBound), seen.upperBound)
    let span = min(max(seen.length * factor, min(shortest, seen.length)), bounds.length)
    let lower = place - (place - seen.lowerBound) / seen.length * span
    show(from: lower, span: span, in: bounds)
  }

  /// Moves the range to the right by a distance.
  public mutating func pan(by distance: Double, in bounds: ClosedRange<Double>) {
    let seen = visible(in: bounds)
    guard window != nil, distance.isFinite else { return }
    show(from: seen.lowerBound + distance, span: seen.length, in: bounds)
  }

  /// Shows all places again; hidden series stay hidden.
  public mutating func reset() {
    window = nil
    followsEnd = false
  }

  private mutating func show(
    from lower: Double, span: Double, in bounds: ClosedRange<Double>
  ) {
    guard span < bounds.length * (1 - 1e-9) else { return reset() }
    let start = min(max(lower, bounds.lowerBound), bounds.upperBound - span)
    window = start...max(start, start + span)
    followsEnd = start + span >= bounds.upperBound - span * 1e-6
  }
}

extension ClosedRange<Double> {
  var length: Double { upperBound - lowerBound }
}
