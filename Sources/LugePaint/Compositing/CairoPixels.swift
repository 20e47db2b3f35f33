import CCairo
public import LugeCore

/// Drawing with Cairo on borrowed pixels, for one call.
public enum CairoPixels {
  /// Draws on pixels.
  ///
  /// - Parameters:
  ///   - stride: pixels from one row to the next.
  ///   - isOpaque: whether the pixels' alpha is ignored.
  public static func draw(
    on base: UnsafeMutablePointer<UInt32>, size: PixelSize, stride: Int, isOpaque: Bool,
    _ body: (_ cairo: OpaquePointer) -> Void
  ) {
    guard size.width > 0, size.height > 0 else { return }
    let count = stride * (size.height - 1) + size.width
    base.withMemoryRebound(to: UInt8.self, capacity: count * 4) { bytes in
      let surface = cairo_image_surface_create_for_data(
        bytes, isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, Int32(clamping: size.width),
        Int32(clamping: size.height), Int32(clamping: stride * 4))
      defer { cairo_surface_destroy(surface) }
      guard let cairo = cairo_create(surface) else { return }
      defer { cairo_destroy(cairo) }
      body(cairo)
      cairo_surface_flush(surface)
    }
  }

  /// Sets a bitmap as the source for drawing within the call.
  public static func withSource(
    _ bitmap: Bitmap, of cairo: OpaquePointer, _ body: (_ pattern: OpaquePointer?) -> Void
  ) {
    bitmap.withPixels { pixels in
      guard let base = pixels.baseAddress else { return }
      // Cairo has no read-only surface, but a source surface is only read.
      let bytes = UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(to: UInt8.self)
      let surface = cairo_image_surface_create_for_data(
        bytes, CAIRO_FORMAT_ARGB32, Int32(clamping: bitmap.size.width),
        Int32(clamping: bitmap.size.height), Int32(clamping: bitmap.size.width * 4))
      defer { cairo_surface_destroy(surface) }
      cairo_set_source_surface(cairo, surface, 0, 0)
      body(cairo_get_source(cairo))
      // The context must not keep a reference to borrowed pixels.
      cairo_set_source_rgb(cairo, 0, 0, 0)
    }
  }
}
