import CCairo
public import LugeCore

extension PixelTarget {
  /// Fills everything with one colour, whose alpha is ignored.
  public func fill(_ color: RGBA) {
    var color = color
    color.alpha = 255
    fill(rows: 0..<size.height, columns: 0..<size.width, with: color.premultipliedWord)
  }

  /// Lays a bitmap over what is there, stretched to fill a rectangle; clipped to the target.
  ///
  /// - Parameters:
  ///   - isMoving: trades sharpness for speed, for frames that are seen for a moment.
  ///   - isPixelated: enlarged, its pixels are squares: for pictures that were drawn pixel by pixel.
  ///   - opacity: 0 to 1.
  /// - Complexity: O(pixels of the rectangle within the target); a bitmap of the rectangle's own size
  ///   at a whole position is copied.
  public func draw(
    _ bitmap: Bitmap, in rect: Rect, isMoving: Bool = false, isPixelated: Bool = false,
    opacity: Double = 1
  ) {
    guard rect.isDrawable, rect.width > 0, rect.height > 0,
      rect.intersects(Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)))
    else { return }
    withCairo { cairo in
      bitmap.withPixels { pixels in
        guard let base = pixels.baseAddress else { return }
        // Cairo's interface knows no read-only pixels; a source surface is only read.
        let bytes = UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(to: UInt8.self)
        let (width, height) = (bitmap.size.width, bitmap.size.height)
        let source = cairo_image_surface_create_for_data(
          bytes, CAIRO_FORMAT_ARGB32, Int32(clamping: width), Int32(clamping: height),
          Int32(clamping: width * 4))
        defer { cairo_surface_destroy(source) }
        let (scaleX, scaleY) = (rect.width / Double(width), rect.height / Double(height))
        let isExact =
          scaleX == 1 && scaleY == 1 && rect.x == rect.x.rounded()
          && rect.y == rect.y.rounded()
        cairo_rectangle(cairo, rect.x, rect.y, rect.width, rect.height)
        cairo_clip(cairo)
        cairo_translate(cairo, rect.x, rect.y)
        cairo_scale(cairo, scaleX, scaleY)
        cairo_set_source_surface(cairo, source, 0, 0)
        let pattern = cairo_get_source(cairo)
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
        cairo_pattern_set_filter(
          pattern,
          isExact || isPixelated && scaleX > 1
            ? CAIRO_FILTER_NEAREST : isMoving ? CAIRO_FILTER_BILINEAR : CAIRO_FILTER_GOOD)
        if opacity < 1 {
          cairo_paint_with_alpha(cairo, max(0, opacity))
        } else {
          cairo_paint(cairo)
        }
        // The context must not keep pixels that it does not own.
        cairo_set_source_rgb(cairo, 0, 0, 0)
      }
    }
  }

  private func withCairo(_ body: (OpaquePointer) -> Void) {
    let count = stride * (size.height - 1) + size.width
    base.withMemoryRebound(to: UInt8.self, capacity: count * 4) { bytes in
      let surface = cairo_image_surface_create_for_data(
        bytes, CAIRO_FORMAT_RGB24, Int32(clamping: size.width), Int32(clamping: size.height),
        Int32(clamping: stride * 4))
      defer { cairo_surface_destroy(surface) }
      guard let cairo = cairo_create(surface) else { return }
      defer { cairo_destroy(cairo) }
      body(cairo)
      cairo_surface_flush(surface)
    }
  }
}
