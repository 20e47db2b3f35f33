public import LugeCore

/// Gets a picture's bytes. Called on decode threads, where it may block.
public protocol ImageLoading: Sendable {
  /// - Parameter limit: bytes that may be read at most.
  func bytes(of key: ImageKey, limit: Int) throws(ImageError) -> [UInt8]
}

/// Loader whose pictures are files: they are decoded in the helper without being read into this
/// process' memory.
protocol PictureFileLoading: ImageLoading {
  /// - Throws: as ``ImageLoading/bytes(of:limit:)``.
  func pictureFile(of key: ImageKey, limit: Int) throws(ImageError) -> PictureFile
}

/// A decoder that has its own room for a file.
protocol PictureFileDecoding: ImageDecoding {
  func decode(
    _ file: PictureFile, size: PixelSize, limits: DecodeLimits, watch: DecodeWatch
  ) throws(ImageError) -> Bitmap
}
