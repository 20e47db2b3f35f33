import LugeCharts
import LugeCore
import LugeEngine
import LugePaint
import Testing

@testable import LugeApp

@Suite("Where lines, cards and pictures of pages stand")
struct LineBoxTests {
  private let tools = PaintTools()
  private static let line = MediaLine(
    title: "A page", detail: "Anna", target: .message, message: 1, position: 0)

  private func context(width: Int, scale: Double = 1, zoom: Double = 1) -> LayoutContext {
    LayoutContext(
      environment: LayoutEnvironment(width: width, scale: scale, zoom: zoom), text: tools.text)
  }

  /// Rows of the pages of media and statistics that fill the whole width.
  private func rows(in column: LineBox.Column) -> [any RowModel] {
    let id = RowID(item: ItemID(1), part: 0)
    let cells = (0..<12).map {
      MediaCell(key: ImageKey("\($0)"), message: Int64($0), position: $0)
    }
    let bar = BarLine(name: "Anna", value: "12", share: 1)
    let factory = StatisticsRowFactory(column: column)
    let statistics: [StatisticsItem] = [
      .numbers((0..<6).map { (value: "\($0)", name: "words") }),
      .chart(title: "Days", ChartStore([])),
      .columns(values: [1, 2, 3], labels: ["a", "b", "c"]), .bar(bar),
      .memory(Self.line, conversation: 1),
    ]
    var rows = statistics.flatMap {
      factory.rows(for: .init(id: ItemID(1), item: $0), previous: nil, next: nil)
    }
    if column == .pane { rows.append(MediaGridRow(id: id, cells: cells)) }
    return rows
  }

  /// Left and right edge of all areas and pictures of a row.
  private func edges(_ row: any RowModel, in context: LayoutContext) throws -> ClosedRange<Double> {
    let rects = row.layout(in: context).drawList.commands.compactMap { command -> Rect? in
      switch command {
      case .roundedRectangle(let rect, _, _, _), .image(_, let rect, _, _): rect
      default: nil
      }
    }
    let left = try #require(rects.map(\.x).min())
    return left...(try #require(rects.map(\.maxX).max()))
  }

  @Test(
    "They stand in the middle of the pane, beside a scroll bar that keeps its width",
    arguments: [310, 347, 629, 950, 1391], [1.0, 1.5, 2])
  func middle(points: Int, scale: Double) throws {
    for zoom in [0.5, 1, 2] {
      let width = Int(Double(points) * scale)
      let context = context(width: width, scale: scale, zoom: zoom)
      let pane = Double(width) + 10 * scale
      for row in rows(in: .pane) {
        let edges = try edges(row, in: context)
        #expect(edges.lowerBound == (max(12 * zoom, 10) * scale).rounded(), "\(type(of: row))")
        #expect(abs(edges.lowerBound - (pane - edges.upperBound)) <= 0.5, "\(type(of: row))")
        #expect(edges.upperBound <= Double(width))
      }
    }
  }

  @Test("Without a scroll bar, as in pictures of a page, they stand in the middle of the list")
  func list() throws {
    for row in rows(in: .list) {
      let edges = try edges(row, in: context(width: 800))
      #expect(edges == 12...788, "\(type(of: row))")
    }
  }

  @Test("Lines are no wider than the column of messages, and stand in the middle as well")
  func column() throws {
    let whole = DesignTokens.standard.distances.columnWidth
    var row = MediaLineRow(id: RowID(item: ItemID(1), part: 0), line: Self.line)
    row.column = .messages
    for width in [310, 990, 1391] {
      let edges = try edges(row, in: context(width: width))
      let pane = Double(width) + 10
      #expect(edges.upperBound - edges.lowerBound == min(pane, whole) - 24)
      #expect(abs(edges.lowerBound - (pane - edges.upperBound)) <= 1)
    }
  }

  @Test("However narrow a list is, its boxes are within it", arguments: [0, 1, 7, 60, 119])
  func narrow(width: Int) {
    for column in [LineBox.Column.list, .pane, .messages] {
      let box = LineBox(context(width: width, scale: 2), in: column)
      #expect(box.left >= 0 && box.width >= 1 && box.left + box.width <= max(1, width))
      let last = box.cell(2, of: 3, gap: 0)
      #expect(last.width >= 1 && (width < 3 || last.left + last.width == box.left + box.width))
    }
  }
}
