import Synchronization

/// Data of one chart, shared between the threads that append points and the chart that shows them.
///
/// Thread-safe; a lock is held only while a point is appended or a copy taken.
public final class ChartStore: Sendable {
  private let state: Mutex<[ChartSeries]>

  public init(_ series: [ChartSeries]) { state = Mutex(series) }

  /// Current series.
  ///
  /// - Complexity: O(series); the points are shared.
  public var series: [ChartSeries] { state.withLock { $0 } }

  /// Appends a point to each of the first series, all at the same place; a series whose last point
  /// is after it stays unchanged.
  ///
  /// Afterwards call ``ListEngine/heavyViewsChanged``, once for any number of points, to have
  /// charts drawn again.
  public func append(x: Double, ys: [Double]) {
    state.withLock { all in
      for (index, y) in zip(all.indices, ys) { all[index].append(x: x, y: y) }
    }
  }

  public var byteCount: Int { state.withLock { $0.reduce(0) { $0 + $1.byteCount } } }
}
