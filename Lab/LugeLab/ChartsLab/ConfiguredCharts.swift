import LugeCharts
import LugeCore
import LugeEngine
import LugePaint

/// First of the three ways that the lab compares: an ordinary list. A cell that comes into view
/// builds its chart, lays out its axes and draws its lines, on the main thread; a cell that leaves
/// the view drops its chart.
final class ConfiguredCharts {
  private struct Cell {
    var view: any HeavyView
    var bitmap: Bitmap
  }

  private let lab: ChartsLab
  private let stores: [ChartStore]
  private let tools = PaintTools()
  private var cells: [Int: Cell] = [:]
  private(set) var offset = 0
  private(set) var mostBytes = 0

  init(_ lab: ChartsLab, _ stores: [ChartStore]) {
    self.lab = lab
    self.stores = stores
  }

  /// Returns the processor time to build and draw a chart, seconds, after the fonts were loaded.
  func secondsPerChart() -> Double {
    _ = configure(0)
    let count = min(stores.count, 8)
    let begun = Timing.threadNow
    for chart in 0..<count { _ = configure(chart) }
    return (Timing.threadNow - begun) / Double(max(1, count))
  }

  func scroll(by pixels: Int) { offset += pixels }

  /// Plans a frame: makes the cells that come into view, and drops those that have left it.
  func plan() -> FramePlan {
    let first = max(0, offset / lab.height)
    let last = min(stores.count, (offset + lab.size.height - 1) / lab.height + 1)
    cells = cells.filter { (first..<last).contains($0.key) }
    var plan = FramePlan(
      size: lab.size, scheme: .light, background: ChartsLab.background, pieces: [])
    for chart in first..<max(first, last) {
      let cell = cells[chart] ?? configure(chart)
      cells[chart] = cell
      plan.pieces.append(
        .init(
          row: nil, y: chart * lab.height - offset, height: lab.height,
          content: .bitmap(cell.bitmap)))
    }
    mostBytes = max(mostBytes, cells.values.reduce(0) { $0 + $1.bitmap.byteCount })
    return plan
  }

  private func configure(_ chart: Int) -> Cell {
    let view = lab.content(chart, stores[chart]).makeView(restoring: nil)
    return Cell(view: view, bitmap: draw(view))
  }

  private func draw(_ view: any HeavyView) -> Bitmap {
    let size = PixelSize(width: lab.size.width, height: lab.height)
    let context = HeavyViewContext(
      size: size, unit: 1, fontFamily: "Noto Sans", text: tools.text)
    let base = tools.paint(
      RowLayout(size: size, drawList: view.draw(in: context)), slice: 0..<size.height,
      scheme: .light, background: ChartsLab.background)
    return tools.paint(view.drawOverlay(in: context), over: base, scheme: .light)
  }

  /// Returns a cell's bitmap after its view has handled an event; nil if it is not in view.
  func picture(of chart: Int, after event: HeavyViewEvent? = nil) -> Bitmap? {
    guard let cell = cells[chart] else { return nil }
    if let event, cell.view.handle(event) != .none {
      cells[chart]?.bitmap = draw(cell.view)
    }
    return cells[chart]?.bitmap
  }
}
