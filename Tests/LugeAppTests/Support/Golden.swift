import LugeCore
import LugePaint

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
