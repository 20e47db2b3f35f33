import Glibc
import LugeCharts
import LugeEngine
import LugeQt

// Fifty charts with live data: hover for values, click one and turn the wheel to zoom, drag to pan,
// double click to see everything again, click a name in a legend to hide its line.
//
//   scripts/run markets [--still] [--dark] [--charts N]

let arguments = CommandLine.arguments
let charts = arguments.firstIndex(of: "--charts").flatMap { index in
  arguments.dropFirst(index + 1).first.flatMap(Int.init)
}
let market = Market(charts: min(max(charts ?? 50, 1), 1000))
var configuration = EngineConfiguration(
  opensAt: .start, contentInsets: .init(top: 6, bottom: 6), estimatedItemHeight: 252)
configuration.background = Market.background

do {
  let code = try ListApplication.run(
    .init(name: "markets", displayName: "Markets"), showing: market.provider,
    configuration: configuration, scheme: arguments.contains("--dark") ? .dark : nil
  ) { list in
    list.options.showsJumpButton = false
    // Charts are reached with Tab; arrow keys scroll.
    list.options.hasCursor = false
    if !arguments.contains("--still") { market.trade(telling: list.engine.heavyViewsChanged) }
  }
  exit(code)
} catch {
  print("markets: \(error)")
  exit(1)
}
