import CCairo
import LugeCore

extension Canvas {
  /// Maximum points of one stroke. Cairo's time for a stroke grows faster than its length where the
  /// line crosses itself, as dense data does.
  private static let strokeLength = 128

  /// Fills the area between a line and its baseline, then strokes the line.
  ///
  /// - Complexity: O(points), and the pixels they cover.
  func draw(_ line: Polyline, fill: RGBA?, stroke: (color: RGBA, width: Double)?) {
    guard line.clip.map({ isVisible($0) && $0.isDrawable }) ?? true else { return }
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    if let clip = line.clip {
      cairo_rectangle(cairo, clip.x, clip.y, clip.width, clip.height)
      cairo_clip(cairo)
    }
    for run in line.runs {
      if let fill { self.fill(run, down: line.baseline, fill) }
      if let stroke { self.stroke(run, stroke, line.dashes) }
    }
  }

  private func fill(_ run: ArraySlice<Point>, down baseline: Double, _ color: RGBA) {
    guard let first = run.first, let last = run.last, run.count > 1 else { return }
    cairo_move_to(cairo, first.x, baseline)
    for point in run { cairo_line_to(cairo, point.x, point.y) }
    cairo_line_to(cairo, last.x, baseline)
    cairo_close_path(cairo)
    setSource(color)
    cairo_fill(cairo)
  }

  private func stroke(
    _ run: ArraySlice<Point>, _ stroke: (color: RGBA, width: Double), _ dashes: [Double]
  ) {
    setSource(stroke.color)
    cairo_set_line_width(cairo, stroke.width)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    let isDense = run.count > 512
    cairo_set_line_join(cairo, isDense ? CAIRO_LINE_JOIN_BEVEL : CAIRO_LINE_JOIN_ROUND)
    if !dashes.isEmpty {
      cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT)
      cairo_set_dash(cairo, dashes, Int32(clamping: dashes.count), 0)
    }
    // Transparent strokes would overlap where one ends and the next begins, and dashes would start
    // again.
    let isWhole = stroke.color.alpha < 255 || !dashes.isEmpty
    let length = isWhole ? run.count : Self.strokeLength
    var start = run.startIndex
    while start < run.endIndex {
      let end = min(start + length, run.endIndex - 1)
      cairo_move_to(cairo, run[start].x, run[start].y)
      // A single point is a dot.
      if start == end { cairo_line_to(cairo, run[start].x, run[start].y) }
      for point in run[start...end].dropFirst() { cairo_line_to(cairo, point.x, point.y) }
      cairo_stroke(cairo)
      if end == run.endIndex - 1 { break }
      start = end
    }
    cairo_set_dash(cairo, nil, 0, 0)
  }
}

extension Polyline {
  /// The parts between gaps.
  fileprivate var runs: [ArraySlice<Point>] {
    points.split { !($0.x.magnitude < 16_777_216 && $0.y.magnitude < 16_777_216) }
  }
}
