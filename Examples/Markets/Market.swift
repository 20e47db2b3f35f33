import Foundation
import LugeCharts
import LugeCore
import LugeEngine

/// Charts of made-up prices, with simulated trading.
struct Market: Sendable {
  struct Chart: Sendable {
    var id: ItemID
    var title: String
    var store: ChartStore
  }

  static let background = ThemeColor(0xF3_F5F7, dark: 0x12_181D)
  /// Seconds between two points.
  private static let interval = 20.0
  /// Maximum relative change of the price in one step.
  private static let reach = 0.0006

  let charts: [Chart]

  /// Makes a market.
  ///
  /// - Parameter count: number of charts; every fifth compares eleven sectors, the others show one
  ///   price each.
  init(charts count: Int, points: Int = 10_000) {
    let now = Date().timeIntervalSince1970
    let times = (0..<points).map { now - Double(points - $0) * Self.interval }
    charts = (0..<count).map { index in
      let names =
        index % 5 == 1 ? Names.sectors : [Names.companies[index % Names.companies.count]]
      let series = names.enumerated().map { line, name in
        var walk = Walk(seed: UInt64(index * 100 + line), from: names.count > 1 ? 100 : nil)
        return ChartSeries(name, points: times.map { ($0, walk.next()) })
      }
      let title = names.count > 1 ? "Sectors, portfolio \(index / 5 + 1)" : names[0]
      return Chart(id: ItemID(Int64(index)), title: title, store: ChartStore(series))
    }
  }

  var provider: some RowProvider {
    FactoryRowProvider(source: ArraySource(charts) { $0.id }) { chart in
      [Self.row(of: chart)]
    }
  }

  private static func row(of chart: Chart) -> ChartRow {
    let content = ChartContent(
      title: chart.title, store: chart.store,
      axis: .time(utcOffset: TimeZone.current.secondsFromGMT()))
    return ChartRow(
      id: RowID(item: chart.id, part: 0), content: content,
      height: chart.title.hasPrefix("Sectors") ? 320 : 240)
  }

  /// Appends a point at the current time to every chart, four times a second, and reports the
  /// charts. The list redraws those that are on screen or near it.
  func trade(telling changed: @escaping @Sendable (Set<ImageKey>) -> Void) {
    let charts = charts
    let keys = Set(charts.map { ChartRow.key(of: RowID(item: $0.id, part: 0)) })
    Task.detached {
      var random = SystemRandomNumberGenerator()
      let pause = 0.25
      // The steps of a random walk grow with the square root of their duration.
      let reach = Self.reach * (pause / Self.interval).squareRoot()
      while !Task.isCancelled {
        try await Task.sleep(for: .seconds(pause))
        let now = Date().timeIntervalSince1970
        for chart in charts {
          let last = chart.store.series.map { $0.lastValue ?? 100 }
          chart.store.append(
            x: now, ys: last.map { $0 * (1 + Double.random(in: -reach...reach, using: &random)) })
        }
        changed(keys)
      }
    }
  }
}
