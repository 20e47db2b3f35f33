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
  /// Returns the bytes of a PNG file.
  ///
  /// - Parameter stride: pixels from one row to the next; nil: the width.
  /// - Complexity: O(pixels). Compression is too slow to be done while a frame is being made.
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
    guard status == CAIRO_STATUS_SUCCESS else { throw .cairo(message(status)) }
    return bytes
  }

  /// Writes a PNG file. Replaces an existing file atomically: it is unchanged until the new one is
  /// complete, or if writing fails. Pipes and devices are written directly.
  ///
  /// - Throws: ``PaintError/notWritten(path:reason:)`` with the system's reason (no such folder, no
  ///   space left, …).
  public static func write(
    _ pixels: UnsafeBufferPointer<UInt32>, size: PixelSize, stride: Int? = nil, to path: String
  ) throws(PaintError) {
    let bytes = try encode(pixels, size: size, stride: stride)
    var info = stat()
    let isThere = stat(path, &info) == 0
    if isThere, info.st_mode & S_IFMT != S_IFREG {
      return try write(bytes, to: path, mode: "wb", reportedPath: path)
    }
    let target = isThere ? resolvingSymlinks(path) : path
    let draft = "\(target).\(String(UInt32.random(in: .min ... .max), radix: 36)).part"
    do throws(PaintError) {
      try write(bytes, to: draft, mode: "wbx", reportedPath: path)
      if isThere { chmod(draft, info.st_mode & 0o777) }
      guard rename(draft, target) == 0 else { throw notWritten(path) }
    } catch {
      unlink(draft)
      throw error
    }
  }

  /// Writes bytes to a file.
  ///
  /// - Parameter path: path that errors name.
  private static func write(
    _ bytes: [UInt8], to file: String, mode: String, reportedPath path: String
  ) throws(PaintError) {
    guard let stream = fopen(file, mode) else { throw notWritten(path) }
    let count = fwrite(bytes, 1, bytes.count, stream)
    let writeError = errno
    // `fclose` flushes, so it can fail.
    let isClosed = fclose(stream) == 0
    guard count == bytes.count else { throw notWritten(path, writeError) }
    guard isClosed else { throw notWritten(path) }
  }

  private static func resolvingSymlinks(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private static func notWritten(_ path: String, _ code: Int32 = errno) -> PaintError {
    .notWritten(path: path, reason: String(cString: strerror(code)))
  }

  /// Writes a bitmap as a PNG file.
  public static func write(_ bitmap: Bitmap, to path: String) throws(PaintError) {
    // `rethrows` loses the error's type.
    let result = bitmap.withPixels { pixels in
      Result { () throws(PaintError) in try write(pixels, size: bitmap.size, to: path) }
    }
    try result.get()
  }

  private static func makeSurface(
    _ pixels: UnsafeBufferPointer<UInt32>, size: PixelSize, stride: Int?
  ) throws(PaintError) -> OpaquePointer {
    // Cairo has no read-only surface; encoding only reads the pixels.
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
      throw .cairo(message(status))
    }
    return surface
  }

  private static func message(_ status: cairo_status_t) -> String {
    String(cString: cairo_status_to_string(status))
  }
}
