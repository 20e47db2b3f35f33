import CWebP
import LugeCore
import LugeImages

/// Decoder of still WebP pictures by libwebp, which shrinks while it decodes: a lossy picture of
/// any size takes little more memory than the result. Input is passed in chunks, so that decoding
/// can be cancelled and a truncated file is shown as far as it goes.
enum WebPPicture {
  /// Bytes decoded between two checks for cancellation.
  private static let step = 1 << 16

  /// Decodes a picture.
  ///
  /// - Returns: nil for animations, which libvips and libwebpdemux decode.
  /// - Complexity: O(pixels of the file).
  static func decode(
    _ bytes: UnsafeRawBufferPointer, _ size: PixelSize, _ limits: DecodeLimits,
    _ watch: DecodeWatch
  ) throws(ImageError) -> Bitmap? {
    var config = WebPDecoderConfig()
    guard let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress,
      WebPInitDecoderConfig(&config) != 0,
      WebPGetFeatures(start, bytes.count, &config.input) == VP8_STATUS_OK
    else { throw .corrupt("its header makes no sense") }
    let input = config.input
    let own = PixelSize(width: Int(input.width), height: Int(input.height))
    guard own.width > 0, own.height > 0 else { throw .corrupt("no pixels") }
    try PictureGoal.check(own, limits)
    guard input.has_animation == 0 else { return nil }
    let facts = facts(bytes)
    let goal = PictureGoal(size, of: own, orientation: facts.orientation)
    // Alpha is decoded at full size, and so are lossless pictures, at 4 bytes per pixel; an unknown
    // kind is treated as lossless.
    let perPixel = input.format == 1 ? (input.has_alpha != 0 ? 2 : 0) : 4
    try goal.check(holding: own.width * own.height * perPixel, limits)
    let factor = goal.factor
    // libwebp decodes at a reduced size; the scaler makes the final one.
    let reduced =
      factor > 1
      ? PixelSize(
        width: max(goal.drawn.width, Int((Double(own.width) / factor).rounded())),
        height: max(goal.drawn.height, Int((Double(own.height) / factor).rounded()))) : own
    config.options.use_scaling = factor > 1 ? 1 : 0
    (config.options.scaled_width, config.options.scaled_height) = (
      Int32(reduced.width), Int32(reduced.height)
    )
    // `MODE_bgrA` is the format of a bitmap: premultiplied alpha.
    config.output.colorspace = MODE_bgrA
    let decoded = Bitmap(size: reduced)
    let isWhole = try decoded.withMutablePixels { words in
      // `rethrows` erases the error's type.
      Result { () throws(ImageError) in
        // Missing parts become transparent.
        words.initialize(repeating: 0)
        config.output.is_external_memory = 1
        config.output.u.RGBA = WebPRGBABuffer(
          rgba: UnsafeMutableRawPointer(words.baseAddress)?.assumingMemoryBound(to: UInt8.self),
          stride: Int32(reduced.width * 4), size: reduced.width * reduced.height * 4)
        return try read(start, bytes.count, &config, limits, watch)
      }
    }.get()
    if !isWhole, decoded.isPlain { throw watch.failure(limits, "it ends too early") }
    let scaler = RowScaler(goal.drawn, of: reduced)
    guard let scaled = reduced == goal.drawn ? decoded : decoded.withPixels(scaler.scale(pixels:))
    else { throw .corrupt("no pixels") }
    let bitmap = goal.finished(
      facts.hasProfile
        ? try VipsDecoder.inStandardColours(scaled, of: bytes, limits, watch) : scaled)
    if !isWhole { bitmap.markPartial() }
    return bitmap
  }

  /// Reads the rows.
  ///
  /// - Returns: whether all rows were decoded.
  private static func read(
    _ start: UnsafePointer<UInt8>, _ count: Int, _ config: inout WebPDecoderConfig,
    _ limits: DecodeLimits, _ watch: DecodeWatch
  ) throws(ImageError) -> Bool {
    guard let decoder = WebPIDecode(nil, 0, &config) else { throw .corrupt("no memory") }
    defer { WebPIDelete(decoder) }
    var end = 0
    while end < count {
      guard !watch.shouldStop else { throw watch.failure(limits, "stopped") }
      end = min(count, end + step)
      switch WebPIUpdate(decoder, start, end) {
      case VP8_STATUS_OK: return true
      case VP8_STATUS_SUSPENDED: continue
      case VP8_STATUS_OUT_OF_MEMORY: throw .corrupt("no memory")
      default:
        // The decoded rows of a damaged picture are shown, too.
        guard hasRows(decoder) else { throw .corrupt("not a WebP picture") }
        return false
      }
    }
    guard hasRows(decoder) else { throw watch.failure(limits, "it ends too early") }
    return false
  }

  private static func hasRows(_ decoder: OpaquePointer) -> Bool {
    var rows: Int32 = 0
    return WebPIDecGetRGB(decoder, &rows, nil, nil, nil) != nil && rows > 0
  }

  /// Reads the extended header: whether the file has a colour profile, and its orientation.
  private static func facts(_ bytes: UnsafeRawBufferPointer) -> (
    hasProfile: Bool, orientation: Int
  ) {
    guard bytes.count > 20, bytes[12..<16].elementsEqual("VP8X".utf8) else { return (false, 1) }
    let (hasProfile, hasExif) = (bytes[20] & 0x20 != 0, bytes[20] & 0x08 != 0)
    return (hasProfile, hasExif ? exifOrientation(bytes) ?? 1 : 1)
  }

  /// Returns the orientation of the EXIF chunk, which comes after the pixels.
  private static func exifOrientation(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var place = 12
    while place + 8 <= bytes.count {
      let length = Int(
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)))
      let body = place + 8
      guard length <= bytes.count - body else { return nil }
      if bytes[place..<place + 4].elementsEqual("EXIF".utf8) {
        // Some programs write the prefix that EXIF has in JPEG files.
        let block = Array(bytes[body..<body + min(length, 1 << 16)])
        return ExifOrientation.value(
          of: block.starts(with: "Exif\0\0".utf8) ? Array(block.dropFirst(6)) : block)
      }
      place = body + length + length & 1
    }
    return nil
  }
}
