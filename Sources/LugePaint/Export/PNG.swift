import CCairo
public import LugeCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes pixels as PNG pictures. Alpha is dropped: composed frames and rows are opaque.
public enum PNG {
  /// The bytes of a PNG file.
  ///
  /// - Parameter stride: pixels from one row to the next, the width if nil.
  /// - Complexity: O(pixels); the picture is compressed, so not for a frame's time.
  public static func encode(
    _ pixels: UnsafeBufferPointer<UInt32>, size: PixelSize, stride: Int? = nil
  ) throws(PaintError) -> [UInt8] {
    let surface = try makeSurface(pixels, size: size, stride: stride)
    defer { cairo_surface_destroy(surface) }
    var bytes: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &bytes) { sink in
      cairo_surface_write_to_png_stream(
        surface,
        { closure, data, count in
          guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
          closure.assumingMemoryBound(to: [UInt8].self).pointee.append(
            contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
          return CAIRO_STATUS_SUCCESS
        }, sink)
    }
    guard status == CAIRO_STATUS_SUCCESS else { throw .cairo(words(status)) }
    return bytes
  }

  /// Writes a PNG file, replacing what is there; leaves no part of one behind.
  ///
  /// - Throws: ``PaintError/notWritten(path:reason:)`` with the system's reason (no such folder, no
  ///   space left, …).
  public static func write(
    _ pixels: UnsafeBufferPointer<UInt32>, size: PixelSize, stride: Int? = nil, to path: String
  ) throws(PaintError) {
    let bytes = try encode(pixels, size: size, stride: stride)
    guard let file = fopen(path, "wb") else { throw notWritten(path) }
    let count = fwrite(bytes, 1, bytes.count, file)
    let writeError = errno
    // What the buffer still holds is written now, or fails now.
    let isClosed = fclose(file) == 0
    guard count == bytes.count, isClosed else {
      let error = notWritten(path, count == bytes.count ? errno : writeError)
      var info = stat()
      if lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG { unlink(path) }
      throw error
    }
  }

  private static func notWritten(_ path: String, _ code: Int32 = errno) -> PaintError {
    .notWritten(path: path, reason: String(cString: strerror(code)))
  }

  /// Writes a bitmap as a PNG file.
  public static func write(_ bitmap: Bitmap, to path: String) throws(PaintError) {
    // `rethrows` forgets the error's type.
    let result = bitmap.withPixels { pixels in
      Result { () throws(PaintError) in try write(pixels, size: bitmap.size, to: path) }
    }
    try result.get()
  }

  private static func makeSurface(
    _ pixels: UnsafeBufferPointer<UInt32>, size: PixelSize, stride: Int?
  ) throws(PaintError) -> OpaquePointer {
    // The interfaces know no read-only pixels; an encoded surface is only read.
    let target = try PixelTarget(
      UnsafeMutableBufferPointer(mutating: pixels), size: size, stride: stride)
    let bytes = UnsafeMutableRawPointer(target.base).assumingMemoryBound(to: UInt8.self)
    guard
      let surface = cairo_image_surface_create_for_data(
        bytes, CAIRO_FORMAT_RGB24, Int32(clamping: size.width), Int32(clamping: size.height),
        Int32(clamping: target.stride * 4))
    else { throw .cairo("no surface") }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      throw .cairo(words(status))
    }
    return surface
  }

  private static func words(_ status: cairo_status_t) -> String {
    String(cString: cairo_status_to_string(status))
  }
}
