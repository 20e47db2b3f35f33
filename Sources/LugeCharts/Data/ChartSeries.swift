/// A line of a chart: values at ascending places. Points are appended at its end; copies are cheap,
/// so a chart is drawn from one while values are appended.
public struct ChartSeries: Sendable {
  public let name: String
  private(set) var xs: ChunkedArray<Double>
  private(set) var ys: ChunkedArray<Double>
  private var pyramid = MinMaxPyramid()

  public init(_ name: String) {
    self.name = name
    xs = ChunkedArray()
    ys = ChunkedArray()
  }

  /// - Parameter points: ascending by `x`; see ``append(x:y:)``.
  public init(_ name: String, points: some Sequence<(x: Double, y: Double)>) {
    self.init(name)
    for point in points { append(x: point.x, y: point.y) }
  }

  public var count: Int { xs.count }
  public var byteCount: Int { xs.byteCount + ys.byteCount + pyramid.byteCount }

  /// Appends a point. A `y` that is not finite is a gap in the line.
  ///
  /// - Returns: false, with no change, when `x` is not finite or before the last one.
  /// - Complexity: O(log count).
  @discardableResult
  public mutating func append(x: Double, y: Double) -> Bool {
    guard x.isFinite, xs.last.map({ x >= $0 }) ?? true else { return false }
    xs.append(x)
    ys.append(y)
    pyramid.append(y)
    return true
  }

  /// - Precondition: the index is less than ``count``.
  public subscript(index: Int) -> (x: Double, y: Double) { (xs[index], ys[index]) }

  public var lastValue: Double? { ys.last }

  /// First and last place; nil without points.
  public var bounds: ClosedRange<Double>? {
    guard let first = xs.first, let last = xs.last else { return nil }
    return first...last
  }

  /// The extent of all values.
  public var extent: Extent { pyramid.extent }

  /// The extent of a range of values.
  ///
  /// - Complexity: O(log count).
  public func extent(of range: Range<Int>) -> Extent { pyramid.extent(of: range, in: ys) }

  /// The points within a window, ends included.
  ///
  /// - Complexity: O(log count).
  public func indices(in window: ClosedRange<Double>) -> Range<Int> {
    let lower = xs.lowerBound(of: window.lowerBound)
    let upper = xs.lowerBound(of: window.upperBound.nextUp, from: lower)
    return lower..<max(lower, upper)
  }

  /// The point nearest to a place; nil without points.
  ///
  /// - Complexity: O(log count).
  public func index(nearest x: Double) -> Int? {
    guard count > 0 else { return nil }
    let after = min(xs.lowerBound(of: x), count - 1)
    guard after > 0, x - xs[after - 1] < xs[after] - x else { return after }
    return after - 1
  }
}
