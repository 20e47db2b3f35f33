import Foundation
import LugeCore
import LugePaint

/// Pictures for the conversation, painted when the program starts: a sky over hills, each in other
/// colours, and a sticker.
enum SamplePictures {
  /// Sizes in pixels, by name.
  static let sizes: [String: PixelSize] = {
    var sizes = Dictionary(
      uniqueKeysWithValues: (1...12).map { number in
        ("\(number)", PixelSize(width: number % 3 == 1 ? 480 : 360, height: 360))
      })
    sizes["a"] = PixelSize(width: 640, height: 400)
    sizes["sticker"] = PixelSize(width: 256, height: 256)
    return sizes
  }()

  static func write(into folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (index, (name, size)) in sizes.sorted(by: { $0.key < $1.key }).enumerated() {
      let bitmap = Bitmap(size: size)
      let hue = Double(index) / Double(sizes.count)
      bitmap.withMutablePixels { pixels in
        for y in 0..<size.height {
          for x in 0..<size.width {
            let place = (Double(x) / Double(size.width), Double(y) / Double(size.height))
            pixels[y * size.width + x] = name == "sticker" ? face(place) : landscape(place, hue)
          }
        }
      }
      try PNG.write(bitmap, to: "\(folder)/\(name).png")
    }
  }

  /// Returns the colour of a landscape's pixel.
  ///
  /// - Parameter place: position, 0 to 1 from the upper left.
  private static func landscape(_ place: (x: Double, y: Double), _ hue: Double) -> UInt32 {
    let turn = 2 * Double.pi
    let far = 0.55 + 0.08 * sin(turn * (place.x + hue))
    let near = 0.75 + 0.10 * sin(turn * (0.7 * place.x + 2 * hue) + 1)
    if place.y > near { return mix(hue + 0.25, 0.35) }
    if place.y > far { return mix(hue + 0.30, 0.55) }
    let (dx, dy) = (place.x - 0.3 - 0.4 * hue, place.y - 0.25)
    if dx * dx + dy * dy < 0.006 { return 0xFFFF_F3D0 }
    return mix(hue + 0.05, 0.70 + 0.25 * place.y)
  }

  /// Returns the colour of a pixel of a round face on white.
  private static func face(_ place: (x: Double, y: Double)) -> UInt32 {
    let (x, y) = (2 * place.x - 1, 2 * place.y - 1)
    guard x * x + y * y < 0.9 else { return 0xFFFF_FFFF }
    let eye = (abs(x) - 0.32) * (abs(x) - 0.32) + (y + 0.2) * (y + 0.2) < 0.012
    let mouth = y > 0.1 && abs((x * x + y * y).squareRoot() - 0.55) < 0.06
    return eye || mouth ? 0xFF40_3020 : 0xFFF8_C848
  }

  /// Returns a colour of a hue, in turns, lighter (1) or darker (0).
  private static func mix(_ hue: Double, _ light: Double) -> UInt32 {
    func channel(_ shift: Double) -> UInt32 {
      let wave = 0.5 + 0.5 * cos(2 * Double.pi * (hue + shift))
      return UInt32(255 * min(1, max(0, light * (0.6 + 0.4 * wave))))
    }
    return 0xFF00_0000 | channel(0) << 16 | channel(1 / 3.0) << 8 | channel(2 / 3.0)
  }
}
