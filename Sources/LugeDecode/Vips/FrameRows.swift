import CLazyVips
import LugeCore
import LugeImages

/// The rows of an image of libvips' that is read from its top, computed in the calling thread.
///
/// An image that is written to memory has a pipeline with threads, a buffer and its copy made for
/// it: of a small frame that was most of the cost, and of a large picture most of the memory.
final class FrameRows {
  /// Bytes and rows that are computed at once: of wide pictures libvips' own unit, of narrow ones
  /// more.
  private static let stripBytes = 1 << 16
  private static let leastRows = 16

  let size: PixelSize
  let layout: RowLayout
  private let reader: OpaquePointer
  private var strip = 0..<0
  private var pixels: UnsafeMutableRawPointer?

  /// - Parameter image: three or four bytes a pixel; kept.
  init?(_ image: OpaquePointer) {
    guard lvi_is_plain_rgb(image) != 0, let layout = RowLayout(bands: Int(lvi_bands(image))),
      let reader = lvi_reader(image)
    else { return nil }
    self.reader = reader
    self.layout = layout
    size = PixelSize(width: Int(lvi_width(image)), height: Int(lvi_height(image)))
  }

  deinit {
    lvi_free(pixels)
    lvi_end_reader(reader)
  }

  /// A row, good until the next one is asked for; to be asked from the top.
  ///
  /// - Returns: nil when the image cannot be computed, or the watch says stop.
  func line(_ y: Int, _ watch: DecodeWatch) -> UnsafeRawPointer? {
    let stride = size.width * layout.bytesPerPixel
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

  /// Brings a part of the image that begins at a row to the scaler's size.
  ///
  /// - Returns: nil when the image cannot be computed, or the watch says stop.
  func scaled(_ scaler: RowScaler, from top: Int = 0, _ watch: DecodeWatch) -> Bitmap? {
    guard scaler.rows.width == size.width, top >= 0, top + scaler.rows.height <= size.height else {
      return nil
    }
    return scaler.scale(layout) { line(top + $0, watch) }
  }
}
