import LugeCore

/// Arithmetic on opaque pixels.
enum Blending {
  /// Draws a highlight over the target, clipped to it.
  static func draw(_ highlight: Highlight, into target: PixelTarget) {
    guard
      let rows = pixels(from: highlight.rect.y, to: highlight.rect.maxY, limit: target.size.height),
      let columns = pixels(
        from: highlight.rect.x, to: highlight.rect.maxX, limit: target.size.width)
    else { return }
    let color = highlight.color
    if highlight.mode == .ground {
      Ground.exchange(for: color, rows: rows, columns: columns, of: target)
      return
    }
    if highlight.mode == .tint {
      for row in rows {
        let line = target.base + row * target.stride
        for column in columns { line[column] = tint(color, line[column]) }
      }
      return
    }
    if highlight.line > 0 {
      ring(color, highlight, rows, columns, into: target)
      return
    }
    if highlight.radii != .zero {
      lay(color, highlight, rows, columns, into: target)
      return
    }
    if color.alpha == 255 {
      target.fill(rows: rows, columns: columns, with: color.premultipliedWord)
      return
    }
    for row in rows {
      let line = target.base + row * target.stride
      for column in columns { line[column] = blend(color, over: line[column]) }
    }
  }

  /// Draws a line along the inner side of a shape's edge.
  private static func ring(
    _ color: RGBA, _ highlight: Highlight, _ rows: Range<Int>, _ columns: Range<Int>,
    into target: PixelTarget
  ) {
    let (left, top) = (Int(highlight.rect.x.rounded()), Int(highlight.rect.y.rounded()))
    let size = PixelSize(width: Int(highlight.rect.width), height: Int(highlight.rect.height))
    let line = highlight.line
    let outer = Corners(highlight.radii, size)
    let inside = PixelSize(
      width: max(0, size.width - 2 * line), height: max(0, size.height - 2 * line))
    let inner = Corners(highlight.radii.insetBy(Double(line)), inside)
    let reach = max(line, outer.reach)
    for row in rows {
      let words = target.base + row * target.stride
      let y = row - top
      let isMiddle = y >= reach && y < size.height - reach
      for column in columns {
        let x = column - left
        // The space between the sides stays empty.
        if isMiddle, x >= line, x < size.width - line { continue }
        var covered = outer.coverage(x, y)
        let (innerX, innerY) = (x - line, y - line)
        if (0..<inside.width).contains(innerX), (0..<inside.height).contains(innerY) {
          covered -= min(covered, inner.coverage(innerX, innerY))
        }
        var part = color
        part.alpha = UInt8(UInt32(color.alpha) * covered / 255)
        if part.alpha > 0 { words[column] = blend(part, over: words[column]) }
      }
    }
  }

  /// Fills a shape with round corners.
  private static func lay(
    _ color: RGBA, _ highlight: Highlight, _ rows: Range<Int>, _ columns: Range<Int>,
    into target: PixelTarget
  ) {
    let (left, top) = (Int(highlight.rect.x.rounded()), Int(highlight.rect.y.rounded()))
    let corners = Corners(
      highlight.radii,
      PixelSize(width: Int(highlight.rect.width), height: Int(highlight.rect.height)))
    for row in rows {
      let line = target.base + row * target.stride
      for column in columns {
        let covered = corners.coverage(column - left, row - top)
        var part = color
        part.alpha = UInt8(UInt32(color.alpha) * covered / 255)
        if part.alpha > 0 { line[column] = blend(part, over: line[column]) }
      }
    }
  }

  /// Returns a colour blended over an opaque pixel, each channel rounded to the nearest.
  @inline(__always)
  static func blend(_ color: RGBA, over pixel: UInt32) -> UInt32 {
    let alpha = UInt32(color.alpha)
    func channel(_ over: UInt8, _ under: UInt32) -> UInt32 {
      let sum = UInt32(over) * alpha + (under & 0xFF) * (255 - alpha) + 128
      // This is sum / 255, rounded, without a division; exact for sums up to 255 × 255.
      return (sum + (sum >> 8)) >> 8
    }
    return 0xFF00_0000 | channel(color.red, pixel >> 16) << 16
      | channel(color.green, pixel >> 8) << 8 | channel(color.blue, pixel)
  }

  /// Multiplies with a light colour, or screens with a dark one: the background takes the colour
  /// while the text keeps its own, so that highlighted text stays readable.
  @inline(__always)
  static func tint(_ color: RGBA, _ pixel: UInt32) -> UInt32 {
    let flip: UInt32 = color.isDark ? 0xFF : 0
    func channel(_ over: UInt8, _ under: UInt32) -> UInt32 {
      let product = (UInt32(over) ^ flip) * ((under & 0xFF) ^ flip) + 128
      return ((product + (product >> 8)) >> 8) ^ flip
    }
    return 0xFF00_0000 | channel(color.red, pixel >> 16) << 16
      | channel(color.green, pixel >> 8) << 8 | channel(color.blue, pixel)
  }

  /// Returns a colour a little darker than a light pixel, or a little lighter than a dark one.
  static func faintlyContrasting(_ pixel: UInt32) -> UInt32 {
    blend(RGBA(RGBA(pixel).isDark ? 0xFFFFFF : 0x000000, alpha: 20), over: pixel)
  }

  /// Returns the whole pixels from one edge to the other; nil when none is within the limit.
  private static func pixels(from low: Double, to high: Double, limit: Int) -> Range<Int>? {
    guard low.isFinite, high.isFinite, low < high else { return nil }
    let limit = Double(limit)
    let range = Int(min(max(low.rounded(), 0), limit))..<Int(min(max(high.rounded(), 0), limit))
    return range.isEmpty ? nil : range
  }
}
