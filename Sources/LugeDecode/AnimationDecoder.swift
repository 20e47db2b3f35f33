import LugeCore
import LugeImages

/// Decoder of one animation.
protocol AnimationDecoder: AnyObject {
  /// Pixels of the file's frames, upright.
  var size: PixelSize { get }
  /// Milliseconds, as the file says them.
  var delays: [Int32] { get }
  /// Times to play; 0 for ever.
  var loops: Int { get }
  /// Bytes of the file and of the decoder's canvases.
  var heldBytes: Int { get }

  /// - Complexity: O(frames since the last request), or since the first if `index` is before that
  ///   one.
  func frame(
    _ index: Int, size: PixelSize, limits: DecodeLimits, watch: DecodeWatch
  ) throws(ImageError) -> Bitmap
}
