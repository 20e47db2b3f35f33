import CCairo
public import LugeCore

extension PixelTarget {
  /// Fills everything with one colour, whose alpha is ignored.
  public func fill(_ color: RGBA) {
    var color = color
    color.alpha = 255
    fill(rows: 0..<size.height, columns: 0..<size.width, with: color.premultipliedWord)
  }

  /// Draws a bitmap, stretched to fill a rectangle; clipped to the target.
  ///
  /// - Parameters:
  ///   - isMoving: less sharp and faster, for frames that are seen only for a moment.
  ///   - isPixelated: keeps square pixels when enlarged: for pixel art.
  ///   - opacity: 0 to 1.
  /// - Complexity: O(pixels of the rectangle within the target); a bitmap of the rectangle's own
  ///   size at a whole position is copied.
  public func draw(
    _ bitmap: Bitmap, in rect: Rect, isMoving: Bool = false, isPixelated: Bool = false,
    opacity: Double = 1
  ) {
    guard rect.isDrawable, rect.width > 0, rect.height > 0,
      rect.intersects(Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)))
    else { return }
    let (scaleX, scaleY) = (
      rect.width / Double(bitmap.size.width), rect.height / Double(bitmap.size.height)
    )
    let isExact =
      scaleX == 1 && scaleY == 1 && rect.x == rect.x.rounded() && rect.y == rect.y.rounded()
    CairoPixels.draw(on: base, size: size, stride: stride, isOpaque: true) { cairo in
      cairo_rectangle(cairo, rect.x, rect.y, rect.width, rect.height)
      cairo_clip(cairo)
      cairo_translate(cairo, rect.x, rect.y)
      cairo_scale(cairo, scaleX, scaleY)
      CairoPixels.withSource(bitmap, of: cairo) { pattern in
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
      }
    }
  }
}
