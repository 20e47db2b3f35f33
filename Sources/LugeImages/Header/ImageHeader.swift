public import LugeCore

/// Header of a picture, read without decoding: enough to reserve its space.
public struct ImageHeader: Hashable, Sendable {
  /// Size in pixels, upright: the EXIF orientation is applied.
  public var size: PixelSize
  /// Whether the picture may be animated; an ``AnimationPlayer`` finds out whether it is.
  public var mayMove: Bool
  /// Bytes of the file.
  public var byteCount: Int
}

/// Reader of picture headers, in memory-safe code and in this process: fast enough to be called for
/// each picture during an import or on a lane.
public enum ImageProbe {
  /// Reads the header of a file.
  ///
  /// - Throws: ``ImageError/notReadable(path:reason:)``, ``ImageError/unsupportedFormat``, or
  ///   ``ImageError/corrupt(_:)`` for an invalid header.
  /// - Complexity: at most 256 reads, whatever the file contains. May wait for the disk.
  public static func header(of key: ImageKey) throws(ImageError) -> ImageHeader {
    let file = try PictureFile(key)
    return try header(HeaderReader(file: file))
  }

  /// Reads the header of a picture in memory.
  ///
  /// - Parameter bytes: a whole file, or its beginning.
  public static func header(of bytes: [UInt8]) throws(ImageError) -> ImageHeader {
    try header(HeaderReader(bytes: bytes))
  }

  private static func header(_ reader: HeaderReader) throws(ImageError) -> ImageHeader {
    var reader = reader
    guard let format = ImageFormat(reader.bytes(at: 0, count: ImageFormat.sniffedBytes)) else {
      throw .unsupportedFormat
    }
    let found: FoundHeader? =
      switch format {
      case .jpeg: JPEGHeader.find(&reader)
      case .png: PNGHeader.find(&reader)
      case .gif: GIFHeader.find(&reader)
      case .webp: WebPHeader.find(&reader)
      case .heif: HEIFHeader.find(&reader)
      case .tiff: TIFFHeader.find(&reader)
      case .bmp: BMPHeader.find(&reader)
      }
    guard let found, found.width > 0, found.height > 0 else {
      throw .corrupt("its header makes no sense")
    }
    let size =
      found.isTurned
      ? PixelSize(width: found.height, height: found.width)
      : PixelSize(width: found.width, height: found.height)
    return ImageHeader(size: size, mayMove: found.mayMove, byteCount: reader.count)
  }
}

/// Header as the file has it.
struct FoundHeader {
  var width: Int
  var height: Int
  var isTurned = false
  var mayMove = false
}
