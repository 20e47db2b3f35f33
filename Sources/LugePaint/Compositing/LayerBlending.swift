import LugeCore
import LugeEngine

/// Draws row layers over a composed frame: what is behind the layer, the picture with rounded
/// corners, then what is in front of it. Uses integer arithmetic, because this is done in every
/// frame of an animation.
enum LayerBlending {
  static func draw(_ layer: FramePlan.Layer, into target: PixelTarget) {
    guard let bitmap = layer.bitmap else { return }
    let (x, y, size) = (layer.x, layer.y, layer.size)
    if let below = layer.surroundings.below { lay(below, x, y, size, into: target, nil) }
    lay(bitmap, x, y, size, into: target, Corners(layer.radii, size))
    if let above = layer.surroundings.above { lay(above, x, y, size, into: target, nil) }
  }

  static func draw(_ decoration: FramePlan.Decoration, into target: PixelTarget) {
    let bitmap = decoration.bitmap
    lay(
      bitmap, decoration.x, decoration.y, bitmap.size, into: target, nil,
      opacity: UInt32(decoration.opacity))
  }

  /// Draws a bitmap.
  ///
  /// - Parameter corners: corners that are cut off; nil: none.
  private static func lay(
    _ bitmap: Bitmap, _ x: Int, _ y: Int, _ size: PixelSize, into target: PixelTarget,
    _ corners: Corners?, opacity: UInt32 = 255
  ) {
    let width = min(bitmap.size.width, size.width)
    let height = min(bitmap.size.height, size.height)
    let (left, right) = (max(0, -x), min(width, target.size.width - x))
    let (top, bottom) = (max(0, -y), min(height, target.size.height - y))
    guard left < right, top < bottom else { return }
    bitmap.withPixels { pixels in
      guard let base = pixels.baseAddress else { return }
      for row in top..<bottom {
        let source = base + row * bitmap.size.width
        let line = target.base + (y + row) * target.stride + x
        // Most pixels of a picture are away from its corners, and opaque.
        let plain = corners?.plainColumns(row).clamped(to: left..<right) ?? left..<right
        if let corners {
          for x in left..<plain.lowerBound { blend(source[x], corners.coverage(x, row), &line[x]) }
          for x in plain.upperBound..<right { blend(source[x], corners.coverage(x, row), &line[x]) }
        }
        var common: UInt32 = opacity == 255 ? .max : 0
        for x in plain { common &= source[x] }
        if common >= 0xFF00_0000 {
          (line + plain.lowerBound).update(from: source + plain.lowerBound, count: plain.count)
        } else {
          for x in plain { blend(source[x], opacity, &line[x]) }
        }
      }
    }
  }

  @inline(__always)
  private static func blend(_ word: UInt32, _ covered: UInt32, _ under: inout UInt32) {
    if word >= 0xFF00_0000, covered == 255 {
      under = word
    } else if word != 0, covered != 0 {
      under = over(word, covered, under)
    }
  }

  /// Returns a premultiplied pixel at an opacity, blended over an opaque one.
  @inline(__always)
  private static func over(_ word: UInt32, _ covered: UInt32, _ under: UInt32) -> UInt32 {
    func part(_ value: UInt32, _ factor: UInt32) -> UInt32 {
      let product = value * factor + 128
      return (product + (product >> 8)) >> 8
    }
    let rest = 255 - part(word >> 24, covered)
    func channel(_ shift: UInt32) -> UInt32 {
      min(255, part(word >> shift & 0xFF, covered) + part(under >> shift & 0xFF, rest)) << shift
    }
    return 0xFF00_0000 | channel(16) | channel(8) | channel(0)
  }
}

/// Coverage of a pixel by a rounded rectangle.
struct Corners {
  let size: PixelSize
  let radii: CornerRadii
  /// Distance from an edge within which corners lie, pixels.
  let reach: Int

  init(_ radii: CornerRadii, _ size: PixelSize) {
    self.size = size
    self.radii = radii.fitted(
      to: Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)))
    let largest = max(
      self.radii.topLeft, self.radii.topRight, self.radii.bottomLeft, self.radii.bottomRight)
    reach = Int(largest.rounded(.up))
  }

  /// Returns the columns of a row that no corner touches.
  func plainColumns(_ y: Int) -> Range<Int> {
    guard y < reach || y >= size.height - reach else { return 0..<size.width }
    let start = min(reach, size.width)
    return start..<max(start, size.width - reach)
  }

  @inline(__always)
  func coverage(_ x: Int, _ y: Int) -> UInt32 {
    let isTop = y < reach
    let isLeft = x < reach
    guard isTop || y >= size.height - reach, isLeft || x >= size.width - reach else { return 255 }
    return corner(x, y, isTop: isTop, isLeft: isLeft)
  }

  private func corner(_ x: Int, _ y: Int, isTop: Bool, isLeft: Bool) -> UInt32 {
    let radius =
      isTop
      ? (isLeft ? radii.topLeft : radii.topRight)
      : (isLeft ? radii.bottomLeft : radii.bottomRight)
    // Distance outwards from the centre of the corner's circle.
    let dx = radius - (Double(isLeft ? x : size.width - 1 - x) + 0.5)
    let dy = radius - (Double(isTop ? y : size.height - 1 - y) + 0.5)
    guard dx > 0, dy > 0 else { return 255 }
    let inside = radius + 0.5 - (dx * dx + dy * dy).squareRoot()
    return UInt32(min(max(inside, 0), 1) * 255)
  }
}
