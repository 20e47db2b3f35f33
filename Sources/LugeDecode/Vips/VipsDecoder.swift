import CLazyVips
import LugeCore
import LugeImages

/// Reads pictures with libvips.
enum VipsDecoder {
  /// Decodes a picture.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, _ format: ImageFormat, size: PixelSize, limits: DecodeLimits,
    watch: DecodeWatch
  ) throws(ImageError) -> Bitmap {
    guard VipsLibrary.isReady else { throw .unsupportedFormat }
    do throws(ImageError) {
      return try decode(bytes, format, header(bytes, format, limits), size, limits, watch)
    } catch {
      guard case .corrupt = error else { throw error }
      if format == .png, let part = Self.part(ofPNG: bytes, size, limits, watch) { return part }
      // If the watch ended the decode, the error says nothing about the file, whose failure would
      // be remembered.
      guard !watch.shouldStop else { throw failure(limits, watch) }
      throw error
    }
  }

  struct Header {
    /// Size of the pixels in the file.
    let own: PixelSize
    let hasProfile: Bool
    /// Whether libvips reads the whole file before it returns the first row.
    let isReadWhole: Bool
    let frames: Int
    /// EXIF orientation, 1 to 8.
    let orientation: Int
    /// Bytes that the decoder holds at once.
    let heldBytes: Int

    /// Size of the upright picture.
    var size: PixelSize {
      orientation >= 5 ? PixelSize(width: own.height, height: own.width) : own
    }
  }

  /// Reads only the header and compares it with the limits.
  static func header(
    _ buffer: UnsafeRawBufferPointer, _ format: ImageFormat, _ limits: DecodeLimits
  ) throws(ImageError) -> Header {
    if format == .webp { try WebPFrames.check(buffer, limits) }
    guard let header = VipsLibrary.open(buffer, format) else {
      throw .corrupt(VipsLibrary.takeError())
    }
    defer { lvi_unref(header) }
    let own = PixelSize(width: Int(lvi_width(header)), height: Int(lvi_height(header)))
    guard own.width > 0, own.height > 0 else { throw .corrupt("no pixels") }
    try PictureGoal.check(own, limits)
    let frames = Int(lvi_pages(header))
    guard frames <= limits.frames else { throw .tooManyFrames(frames, limit: limits.frames) }
    let isInterlaced = lvi_is_interlaced(header) != 0
    let held =
      own.width * own.height
      * format.heldBytesPerPixel(
        isInterlaced: isInterlaced,
        pixelBytes: Int(lvi_bands(header)) * Int(lvi_band_bytes(header)))
    guard held <= limits.decodedBytes else {
      throw .tooMuchMemory(held, limit: limits.decodedBytes)
    }
    let orientation = Int(lvi_orientation(header))
    return Header(
      own: own, hasProfile: lvi_has_profile(header) != 0,
      isReadWhole: format == .png && isInterlaced, frames: frames,
      orientation: (1...8).contains(orientation) ? orientation : 1, heldBytes: held)
  }

  private static func decode(
    _ buffer: UnsafeRawBufferPointer, _ format: ImageFormat, _ header: Header, _ size: PixelSize,
    _ limits: DecodeLimits, _ watch: DecodeWatch
  ) throws(ImageError) -> Bitmap {
    let goal = PictureGoal(size, of: header.own, orientation: header.orientation)
    try goal.check(holding: header.heldBytes, limits)
    let ending = header.isReadWhole ? ending(of: watch) : nil
    defer { withExtendedLifetime(watch) {} }
    guard let source = VipsLibrary.load(buffer, format, ending) else {
      throw failure(limits, watch)
    }
    defer { lvi_unref(source) }
    guard let plain = lvi_plain(source, header.hasProfile ? 1 : 0) else {
      throw failure(limits, watch)
    }
    defer { lvi_unref(plain) }
    guard let rows = FrameRows(plain), rows.size == header.own else {
      // Colours that have to be converted first, with the file's profile.
      return try fill(source, size, hasProfile: header.hasProfile, limits, watch)
    }
    guard let scaled = rows.scaled(RowScaler(goal.drawn, of: header.own), watch) else {
      throw failure(limits, watch)
    }
    return goal.finished(
      header.hasProfile ? try inStandardColours(scaled, of: buffer, limits, watch) : scaled)
  }

  /// Converts a small picture from the colours of the file's profile.
  static func inStandardColours(
    _ bitmap: Bitmap, of buffer: UnsafeRawBufferPointer, _ limits: DecodeLimits,
    _ watch: DecodeWatch
  ) throws(ImageError) -> Bitmap {
    guard VipsLibrary.isReady else { return bitmap }
    guard let format = ImageFormat(Array(buffer.prefix(ImageFormat.sniffedBytes))),
      let header = VipsLibrary.open(buffer, format)
    else { throw .corrupt(VipsLibrary.takeError()) }
    defer { lvi_unref(header) }
    let (width, height) = (Int32(bitmap.size.width), Int32(bitmap.size.height))
    let bytes = bitmap.straightRGBA()
    let image = bytes.withUnsafeBytes {
      lvi_with_profile($0.baseAddress, $0.count, width, height, header)
    }
    guard let image else { throw failure(limits, watch) }
    defer { lvi_unref(image) }
    return try fill(image, bitmap.size, hasProfile: true, limits, watch)
  }

  /// Returns the pixels of an image that fills the size, by libvips' own pipeline, whatever its
  /// colours are.
  static func fill(
    _ source: OpaquePointer, _ size: PixelSize, hasProfile: Bool,
    _ limits: DecodeLimits, _ watch: DecodeWatch
  ) throws(ImageError) -> Bitmap {
    guard
      let image = lvi_fill(
        source, Int32(size.width), Int32(size.height), hasProfile ? 1 : 0)
    else { throw failure(limits, watch) }
    defer { lvi_unref(image) }
    let given = PixelSize(
      width: Int(lvi_width(image)), height: Int(lvi_height(image)))
    guard given.width > 0, given.height > 0, given.width <= size.width,
      given.height <= size.height, let format = PixelFormat(channels: Int(lvi_bands(image)))
    else { throw .corrupt("an unexpected kind of pixels") }
    return try withPixels(of: image, limits, watch) { words throws(ImageError) in
      guard let start = words.baseAddress,
        words.count >= given.width * given.height * format.bytesPerPixel
      else { throw .corrupt("too few pixels") }
      let bitmap = Bitmap(size: given)
      bitmap.withMutablePixels { PixelPacking.pack(start, format, into: $0) }
      return bitmap
    }
  }

  /// Returns a watch for libvips, valid as long as the given one lives.
  static func ending(of watch: DecodeWatch) -> lvi_watch {
    lvi_watch(should_stop: watchedStop, context: watch.context)
  }

  /// Computes an image's pixels, rows without gaps.
  static func withPixels<R>(
    of image: OpaquePointer, _ limits: DecodeLimits, _ watch: DecodeWatch,
    _ body: (UnsafeRawBufferPointer) throws(ImageError) -> R
  ) throws(ImageError) -> R {
    var ending = ending(of: watch)
    // libvips checks the watch between regions of pixels, so not at all when there is only one.
    guard !watch.shouldStop else { throw failure(limits, watch) }
    var count = 0
    let pixels = withExtendedLifetime(watch) { lvi_pixels(image, &ending, &count) }
    guard let pixels else { throw failure(limits, watch) }
    defer { lvi_free(pixels) }
    return try body(UnsafeRawBufferPointer(start: pixels, count: count))
  }

  /// Returns the reason why libvips failed: the watch's, or otherwise libvips' own message.
  static func failure(_ limits: DecodeLimits, _ watch: DecodeWatch) -> ImageError {
    watch.failure(limits, VipsLibrary.takeError())
  }

  /// Returns the decodable rows of a PNG that is damaged or truncated; nil if there are none.
  static func part(
    ofPNG buffer: UnsafeRawBufferPointer, _ size: PixelSize, _ limits: DecodeLimits,
    _ watch: DecodeWatch
  ) -> Bitmap? {
    // Error messages about this file must not be taken for the next one's.
    defer { _ = VipsLibrary.takeError() }
    guard !watch.shouldStop, let header = try? header(buffer, .png, limits) else { return nil }
    let goal = PictureGoal(size, of: header.own, orientation: header.orientation)
    guard (try? goal.check(holding: header.own.width * header.own.height * 4, limits)) != nil else {
      return nil
    }
    var ending = ending(of: watch)
    var (width, height) = (Int32(0), Int32(0))
    let pixels = withExtendedLifetime(watch) {
      lvi_rows_of_png(buffer.baseAddress, buffer.count, &ending, &width, &height)
    }
    guard let pixels else { return nil }
    defer { lvi_free(pixels) }
    guard header.own == PixelSize(width: Int(width), height: Int(height)) else { return nil }
    let scaled = RowScaler(goal.drawn, of: header.own).scale(.rgba) {
      UnsafeRawPointer(pixels) + $0 * header.own.width * 4
    }
    // libvips fills missing parts with a plain colour; if nothing else was decoded, it is no
    // picture.
    guard let scaled, !scaled.isPlain else { return nil }
    let bitmap = goal.finished(scaled)
    bitmap.markPartial()
    return bitmap
  }
}
