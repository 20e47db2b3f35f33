import Foundation
import LugeCore
import LugePaint
import LugeTestSupport
import Testing

/// Pictures by name: a colour, a reason, or nothing yet.
struct NamedPictures: ImageProviding {
  func image(for key: ImageKey, size: PixelSize) -> Bitmap? {
    guard let color = UInt32(key.source, radix: 16) else { return nil }
    let bitmap = Bitmap(size: size)
    bitmap.withMutablePixels { $0.update(repeating: 0xFF00_0000 | color) }
    return bitmap
  }

  func problem(with key: ImageKey) -> ImageProblem? {
    switch key.source {
    case "missing": .missing
    case "network": .network
    default: nil
    }
  }
}

/// Compares pictures with what was looked at and found right, by mean colours of blocks.
enum Golden {
  /// With `LUGE_PICTURES` set to a folder, the pictures are written there, to be looked at.
  static func blocks(_ bitmap: Bitmap, side: Int, _ name: String) throws -> [Int] {
    if let folder = ProcessInfo.processInfo.environment["LUGE_PICTURES"] {
      try PNG.write(bitmap, to: "\(folder)/\(name)-\(side).png")
    }
    return bitmap.withPixels { MeanBlocks($0, width: bitmap.size.width, side: side).colors }
  }

  static func expect(_ drawn: [Int], like known: [Int], within tolerance: Int = 10) {
    let words = drawn.map { "0x" + String($0, radix: 16, uppercase: true) }.joined(separator: ", ")
    let isNear = drawn.count == known.count && MeanBlocks.distance(drawn, known) <= tolerance
    #expect(isNear, "\(words)")
  }
}
