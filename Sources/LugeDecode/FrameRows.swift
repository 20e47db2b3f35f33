import CLazyVips
import LugeCore
import LugeImages

/// The rows of an image of libvips' that is read from its top, computed in the calling thread.
///
/// An image that is written to memory has a pipeline with threads, a buffer and its copy made for it:
/// of a small frame that was most of the cost.
final class FrameRows {
  /// libvips' own unit.
  private static let stripHeight = 16

  private let reader: OpaquePointer
  private let width: Int
  private let height: Int
  private let bands: Int

  /// - Parameter image: three or four bytes a pixel; kept.
  init?(_ image: OpaquePointer) {
    guard lvi_is_plain_rgb(image) != 0, let reader = lvi_reader(image) else { return nil }
    self.reader = reader
    width = Int(lvi_width(image))
    height = Int(lvi_height(image))
    bands = Int(lvi_bands(image))
  }

  deinit { lvi_end_reader(reader) }

  /// Shrinks a frame that begins at a row of the image.
  ///
  /// - Returns: nil when the image cannot be computed, or the watch says stop.
  func shrink(
    _ shrinker: FrameShrinker, from top: Int, _ watch: DecodeWatch
  ) -> Bitmap? {
    guard width >= shrinker.own.width, top >= 0, top + shrinker.own.height <= height else {
      return nil
    }
    var strip = 0..<0
    var pixels: UnsafeMutableRawPointer?
    defer { lvi_free(pixels) }
    let stride = width * bands
    return shrinker.shrink(bands: bands) { y in
      if !strip.contains(y) {
        lvi_free(pixels)
        pixels = nil
        guard !watch.shouldStop else { return nil }
        strip = y..<min(y + Self.stripHeight, shrinker.own.height)
        var count = 0
        pixels = lvi_read_rows(
          reader, Int32(width), Int32(top + y), Int32(strip.count), &count)
        guard count >= strip.count * stride else { return nil }
      }
      guard let pixels else { return nil }
      return UnsafeRawPointer(pixels) + (y - strip.lowerBound) * stride
    }
  }
}
