public import LugeCore

/// Loader of a picture's bytes. Called on decode threads, where it may block.
public protocol ImageLoading: Sendable {
  /// Returns the bytes of a picture.
  ///
  /// - Parameter limit: maximum number of bytes to read.
  func bytes(of key: ImageKey, limit: Int) throws(ImageError) -> [UInt8]
}

/// Loader whose pictures are files: they are decoded in the helper without being read into this
/// process' memory.
protocol PictureFileLoading: ImageLoading {
  /// Opens the file of a picture.
  ///
  /// - Throws: as ``ImageLoading/bytes(of:limit:)``.
  func pictureFile(of key: ImageKey, limit: Int) throws(ImageError) -> PictureFile
}

/// Decoder that has memory of its own for a file.
protocol PictureFileDecoding: ImageDecoding {
  func decode(
    _ file: PictureFile, size: PixelSize, limits: DecodeLimits, watch: DecodeWatch
  ) throws(ImageError) -> Bitmap
}
