import CPango
import LugeCore
import LugeTestSupport
import LugeText
import Testing

@Suite("Text painted from remembered words looks as Pango paints it")
struct RememberedPaintingTests {
  /// What is measured is painted by the same lane, so its words are known.
  let remembering = PangoText()
  let plain = PangoText(usesFastPath: false)

  private func pixels(
    _ request: TextRequest, with text: PangoText, color: RGBA = RGBA(0)
  ) -> [UInt32] {
    InkProbe(text.layout(request), with: text, margin: 40, color: color).pixels
  }

  @Test("Pixel for pixel, over random texts, fonts and widths", arguments: [1, 2, 3] as [UInt64])
  func equal(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for index in 0..<80 {
      var request = FastSamples.request(using: &random)
      let color = RGBA(
        .random(in: 0...0xFFFFFF, using: &random),
        alpha: Bool.random(using: &random) ? 255 : .random(in: 0...255, using: &random))
      if index % 2 == 0 {
        // Most messages are of one style and paragraph.
        let words = request.text.string.split(whereSeparator: \.isNewline)
        request.text = StyledText(words.joined(separator: " "))
        request.maxLines = index % 8 == 0 ? 1 : nil
      }
      #expect(
        pixels(request, with: remembering, color: color)
          == pixels(request, with: plain, color: color),
        "\(request.text.string) \(request.font) \(request.maxWidth)")
    }
    #expect(remembering.statistics.rememberedPaintings > 10)
    #expect(plain.statistics.rememberedPaintings == 0)
  }

  @Test(
    "Plain messages in several scripts, also centred, and times",
    arguments: [
      "What a day, shall we go for a walk?", "14:05", "Съешь ещё этих мягких французских булок",
      "Ελληνικά γράμματα, ναι", "office fi fl AVATAR To. naïve Straße",
      "a  few   blanks in it", " leads with one",
    ], [TextRequest.Alignment.natural, .center])
  func messages(text: String, alignment: TextRequest.Alignment) {
    for width in [60, 140, 600] {
      var request = TextRequest(
        StyledText(text), font: FontSpec(family: "Noto Sans", pixelSize: 14), maxWidth: width)
      request.alignment = alignment
      #expect(pixels(request, with: remembering) == pixels(request, with: plain))
    }
    #expect(remembering.statistics.rememberedPaintings > 0)
    #expect(remembering.statistics.disagreements == 0)
  }

  @Test(
    "Korean, vowelled Arabic, Devanagari and text that runs both ways is painted as it was measured",
    arguments: [
      "네, 그때 봐요! 다리 위에서 잠깐 자전거를 세웠어요", "نَعَم، وَالشَّاي مِنْ فَضْلِكَ!", "चिंता मत करो, सब ठीक हो जाएगा।",
      "נפגשים בשעה 7:30 ליד התחנה, ok?", "thanks to נועה? and (שלום) 8",
    ], ["Noto Sans", ""])
  func complexScripts(text: String, family: String) {
    for width in [60, 97, 140, 300, 600] {
      let request = TextRequest(
        StyledText(text), font: FontSpec(family: family, pixelSize: 14), maxWidth: width)
      #expect(pixels(request, with: remembering) == pixels(request, with: plain))
    }
    #expect(remembering.statistics.fastParagraphs > 0)
    #expect(remembering.statistics.disagreements == 0)
  }

  @Test("A colour whose channel comes to lie between two of Cairo's")
  func betweenChannels() {
    // 254 / 255 * 0.2 is 0x3300 of 65,535, and less of 65,536.
    let request = TextRequest(
      StyledText("α-β Ελληνικά γράμματα"), font: FontSpec(family: "Noto Sans", pixelSize: 13),
      maxWidth: 245)
    let color = RGBA(0x90AFFE, alpha: 51)
    #expect(
      pixels(request, with: remembering, color: color) == pixels(request, with: plain, color: color)
    )
    #expect(remembering.statistics.rememberedPaintings == 1)
  }

  @Test("Every channel at every alpha is premultiplied as Cairo does it")
  func premultiplied() {
    var drawn = [UInt32](repeating: 0, count: 1 << 16)
    drawn.withUnsafeMutableBytes { bytes in
      let surface = cairo_image_surface_create_for_data(
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, 256, 256, 1024)
      defer { cairo_surface_destroy(surface) }
      guard let cairo = cairo_create(surface) else { return }
      defer { cairo_destroy(cairo) }
      for alpha in 0..<256 {
        for channel in 0..<256 {
          let value = Double(channel) / 255
          cairo_set_source_rgba(cairo, value, value, value, Double(alpha) / 255)
          cairo_rectangle(cairo, Double(channel), Double(alpha), 1, 1)
          cairo_fill(cairo)
        }
      }
      cairo_surface_flush(surface)
    }
    let words = (0..<UInt32(1 << 16)).map {
      Premultiplied.word(RGBA(($0 & 0xFF) * 0x010101, alpha: UInt8($0 >> 8)))
    }
    #expect(words == drawn)
  }

  @Test("Names of one line, cut off and not")
  func names() {
    for (text, width) in [("Anna", 300), ("Maximiliane von und zu Hohenstein", 120)] {
      let request = TextRequest(
        StyledText(text), font: FontSpec(family: "Noto Sans", pixelSize: 14, weight: .semibold),
        maxWidth: width, maxLines: 1)
      #expect(pixels(request, with: remembering) == pixels(request, with: plain))
    }
    // The one with an ellipsis is left to Pango.
    #expect(remembering.statistics.rememberedPaintings == 1)
  }

  @Test("A lane that has not measured a text leaves its painting to Pango")
  func unknown() {
    let request = TextRequest(
      StyledText("words that nobody has seen"),
      font: FontSpec(family: "Noto Sans", pixelSize: 14), maxWidth: 200)
    let layout = remembering.layout(request)
    let other = PangoText()
    let painted = InkProbe(layout, with: other, margin: 40).pixels
    #expect(other.statistics.rememberedPaintings == 0)
    #expect(painted == InkProbe(layout, with: remembering, margin: 40).pixels)
    #expect(remembering.statistics.rememberedPaintings == 1)
  }

  @Test("Towers of marks, and words cut between lines, are left to Pango")
  func declined() {
    let marks = String(repeating: "\u{301}\u{323}", count: 40)
    for (text, width) in [("a\(marks)b", 400), ("supercalifragilisticexpialidocious", 60)] {
      let request = TextRequest(
        StyledText(text), font: FontSpec(family: "Noto Sans", pixelSize: 14), maxWidth: width)
      #expect(pixels(request, with: remembering) == pixels(request, with: plain))
    }
    #expect(remembering.statistics.rememberedPaintings == 0)
  }
}
