import LugeCore

/// Interactive chart: lines, axes and legend are one drawing, the crosshair is an overlay.
///
/// Belongs to the lane of heavy views, like every ``HeavyView``.
final class ChartView: HeavyView {
  let content: ChartContent
  var viewport: ChartViewport

  /// Data of the last drawing, because the crosshair must show what is visible.
  var series: [ChartSeries] = []
  var layout: ChartLayout?
  var projection: ChartProjection?
  /// Width of the values' labels; it never shrinks, so that the plot keeps its width while values
  /// change.
  var gutter = 0.0
  var gutterKey: PixelSize?

  var pointer: Point?
  var drag: Drag?
  var hasFocus = false
  /// Width of the last drawing in pixels if it was mirrored. All positions here are those of an
  /// unmirrored chart: drawings are mirrored last, events first.
  var mirrorWidth: Double?

  struct Drag {
    var start: Point
    var last: Point
    /// Entry of the legend that is pressed.
    var chip: Int?
    var isAlternate: Bool
    var hasMoved = false
  }

  init(_ content: ChartContent, viewport: ChartViewport) {
    self.content = content
    self.viewport = viewport
  }

  var style: ChartStyle { content.style }
  var state: (any Sendable)? { viewport }

  /// Bytes without the data, which belong to the store.
  var byteCount: Int { 4096 + (layout?.chips.count ?? 0) * 1024 }

  var visibleSeries: [(index: Int, series: ChartSeries)] {
    series.enumerated().filter { !viewport.hidden.contains($0.offset) }
      .map { ($0.offset, $0.element) }
  }

  /// Range of places of all series, hidden ones included, because hiding one must not move the
  /// others.
  var bounds: ClosedRange<Double> {
    var extent = Extent.empty
    for series in series {
      guard let bounds = series.bounds else { continue }
      extent.insert(bounds.lowerBound)
      extent.insert(bounds.upperBound)
    }
    return extent.isEmpty ? 0...1 : extent.min...extent.max
  }

  /// Minimum length of the visible range, so that a few points stay in view.
  var shortestWindow: Double {
    let most = series.map(\.count).max() ?? 0
    return bounds.length * min(1, 12 / Double(max(most, 12)))
  }

  // MARK: Drawing

  func draw(in context: HeavyViewContext) -> DrawList {
    series = content.store.series
    let window = viewport.visible(in: bounds)
    let values = valueRange(in: window)
    let layout = layOut(values, in: context)
    let projection = ChartProjection(window: window, values: values, plot: layout.plot)
    self.layout = layout
    self.projection = projection
    var list = DrawList()
    drawCard(layout, context, into: &list)
    drawHeadline(layout, context, into: &list)
    drawLegend(layout, context, into: &list)
    drawAxes(projection, context, into: &list)
    drawSeries(projection, context, into: &list)
    mirrorWidth = context.isMirrored ? Double(context.size.width) : nil
    return mirrored(list)
  }

  func mirrored(_ list: DrawList) -> DrawList {
    mirrorWidth.map { list.mirrored(in: $0, turnsLines: true) } ?? list
  }

  /// Returns the range of the values in view of all visible series, with some space above and
  /// below.
  private func valueRange(in window: ClosedRange<Double>) -> ClosedRange<Double> {
    var extent = Extent.empty
    for (_, series) in visibleSeries {
      extent.formUnion(series.extent(of: series.indices(in: window)))
    }
    guard !extent.isEmpty else { return 0...1 }
    if content.includesZero { extent.insert(0) }
    let air = extent.length > 0 ? extent.length * 0.06 : max(extent.max.magnitude * 0.01, 0.5)
    // Values that begin at zero begin at the axis, without a margin.
    let (below, above) = content.includesZero ? (extent.min < 0, extent.max > 0) : (true, true)
    return extent.min - (below ? air : 0)...extent.max + (above || !below ? air : 0)
  }

  private func layOut(_ values: ClosedRange<Double>, in context: HeavyViewContext) -> ChartLayout {
    let ticks = ValueTicks(in: values, count: 5, isWhole: content.hasWholeValues)
    let widest =
      ticks.values.map { value in
        context.line(NumberLabel.text(value, step: ticks.step), points: style.labelSize).size.width
      }.max() ?? 0
    if gutterKey != context.size {
      gutterKey = context.size
      gutter = 0
    }
    gutter = max(gutter, Double(widest) + context.px(8))
    return ChartLayout(content, names: series.map(\.name), gutter: gutter, in: context)
  }
}
