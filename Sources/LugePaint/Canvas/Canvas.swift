import CCairo
import LugeCore
import LugeText

/// Pixels borrowed for one call: written directly, or with Cairo.
///
/// Cairo is set up at first use; most rows do not need it. Both may be used in turns: on memory
/// Cairo draws at once.
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

  /// Draws into pixels whose first one is at (`left`, `top`) of user space.
  ///
  /// Cairo cannot draw on more than 32,767 pixels a side; then the result is its status as text,
  /// nil on success.
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

  /// The rows of pixels to draw, in user space.
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

  /// The same pixels, for text.
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

  /// Fills a rectangle; edges at whole pixels need no Cairo.
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
}
