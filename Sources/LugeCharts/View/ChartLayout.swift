import LugeCore

/// Rectangles of the parts of a chart, device pixels. Computed again only when the chart's size,
/// its series or the width of its labels change.
struct ChartLayout {
  /// Entry of the legend; a click on it shows or hides its series.
  struct Chip {
    var series: Int
    var rect: Rect
    var name: TextLayout
    var swatch: Rect
  }

  var card: Rect
  var title: TextLayout
  var titleOrigin: Point
  /// Line of the title, at whose right end the last value and its change are drawn.
  var headline: Rect
  var chips: [Chip] = []
  var plot: Rect

  /// Computes the rectangles.
  ///
  /// - Parameter gutter: width for the values' labels, right of the plot.
  init(
    _ content: ChartContent, names: [String], gutter: Double, in context: HeavyViewContext
  ) {
    let style = content.style
    let margin = context.px(style.margin)
    let padding = context.px(style.padding)
    let size = Rect(
      x: 0, y: 0, width: Double(context.size.width), height: Double(context.size.height))
    card = Rect(
      x: margin, y: (margin / 2).rounded(), width: max(1, size.width - 2 * margin),
      height: max(1, size.height - margin))
    let inner = card.insetBy(padding)
    title = context.line(
      content.title, points: style.titleSize, weight: .semibold,
      maxWidth: inner.width * (style.showsHeadline ? 0.6 : 1))
    titleOrigin = Point(x: inner.x, y: inner.y)
    headline = Rect(
      x: inner.x, y: inner.y, width: inner.width, height: Double(title.size.height))
    var top = headline.maxY + context.px(6)
    if names.count > 1 {
      top = Self.placeChips(names, from: top, in: inner, context, style, into: &chips)
    }
    let bottom = context.px(style.labelSize + 9)
    plot = Rect(
      x: inner.x, y: top + context.px(4), width: max(1, inner.width - gutter),
      height: max(1, inner.maxY - bottom - top - context.px(4)))
    plot = Rect(
      x: plot.x.rounded(), y: plot.y.rounded(), width: plot.width.rounded(),
      height: plot.height.rounded())
  }

  /// Places the entries of the legend.
  ///
  /// - Returns: the lower edge of the last line of entries.
  private static func placeChips(
    _ names: [String], from top: Double, in inner: Rect, _ context: HeavyViewContext,
    _ style: ChartStyle, into chips: inout [Chip]
  ) -> Double {
    let height = context.px(style.labelSize + 9)
    let swatch = context.px(10)
    let gap = context.px(4)
    var x = inner.x
    var y = top
    for (index, name) in names.enumerated() {
      let text = context.line(name, points: style.labelSize, maxWidth: inner.width * 0.4)
      let width = swatch + gap + Double(text.size.width) + context.px(12)
      if x + width > inner.maxX, x > inner.x {
        x = inner.x
        y += height
      }
      let thickness = max(2, context.px(3))
      chips.append(
        Chip(
          series: index, rect: Rect(x: x, y: y, width: width, height: height), name: text,
          swatch: Rect(
            x: x, y: (y + (height - thickness) / 2).rounded(), width: swatch, height: thickness)))
      x += width
    }
    return y + height
  }
}
