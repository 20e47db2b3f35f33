import LugeCharts
import LugeChat
import LugeCore
public import LugeEngine
import LugeWords

/// Distances of the page of statistics, points: the same for all that it shows.
private enum Spacing {
  /// Space inside of a panel, beside and above its contents.
  static let padding = 12.0
  /// Space between the last panel below a heading and the next heading, beside that heading's own.
  static let below = 6.0
  /// Space between the lines of a list.
  static let betweenLines = 2.0
}

/// Rows of the page of statistics.
struct StatisticsRowFactory: RowFactory {
  struct Placed: Sendable {
    var id: ItemID
    var item: StatisticsItem
  }

  let column: LineBox.Column

  func rows(for placed: Placed, previous: Placed?, next: Placed?) -> [any RowModel] {
    let id = RowID(item: placed.id, part: 0)
    switch placed.item {
    case .heading(let text):
      return [SideHeadingRow(id: id, revision: .initial, text: text, column: column)]
    case .numbers(let numbers): return [NumbersRow(id: id, column: column, numbers: numbers)]
    case .chart(let title, let store):
      var style = ChartStyle()
      let colors = DesignTokens.standard.colors
      style.showsHeadline = false
      // Its neighbours are panels without a border, too.
      style.outlinesCard = false
      style.margin = 0
      style.padding = Spacing.padding
      (style.accent, style.card, style.border) = (colors.accent, colors.panel, colors.hairline)
      var content = ChartContent(title: title, store: store, axis: .days, style: style)
      content.includesZero = true
      content.hasWholeValues = true
      return [
        BoxedChartRow(chart: ChartRow(id: id, content: content, height: 208), column: column)
      ]
    case .columns(let values, let labels):
      return [ColumnsRow(id: id, column: column, values: values, labels: labels)]
    case .bar(let line):
      var isLast = true
      if case .bar? = next?.item { isLast = false }
      return [BarLineRow(id: id, column: column, line: line, isLast: isLast)]
    case .memory(let line, _): return [MediaLineRow(id: id, line: line, column: column)]
    }
  }
}

/// A chart without margins of its own, as wide as the other contents of the page.
struct BoxedChartRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "statistics.chart"
  var id: RowID { chart.id }
  var revision: Revision { chart.revision }
  let chart: ChartRow
  let column: LineBox.Column

  static func layout(_ row: BoxedChartRow, in context: LayoutContext) -> RowLayout {
    let box = LineBox(context, in: row.column)
    var environment = context.environment
    environment.width = box.width
    let chart = ChartRow.layout(
      row.chart, in: LayoutContext(environment: environment, text: context.text))
    let gap = context.pixels(Spacing.below)
    var layout = RowLayout(
      size: PixelSize(width: context.width, height: chart.size.height + gap),
      accessibleText: chart.accessibleText, copyText: chart.copyText)
    layout.append(chart, x: box.left, y: 0)
    return layout
  }
}

/// Large numbers with labels below, as many side by side as fit.
struct NumbersRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "statistics.numbers"
  let id: RowID
  let column: LineBox.Column
  var revision: Revision { .initial }
  let numbers: [(value: String, name: String)]

  private static let leastWidth = 110.0
  /// Font sizes; the first one in which every number fits is used.
  private static let numberSizes = [22.0, 18, 15, 12, 9]

  static func layout(_ row: NumbersRow, in context: LayoutContext) -> RowLayout {
    let tokens = DesignTokens.standard
    let page = LineBox(context, in: row.column)
    let gap = context.pixels(8)
    let padding = context.pixels(Spacing.padding)
    func values(_ points: Double) -> [TextLayout] {
      row.numbers.map { number in
        context.layout(
          StyledText(number.value), points: points, weight: .semibold,
          maxWidth: max(page.width, context.pixels(1000)), maxLines: 1)
      }
    }
    // A broken or truncated number would read as another one.
    func widest(_ values: [TextLayout]) -> Int {
      (values.map(\.size.width).max() ?? 0) + 2 * padding
    }
    var numbers = values(numberSizes[0])
    for points in numberSizes.dropFirst() where widest(numbers) > page.width {
      numbers = values(points)
    }
    let least = max(context.pixels(leastWidth), widest(numbers))
    let count = [6, 3, 2, 1].first { page.width / $0 - gap >= least } ?? 1
    // That of the narrowest cell.
    let width = max(1, (page.width - (count - 1) * gap) / count)
    let texts = zip(row.numbers, numbers).map { number, value in
      (
        value: value,
        name: context.layout(
          StyledText(number.name), points: tokens.type.secondary, maxWidth: width - 2 * padding,
          maxLines: 2)
      )
    }
    let tallest = texts.map { $0.value.size.height + $0.name.size.height }.max() ?? 0
    let height = tallest + 2 * padding
    // With the list's inset, as far from the upper edge as from the sides.
    let top = context.pixels(10)
    var list = DrawList()
    for (index, text) in texts.enumerated() {
      let (x, width) = page.cell(index % count, of: count, gap: gap)
      let y = top + index / count * (height + gap)
      list.append(
        .roundedRectangle(
          Rect(x: x, y: y, width: width, height: height),
          CornerRadii(Double(context.pixels(tokens.radii.picture))), fill: tokens.colors.panel,
          stroke: nil))
      list.append(
        .plainText(text.value, x: x + padding, y: y + padding, color: tokens.colors.accent))
      list.append(
        .plainText(
          text.name, x: x + padding, y: y + padding + text.value.size.height,
          color: tokens.colors.secondary))
    }
    let lines = (texts.count + count - 1) / count
    return RowLayout(
      size: PixelSize(
        width: context.width,
        height: top + lines * (height + gap) - gap + context.pixels(Spacing.below)),
      drawList: list,
      accessibleText: row.numbers.map { "\($0.value) \($0.name)" }.joined(separator: ", "))
  }
}

/// Vertical bars on a panel.
struct ColumnsRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "statistics.columns"
  let id: RowID
  let column: LineBox.Column
  var revision: Revision { .initial }
  let values: [Int]
  let labels: [String]

  private static let barHeight = 96.0

  static func layout(_ row: ColumnsRow, in context: LayoutContext) -> RowLayout {
    let tokens = DesignTokens.standard
    let page = LineBox(context, in: row.column)
    let padding = context.pixels(Spacing.padding)
    let labels = row.labels.map { label in
      context.layout(StyledText(label), points: tokens.type.time, maxWidth: page.width, maxLines: 1)
    }
    let labelHeight = labels.map(\.size.height).max() ?? 0
    let bars = context.pixels(barHeight)
    let room = Double(max(1, page.width - 2 * padding)) / Double(max(1, row.values.count))
    let figures = row.values.map { value in
      context.layout(
        StyledText(Words.formats.number(value)), points: tokens.type.time, maxWidth: page.width,
        maxLines: 1)
    }
    // A figure above each bar, if all of them fit.
    let widest = Double((figures.map(\.size.width).max() ?? 0) + context.pixels(4))
    let above =
      widest <= room ? (figures.map(\.size.height).max() ?? 0) + context.pixels(2) : 0
    let base = padding + above + bars
    let height = above + bars + labelHeight + 2 * padding + context.pixels(4)
    var list = DrawList()
    list.append(
      .roundedRectangle(
        Rect(x: page.left, y: 0, width: page.width, height: height),
        CornerRadii(Double(context.pixels(tokens.radii.picture))), fill: tokens.colors.panel,
        stroke: nil))
    let most = max(1, row.values.max() ?? 1)
    var labelsEnd = -Double.infinity
    for (index, value) in row.values.enumerated() {
      let width = max(1, (room * 0.7).rounded(.down))
      let x = Double(page.left + padding) + Double(index) * room + (room - width) / 2
      let full = value > 0 ? max(1, (Double(value) / Double(most) * Double(bars)).rounded()) : 0
      if full > 0 {
        let radius = min(Double(context.pixels(3)), width / 2, full / 2)
        list.append(
          .roundedRectangle(
            Rect(x: x.rounded(), y: Double(base) - full, width: width, height: full),
            CornerRadii(radius), fill: tokens.colors.accent, stroke: nil))
      }
      if above > 0, value > 0 {
        list.append(
          .plainText(
            figures[index], x: Int((x + (width - Double(figures[index].size.width)) / 2).rounded()),
            y: base - Int(full) - above, color: tokens.colors.secondary))
      }
      guard labels.indices.contains(index), labels[index].size.width > 0 else { continue }
      let center = x + width / 2
      let left = min(
        max(Double(page.left), center - Double(labels[index].size.width) / 2),
        Double(page.left + page.width - labels[index].size.width))
      // Labels that would touch are omitted.
      guard left >= labelsEnd + Double(context.pixels(4)) else { continue }
      labelsEnd = left + Double(labels[index].size.width)
      list.append(
        .plainText(
          labels[index], x: Int(left.rounded()), y: base + context.pixels(4),
          color: tokens.colors.secondary))
    }
    return RowLayout(
      size: PixelSize(width: context.width, height: height + context.pixels(Spacing.below)),
      drawList: list,
      accessibleText: zip(row.values, row.labels).map { value, label in
        label.isEmpty ? String(value) : "\(label): \(value)"
      }.joined(separator: ", "))
  }
}

/// A name and a number above a bar, of a person with the avatar before them.
struct BarLineRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "statistics.bar"
  let id: RowID
  let column: LineBox.Column
  var revision: Revision { .initial }
  let line: BarLine
  /// Whether no other line of the same list is below.
  let isLast: Bool

  /// Side of a person's avatar, points.
  private static let faceSide = 32.0

  static func layout(_ row: BarLineRow, in context: LayoutContext) -> RowLayout {
    let tokens = DesignTokens.standard
    let page = LineBox(context, in: row.column)
    let (padding, gap) = (context.pixels(Spacing.padding), context.pixels(10))
    let side = row.line.person == nil ? 0 : context.pixels(faceSide)
    let start = padding + (side > 0 ? side + gap : 0)
    let value = context.layout(
      StyledText(row.line.value), points: tokens.type.secondary, weight: .medium,
      maxWidth: max(page.width, context.pixels(1000)), maxLines: 1)
    let room = max(1, page.width - start - padding - gap - value.size.width)
    let name = context.layout(
      StyledText(row.line.name), points: tokens.type.text, maxWidth: room,
      maxLines: row.line.share > 0 ? 1 : 8)
    let bar = row.line.share > 0 ? context.pixels(4) : 0
    let textHeight = max(name.size.height, value.size.height)
    let contents = textHeight + bar + (bar > 0 ? context.pixels(3) : 0)
    let height = max(contents, side) + 2 * context.pixels(6)
    let top = (height - contents) / 2
    let plate = RowBody(
      Rect(x: page.left, y: 0, width: page.width, height: height),
      CornerRadii(Double(context.pixels(tokens.radii.inset))))
    var list = DrawList()
    list.append(
      .roundedRectangle(plate.rect, plate.radii, fill: tokens.colors.panel, stroke: nil))
    if let person = row.line.person {
      list.commands += Avatar(person).commands(
        x: page.left + padding, y: (height - side) / 2, side: side, style: ChatStyle(), in: context)
    }
    list.append(.plainText(name, x: page.left + start, y: top, color: tokens.colors.text))
    list.append(
      .plainText(
        value, x: page.left + page.width - padding - value.size.width,
        y: top + (name.size.height - value.size.height) / 2, color: tokens.colors.secondary))
    if bar > 0 {
      let whole = Double(max(1, page.width - start - padding))
      list.append(
        .roundedRectangle(
          Rect(
            x: Double(page.left + start), y: Double(top + textHeight + context.pixels(3)),
            width: max(Double(bar), (whole * min(1, row.line.share)).rounded()),
            height: Double(bar)),
          CornerRadii(Double(bar) / 2), fill: tokens.colors.accent, stroke: nil))
    }
    var layout = RowLayout(
      size: PixelSize(
        width: context.width,
        height: height + context.pixels(row.isLast ? Spacing.below : Spacing.betweenLines)),
      drawList: list,
      hitRegions: row.line.action.map { [HitRegion(plate.rect, .custom($0), label: row.line.name)] }
        ?? [],
      accessibleText: "\(row.line.name), \(row.line.value)")
    if row.line.action != nil { layout.body = plate }
    return layout
  }
}

/// The page as a list, with or without a window.
public struct StatisticsPage: Sendable {
  let items: [StatisticsItem]

  public init(_ report: StatisticsReport) { self.init(report, memories: []) }

  init(_ report: StatisticsReport, memories: [Memory]) {
    items = StatisticsItems.make(of: report, memories: memories)
  }

  public var provider: any RowProvider { provider(in: .list) }

  func provider(in column: LineBox.Column) -> any RowProvider {
    let placed = items.enumerated().map { index, item in
      StatisticsRowFactory.Placed(id: ItemID(Int64(index)), item: item)
    }
    return FactoryRowProvider(
      source: ArraySource(placed) { $0.id }, factory: StatisticsRowFactory(column: column))
  }

  public static var configuration: EngineConfiguration {
    EngineConfiguration(
      opensAt: .start, contentInsets: .init(top: 2, bottom: 12),
      background: DesignTokens.standard.colors.ground, follow: .off)
  }
}
