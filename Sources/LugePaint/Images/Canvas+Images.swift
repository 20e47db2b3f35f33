import CCairo
import LugeCore

extension Canvas {
  /// Draws a bitmap so that it covers the rectangle, cropped in its middle; the caller has clipped.
  func draw(_ bitmap: Bitmap, filling rect: Rect) {
    bitmap.withPixels { pixels in
      guard let base = pixels.baseAddress else { return }
      // Cairo has no read-only surface, but a source surface is only read.
      let bytes = UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(to: UInt8.self)
      let (width, height) = (bitmap.size.width, bitmap.size.height)
      let surface = cairo_image_surface_create_for_data(
        bytes, CAIRO_FORMAT_ARGB32, Int32(clamping: width), Int32(clamping: height),
        Int32(clamping: width * 4))
      defer { cairo_surface_destroy(surface) }
      let scale = max(rect.width / Double(width), rect.height / Double(height))
      cairo_save(cairo)
      defer { cairo_restore(cairo) }
      cairo_translate(
        cairo, rect.midX - Double(width) * scale / 2, rect.midY - Double(height) * scale / 2)
      cairo_scale(cairo, scale, scale)
      cairo_set_source_surface(cairo, surface, 0, 0)
      cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
      cairo_pattern_set_filter(
        cairo_get_source(cairo), scale == 1 ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD)
      cairo_paint(cairo)
      // The context must not keep a reference to borrowed pixels.
      cairo_set_source_rgb(cairo, 0, 0, 0)
    }
  }
}
