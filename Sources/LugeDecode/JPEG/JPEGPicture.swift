import CJPEG
import LugeCore
import LugeImages

/// Decoder of JPEG files by libjpeg-turbo, at a half, a quarter or an eighth of their size where
/// that is enough, and then scaled to the requested size row by row.
enum JPEGPicture {
  /// Decodes a picture.
  ///
  /// - Returns: nil for colour spaces other than greyscale, YCbCr and RGB; libvips converts those.
  /// - Complexity: O(bytes + pixels at the reduced size).
  static func decode(
    _ bytes: UnsafeRawBufferPointer, _ size: PixelSize, _ limits: DecodeLimits,
    _ watch: DecodeWatch
  ) throws(ImageError) -> Bitmap? {
    let reader = ljp_open(
      bytes.baseAddress, bytes.count, limits.decodedBytes, watchedStop, watch.context)
    guard let reader else { throw .corrupt("no memory") }
    defer {
      ljp_close(reader)
      withExtendedLifetime(watch) {}
    }
    func problem() -> ImageError {
      watch.failure(limits, ljp_problem(reader).map { String(cString: $0) } ?? "unknown")
    }
    guard ljp_problem(reader) == nil, let header = ljp_read_header(reader)?.pointee else {
      throw problem()
    }
    let own = PixelSize(width: Int(header.width), height: Int(header.height))
    try PictureGoal.check(own, limits)
    guard header.is_plain != 0 else { return nil }
    let exif = UnsafeBufferPointer(start: header.exif, count: header.exif_count)
    let goal = PictureGoal(size, of: own, orientation: ExifOrientation.value(of: Array(exif)) ?? 1)
    try goal.check(
      holding: own.width * own.height
        * ImageFormat.jpeg.heldBytesPerPixel(
          isInterlaced: header.is_progressive != 0, pixelBytes: Int(header.components)), limits)
    let factor = goal.factor
    let reduction = factor >= 8 ? 8 : factor >= 4 ? 4 : factor >= 2 ? 2 : 1
    let scaler = RowScaler(goal.drawn, of: own, reduction: reduction)
    var (width, height) = (Int32(0), Int32(0))
    guard ljp_start(reader, Int32(reduction), &width, &height) != 0 else { throw problem() }
    guard scaler.readSize == PixelSize(width: Int(width), height: Int(height)) else {
      throw .corrupt("an unexpected size")
    }
    var next = 0
    let scaled = scaler.scale(.bgraPremultiplied) { y in
      // Skip the rows above the part that is shown.
      while next < y {
        guard ljp_next_row(reader) != nil else { return nil }
        next += 1
      }
      next += 1
      return ljp_next_row(reader).map(UnsafeRawPointer.init)
    }
    guard let scaled else { throw problem() }
    let isPartial = ljp_is_cut_off(reader) != 0
    // libjpeg-turbo fills missing parts with a plain colour; if nothing else was decoded, it is no
    // picture.
    guard !isPartial || !scaled.isPlain else { throw watch.failure(limits, "it ends too early") }
    let coloured =
      header.has_profile != 0
      ? try VipsDecoder.inStandardColours(scaled, of: bytes, limits, watch) : scaled
    let bitmap = goal.finished(coloured)
    if isPartial { bitmap.markPartial() }
    return bitmap
  }
}
