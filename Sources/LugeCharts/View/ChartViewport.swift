/// What the reader chose to see of a chart: which stretch of its places, and which series. A value,
/// so that it can outlive the chart's view.
public struct ChartViewport: Hashable, Sendable {
  /// The places in view; nil shows all.
  public private(set) var window: ClosedRange<Double>?
  /// Whether the window ends where the data ends, and goes on with it.
  public private(set) var followsEnd = false
  /// Series that are not shown, by index.
  public var hidden: Set<Int> = []

  public init() {}

  /// The stretch to show of data that reaches over `bounds`.
  public func visible(in bounds: ClosedRange<Double>) -> ClosedRange<Double> {
    guard let window else { return bounds }
    let span = min(window.length, bounds.length)
    guard span > 0 else { return bounds }
    let upper = followsEnd ? bounds.upperBound : min(window.upperBound, bounds.upperBound)
    let lower = max(bounds.lowerBound, upper - span)
    return lower...min(bounds.upperBound, lower + span)
  }

  /// Shows a stretch that is `factor` times as long; the place under the pointer stays there.
  ///
  /// - Parameter shortest: a stretch is not made shorter than this.
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

  /// Shows what is so far to the right of what is seen.
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
