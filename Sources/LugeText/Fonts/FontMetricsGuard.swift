import CPango
import Glibc
import Synchronization

/// Makes the metrics that Pango computes for a font independent of what else is computed, on this
/// thread or on another one.
///
/// Pango (up to 1.58 at least, `_pango_cairo_font_get_metrics`) lays out a sample text for a font's
/// approximate character width. The fonts of that text are asked for their metrics on the way, so a
/// variable of the process says that a computation is under way; whoever finds it set takes 0 for
/// the width, and the font keeps that. Which fonts end up so depends on the order in which fonts are
/// first used, and on what other threads do at the moment. The line breaker uses the width to decide
/// which break opportunities to weigh, so lines came to depend on timing: in a trial two thirds of
/// the layouts of a narrow Hindi text did, with four threads that started together.
///
/// Here the computation goes through the font class' own entry, `get_metrics`, one at a time in the
/// process, and what the sample text asks for is answered without being kept: it needs no metrics,
/// because it is laid out on a line without an end. Metrics are then a function of the font and the
/// language.
enum FontMetricsGuard {
  private typealias GetMetrics =
    @convention(c) (UnsafeMutablePointer<PangoFont>?, OpaquePointer?) ->
    UnsafeMutablePointer<PangoFontMetrics>?

  private struct State: Sendable {
    /// Pango's own function, once it is known.
    var original: GetMetrics?
    /// Addresses of languages, which live for ever.
    var canonical: [UInt: UInt] = [:]
  }

  /// Held while metrics are computed.
  private static let state = Mutex(State())
  /// The thread whose computation is under way. A thread finds its own name here only if it put it
  /// there, so no ordering is needed.
  private static let owner = Atomic<UInt>(0)

  /// Takes effect for every font of the process; the first call counts.
  ///
  /// Whoever uses fonts on another thread has called this before, and so sees the class as it is
  /// left here.
  static func install(on font: UnsafeMutablePointer<PangoFont>) {
    guard let base = font.pointee.parent_instance.g_type_instance.g_class else { return }
    let fontClass = UnsafeMutableRawPointer(base).assumingMemoryBound(to: PangoFontClass.self)
    state.withLock { state in
      guard state.original == nil, let current = fontClass.pointee.get_metrics else { return }
      state.original = current
      fontClass.pointee.get_metrics = { FontMetricsGuard.metrics($0, $1) }
    }
  }

  private static func metrics(_ font: UnsafeMutablePointer<PangoFont>?, _ language: OpaquePointer?)
    -> UnsafeMutablePointer<PangoFontMetrics>?
  {
    let thread = UInt(pthread_self())
    if owner.load(ordering: .relaxed) == thread { return pango_font_get_metrics(nil, language) }
    let key = UInt(bitPattern: language)
    let address = state.withLock { state in
      owner.store(thread, ordering: .relaxed)
      defer { owner.store(0, ordering: .relaxed) }
      let known = state.canonical[key] ?? UInt(bitPattern: canonical(language))
      state.canonical[key] = known
      return UInt(bitPattern: state.original?(font, OpaquePointer(bitPattern: known)))
    }
    return UnsafeMutablePointer(bitPattern: address) ?? pango_font_get_metrics(nil, language)
  }

  /// One language for all that share a sample text. Pango keeps metrics by sample, so those of a
  /// language would otherwise depend on which of them came first.
  private static func canonical(_ language: OpaquePointer?) -> OpaquePointer? {
    let sample = pango_language_get_sample_string(language)
    let unknown = pango_language_from_string("xx")
    if sample == pango_language_get_sample_string(unknown) { return unknown }
    guard let language, let name = pango_language_to_string(language) else { return language }
    let primary = String(cString: name).prefix { $0 != "-" }
    let shorter = pango_language_from_string(String(primary))
    return pango_language_get_sample_string(shorter) == sample ? shorter : language
  }
}
