import CPango
import LugeCore
import Testing

@testable import LugeText

@Suite("Font metrics")
struct FontMetricsGuardTests {
  private static let samples = [
    "हिन्दी", "தமிழ்", "বাংলা", "สวัสดีครับ", "שלום", "漢字", "👩‍👩‍👧‍👦", "hello", "مرحبا",
  ]

  /// An unknown language, so that all samples share the sample text that Pango has for such.
  private static let names = FontFamilies.Names(text: "Noto Sans", language: "xx")

  /// The widths by which lines of the samples are broken, by font and language.
  private static func widths(_ fonts: PangoFonts, first: String) -> [String: Set<Int32>] {
    var result: [String: Set<Int32>] = [:]
    for sample in [first] + samples {
      let request = TextSamples.request(sample, width: 40, size: 30)
      let piece = TextLayout.Piece(range: 0..<sample.utf8.count, lines: 0..<0)
      ShapedPiece(request, piece, fonts: fonts).forEachLine { line in
        line.forEachItem { item in
          guard let font = item.pointee.analysis.font else { return }
          let language = item.pointee.analysis.language
          result[describe(font, language), default: []].insert(
            fonts.approximateWidth(font, language))
        }
        return true
      }
    }
    return result
  }

  private static func describe(
    _ font: UnsafeMutablePointer<PangoFont>, _ language: OpaquePointer?
  ) -> String {
    guard let description = pango_font_describe_with_absolute_size(font) else { return "" }
    defer { pango_font_description_free(description) }
    guard let name = pango_font_description_to_string(description) else { return "" }
    defer { g_free(name) }
    let language = language.flatMap { pango_language_to_string($0) }.map { String(cString: $0) }
    return String(cString: name) + " " + (language ?? "")
  }

  /// By itself, Pango gives no width to a font that it first came upon in another one's sample
  /// text.
  @Test("A font's width does not depend on what was laid out before")
  func order() {
    let known = Self.widths(PangoFonts(names: Self.names), first: "")
    #expect(known.count > 1)
    for (name, widths) in known { #expect(widths.count == 1 && !widths.contains(0), "\(name)") }
    for first in Self.samples {
      #expect(Self.widths(PangoFonts(names: Self.names), first: first) == known)
    }
  }

  /// Heights and the places of lines under and through text are Pango's own.
  @Test("A font's lines are as high as Pango says, in every script and for pictures")
  func lines() throws {
    let guarded = PangoFonts(names: Self.names)
    _ = guarded.description(FontSpec(family: "Noto Sans", pixelSize: 14))
    let face = try #require(FaceMetrics())
    var fonts = 0
    for sample in Self.samples {
      for size in [11.0, 14, 23] {
        let request = TextSamples.request(sample, width: 400, size: size)
        let piece = TextLayout.Piece(range: 0..<sample.utf8.count, lines: 0..<0)
        ShapedPiece(request, piece, fonts: guarded).forEachLine { line in
          line.forEachItem { item in
            guard let font = item.pointee.analysis.font else { return }
            let language = item.pointee.analysis.language
            guard let made = face.metrics(font, language),
              let own = FontMetricsGuard.computed(font, language)
            else {
              Issue.record("no metrics of \(Self.describe(font, language))")
              return
            }
            #expect(FaceMetrics.areEqual(made, own), "\(Self.describe(font, language))")
            pango_font_metrics_unref(made)
            pango_font_metrics_unref(own)
            fonts += 1
          }
          return true
        }
      }
    }
    #expect(fonts > 20)
  }

  @Test("A font's width is that of its common letters")
  func width() throws {
    let fonts = PangoFonts(names: Self.names)
    let known = Self.widths(fonts, first: "")
    for (name, widths) in known where name.hasPrefix("Noto Sans 30px") {
      for width in widths { #expect((10_000...24_000).contains(width), "\(name): \(width)") }
    }
  }

  @Test("Fonts that others in the process use stay as Pango has them")
  func others() throws {
    func functions(_ font: UnsafeMutablePointer<PangoFont>) throws -> [UInt] {
      let table = try #require(font.pointee.parent_instance.g_type_instance.g_class)
      let functions = UnsafeMutableRawPointer(table).assumingMemoryBound(to: PangoFontClass.self)
      return [
        unsafeBitCast(functions.pointee.get_metrics, to: UInt.self),
        unsafeBitCast(functions.pointee.get_glyph_extents, to: UInt.self),
      ]
    }
    let fonts = PangoFonts(names: Self.names)
    let wanted = fonts.description(FontSpec(family: "", pixelSize: 20))
    let own = try #require(pango_context_load_font(fonts.context(.leftToRight), wanted))
    defer { g_object_unref(own) }
    let map: UnsafeMutablePointer<PangoFontMap> = pango_cairo_font_map_new()
    defer { g_object_unref(map) }
    let context: OpaquePointer = pango_font_map_create_context(map)
    defer { g_object_unref(UnsafeMutableRawPointer(context)) }
    let plain = try #require(pango_context_load_font(context, wanted))
    defer { g_object_unref(plain) }
    let (mine, theirs) = (try functions(own), try functions(plain))
    #expect(mine[0] != theirs[0] && mine[1] != theirs[1])
    // A font that was handed out before is the same one.
    let again = try #require(pango_context_load_font(fonts.context(.leftToRight), wanted))
    defer { g_object_unref(again) }
    #expect(again == own)
  }
}
