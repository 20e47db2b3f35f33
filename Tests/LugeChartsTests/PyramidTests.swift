import LugeCore
import LugeTestSupport
import Testing

@testable import LugeCharts

@Suite("Extents of stretches")
struct PyramidTests {
  private func naive(_ values: ArraySlice<Double>) -> Extent {
    var extent = Extent.empty
    for value in values { extent.insert(value) }
    return extent
  }

  @Test("Any stretch has the extent of its values", arguments: [1, 2, 15, 16, 17, 255, 257, 5000])
  func stretches(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    var series = ChartSeries("x")
    var values: [Double] = []
    for index in 0..<count {
      // Gaps and equal neighbours among them.
      let value =
        Int.random(in: 0..<40, using: &random) == 0
        ? Double.nan : Double(Int.random(in: -500...500, using: &random))
      values.append(value)
      series.append(x: Double(index), y: value)
    }
    #expect(series.extent == naive(values[...]))
    for _ in 0..<400 {
      let a = Int.random(in: 0...count, using: &random)
      let b = Int.random(in: a...count, using: &random)
      #expect(series.extent(of: a..<b) == naive(values[a..<b]), "\(a)..<\(b)")
    }
  }

  @Test("While it grows, it is always the extent of what is there")
  func growing() {
    var random = SeededGenerator(seed: 7)
    var series = ChartSeries("x")
    var all = Extent.empty
    for index in 0..<6000 {
      let value = Double.random(in: -1...1, using: &random) * Double(index)
      series.append(x: Double(index), y: value)
      all.insert(value)
      #expect(series.extent == all)
    }
  }

  @Test("A copy stays what it was while the series grows")
  func copies() {
    var series = ChartSeries("x", points: (0..<3000).map { (Double($0), Double($0 % 97)) })
    let copy = series
    for index in 3000..<5000 { series.append(x: Double(index), y: -5) }
    #expect(copy.count == 3000 && copy.extent == naive([0, 96]))
    #expect(copy.extent(of: 0..<5000).min == 0)
    #expect(series.extent.min == -5 && series.count == 5000)
  }

  @Test("Places ascend: what would come before the last one is refused")
  func order() {
    var series = ChartSeries("x")
    let taken = [5, 5, 4.9, .nan, .infinity].map { series.append(x: $0, y: 1) }
    #expect(taken == [true, true, false, false, false])
    #expect(series.count == 2)
  }

  @Test("The points of a window, and the nearest one")
  func searching() {
    var random = SeededGenerator(seed: 3)
    var xs: [Double] = []
    var x = 0.0
    for _ in 0..<3000 {
      x += Double(Int.random(in: 0...3, using: &random))
      xs.append(x)
    }
    let series = ChartSeries("x", points: xs.map { ($0, 0) })
    for _ in 0..<500 {
      let a = Double.random(in: -10...x + 10, using: &random).rounded()
      let b = a + Double(Int.random(in: 0...800, using: &random))
      let expected = xs.indices.filter { xs[$0] >= a && xs[$0] <= b }
      let found = series.indices(in: a...b)
      #expect(Array(found) == expected)
      let nearest = series.index(nearest: a).map { (xs[$0] - a).magnitude }
      #expect(nearest == xs.map { ($0 - a).magnitude }.min())
    }
  }
}

@Suite("Points that pixels can show")
struct ColumnTests {
  private func projection(_ window: ClosedRange<Double>, width: Double = 300) -> ChartProjection {
    ChartProjection(
      window: window, values: -2000...2000, plot: Rect(x: 10, y: 5, width: width, height: 200))
  }

  @Test("Each column reaches from its least to its greatest value", arguments: [1, 2, 3])
  func extremes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let values = (0..<40_000).map { _ in Double(Int.random(in: -1000...1000, using: &random)) }
    let series = ChartSeries("x", points: values.enumerated().map { (Double($0.0), $0.1) })
    let low = Double(Int.random(in: 0...20_000, using: &random))
    let projection = projection(low...(low + 15_000))
    let line = series.points(in: projection)
    #expect(line.count <= 4 * 300 + 2)
    let inside = series.indices(in: projection.window)
    var expected: [Int: Extent] = [:]
    for index in inside {
      let column = min(299, Int(projection.x(Double(index)) - 10))
      expected[column, default: .empty].insert(projection.y(values[index]))
    }
    var drawn: [Int: Extent] = [:]
    for point in line where point.x >= 10 && point.x <= 310 {
      drawn[min(299, Int(point.x - 10)), default: .empty].insert(point.y)
    }
    // A point on a column's edge may count for either side.
    let differing = expected.count { column, extent in
      drawn[column].map {
        ($0.min - extent.min).magnitude > 30 || ($0.max - extent.max).magnitude > 30
      }
        ?? true
    }
    #expect(differing <= 3)
    let all = expected.values.reduce(into: Extent.empty) { $0.formUnion($1) }
    let whole = drawn.values.reduce(into: Extent.empty) { $0.formUnion($1) }
    #expect(all == whole, "no peak is lost")
  }

  @Test("Few points are drawn as they are, with one beyond each edge")
  func sparse() {
    let series = ChartSeries("x", points: (0..<100).map { (Double($0), Double($0)) })
    let line = series.points(in: projection(20.5...30.5))
    #expect(line.count == 12)
    #expect(line.map(\.x) == line.map(\.x).sorted())
    #expect(line[0].x < 10 && line[11].x > 310)
  }

  @Test("A gap stays a gap at every zoom")
  func gaps() {
    let series = ChartSeries(
      "x", points: (0..<20_000).map { (Double($0), (8000..<12_000).contains($0) ? .nan : 1) })
    let line = series.points(in: projection(0...20_000))
    #expect(line.contains { $0.y.isNaN })
    #expect(!line.contains { $0.y.isFinite && $0.x > 10 + 122 && $0.x < 10 + 178 })
  }
}
