import Foundation
import LugeCore
import LugePaint
import Synchronization

/// Made-up landscapes: each key names one, painted when a row first shows it. A program with files
/// would pass an `ImagePipeline` instead.
final class Paintings: ImageProviding {
  private struct Painting: Hashable {
    var key: ImageKey
    var size: PixelSize
  }

  private static let most = 48
  private let painted = Mutex<[Painting: Bitmap]>([:])

  /// Returns a painting; called on the list's lane, so the window does not wait for it.
  func image(for key: ImageKey, size: PixelSize) -> Bitmap? {
    guard let number = Int(key.source.dropFirst("painting:".count)), size.width > 0, size.height > 0
    else { return nil }
    let wanted = Painting(key: key, size: size)
    if let known = painted.withLock({ $0[wanted] }) { return known }
    let bitmap = Self.paint(number, size)
    painted.withLock { painted in
      if painted.count >= Self.most { painted.removeAll() }
      painted[wanted] = bitmap
    }
    return bitmap
  }

  static func key(_ number: Int) -> ImageKey { ImageKey("painting:\(number)") }

  /// Paints a sky, a sun, and three ranges of hills in front of it.
  private static func paint(_ number: Int, _ size: PixelSize) -> Bitmap {
    let bitmap = Bitmap(size: size)
    let (width, height) = (Double(size.width), Double(size.height))
    let sky = palette[Int(number.magnitude % UInt(palette.count))]
    let sun = (x: width * (0.2 + 0.6 * part(number, 1)), y: height * (0.2 + 0.25 * part(number, 2)))
    let radius = height * 0.09
    let ridges = (0..<3).map { range in
      (0..<size.width).map { x -> Double in
        let place = Double(x) / width * (3 + 2 * Double(range)) + 7 * part(number, 3 + range)
        return height * (0.5 + 0.15 * Double(range) - 0.07 * (sin(place) + 0.4 * sin(2.7 * place)))
      }
    }
    bitmap.withMutablePixels { pixels in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let depth = Double(y) / height
          var color = mixed(sky.top, sky.bottom, depth)
          let distance = hypot(Double(x) - sun.x, Double(y) - sun.y)
          if distance < radius { color = sky.sun }
          for range in 0..<3 where Double(y) > ridges[range][x] {
            color = mixed(sky.hills, (24, 36, 48), Double(range) * 0.38)
          }
          pixels[y * size.width + x] =
            0xFF00_0000 | UInt32(color.0) << 16 | UInt32(color.1) << 8 | UInt32(color.2)
        }
      }
    }
    return bitmap
  }

  private typealias Color = (Double, Double, Double)

  private static let palette: [(top: Color, bottom: Color, sun: Color, hills: Color)] = [
    ((92, 156, 214), (232, 222, 196), (255, 246, 214), (116, 150, 132)),
    ((58, 48, 104), (238, 140, 106), (255, 214, 150), (112, 72, 108)),
    ((140, 190, 200), (240, 240, 226), (255, 255, 240), (126, 160, 170)),
    ((24, 40, 84), (110, 132, 176), (240, 240, 220), (60, 84, 120)),
  ]

  private static func mixed(_ a: Color, _ b: Color, _ share: Double) -> Color {
    let share = min(1, max(0, share))
    return (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share, a.2 + (b.2 - a.2) * share)
  }

  /// Returns a number from 0 to 1, different for each painting and use.
  private static func part(_ number: Int, _ use: Int) -> Double {
    let mixed = (UInt64(truncatingIfNeeded: number) &* 31 &+ UInt64(use)) &* 0x9E37_79B9_7F4A_7C15
    return Double(mixed >> 40) / Double(1 << 24)
  }
}
