import CCairo
public import LugeCore

/// Pixels to compose into: the window's backing store, or memory. Borrowed for one call.
///
/// Words are 0xAARRGGBB, native endian; the composed pixels are opaque.
public struct PixelTarget {
  let base: UnsafeMutablePointer<UInt32>
  public let size: PixelSize
  /// Number of pixels from one row to the next.
  public let stride: Int

  /// Makes a target that can be written to.
  ///
  /// - Throws: ``PaintError/invalidSize(width:height:stride:)`` or
  ///   ``PaintError/bufferTooSmall(needed:given:)``.
  public init(_ pixels: UnsafeMutableBufferPointer<UInt32>, size: PixelSize, stride: Int? = nil)
    throws(PaintError)
  {
    let stride = stride ?? size.width
    guard size.width > 0, size.height > 0, stride >= size.width, stride < 1 << 24,
      size.height < 1 << 24
    else {
      throw .invalidSize(width: size.width, height: size.height, stride: stride)
    }
    let needed = stride * (size.height - 1) + size.width
    guard pixels.count >= needed, let base = pixels.baseAddress else {
      throw .bufferTooSmall(needed: needed, given: pixels.count)
    }
    self.base = base
    self.size = size
    self.stride = stride
  }

  /// Moves the content of some rows to the right, or to the left if `x` is negative.
  func shift(rows: Range<Int>, by x: Int, filling word: UInt32) {
    let distance = min(Int(clamping: x.magnitude), size.width)
    guard distance > 0 else { return }
    let rest = size.width - distance
    for row in rows {
      let line = base + row * stride
      if x > 0 {
        (line + distance).update(from: line, count: rest)
        line.update(repeating: word, count: distance)
      } else {
        line.update(from: line + distance, count: rest)
        (line + rest).update(repeating: word, count: distance)
      }
    }
  }

  /// Fills a part of some rows with one colour; the caller has clipped.
  @inline(__always)
  func fill(rows: Range<Int>, columns: Range<Int>, with word: UInt32) {
    guard !rows.isEmpty, !columns.isEmpty else { return }
    if columns.count == stride {
      (base + rows.lowerBound * stride).update(repeating: word, count: rows.count * stride)
      return
    }
    for row in rows {
      (base + row * stride + columns.lowerBound).update(repeating: word, count: columns.count)
    }
  }

  /// Fills everything with one colour, whose alpha is ignored.
  public func fill(_ color: RGBA) {
    var color = color
    color.alpha = 255
    fill(rows: 0..<size.height, columns: 0..<size.width, with: color.premultipliedWord)
  }

  /// Draws a bitmap, stretched to fill a rectangle; clipped to the target.
  ///
  /// - Parameters:
  ///   - isMoving: whether to draw faster and less sharply, for frames that are visible only for a
  ///     moment.
  ///   - isPixelated: whether pixels stay square when enlarged, for pixel art.
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
