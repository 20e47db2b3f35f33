import LugeCore

typealias Paint = SIMD3<Float>

/// A picture that is being painted. Coordinates are fractions of the height, x to the right, y
/// down, so that a motif looks alike in all formats.
struct Raster {
  let size: PixelSize
  private var pixels: [Paint]
  private let scale: Float

  /// Fills the picture with a vertical gradient.
  init(size: PixelSize, from top: Paint, to bottom: Paint) {
    self.size = size
    scale = Float(size.height)
    pixels = []
    pixels.reserveCapacity(size.width * size.height)
    for y in 0..<size.height {
      let color = Paint.mix(top, bottom, Float(y) / scale)
      for _ in 0..<size.width { pixels.append(color) }
    }
  }

  /// Width as a multiple of the height.
  var width: Float { Float(size.width) / scale }

  /// Fills the area below a line, from `top` at the line to `bottom` at the lower edge.
  mutating func fill(below line: (Float) -> Float, from top: Paint, to bottom: Paint) {
    for x in 0..<size.width {
      let edge = line((Float(x) + 0.5) / scale) * scale
      var y = max(0, Int(edge.rounded(.down)))
      while y < size.height {
        let coverage = min(1, Float(y) + 1 - edge)
        let depth = min(1, max(0, (Float(y) - edge) / max(1, scale - edge)))
        blend(.mix(top, bottom, depth), coverage, at: y * size.width + x)
        y += 1
      }
    }
  }

  /// Paints an ellipse whose edge fades over `softness` (a fraction of the height); 0 is sharp.
  mutating func ellipse(
    x: Float, y: Float, rx: Float, ry: Float, _ color: Paint, opacity: Float = 1,
    softness: Float = 0, shade: Paint? = nil
  ) {
    let fade = max(softness, 1.5 / scale) / min(rx, ry)
    let rows = range(y - ry, y + ry, limit: size.height)
    let columns = range(x - rx, x + rx, limit: size.width)
    for row in rows {
      let dy = ((Float(row) + 0.5) / scale - y) / ry
      for column in columns {
        let dx = ((Float(column) + 0.5) / scale - x) / rx
        let distance = (dx * dx + dy * dy).squareRoot()
        guard distance < 1 else { continue }
        let coverage = min(1, (1 - distance) / fade)
        var paint = color
        if let shade {
          // Light comes from the upper left.
          let side = (dx * 0.6 + dy * 0.8 + 1) / 2
          paint = .mix(color, shade, side * side)
        }
        blend(paint, coverage * opacity, at: row * size.width + column)
      }
    }
  }

  /// Paints a rectangle.
  mutating func rectangle(
    x: ClosedRange<Float>, y: ClosedRange<Float>, _ color: Paint, opacity: Float = 1
  ) {
    for row in range(y.lowerBound, y.upperBound, limit: size.height) {
      for column in range(x.lowerBound, x.upperBound, limit: size.width) {
        blend(color, opacity, at: row * size.width + column)
      }
    }
  }

  func bitmap() -> Bitmap {
    let bitmap = Bitmap(size: size)
    bitmap.withMutablePixels { target in
      for (index, paint) in pixels.enumerated() {
        let bytes = (paint.clamped(lowerBound: .zero, upperBound: .one) * 255 + 0.5)
        target[index] =
          0xFF00_0000 | UInt32(bytes.x) << 16 | UInt32(bytes.y) << 8 | UInt32(bytes.z)
      }
    }
    return bitmap
  }

  private func range(_ from: Float, _ to: Float, limit: Int) -> Range<Int> {
    let start = min(limit, max(0, Int((from * scale).rounded(.down))))
    return start..<max(start, min(limit, Int((to * scale).rounded(.up))))
  }

  private mutating func blend(_ color: Paint, _ amount: Float, at index: Int) {
    pixels[index] = amount >= 1 ? color : .mix(pixels[index], color, amount)
  }
}

extension Paint {
  /// Makes a colour of the form 0xRRGGBB.
  init(_ hex: UInt32) {
    self.init(
      Float(hex >> 16 & 255) / 255, Float(hex >> 8 & 255) / 255, Float(hex & 255) / 255)
  }

  static func mix(_ a: Paint, _ b: Paint, _ amount: Float) -> Paint { a + (b - a) * amount }
}
