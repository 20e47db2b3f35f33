import LugeCore
import LugeImages

/// Plan of how a picture gets the requested size: its rows are scaled to ``drawn``, and the result
/// is rotated upright.
struct PictureGoal {
  /// Maximum pixels per side of pixel art: when it is enlarged, each pixel stays a square.
  private static let tinySide = 32

  /// Requested size, upright.
  let size: PixelSize
  /// Size of the picture's pixels in the file.
  let own: PixelSize
  /// EXIF orientation, 1 to 8; others count as 1.
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

  /// Ratio of the picture's size to the requested one; less than 1 when it is enlarged.
  var factor: Double {
    min(
      Double(own.width) / Double(drawn.width), Double(own.height) / Double(drawn.height))
  }

  /// Rotates and enlarges a bitmap of the size ``drawn`` to its final size.
  func finished(_ bitmap: Bitmap) -> Bitmap {
    let upright = bitmap.upright(orientation)
    return upright.size == size ? upright : upright.enlarged(filling: size)
  }

  /// Compares the bytes held at once with the limit: those of the decoder, the result, and a second
  /// result when it is rotated.
  func check(holding bytes: Int, _ limits: DecodeLimits) throws(ImageError) {
    let (pixels, copies) = (size.width * size.height, orientation > 1 ? 2 : 1)
    let needed = bytes + pixels * 4 * copies
    guard needed <= limits.decodedBytes else {
      throw .tooMuchMemory(needed, limit: limits.decodedBytes)
    }
  }

  /// Compares a picture's pixels with the limit.
  ///
  /// - Throws: ``ImageError/tooManyPixels(_:limit:)``.
  static func check(_ own: PixelSize, _ limits: DecodeLimits) throws(ImageError) {
    let area = own.width.multipliedReportingOverflow(by: own.height)
    guard !area.overflow, area.partialValue <= limits.pixels else {
      throw .tooManyPixels(own, limit: limits.pixels)
    }
  }
}
