import LugeCore
import LugeWords

extension ChartView {
  func drawCard(_ layout: ChartLayout, _ context: HeavyViewContext, into list: inout DrawList) {
    list.append(style.drawing(ofCard: layout.card, px: context.px))
    list.append(
      .text(
        layout.title, at: layout.titleOrigin, color: style.ink, linkColor: style.ink))
  }

  /// Draws the last value in view of a single series, and its change over the view.
  func drawHeadline(_ layout: ChartLayout, _ context: HeavyViewContext, into list: inout DrawList) {
    guard style.showsHeadline, series.count == 1, let only = series.first, let projection else {
      return
    }
    let seen = only.indices(in: projection.window)
    guard let last = seen.last.map({ only[$0].y }), last.isFinite else { return }
    let spread = projection.values.length
    let first = seen.first.map { only[$0].y } ?? last
    // A change from zero has no percentage.
    let change = first != 0 && first.isFinite ? (last - first) / first.magnitude : nil
    let share = change.map {
      context.line(NumberLabel.percent($0), points: style.labelSize + 1, weight: .medium)
    }
    let value = context.line(
      NumberLabel.text(last, among: spread), points: style.titleSize, weight: .semibold)
    let right = layout.headline.maxX
    let shareX = right - (share.map { Double($0.size.width) + context.px(8) } ?? 0)
    list.append(
      .text(
        value, at: Point(x: shareX - Double(value.size.width), y: layout.headline.y),
        color: style.ink, linkColor: style.ink))
    guard let share, let change else { return }
    let baseline = Double(value.lines.first?.baseline ?? 0)
    let shareTop = layout.headline.y + baseline - Double(share.lines.first?.baseline ?? 0)
    let color = change == 0 ? style.secondary : change < 0 ? style.falling : style.rising
    list.append(
      .text(
        share, at: Point(x: right - Double(share.size.width), y: shareTop), color: color,
        linkColor: color))
  }

  func drawLegend(_ layout: ChartLayout, _ context: HeavyViewContext, into list: inout DrawList) {
    for chip in layout.chips {
      let isHidden = viewport.hidden.contains(chip.series)
      let color = isHidden ? style.faint : style.color(of: chip.series)
      list.append(
        .roundedRectangle(
          chip.swatch, CornerRadii(chip.swatch.height / 2), fill: color, stroke: nil))
      let ink = isHidden ? style.faint : style.secondary
      let top = chip.rect.midY - Double(chip.name.size.height) / 2
      list.append(
        .text(
          chip.name, at: Point(x: chip.swatch.maxX + context.px(4), y: top.rounded()), color: ink,
          linkColor: ink))
    }
  }

  func drawAxes(
    _ projection: ChartProjection, _ context: HeavyViewContext, into list: inout DrawList
  ) {
    let plot = projection.plot
    let hairline = max(1, context.px(1))
    let wish = max(2, Int(plot.height / context.px(36)))
    let ticks = ValueTicks(
      in: projection.values, count: wish, isWhole: content.hasWholeValues)
    for value in ticks.values {
      let y = projection.y(value).rounded()
      list.append(
        .rectangle(Rect(x: plot.x, y: y, width: plot.width, height: hairline), fill: style.grid))
      let label = context.line(NumberLabel.text(value, step: ticks.step), points: style.labelSize)
      let top = y - Double(label.size.height) / 2
      list.append(
        .text(
          label, at: Point(x: plot.maxX + context.px(6), y: top.rounded()),
          color: style.secondary, linkColor: style.secondary))
    }
    drawPlaces(projection, context, into: &list)
    list.append(
      .rectangle(
        Rect(x: plot.x, y: plot.maxY, width: plot.width, height: hairline), fill: style.border))
  }

  /// Draws the marks along the lower edge.
  private func drawPlaces(
    _ projection: ChartProjection, _ context: HeavyViewContext, into list: inout DrawList
  ) {
    let plot = projection.plot
    func line(_ words: String) -> TextLayout { context.line(words, points: style.labelSize) }
    let marks = placeLabels(projection, context).map { mark in
      (x: projection.x(mark.place).rounded(), label: line(mark.words), full: mark.full.map(line))
    }
    for mark in marks {
      list.append(
        .rectangle(
          Rect(x: mark.x, y: plot.maxY, width: max(1, context.px(1)), height: context.px(4)),
          fill: style.border))
    }
    let labels = AxisLabels(
      marks.map { mark in
        AxisLabels.Candidate(
          x: mark.x, width: Double(mark.label.size.width),
          fullWidth: mark.full.map { Double($0.size.width) })
      }, from: plot.x, to: plot.maxX, gap: context.px(8))
    for place in labels.places {
      let mark = marks[place.index]
      list.append(
        .text(
          place.isFull ? mark.full ?? mark.label : mark.label,
          at: Point(x: place.left, y: plot.maxY + context.px(5)), color: style.secondary,
          linkColor: style.secondary))
    }
  }

  private func placeLabels(
    _ projection: ChartProjection, _ context: HeavyViewContext
  ) -> [(place: Double, words: String, full: String?)] {
    let room = max(2, Int(projection.plot.width / context.px(72)))
    switch content.axis {
    case .time(let offset):
      return TimeTicks(in: projection.window, count: room, utcOffset: offset).marks
        .map { ($0.time, $0.label, $0.fullLabel) }
    case .days:
      return TimeTicks(in: projection.window, count: room, least: .days(1)).marks
        .map { ($0.time, $0.label, $0.fullLabel) }
    case .numbers:
      let ticks = ValueTicks(in: projection.window, count: room)
      return ticks.values.map { ($0, NumberLabel.text($0, step: ticks.step), nil) }
    }
  }

  func drawSeries(
    _ projection: ChartProjection, _ context: HeavyViewContext, into list: inout DrawList
  ) {
    let plot = projection.plot
    let isSingle = series.count == 1
    let width = (isSingle ? style.lineWidth * 1.2 : style.lineWidth) * context.unit
    for (index, series) in visibleSeries {
      let points = series.points(in: projection)
      guard !points.isEmpty else { continue }
      let color = isSingle ? style.accent : style.color(of: index)
      list.append(
        .polyline(
          Polyline(
            points, clip: plot, dashes: style.dashes(of: index).map { $0 * context.unit },
            baseline: plot.maxY),
          fill: isSingle ? color.withAlpha(28) : nil,
          stroke: Stroke(color, width: width)))
    }
    if visibleSeries.isEmpty {
      let words = context.line(
        series.isEmpty ? localized("No data") : localized("All series are hidden"),
        points: style.labelSize + 1)
      list.append(
        .text(
          words,
          at: Point(
            x: (plot.midX - Double(words.size.width) / 2).rounded(),
            y: (plot.midY - Double(words.size.height) / 2).rounded()), color: style.secondary,
          linkColor: style.secondary))
    }
  }
}
