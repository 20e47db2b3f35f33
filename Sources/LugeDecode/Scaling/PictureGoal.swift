import LugeCore
import LugeImages

/// How a picture becomes one of the size that is asked for: its rows are brought to ``drawn``, and
/// that is turned upright.
struct PictureGoal {
  /// Pictures up to so many pixels a side were drawn pixel by pixel: enlarged, each stays a square.
  private static let tinySide = 32

  /// Upright.
  let size: PixelSize
  /// Size of the picture, as its pixels lie in the file.
  let own: PixelSize
  /// As EXIF says it, 1 to 8; others count as 1.
  let orientation: Int

  init(_ size: PixelSize, of own: PixelSize, orientation: Int = 1) {
    self.size = size
    self.own = own
    self.orientation = (2...8).contains(orientation) ? orientation : 1
  }

  /// Size to which rows are scaled, in the file's orientation.
  var drawn: PixelSize {
    let lying = orientation >= 5 ? PixelSize(width: size.height, height: size.width) : size
    let isTiny = max(own.width, own.height) <= Self.tinySide
    return isTiny && (lying.width > own.width || lying.height > own.height) ? own : lying
  }

  /// How many times larger the picture is; less than 1 when it is enlarged.
  var factor: Double {
    min(
      Double(own.width) / Double(drawn.width), Double(own.height) / Double(drawn.height))
  }

  /// Turns and enlarges a bitmap of the size ``drawn`` to its final size.
  func finished(_ bitmap: Bitmap) -> Bitmap {
    let upright = bitmap.upright(orientation)
    return upright.size == size ? upright : upright.enlarged(filling: size)
  }

  /// Compares what is held at once with the limit: what a decoder holds, the result, and the same
  /// once more when it is turned.
  func check(holding bytes: Int, _ limits: DecodeLimits) throws(ImageError) {
    let (pixels, copies) = (size.width * size.height, orientation > 1 ? 2 : 1)
    let needed = bytes + pixels * 4 * copies
    guard needed <= limits.decodedBytes else {
      throw .tooMuchMemory(needed, limit: limits.decodedBytes)
    }
  }

  /// - Throws: ``ImageError/tooManyPixels(_:limit:)``.
  static func check(_ own: PixelSize, _ limits: DecodeLimits) throws(ImageError) {
    let area = own.width.multipliedReportingOverflow(by: own.height)
    guard !area.overflow, area.partialValue <= limits.pixels else {
      throw .tooManyPixels(own, limit: limits.pixels)
    }
  }
}
