import CImageSupport
import CVips
import LugeCore
import LugeImages

/// libvips, set up once for the process: no operations that it calls untrusted, no cache of its
/// own (the pipeline has one), one thread a picture (the program needs the other cores).
enum VipsLibrary {
  /// False when it could not be set up.
  static let isReady: Bool = {
    guard cvips_init("luge") == 0 else { return false }
    cvips_be_quiet()
    vips_block_untrusted_set(1)
    vips_cache_set_max(0)
    vips_concurrency_set(1)
    return true
  }()

  /// To be called before a file of a format is opened.
  static func prepare(for format: ImageFormat) { if format == .heif { _ = hasHEIF } }

  /// Where HEIF is a module of libvips', it is loaded with the first such file.
  private static let hasHEIF: Bool = {
    lis_open_module(
      cvips_address(), "vips-modules-\(vips_version(0)).\(vips_version(1))/vips-heif.so")
    return true
  }()

  /// Loads what libvips loads on first use (its colour library, its operations), so that none of
  /// it happens on a picture's time.
  static func warmUp() {
    var pixel: [UInt8] = [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255]
    pixel += [255, 255, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
    let size = PixelSize(width: 2, height: 2)
    // Nothing depends on the picture.
    _ = try? VipsDecoder().decode(
      pixel, size: size, limits: DecodeLimits(), watch: DecodeWatch())
  }

  /// What went wrong last, in one line. The buffer is shared by all threads, so with several of
  /// them the words may be another picture's.
  static func takeError() -> String {
    let words = String(cString: vips_error_buffer())
    vips_error_clear()
    return words.split(separator: "\n").first.map(String.init) ?? "unknown"
  }
}
