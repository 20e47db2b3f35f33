// Charts in a list: a hundred, each built once and alive while the list scrolls.
//
//     swift run ChartInList

import Glibc
// snippet.show
import LugeCharts
import LugeCore
import LugeEngine
import LugeQt

let numbers = ArraySource((1...100).map(Int64.init)) { ItemID($0) }
let charts = FactoryRowProvider(source: numbers) { number in
  let wave = ChartSeries(
    "Wave", points: (0..<10_000).map { (Double($0), sin(Double($0 * Int(number)) / 5000)) })
  let content = ChartContent(title: "Wave \(number)", store: ChartStore([wave]), axis: .numbers)
  return [ChartRow(id: RowID(item: ItemID(number), part: 0), content: content)]
}
exit(try ListApplication.run(.init(name: "waves", displayName: "Waves"), showing: charts))
