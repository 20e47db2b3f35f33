import CCairo
import LugeCore

/// Cairo on somebody else's opaque pixels, for the time of one call.
struct Canvas {
  let cairo: OpaquePointer
  /// Rows of pixels that are wanted, in user space.
  let visible: Range<Int>

  /// Draws into pixels whose first one is at (`left`, `top`) of user space.
  ///
  /// Memory that Cairo can't take (more than 32,767 pixels a side) is left as it is; the result is
  /// then Cairo's status in words, nil when all went well.
  static func draw(
    on pixels: UnsafeMutableBufferPointer<UInt32>, size: PixelSize, left: Int = 0, top: Int,
    _ body: (Canvas) -> Void
  ) -> String? {
    guard let base = pixels.baseAddress, pixels.count >= size.width * size.height else {
      return "no pixels"
    }
    let surface = base.withMemoryRebound(to: UInt8.self, capacity: pixels.count * 4) {
      cairo_image_surface_create_for_data(
        $0, CAIRO_FORMAT_ARGB32, Int32(clamping: size.width), Int32(clamping: size.height),
        Int32(clamping: size.width * 4))
    }
    defer { cairo_surface_destroy(surface) }
    guard let cairo = cairo_create(surface) else { return "no context" }
    defer { cairo_destroy(cairo) }
    cairo_translate(cairo, -Double(left), -Double(top))
    body(Canvas(cairo: cairo, visible: top..<top + size.height))
    cairo_surface_flush(surface)
    let status = cairo_status(cairo)
    return status == CAIRO_STATUS_SUCCESS ? nil : String(cString: cairo_status_to_string(status))
  }

  func isVisible(_ rect: Rect) -> Bool {
    rect.maxY > Double(visible.lowerBound) && rect.y < Double(visible.upperBound)
  }

  func setSource(_ color: RGBA, opacity: Double = 1) {
    cairo_set_source_rgba(
      cairo, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
      Double(color.alpha) / 255 * opacity)
  }

  /// Fills and strokes what the current path is, and forgets it.
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
