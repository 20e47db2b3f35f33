import CLazyVips
public import LugeCore
public import LugeImages

/// Decodes with libvips: JPEG, PNG, GIF and WebP (their first frame), HEIC and AVIF where libvips
/// was built with them.
///
/// A picture is right side up, in sRGB, fills the size and is cropped in its middle. Of one that ends too
/// early, in a format whose rows stand one after the other (JPEG, PNG, WebP), what could be decoded is a
/// picture that says it is partial (``LugeCore/Bitmap/isPartial``); others are errors.
public struct VipsDecoder: ImageDecoding {
  public init() {}

  /// - Complexity: O(pixels of the file) time; memory within the limits.
  public func decode(
    _ bytes: [UInt8], size: PixelSize, limits: DecodeLimits, watch: DecodeWatch
  ) throws(ImageError) -> Bitmap {
    // `rethrows` forgets the error's type.
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(ImageError) in
        try decode(buffer, size: size, limits: limits, watch: watch)
      }
    }
    return try result.get()
  }

  /// - Parameter bytes: only read, and not kept.
  func decode(
    _ bytes: UnsafeRawBufferPointer, size: PixelSize, limits: DecodeLimits, watch: DecodeWatch
  ) throws(ImageError) -> Bitmap {
    guard (1...32_767).contains(size.width), (1...32_767).contains(size.height) else {
      throw .invalidSize(size)
    }
    guard bytes.count <= limits.fileBytes else {
      throw .tooManyBytes(bytes.count, limit: limits.fileBytes)
    }
    guard let format = ImageFormat(Array(bytes.prefix(ImageFormat.sniffedBytes))) else {
      throw .unsupportedFormat
    }
    if format == .jpeg, let small = try Self.plainThumbnail(bytes, size, limits, watch) {
      return small
    }
    if format == .gif,
      let first = try GIFAnimation.still(bytes, size: size, limits: limits, watch: watch)
    {
      return first
    }
    guard VipsLibrary.isReady else { throw .unsupportedFormat }
    do throws(ImageError) {
      let header = try Self.header(bytes, format, limits)
      return try Self.decode(bytes, format, header, size, limits, watch)
    } catch {
      guard case .corrupt = error else { throw error }
      if let part = Self.part(of: bytes, format, size, limits, watch) { return part }
      // An end that came from outside says nothing about the file, whose failure is remembered.
      guard !watch.shouldStop else { throw Self.failure(limits, watch) }
      throw error
    }
  }

  struct Header {
    /// Upright.
    let size: PixelSize
    let hasProfile: Bool
    let frames: Int
    /// As EXIF says it, 1 to 8.
    let orientation: Int
  }

  /// Reads the header alone and compares it with the limits.
  static func header(
    _ buffer: UnsafeRawBufferPointer, _ format: ImageFormat, _ limits: DecodeLimits
  ) throws(ImageError) -> Header {
    VipsLibrary.prepare(for: format)
    guard let header = lvi_open(buffer.baseAddress, buffer.count) else {
      throw .corrupt(VipsLibrary.takeError())
    }
    defer { lvi_unref(header) }
    let (width, height) = (Int(lvi_width(header)), Int(lvi_height(header)))
    let size = PixelSize(width: width, height: height)
    guard width > 0, height > 0 else { throw .corrupt("no pixels") }
    guard width * height <= limits.pixels else {
      throw .tooManyPixels(size, limit: limits.pixels)
    }
    let frames = Int(lvi_pages(header))
    guard frames <= limits.frames else { throw .tooManyFrames(frames, limit: limits.frames) }
    let perPixel = format.heldBytesPerPixel(
      isInterlaced: lvi_is_interlaced(header) != 0,
      pixelBytes: Int(lvi_bands(header)) * Int(lvi_band_bytes(header)))
    let held = width * height * perPixel
    guard held <= limits.decodedBytes else {
      throw .tooMuchMemory(held, limit: limits.decodedBytes)
    }
    let isTurned = lvi_is_turned(header) != 0
    return Header(
      size: isTurned ? PixelSize(width: height, height: width) : size,
      hasProfile: lvi_has_profile(header) != 0, frames: frames,
      orientation: Int(lvi_orientation(header)))
  }

  /// Shrunk while it is read, where the format can, but never to less than what is shown.
  static func open(
    _ buffer: UnsafeRawBufferPointer, _ format: ImageFormat, _ header: Header, _ size: PixelSize,
    asFarAsPossible: Bool = false
  ) -> OpaquePointer? {
    let factor = min(
      Double(header.size.width) / Double(size.width),
      Double(header.size.height) / Double(size.height))
    switch format {
    case .jpeg:
      // A JPEG shrinks by averaging blocks; the last halving is left to a better filter.
      let shrink: Int32 = factor >= 16 ? 8 : factor >= 8 ? 4 : factor >= 4 ? 2 : 1
      return lvi_load_jpeg(
        buffer.baseAddress, buffer.count, shrink, asFarAsPossible ? 1 : 0)
    case .webp:
      return lvi_load_webp(buffer.baseAddress, buffer.count, 1 / max(1, factor))
    case .png, .gif, .heif:
      return lvi_load_plain(buffer.baseAddress, buffer.count)
    }
  }

  private static func decode(
    _ buffer: UnsafeRawBufferPointer, _ format: ImageFormat, _ header: Header, _ size: PixelSize,
    _ limits: DecodeLimits, _ watch: DecodeWatch
  ) throws(ImageError) -> Bitmap {
    if format == .jpeg, let small = thumbnail(buffer, header, size, watch) {
      return try header.hasProfile ? inStandardColours(small, of: buffer, limits, watch) : small
    }
    guard let source = open(buffer, format, header, size) else { throw failure(limits, watch) }
    defer { lvi_unref(source) }
    // As the frames of its animation, so that nothing changes when that begins.
    if format == .gif, !header.hasProfile, let rows = FrameRows(source),
      let shrinker = FrameShrinker(size, of: header.size)
    {
      guard let small = rows.shrink(shrinker, from: 0, watch) else { throw failure(limits, watch) }
      return small
    }
    return try fill(source, size, hasProfile: header.hasProfile, limits, watch)
  }

  /// Without libvips: of a photo's thumbnail, its header alone was a sixth.
  ///
  /// - Returns: nil for whatever is not a plain photo that is shrunk, broken ones among them.
  private static func plainThumbnail(
    _ buffer: UnsafeRawBufferPointer, _ size: PixelSize, _ limits: DecodeLimits,
    _ watch: DecodeWatch
  ) throws(ImageError) -> Bitmap? {
    guard let found = PlainJPEG.header(of: Array(buffer.prefix(PlainJPEG.headerBytes))) else {
      return nil
    }
    let isTurned = found.orientation >= 5
    let upright =
      isTurned ? PixelSize(width: found.size.height, height: found.size.width) : found.size
    guard upright.width * upright.height <= limits.pixels else {
      throw .tooManyPixels(found.size, limit: limits.pixels)
    }
    let held =
      upright.width * upright.height
      * ImageFormat.jpeg.heldBytesPerPixel(
        isInterlaced: found.isProgressive, pixelBytes: found.components)
    guard held <= limits.decodedBytes else {
      throw .tooMuchMemory(held, limit: limits.decodedBytes)
    }
    let header = Header(
      size: upright, hasProfile: false, frames: 1, orientation: found.orientation)
    return thumbnail(buffer, header, size, watch)
  }

  /// The short way, for the pictures that chats are full of.
  private static func thumbnail(
    _ buffer: UnsafeRawBufferPointer, _ header: Header, _ size: PixelSize, _ watch: DecodeWatch
  ) -> Bitmap? {
    let isTurned = header.orientation >= 5
    func lying(_ size: PixelSize) -> PixelSize {
      isTurned ? PixelSize(width: size.height, height: size.width) : size
    }
    return JPEGThumbnail(lying(size), of: lying(header.size))?
      .decode(buffer) { watch.shouldStop }?.upright(header.orientation)
  }

  /// Converts a small picture from the colours of the file's profile.
  private static func inStandardColours(
    _ bitmap: Bitmap, of buffer: UnsafeRawBufferPointer, _ limits: DecodeLimits,
    _ watch: DecodeWatch
  ) throws(ImageError) -> Bitmap {
    guard let header = lvi_open(buffer.baseAddress, buffer.count) else {
      throw .corrupt(VipsLibrary.takeError())
    }
    defer { lvi_unref(header) }
    let bytes = bitmap.withPixels { words in
      words.flatMap { [UInt8($0 >> 16 & 255), UInt8($0 >> 8 & 255), UInt8($0 & 255)] }
    }
    let (width, height) = (Int32(bitmap.size.width), Int32(bitmap.size.height))
    let image = bytes.withUnsafeBytes {
      lvi_with_profile($0.baseAddress, $0.count, width, height, header)
    }
    guard let image else { throw failure(limits, watch) }
    defer { lvi_unref(image) }
    return try fill(image, bitmap.size, hasProfile: true, limits, watch)
  }

  /// The pixels of an image that fills the size.
  static func fill(
    _ source: OpaquePointer, _ size: PixelSize, hasProfile: Bool,
    _ limits: DecodeLimits, _ watch: DecodeWatch, isPartial: Bool = false
  ) throws(ImageError) -> Bitmap {
    if let own = tinySize(source), size.width > own.width || size.height > own.height {
      return try fill(
        source, own, hasProfile: hasProfile, limits, watch, isPartial: isPartial
      ).enlarged(filling: size)
    }
    guard
      let image = lvi_fill(
        source, Int32(size.width), Int32(size.height), hasProfile ? 1 : 0)
    else { throw failure(limits, watch) }
    defer { lvi_unref(image) }
    let given = PixelSize(
      width: Int(lvi_width(image)), height: Int(lvi_height(image)))
    let bands = Int(lvi_bands(image))
    guard given.width > 0, given.height > 0, given.width <= size.width,
      given.height <= size.height, bands == 3 || bands == 4
    else { throw .corrupt("an unexpected kind of pixels") }
    return try withPixels(of: image, limits, watch) { words throws(ImageError) in
      guard words.count >= given.width * given.height * bands else {
        throw .corrupt("too few pixels")
      }
      let bitmap = Bitmap(size: given, isPartial: isPartial)
      bitmap.withMutablePixels { PixelPacking.pack(words, bands: bands, into: $0) }
      return bitmap
    }
  }

  /// For as long as the watch lives.
  static func ending(of watch: DecodeWatch) -> lvi_watch {
    lvi_watch(
      should_stop: { context in
        guard let context else { return 0 }
        let watch = Unmanaged<DecodeWatch>.fromOpaque(context).takeUnretainedValue()
        return watch.shouldStop ? 1 : 0
      }, context: Unmanaged.passUnretained(watch).toOpaque())
  }

  /// Computes an image's pixels, rows without gaps.
  static func withPixels<R>(
    of image: OpaquePointer, _ limits: DecodeLimits, _ watch: DecodeWatch,
    _ body: (UnsafeRawBufferPointer) throws(ImageError) -> R
  ) throws(ImageError) -> R {
    var ending = ending(of: watch)
    // libvips asks between stretches of pixels: never, when there is but one.
    guard !watch.shouldStop else { throw failure(limits, watch) }
    var count = 0
    let pixels = withExtendedLifetime(watch) { lvi_pixels(image, &ending, &count) }
    guard let pixels else { throw failure(limits, watch) }
    defer { lvi_free(pixels) }
    return try body(UnsafeRawBufferPointer(start: pixels, count: count))
  }

  /// Pictures up to so many pixels a side were drawn pixel by pixel.
  private static let tinySide = 32

  /// The upright size of a picture so small that it is enlarged without being smoothed.
  private static func tinySize(_ image: OpaquePointer) -> PixelSize? {
    let (width, height) = (Int(lvi_width(image)), Int(lvi_height(image)))
    guard (1...tinySide).contains(width), (1...tinySide).contains(height) else { return nil }
    return lvi_is_turned(image) != 0
      ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
  }

  /// - Parameter reason: libvips' own when nil.
  static func failure(
    _ limits: DecodeLimits, _ watch: DecodeWatch, _ reason: String? = nil
  ) -> ImageError {
    let words = reason ?? VipsLibrary.takeError()
    if watch.wasCancelled { return .cancelled }
    if watch.isOverdue { return .tookTooLong(limit: limits.seconds) }
    return .corrupt(words)
  }
}
