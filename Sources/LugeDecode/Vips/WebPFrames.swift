import CWebP
import LugeCore
import LugeImages

/// The frames of a WebP file, counted before libvips reads it. libvips allocates memory for all
/// pixels when it opens one, and walks from the first frame to each: a file with very many of them
/// may take minutes to open.
enum WebPFrames {
  /// Compares a file's size and number of frames with the limits.
  ///
  /// - Complexity: O(chunks).
  static func check(
    _ bytes: UnsafeRawBufferPointer, _ limits: DecodeLimits
  ) throws(ImageError) {
    var features = WebPBitstreamFeatures()
    guard let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress,
      WebPGetFeatures(start, bytes.count, &features) == VP8_STATUS_OK
    else { throw .corrupt("its header makes no sense") }
    try PictureGoal.check(
      PixelSize(width: Int(features.width), height: Int(features.height)), limits)
    var (place, count) = (12, 0)
    while place + 8 <= bytes.count {
      let length = Int(
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)))
      if bytes[place..<place + 4].elementsEqual("ANMF".utf8) { count += 1 }
      guard length <= bytes.count - place - 8 else { break }
      place += 8 + length + length & 1
    }
    guard count <= limits.frames else { throw .tooManyFrames(count, limit: limits.frames) }
  }
}
