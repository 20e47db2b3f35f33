public import LugeCore
public import LugeImages

/// Decoder of a picture, or of the first frame of an animation: JPEG, GIF and WebP with their own
/// libraries, BMP without one; all other formats (PNG, HEIC, AVIF, TIFF), colour profiles and
/// unusual files with libvips.
///
/// A decoded picture is upright, in sRGB, fills the size and is cropped in its middle. A truncated
/// file in a format of consecutive rows (JPEG, PNG, WebP) is shown as far as it could be decoded
/// and marked as partial (``LugeCore/Bitmap/isPartial``); in other formats it is an error.
public struct PictureDecoder: ImageDecoding {
  public init() {}

  /// Decodes a picture.
  ///
  /// - Complexity: O(pixels of the file) time; memory within the limits.
  public func decode(
    _ bytes: [UInt8], size: PixelSize, limits: DecodeLimits, watch: DecodeWatch
  ) throws(ImageError) -> Bitmap {
    // `rethrows` erases the error's type.
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(ImageError) in
        try decode(buffer, size: size, limits: limits, watch: watch)
      }
    }
    return try result.get()
  }

  /// Decodes a picture.
  ///
  /// - Parameter bytes: only read, and not kept.
  func decode(
    _ bytes: UnsafeRawBufferPointer, size: PixelSize, limits: DecodeLimits, watch: DecodeWatch
  ) throws(ImageError) -> Bitmap {
    guard (1...32_767).contains(size.width), (1...32_767).contains(size.height) else {
      throw .invalidSize(size)
    }
    let known = ImageFormat(Array(bytes.prefix(ImageFormat.sniffedBytes)))
    let most = limits.fileBytes(of: known)
    guard bytes.count <= most else { throw .tooManyBytes(bytes.count, limit: most) }
    guard let format = known else { throw .unsupportedFormat }
    if format == .png, let bare = PNGChunks.withoutTexts(bytes) {
      // `rethrows` erases the error's type.
      let result = bare.withUnsafeBytes { buffer in
        Result { () throws(ImageError) in
          try decode(buffer, format, size: size, limits: limits, watch: watch)
        }
      }
      return try result.get()
    }
    return try decode(bytes, format, size: size, limits: limits, watch: watch)
  }

  private func decode(
    _ bytes: UnsafeRawBufferPointer, _ format: ImageFormat, size: PixelSize, limits: DecodeLimits,
    watch: DecodeWatch
  ) throws(ImageError) -> Bitmap {
    let own: Bitmap? =
      switch format {
      case .jpeg: try JPEGPicture.decode(bytes, size, limits, watch)
      case .gif: try GIFAnimation.still(bytes, size: size, limits: limits, watch: watch)
      case .webp: try WebPPicture.decode(bytes, size, limits, watch)
      case .bmp: try BMPPicture.decode(bytes, size, limits, watch)
      case .png, .heif, .tiff: nil
      }
    if let own { return own }
    guard !watch.shouldStop else { throw watch.failure(limits, "stopped") }
    return try VipsDecoder.decode(bytes, format, size: size, limits: limits, watch: watch)
  }
}
