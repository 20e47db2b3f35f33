public import LugeCore

/// Line of a chart: values at ascending places. Points are appended at its end; copies are cheap,
/// so a chart is drawn from a copy while values are appended.
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

  /// Makes a series.
  ///
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

  /// Point at an index.
  ///
  /// - Precondition: the index is less than ``count``.
  public subscript(index: Int) -> (x: Double, y: Double) { (xs[index], ys[index]) }

  public var lastValue: Double? { ys.last }

  /// First and last place; nil without points.
  public var bounds: ClosedRange<Double>? {
    guard let first = xs.first, let last = xs.last else { return nil }
    return first...last
  }

  /// Extent of all values.
  public var extent: Extent { pyramid.extent }

  /// Returns the extent of a range of values.
  ///
  /// - Complexity: O(log count).
  public func extent(of range: Range<Int>) -> Extent { pyramid.extent(of: range, in: ys) }

  /// Returns the points within a range of places, ends included.
  ///
  /// - Complexity: O(log count).
  public func indices(in window: ClosedRange<Double>) -> Range<Int> {
    let lower = xs.lowerBound(of: window.lowerBound)
    let upper = xs.lowerBound(of: window.upperBound.nextUp, from: lower)
    return lower..<max(lower, upper)
  }

  /// Returns the point nearest to a place; nil without points.
  ///
  /// - Complexity: O(log count).
  public func index(nearest x: Double) -> Int? {
    guard count > 0 else { return nil }
    let after = min(xs.lowerBound(of: x), count - 1)
    guard after > 0, x - xs[after - 1] < xs[after] - x else { return after }
    return after - 1
  }
}

/// Conversion of places and values to pixels.
public struct ChartProjection: Hashable, Sendable {
  public var window: ClosedRange<Double>
  public var values: ClosedRange<Double>
  /// Rectangle of the plot, device pixels.
  public var plot: Rect

  public init(window: ClosedRange<Double>, values: ClosedRange<Double>, plot: Rect) {
    self.window = window
    self.values = values
    self.plot = plot
  }

  public func x(_ place: Double) -> Double {
    let span = window.upperBound - window.lowerBound
    return plot.x + (span > 0 ? (place - window.lowerBound) / span : 0.5) * plot.width
  }

  public func y(_ value: Double) -> Double {
    let span = values.upperBound - values.lowerBound
    return plot.maxY - (span > 0 ? (value - values.lowerBound) / span : 0.5) * plot.height
  }

  public func place(atX x: Double) -> Double {
    let span = window.upperBound - window.lowerBound
    return window.lowerBound + (plot.width > 0 ? (x - plot.x) / plot.width : 0) * span
  }
}

extension ChartSeries {
  /// Returns the line of the series in pixels: all points if there is space, otherwise the first,
  /// least, greatest and last value in each column of pixels, which draws the same pixels as all
  /// points would (M4; Jugel, Jerzak, Hackenbroich and Markl, "M4: A Visualization-Oriented Time
  /// Series Data Aggregation", VLDB 2014). One point beyond each edge continues the line out of the
  /// plot.
  ///
  /// - Complexity: O(columns × log count), however many points there are.
  public func points(in projection: ChartProjection) -> [Point] {
    let inside = indices(in: projection.window)
    let range = max(0, inside.lowerBound - 1)..<min(count, inside.upperBound + 1)
    let columns = max(1, Int(projection.plot.width))
    guard inside.count > 4 * columns else {
      return range.map { Point(x: projection.x(xs[$0]), y: projection.y(ys[$0])) }
    }
    var line: [Point] = []
    line.reserveCapacity(4 * columns + 2)
    if range.lowerBound < inside.lowerBound {
      line.append(point(range.lowerBound, projection))
    }
    var start = inside.lowerBound
    for column in 0..<columns where start < inside.upperBound {
      let edge = projection.plot.x + Double(column + 1)
      let end =
        column == columns - 1
        ? inside.upperBound
        : min(inside.upperBound, xs.lowerBound(of: projection.place(atX: edge), from: start))
      if end > start { appendColumn(start..<end, x: edge - 0.5, projection, to: &line) }
      start = max(start, end)
    }
    if range.upperBound > inside.upperBound {
      line.append(point(range.upperBound - 1, projection))
    }
    return line
  }

  private func point(_ index: Int, _ projection: ChartProjection) -> Point {
    Point(x: projection.x(xs[index]), y: projection.y(ys[index]))
  }

  private func appendColumn(
    _ range: Range<Int>, x: Double, _ projection: ChartProjection, to line: inout [Point]
  ) {
    let extent = extent(of: range)
    guard !extent.isEmpty else {
      line.append(Point(x: x, y: .nan))
      return
    }
    let (first, last) = (ys[range.lowerBound], ys[range.upperBound - 1])
    func add(_ value: Double) {
      let point = Point(x: x, y: projection.y(value))
      if line.last != point { line.append(point) }
    }
    if first.isFinite { add(first) }
    // The extreme nearer to the first value comes first, so that the line does not go back and
    // forth.
    if (first - extent.min).magnitude <= (extent.max - first).magnitude {
      add(extent.min)
      add(extent.max)
    } else {
      add(extent.max)
      add(extent.min)
    }
    if last.isFinite { add(last) }
  }
}
