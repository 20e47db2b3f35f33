import CCairo
import LugeCore
import LugeText

/// Pixels borrowed for one call, written directly or with Cairo.
///
/// Cairo is set up at first use; most rows do not need it. Both ways may alternate, because on
/// memory Cairo draws at once.
final class Canvas {
  let pixels: UnsafeMutablePointer<UInt32>
  let size: PixelSize
  /// User space coordinate of the first pixel.
  let left: Int
  let top: Int

  // MARK: Mutable State (the caller's thread)
  private var surface: OpaquePointer?
  private var context: OpaquePointer?

  private init(
    _ pixels: UnsafeMutablePointer<UInt32>, size: PixelSize, left: Int, top: Int
  ) {
    self.pixels = pixels
    self.size = size
    self.left = left
    self.top = top
  }

  deinit {
    if let context { cairo_destroy(context) }
    if let surface { cairo_surface_destroy(surface) }
  }

  /// Runs a closure that draws into pixels, the first of which is at (`left`, `top`) of user space.
  ///
  /// Returns nil on success, otherwise Cairo's status as text: Cairo cannot draw on more than
  /// 32,767 pixels per side.
  static func draw(
    on pixels: UnsafeMutableBufferPointer<UInt32>, size: PixelSize, left: Int = 0, top: Int,
    _ body: (Canvas) -> Void
  ) -> String? {
    guard let base = pixels.baseAddress, pixels.count >= size.width * size.height else {
      return "no pixels"
    }
    let canvas = Canvas(base, size: size, left: left, top: top)
    return withExtendedLifetime(canvas) {
      body(canvas)
      return canvas.problem
    }
  }

  /// Pixel rows to draw, in user space.
  var visible: Range<Int> { top..<top + size.height }

  var cairo: OpaquePointer {
    if let context { return context }
    let surface: OpaquePointer = pixels.withMemoryRebound(
      to: UInt8.self, capacity: size.width * size.height * 4
    ) {
      cairo_image_surface_create_for_data(
        $0, CAIRO_FORMAT_ARGB32, Int32(clamping: size.width), Int32(clamping: size.height),
        Int32(clamping: size.width * 4))
    }
    // Neither call returns null: errors are in the context's status.
    let made: OpaquePointer = cairo_create(surface)
    cairo_translate(made, -Double(left), -Double(top))
    (self.surface, context) = (surface, made)
    return made
  }

  /// The same pixels as a target for text.
  var ink: InkTarget { InkTarget(pixels, size: size, left: left, top: top) }

  private var problem: String? {
    guard let context else { return nil }
    cairo_surface_flush(surface)
    let status = cairo_status(context)
    return status == CAIRO_STATUS_SUCCESS ? nil : String(cString: cairo_status_to_string(status))
  }

  func isVisible(_ rect: Rect) -> Bool {
    rect.maxY > Double(visible.lowerBound) && rect.y < Double(visible.upperBound)
  }

  /// Fills a rectangle; one with edges at whole pixels is filled without Cairo.
  func fill(_ rect: Rect, _ color: RGBA) {
    let edges = [rect.x, rect.y, rect.width, rect.height]
    guard edges.allSatisfy({ $0 == $0.rounded() }) else {
      cairo_rectangle(cairo, rect.x, rect.y, rect.width, rect.height)
      return fillAndStroke(fill: color, stroke: nil)
    }
    let (x, y) = (Int(rect.x) - left, Int(rect.y) - top)
    let columns = (x..<x + Int(rect.width)).clamped(to: 0..<size.width)
    let word = Premultiplied.word(color)
    for row in (y..<y + Int(rect.height)).clamped(to: 0..<size.height) {
      Premultiplied.fill(
        pixels + row * size.width + columns.lowerBound, count: columns.count, with: word)
    }
  }

  func setSource(_ color: RGBA, opacity: Double = 1) {
    cairo_set_source_rgba(
      cairo, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
      Double(color.alpha) / 255 * opacity)
  }

  /// Fills and strokes the current path, and clears it.
  func fillAndStroke(fill: RGBA?, stroke: (color: RGBA, width: Double)?) {
    if let fill {
      setSource(fill)
      if stroke == nil { cairo_fill(cairo) } else { cairo_fill_preserve(cairo) }
    }
    if let stroke {
      setSource(stroke.color)
      cairo_set_line_width(cairo, stroke.width)
      cairo_stroke(cairo)
    }
    cairo_new_path(cairo)
  }

  /// Appends a path's segments.
  func add(_ path: Path) {
    for element in path.elements {
      switch element {
      case .move(let p): cairo_move_to(cairo, p.x, p.y)
      case .line(let p): cairo_line_to(cairo, p.x, p.y)
      case .curve(let a, let b, let p): cairo_curve_to(cairo, a.x, a.y, b.x, b.y, p.x, p.y)
      case .close: cairo_close_path(cairo)
      }
    }
  }

  /// Appends a rectangle with rounded corners; radii that don't fit are scaled down together, as in
  /// CSS.
  func add(_ rect: Rect, radii: CornerRadii) {
    guard rect.width > 0, rect.height > 0 else { return }
    let radii = radii.fitted(to: rect)
    let quarter = Double.pi / 2
    func corner(_ x: Double, _ y: Double, _ radius: Double, from quarters: Double) {
      guard radius > 0 else { return cairo_line_to(cairo, x, y) }
      cairo_arc(cairo, x, y, radius, quarters * quarter, (quarters + 1) * quarter)
    }
    cairo_new_sub_path(cairo)
    corner(rect.maxX - radii.topRight, rect.y + radii.topRight, radii.topRight, from: -1)
    corner(rect.maxX - radii.bottomRight, rect.maxY - radii.bottomRight, radii.bottomRight, from: 0)
    corner(rect.x + radii.bottomLeft, rect.maxY - radii.bottomLeft, radii.bottomLeft, from: 1)
    corner(rect.x + radii.topLeft, rect.y + radii.topLeft, radii.topLeft, from: 2)
    cairo_close_path(cairo)
  }
}

extension CornerRadii {
  /// Returns the radii, none negative, scaled down so that no side is shorter than its two radii.
  func fitted(to rect: Rect) -> CornerRadii {
    func positive(_ radius: Double) -> Double { radius > 0 ? min(radius, 65536) : 0 }
    let (a, b) = (positive(topLeft), positive(topRight))
    let (c, d) = (positive(bottomRight), positive(bottomLeft))
    let factor = min(
      1, rect.width / max(a + b, c + d, .leastNormalMagnitude),
      rect.height / max(a + d, b + c, .leastNormalMagnitude))
    return CornerRadii(
      topLeft: a * factor, topRight: b * factor, bottomRight: c * factor, bottomLeft: d * factor)
  }

  /// Returns the radii of an outline that runs `amount` inside.
  func inset(by amount: Double) -> CornerRadii {
    CornerRadii(
      topLeft: max(0, topLeft - amount), topRight: max(0, topRight - amount),
      bottomRight: max(0, bottomRight - amount), bottomLeft: max(0, bottomLeft - amount))
  }
}

extension Rect {
  /// Whether all numbers are finite and small enough to be drawn.
  var isDrawable: Bool {
    let limit = 16_777_216.0
    return x.magnitude < limit && y.magnitude < limit && width >= 0 && width < limit && height >= 0
      && height < limit
  }
}

extension Canvas {
  /// Maximum points of one stroke. Cairo's time for a stroke grows faster than its length where the
  /// line crosses itself, as in dense data.
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
    // A transparent or dashed line is stroked as a whole: parts would overlap where they meet, and
    // dashes would start again.
    let isWhole = stroke.color.alpha < 255 || !dashes.isEmpty
    let length = isWhole ? run.count : Self.strokeLength
    var start = run.startIndex
    while start < run.endIndex {
      let end = min(start + length, run.endIndex - 1)
      cairo_move_to(cairo, run[start].x, run[start].y)
      // A single point becomes a dot.
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
  /// Parts of the line between gaps.
  fileprivate var runs: [ArraySlice<Point>] {
    points.split { !($0.x.magnitude < 16_777_216 && $0.y.magnitude < 16_777_216) }
  }
}
