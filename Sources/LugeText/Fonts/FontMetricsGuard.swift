import CPango
import Glibc
import Synchronization

/// Computes the metrics of fonts of ``OwnFontMap`` so that they do not depend on other
/// computations, on this thread or on another one.
///
/// To find a font's approximate character width, Pango (up to 1.58 at least,
/// `_pango_cairo_font_get_metrics`) lays out a sample text. This layout asks the text's fonts for
/// their metrics in turn, so Pango marks a running computation in a process-wide variable; a call
/// that finds the mark takes 0 for the width, and the font keeps that. Which fonts get a width of 0
/// depends on the order in which fonts are first used, and on other threads. The line breaker uses
/// the width to decide which break opportunities to compare, so line breaks would depend on timing.
///
/// Here the computation is called through the fonts' own type (``OwnFontMap``), by its entry
/// `get_metrics`, once at a time in the process, and without a layout (``FaceMetrics``): metrics
/// are a function of the font and the language. Where Pango's own computation has to be used,
/// requests of its sample layout are answered without being cached. That layout needs no metrics,
/// because it is one line of unlimited length.
enum FontMetricsGuard {
  private typealias GetMetrics =
    @convention(c) (UnsafeMutablePointer<PangoFont>?, OpaquePointer?) ->
    UnsafeMutablePointer<PangoFontMetrics>?

  private struct State: Sendable {
    /// Pango's own function, once it is known.
    var original: GetMetrics?
    /// Computation without a layout; nil if its line metrics differ from Pango's.
    var face: FaceMetrics?
    var isPrepared = false
    var languages: [UInt: Language] = [:]
  }

  private struct Language: Sendable {
    /// Address of the PangoLanguage that represents all languages with the same sample text;
    /// languages are never freed.
    var address: UInt
    /// Key under which a font caches its metrics in this language.
    var key: GQuark
  }

  /// State, locked while metrics are computed.
  private static let state = Mutex(State())
  /// Thread whose computation is under way. A thread finds its own identifier here only if it
  /// stored it there, so no memory ordering is needed.
  private static let owner = Atomic<UInt>(0)

  /// Installs the function in a font class that is being made; the first call counts.
  ///
  /// - Parameter table: class with Pango's own functions.
  static func install(on table: UnsafeMutablePointer<PangoFontClass>) {
    state.withLock { state in
      if state.original == nil { state.original = table.pointee.get_metrics }
    }
    table.pointee.get_metrics = { FontMetricsGuard.metrics($0, $1) }
  }

  /// Enables the computation without a layout if its line metrics equal Pango's; call it once with
  /// a font, before others are asked for theirs.
  static func prepare(with font: UnsafeMutablePointer<PangoFont>) {
    let font = UInt(bitPattern: font)
    state.withLock { state in
      guard !state.isPrepared, let original = state.original,
        let font = UnsafeMutablePointer<PangoFont>(bitPattern: font)
      else { return }
      state.isPrepared = true
      owner.store(UInt(pthread_self()), ordering: .relaxed)
      defer { owner.store(0, ordering: .relaxed) }
      state.face = agreeing(font, original)
    }
  }

  /// Returns the computation without a layout; nil if its line metrics differ from Pango's.
  private static func agreeing(
    _ font: UnsafeMutablePointer<PangoFont>, _ original: GetMetrics
  ) -> FaceMetrics? {
    let language: OpaquePointer? = pango_language_from_string("en")
    guard let face = FaceMetrics(), let own = original(font, language) else { return nil }
    defer { pango_font_metrics_unref(own) }
    guard let made = face.metrics(font, language) else { return nil }
    defer { pango_font_metrics_unref(made) }
    return FaceMetrics.areEqual(own, made) ? face : nil
  }

  private static func metrics(_ font: UnsafeMutablePointer<PangoFont>?, _ language: OpaquePointer?)
    -> UnsafeMutablePointer<PangoFontMetrics>?
  {
    let thread = UInt(pthread_self())
    guard let font, owner.load(ordering: .relaxed) != thread else {
      return pango_font_get_metrics(nil, language)
    }
    let name = UInt(bitPattern: language)
    let address = state.withLock { state -> UInt in
      let known = state.languages[name] ?? Self.language(language)
      state.languages[name] = known
      return UInt(bitPattern: kept(font, known, state))
    }
    return UnsafeMutablePointer(bitPattern: address) ?? pango_font_get_metrics(nil, language)
  }

  /// Returns a font's cached metrics, or computes and caches them.
  ///
  /// - Returns: a reference that the caller owns.
  private static func kept(
    _ font: UnsafeMutablePointer<PangoFont>, _ language: Language, _ state: borrowing State
  ) -> UnsafeMutablePointer<PangoFontMetrics>? {
    let object = UnsafeMutableRawPointer(font).assumingMemoryBound(to: GObject.self)
    if let known = g_object_get_qdata(object, language.key) {
      return pango_font_metrics_ref(known.assumingMemoryBound(to: PangoFontMetrics.self))
    }
    let pango = OpaquePointer(bitPattern: language.address)
    guard let made = state.face?.metrics(font, pango) ?? computed(font, pango, state)
    else { return nil }
    g_object_set_qdata_full(object, language.key, made) { metrics in
      pango_font_metrics_unref(metrics?.assumingMemoryBound(to: PangoFontMetrics.self))
    }
    return pango_font_metrics_ref(made)
  }

  /// Computes metrics by Pango's own function.
  private static func computed(
    _ font: UnsafeMutablePointer<PangoFont>, _ language: OpaquePointer?, _ state: borrowing State
  ) -> UnsafeMutablePointer<PangoFontMetrics>? {
    owner.store(UInt(pthread_self()), ordering: .relaxed)
    defer { owner.store(0, ordering: .relaxed) }
    return state.original?(font, language)
  }

  /// Returns Pango's own result, for tests.
  ///
  /// - Returns: a reference that the caller owns; nil before there was a font.
  static func computed(
    _ font: UnsafeMutablePointer<PangoFont>, _ language: OpaquePointer?
  ) -> UnsafeMutablePointer<PangoFontMetrics>? {
    let (font, language) = (UInt(bitPattern: font), UInt(bitPattern: language))
    let address = state.withLock { state -> UInt in
      guard let font = UnsafeMutablePointer<PangoFont>(bitPattern: font) else { return 0 }
      return UInt(bitPattern: computed(font, OpaquePointer(bitPattern: language), state))
    }
    return UnsafeMutablePointer(bitPattern: address)
  }

  private static func language(_ language: OpaquePointer?) -> Language {
    let address = UInt(bitPattern: canonical(language))
    return Language(address: address, key: g_quark_from_string("luge-metrics-\(address)"))
  }

  /// Returns one language for all that share a sample text. Pango caches metrics by sample text, so
  /// the metrics would otherwise be those of whichever language came first.
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
