import CPango
import Foundation
import LugeCore
import LugePictures
import Testing

/// What known pictures are compared with: it notices a wrong letter, and no other rasteriser.
@Suite("Comparing pictures")
struct PictureComparisonTests {
  /// How a machine draws letters.
  struct Rasteriser: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// How much of a letter's hinting is left out.
    var unhinted = 0.0
    var antialias = CAIRO_ANTIALIAS_GRAY
    /// Above 1, letters are thinner than they were.
    var gamma = 1.0
    /// Pixels to the right.
    var shift = 0.0

    static let usual = Rasteriser(testDescription: "usual")
    static let others = [
      Rasteriser(testDescription: "half as much hinting", unhinted: 0.5),
      Rasteriser(testDescription: "fast", antialias: CAIRO_ANTIALIAS_FAST),
      Rasteriser(testDescription: "thinner", gamma: 1.15),
      Rasteriser(testDescription: "bolder", gamma: 0.87),
      Rasteriser(testDescription: "a fifth of a pixel to the right", shift: 0.2),
    ]
  }

  struct Look: Sendable, CustomTestStringConvertible {
    var pixelSize: Double
    var scale: Double
    var ink: Double
    var ground: Double
    var testDescription: String { "\(pixelSize) px, \(ink) on \(ground)" }

    static let all = [
      Look(pixelSize: 15, scale: 1, ink: 0.1, ground: 1),
      Look(pixelSize: 12, scale: 1, ink: 0.55, ground: 0.95),
      Look(pixelSize: 15, scale: 1, ink: 0.9, ground: 0.1),
      Look(pixelSize: 30, scale: 2, ink: 0.1, ground: 1),
    ]
  }

  /// Lines of text as a rasteriser draws them.
  private func draw(_ text: String, _ look: Look, _ rasteriser: Rasteriser) -> Bitmap {
    let bitmap = draw(text, look, CAIRO_HINT_STYLE_SLIGHT, rasteriser.antialias)
    let unhinted = draw(text, look, CAIRO_HINT_STYLE_NONE, rasteriser.antialias).pixels
    let table = (0..<256).map { level in
      let cover = (Double(level) / 255 - look.ground) / (look.ink - look.ground)
      return look.ground + pow(min(1, max(0, cover)), rasteriser.gamma) * (look.ink - look.ground)
    }
    bitmap.withMutablePixels { pixels in
      var left = look.ground
      for index in pixels.indices {
        let hinted = table[Int(pixels[index] & 0xFF)]
        let here =
          hinted + rasteriser.unhinted * (table[Int(unhinted[index] & 0xFF)] - hinted)
        let level = here + rasteriser.shift * (left - here)
        left = here
        pixels[index] = 0xFF00_0000 | 0x10101 * UInt32((255 * level).rounded())
      }
    }
    return bitmap
  }

  private func draw(
    _ text: String, _ look: Look, _ hinting: cairo_hint_style_t, _ antialias: cairo_antialias_t
  ) -> Bitmap {
    let lines = text.split(separator: "\n")
    let lineHeight = Int(look.pixelSize * 1.6)
    let size = PixelSize(
      width: Int(look.pixelSize * 0.75) * (lines.map(\.count).max() ?? 1) + 8,
      height: lineHeight * lines.count + 4)
    let bitmap = Bitmap(size: size)
    bitmap.withMutablePixels { pixels in
      pixels.withMemoryRebound(to: UInt8.self) { bytes in
        let surface = cairo_image_surface_create_for_data(
          bytes.baseAddress, CAIRO_FORMAT_RGB24, Int32(size.width), Int32(size.height),
          Int32(size.width * 4))
        let cairo = cairo_create(surface)
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, hinting)
        cairo_font_options_set_antialias(options, antialias)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_ON)
        let layout = pango_cairo_create_layout(cairo)
        pango_cairo_context_set_font_options(pango_layout_get_context(layout), options)
        let font = pango_font_description_new()
        pango_font_description_set_family(font, "Noto Sans")
        pango_font_description_set_absolute_size(font, look.pixelSize * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, font)
        cairo_set_source_rgb(cairo, look.ground, look.ground, look.ground)
        cairo_paint(cairo)
        cairo_set_source_rgb(cairo, look.ink, look.ink, look.ink)
        for (index, line) in lines.enumerated() {
          pango_layout_set_text(layout, String(line), -1)
          cairo_move_to(cairo, 4, Double(2 + index * lineHeight))
          pango_cairo_show_layout(cairo, layout)
        }
        pango_font_description_free(font)
        g_object_unref(UnsafeMutableRawPointer(layout))
        cairo_font_options_destroy(options)
        cairo_destroy(cairo)
        cairo_surface_destroy(surface)
      }
    }
    return bitmap
  }

  private static let letters = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHJKLMNOPQRSTUVWXYZ0123456789äéñ.,:;!?-+")

  @Test("A letter in the place of any other is noticed", arguments: Look.all)
  func letters(look: Look) {
    let pictures = Self.letters.map {
      draw(String($0), look, CAIRO_HINT_STYLE_SLIGHT, CAIRO_ANTIALIAS_GRAY)
    }
    var alike: [String] = []
    for (index, letter) in Self.letters.enumerated() {
      for other in Self.letters.indices.dropFirst(index + 1)
      where PictureComparison(pictures[index], pictures[other], scale: look.scale).isSame {
        alike.append("\(letter)\(Self.letters[other])")
      }
    }
    // In small grey print on grey, these two are hardly told apart by the eye.
    alike.removeAll { $0 == "l!" && look.pixelSize == 12 }
    #expect(alike.isEmpty)
  }

  @Test("Another rasteriser is not", arguments: Look.all, Rasteriser.others)
  func rasterisers(look: Look, rasteriser: Rasteriser) {
    let text = "The quick brown fox jumps\nover 13 lazy dogs, Ökonomie\nПривет, мир; ελληνικά 你好"
    let comparison = PictureComparison(
      draw(text, look, .usual), draw(text, look, rasteriser), scale: look.scale)
    #expect(comparison.isSame, "\(comparison.greatestWeight) of what is allowed")
  }

  @Test("Places and weights of what differs; other sizes differ everywhere")
  func places() throws {
    let known = Bitmap(size: PixelSize(width: 100, height: 60))
    known.withMutablePixels { $0.update(repeating: 0xFFF0_F0F0) }
    let drawn = Bitmap(size: known.size)
    drawn.withMutablePixels { pixels in
      pixels.update(repeating: 0xFFF0_F0F0)
      for y in 40..<45 { for x in 72..<77 { pixels[y * 100 + x] = 0xFF20_F0F0 } }
    }
    let comparison = PictureComparison(known, drawn, scale: 1)
    try #require(comparison.differences.count == 1)
    let rect = comparison.differences[0].rect
    #expect(rect.x <= 72 && rect.x >= 60 && rect.x + rect.width >= 77)
    #expect(rect.y <= 40 && rect.y >= 28 && rect.y + rect.height >= 45)
    #expect(comparison.differences[0].weight > 2)
    #expect(PictureComparison(known, known, scale: 1).isSame)
    let none = [UInt32]().withUnsafeBufferPointer { none in
      known.withPixels { PictureComparison($0, none, size: known.size) }
    }
    #expect(!none.isSame)
  }

  @Test("A ground of another shade is noticed, one of nearly the same is not")
  func shades() {
    func plain(_ word: UInt32) -> Bitmap {
      let bitmap = Bitmap(size: PixelSize(width: 40, height: 40))
      bitmap.withMutablePixels { $0.update(repeating: word) }
      return bitmap
    }
    #expect(PictureComparison(plain(0xFF80_8080), plain(0xFF80_8480), scale: 1).isSame)
    #expect(!PictureComparison(plain(0xFF80_8080), plain(0xFF80_8F80), scale: 1).isSame)
  }
}
