import Synchronization

/// The numbers of one chart, shared between whoever appends them and the chart that shows them.
///
/// Any thread may append; nobody waits longer than for a point to be appended or a copy to be
/// taken.
public final class ChartStore: Sendable {
  private let state: Mutex<[ChartSeries]>

  public init(_ series: [ChartSeries]) { state = Mutex(series) }

  /// The series as they are now.
  ///
  /// - Complexity: O(series); the points are shared.
  public var series: [ChartSeries] { state.withLock { $0 } }

  /// Appends a point to one of the series.
  ///
  /// Charts learn of it by ``ListEngine/liveViewsChanged``, once for any number of points.
  ///
  /// - Returns: false when there is no such series, or the point is before its last one.
  @discardableResult
  public func append(x: Double, y: Double, to series: Int) -> Bool {
    state.withLock { all in
      all.indices.contains(series) && all[series].append(x: x, y: y)
    }
  }

  /// Appends a point to each of the first series, at one place.
  public func append(x: Double, ys: [Double]) {
    state.withLock { all in
      for (index, y) in zip(all.indices, ys) { all[index].append(x: x, y: y) }
    }
  }

  public var byteCount: Int { state.withLock { $0.reduce(0) { $0 + $1.byteCount } } }
}
