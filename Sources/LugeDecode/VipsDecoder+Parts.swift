import CLazyVips
import LugeCore
import LugeImages

/// What there is of a picture that is broken or ends too early.
extension VipsDecoder {
  /// What can be decoded of a broken picture; nil when that is nothing, and of formats whose parts are no
  /// rows.
  static func part(
    of buffer: UnsafeRawBufferPointer, _ format: ImageFormat, _ size: PixelSize,
    _ limits: DecodeLimits, _ watch: DecodeWatch
  ) -> Bitmap? {
    // What is said about this file is no reason for the next one's failure.
    defer { _ = VipsLibrary.takeError() }
    guard !watch.shouldStop else { return nil }
    let bitmap: Bitmap?
    switch format {
    case .jpeg:
      guard let header = try? header(buffer, .jpeg, limits),
        let source = open(buffer, .jpeg, header, size, asFarAsPossible: true)
      else { return nil }
      defer { lvi_unref(source) }
      bitmap = try? fill(
        source, size, hasProfile: header.hasProfile, limits, watch, isPartial: true)
    case .png: bitmap = rows(ofPNG: buffer, size, limits, watch)
    case .webp: bitmap = rows(ofWebP: buffer, size, limits, watch)
    case .gif, .heif: bitmap = nil
    }
    // The plain colour that stands for what is missing is not a picture.
    guard let bitmap, !bitmap.isPlain else { return nil }
    return bitmap
  }

  /// Of a PNG that ends too early.
  private static func rows(
    ofPNG buffer: UnsafeRawBufferPointer, _ size: PixelSize, _ limits: DecodeLimits,
    _ watch: DecodeWatch
  ) -> Bitmap? {
    guard let header = try? header(buffer, .png, limits),
      header.size.width * header.size.height * 4 <= limits.decodedBytes
    else { return nil }
    var ending = ending(of: watch)
    var (width, height) = (Int32(0), Int32(0))
    let pixels = withExtendedLifetime(watch) {
      lvi_rows_of_png(buffer.baseAddress, buffer.count, &ending, &width, &height)
    }
    guard let pixels else { return nil }
    defer { lvi_free(pixels) }
    let bytes = UnsafeRawBufferPointer(start: pixels, count: Int(width) * Int(height) * 4)
    return fill(rows: bytes, width, height, size, limits, watch)
  }

  /// Of a WebP that ends too early, of which libvips says nothing.
  private static func rows(
    ofWebP buffer: UnsafeRawBufferPointer, _ size: PixelSize, _ limits: DecodeLimits,
    _ watch: DecodeWatch
  ) -> Bitmap? {
    let beginning = Array(buffer.prefix(64))
    guard let header = try? ImageProbe.header(of: beginning), !header.mayMove else { return nil }
    let own = header.size
    let pixels = own.width * own.height
    guard pixels <= limits.pixels,
      pixels * ImageFormat.webp.heldBytesPerPixel(isInterlaced: false, pixelBytes: 4)
        <= limits.decodedBytes, let rgba = WebPRows.decode(buffer, own, watch)
    else { return nil }
    return rgba.withUnsafeBytes {
      fill(rows: $0, Int32(own.width), Int32(own.height), size, limits, watch)
    }
  }

  /// - Parameter rows: RGBA of 8 bits each.
  private static func fill(
    rows: UnsafeRawBufferPointer, _ width: Int32, _ height: Int32, _ size: PixelSize,
    _ limits: DecodeLimits, _ watch: DecodeWatch
  ) -> Bitmap? {
    guard let source = lvi_from_pixels(rows.baseAddress, rows.count, width, height, 4) else {
      return nil
    }
    defer { lvi_unref(source) }
    return try? fill(source, size, hasProfile: false, limits, watch, isPartial: true)
  }
}
