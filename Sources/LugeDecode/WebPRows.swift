import CWebP
import LugeCore
import LugeImages

/// The rows of a WebP that ends too early, which libvips takes as nothing at all: libwebp's incremental
/// decoder, which browsers show pictures with while they come.
enum WebPRows {
  /// Bytes between two looks at whether the picture is still wanted.
  private static let step = 1 << 16

  /// RGBA of 8 bits each, as large as the picture; rows that are missing are transparent. Animations are
  /// none of its business.
  ///
  /// - Returns: nil when there is no row, or it is not wanted any more.
  /// - Complexity: O(pixels) time and memory: the caller has compared them with the limits.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, _ size: PixelSize, _ watch: DecodeWatch
  ) -> [UInt8]? {
    guard let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return nil }
    var rows: Int32 = 0
    let byteCount = size.width * size.height * 4
    let pixels = [UInt8](unsafeUninitializedCapacity: byteCount) { target, count in
      target.initialize(repeating: 0)
      count = byteCount
      guard
        let decoder = WebPINewRGB(
          MODE_RGBA, target.baseAddress, byteCount, Int32(size.width * 4))
      else { return }
      defer { WebPIDelete(decoder) }
      var end = 0
      while end < bytes.count {
        guard !watch.shouldStop else { return }
        end = min(bytes.count, end + step)
        let status = WebPIUpdate(decoder, start, end)
        // What is there of a broken one counts as well.
        guard status == VP8_STATUS_OK || status == VP8_STATUS_SUSPENDED else { break }
        if status == VP8_STATUS_OK { break }
      }
      _ = WebPIDecGetRGB(decoder, &rows, nil, nil, nil)
    }
    return rows > 0 ? pixels : nil
  }
}
