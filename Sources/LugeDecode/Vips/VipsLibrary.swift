import CLazyVips
import LugeCore
import LugeImages
import Synchronization

/// libvips, loaded and set up once for the process: when a file needs it or, in the helper, before
/// the process is confined or never.
enum VipsLibrary {
  // MARK: Mutable State (under its lock)

  private struct Permission {
    var mayLoad = true
    /// Whether the library was requested but not loaded.
    var wasNeeded = false
  }
  private static let permission = Mutex(Permission())

  /// Whether the library is loaded and set up; loads it unless that is forbidden. False if it is
  /// missing or fails.
  static var isReady: Bool {
    let mayAsk = permission.withLock { permission in
      if !permission.mayLoad { permission.wasNeeded = true }
      return permission.mayLoad
    }
    return mayAsk && isSetUp
  }

  private static let isSetUp: Bool = {
    guard lvi_load() != 0 else { return false }
    warmUp()
    return true
  }()

  /// Loads libvips, with all libraries that its formats load on their first use; or forbids that it
  /// is ever loaded.
  static func settle(loading: Bool) {
    guard loading, isReady else {
      permission.withLock { $0.mayLoad = false }
      return
    }
    // A truncated AVIF: decoding it fails, but makes libheif load its plug-ins.
    let beginning: [UInt8] = [0, 0, 0, 16] + Array("ftypavif\0\0\0\0".utf8)
    beginning.withUnsafeBytes { bytes in
      guard let image = open(bytes, .heif) else { return }
      lvi_unref(image)
    }
    _ = takeError()
  }

  /// Returns whether the library was needed but not loaded since the last call.
  static func takeWasNeeded() -> Bool {
    permission.withLock { permission in
      defer { permission.wasNeeded = false }
      return permission.wasNeeded
    }
  }

  /// Whether the library has been loaded.
  static var isLoaded: Bool { lvi_is_loaded() != 0 }

  /// Opens a picture for reading its header only; nil on failure.
  static func open(_ bytes: UnsafeRawBufferPointer, _ format: ImageFormat) -> OpaquePointer? {
    guard isReady else { return nil }
    guard format == .heif else { return lvi_open(bytes.baseAddress, bytes.count) }
    _ = hasHEIF
    return lvi_load_heif(bytes.baseAddress, bytes.count)
  }

  /// Opens a picture that is read from its top; nil on failure.
  ///
  /// - Parameter watch: ends the reading of a picture that is read as a whole before its first row;
  ///   nil for others.
  static func load(
    _ bytes: UnsafeRawBufferPointer, _ format: ImageFormat, _ watch: lvi_watch?
  ) -> OpaquePointer? {
    guard var watch else {
      return format == .heif ? open(bytes, format) : lvi_load_plain(bytes.baseAddress, bytes.count)
    }
    return lvi_load_watched(bytes.baseAddress, bytes.count, &watch)
  }

  /// Whether libvips supports HEIF: a module of libvips may add it, which the first such file
  /// loads.
  private static let hasHEIF: Bool = {
    lvi_open_heif()
    return true
  }()

  /// Makes libvips load what it loads on first use (its colour library, its operations), so that
  /// this does not count against a picture's time limit.
  private static func warmUp() {
    var pixel: [UInt8] = [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255]
    pixel += [255, 255, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
    pixel.withUnsafeBytes { buffer in
      guard let source = lvi_load_plain(buffer.baseAddress, buffer.count) else { return }
      defer { lvi_unref(source) }
      // The result is not needed.
      _ = try? VipsDecoder.fill(
        source, PixelSize(width: 2, height: 2), hasProfile: false, DecodeLimits(), DecodeWatch())
    }
  }

  /// Returns and clears the last error's message, in one line. The buffer is shared by all threads,
  /// so with several of them the message may be another picture's.
  static func takeError() -> String {
    guard isLoaded else { return "unknown" }
    let words = String(cString: lvi_error())
    lvi_clear_error()
    return words.split(separator: "\n").first.map(String.init) ?? "unknown"
  }
}
