import CPango
import Glibc
import Synchronization

/// Makes the metrics of a font of ``OwnFontMap`` independent of what else is computed, on this
/// thread or on another one.
///
/// Pango (up to 1.58 at least, `_pango_cairo_font_get_metrics`) lays out a sample text for a font's
/// approximate character width. The fonts of that text are asked for their metrics on the way, so a
/// variable of the process says that a computation is under way; whoever finds it set takes 0 for
/// the width, and the font keeps that. Which fonts end up so depends on the order in which fonts
/// are first used, and on what other threads do at the moment. The line breaker uses the width to
/// decide which break opportunities to weigh, so lines came to depend on timing: in a trial two
/// thirds of the layouts of a narrow Hindi text did, with four threads that started together.
///
/// Here the computation goes through an entry of the fonts' own type (``OwnFontMap``),
/// `get_metrics`, one at a time in the process, and without a layout (``FaceMetrics``): metrics are
/// a function of the font and the language. Where Pango's own computation has to be asked, what its
/// sample text asks for is answered without being kept: it needs no metrics, because it is laid out
/// on a line without an end.
enum FontMetricsGuard {
  private typealias GetMetrics =
    @convention(c) (UnsafeMutablePointer<PangoFont>?, OpaquePointer?) ->
    UnsafeMutablePointer<PangoFontMetrics>?

  private struct State: Sendable {
    /// Pango's own function, once it is known.
    var original: GetMetrics?
    /// Nil where it says something else about a font's lines than Pango does.
    var face: FaceMetrics?
    var isPrepared = false
    var languages: [UInt: Language] = [:]
  }

  private struct Language: Sendable {
    /// Address of the PangoLanguage that represents all with the same sample text; languages are
    /// never freed.
    var address: UInt
    /// Key under which a font keeps its metrics in this language.
    var key: GQuark
  }

  /// Held while metrics are computed.
  private static let state = Mutex(State())
  /// The thread whose computation is under way. A thread finds its own name here only if it put it
  /// there, so no ordering is needed.
  private static let owner = Atomic<UInt>(0)

  /// Installs the function in a font class that is being made; the first call counts.
  ///
  /// - Parameter table: has Pango's own functions.
  static func install(on table: UnsafeMutablePointer<PangoFontClass>) {
    state.withLock { state in
      if state.original == nil { state.original = table.pointee.get_metrics }
    }
    table.pointee.get_metrics = { FontMetricsGuard.metrics($0, $1) }
  }

  /// Has metrics computed without a layout, if this Pango means the same by a line's height; to be
  /// called once with a font, before others are asked for theirs.
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

  /// The way without a layout, if this Pango means the same by a line's height.
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

  /// - Returns: a reference of the caller's.
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

  /// By Pango's own function.
  private static func computed(
    _ font: UnsafeMutablePointer<PangoFont>, _ language: OpaquePointer?, _ state: borrowing State
  ) -> UnsafeMutablePointer<PangoFontMetrics>? {
    owner.store(UInt(pthread_self()), ordering: .relaxed)
    defer { owner.store(0, ordering: .relaxed) }
    return state.original?(font, language)
  }

  /// Returns Pango's own result, for tests.
  ///
  /// - Returns: a reference of the caller's; nil before there was a font.
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
