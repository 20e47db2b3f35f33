import LugeCore
import LugeImages

/// Decoder of one animation.
protocol AnimationDecoder: AnyObject {
  /// Size of the file's frames, pixels, upright.
  var size: PixelSize { get }
  /// Delays of the frames, milliseconds, as in the file.
  var delays: [Int32] { get }
  /// Number of times to play; 0 for ever.
  var loops: Int { get }
  /// Bytes of the file and of the decoder's canvases.
  var heldBytes: Int { get }

  /// Returns a frame.
  ///
  /// - Complexity: O(frames since the last request), or since the first if `index` is before that
  ///   one.
  func frame(
    _ index: Int, size: PixelSize, limits: DecodeLimits, watch: DecodeWatch
  ) throws(ImageError) -> Bitmap
}
