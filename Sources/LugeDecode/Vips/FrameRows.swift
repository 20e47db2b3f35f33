import CLazyVips
import LugeCore
import LugeImages

/// Reader of the rows of a libvips image from top to bottom, computed in the calling thread.
///
/// Writing a whole image to memory would make a pipeline with threads, a buffer and a copy, which
/// takes most of the time of a small frame, and most of the memory of a large picture.
final class FrameRows {
  /// Bytes of a strip, which is computed at once, unless ``leastRows`` is more.
  private static let stripBytes = 1 << 16
  private static let leastRows = 16

  let size: PixelSize
  let format: PixelFormat
  private let reader: OpaquePointer
  private var strip = 0..<0
  private var pixels: UnsafeMutableRawPointer?

  /// Makes a reader; nil for images without three or four bytes per pixel.
  ///
  /// - Parameter image: retained.
  init?(_ image: OpaquePointer) {
    guard lvi_is_plain_rgb(image) != 0, let format = PixelFormat(channels: Int(lvi_bands(image))),
      let reader = lvi_reader(image)
    else { return nil }
    self.reader = reader
    self.format = format
    size = PixelSize(width: Int(lvi_width(image)), height: Int(lvi_height(image)))
  }

  deinit {
    lvi_free(pixels)
    lvi_end_reader(reader)
  }

  /// Returns a row's pixels, valid until the next call. Rows are read from top to bottom.
  ///
  /// - Returns: nil when the image cannot be computed, or the watch ended it.
  func line(_ y: Int, _ watch: DecodeWatch) -> UnsafeRawPointer? {
    let stride = size.width * format.bytesPerPixel
    if !strip.contains(y) {
      lvi_free(pixels)
      (pixels, strip) = (nil, 0..<0)
      guard !watch.shouldStop, (0..<size.height).contains(y) else { return nil }
      let wanted = y..<min(y + max(Self.leastRows, Self.stripBytes / stride), size.height)
      var count = 0
      pixels = lvi_read_rows(
        reader, Int32(size.width), Int32(wanted.lowerBound), Int32(wanted.count), &count)
      guard count >= wanted.count * stride else { return nil }
      strip = wanted
    }
    return pixels.map { UnsafeRawPointer($0) + (y - strip.lowerBound) * stride }
  }

  /// Scales a part of the image that begins at row `top`.
  ///
  /// - Returns: nil when the image cannot be computed, or the watch ended it.
  func scaled(_ scaler: RowScaler, from top: Int = 0, _ watch: DecodeWatch) -> Bitmap? {
    guard scaler.readSize.width == size.width, top >= 0,
      top + scaler.readSize.height <= size.height
    else { return nil }
    return scaler.scale(format) { line(top + $0, watch) }
  }
}
