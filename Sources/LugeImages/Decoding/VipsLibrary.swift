import CVips
import Synchronization

/// libvips, set up once for the process: no operations that it calls untrusted, no cache of its
/// own (the pipeline has one), one thread a picture (the lanes need the other cores).
enum VipsLibrary {
  /// False when it could not be set up.
  static let isReady: Bool = {
    guard vips_init("luge") == 0 else { return false }
    cvips_be_quiet()
    vips_block_untrusted_set(1)
    vips_cache_set_max(0)
    vips_concurrency_set(1)
    wasSetUp.store(true, ordering: .releasing)
    return true
  }()

  private static let wasSetUp = Atomic<Bool>(false)

  /// Frees what libvips keeps for the calling thread, which was perhaps never asked for a picture:
  /// libvips crashes when this comes before it was set up.
  static func threadEnds() {
    if wasSetUp.load(ordering: .acquiring) { vips_thread_shutdown() }
  }

  /// What went wrong last, in one line. The buffer is shared by all threads, so with several of
  /// them the words may be another picture's.
  static func takeError() -> String {
    let words = String(cString: vips_error_buffer())
    vips_error_clear()
    return words.split(separator: "\n").first.map(String.init) ?? "unknown"
  }
}
