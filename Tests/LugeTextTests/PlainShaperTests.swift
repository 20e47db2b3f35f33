import CPango
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeText

@Suite("Words shaped without a layout")
struct PlainShaperTests {
  private static func word(_ characters: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 1...18, using: &random)).map { _ in
      characters.randomElement(using: &random) ?? 0x30
    }
  }

  private static func isSame(_ a: ShapedSample, _ b: ShapedSample) -> Bool {
    a.widths == b.widths && a.items.count == b.items.count
      && zip(a.items, b.items).allSatisfy { a, b in
        a.key == b.key && a.characters == b.characters && a.level == b.level
          && a.ascent == b.ascent && a.descent == b.descent
          && a.hasUnknownGlyph == b.hasUnknownGlyph && a.onlyGlyph == b.onlyGlyph
          && a.glyphs == b.glyphs && a.clusters == b.clusters && a.isInkWithin == b.isInkWithin
      } && a.attributes.count == b.attributes.count
      && zip(a.attributes, b.attributes).allSatisfy { a, b in
        withUnsafeBytes(of: a) { a in withUnsafeBytes(of: b) { a.elementsEqual($0) } }
      }
  }

  /// All that is read of a sample, for words, numbers, times, addresses and rubbish.
  @Test(
    "A word comes out as in a layout", arguments: [9, 11, 14, 23] as [Double],
    [PANGO_SCRIPT_LATIN, PANGO_SCRIPT_COMMON])
  func equality(size: Double, script: PangoScript) throws {
    var random = SeededGenerator(seed: UInt64(size) + 1)
    let fonts = PangoFonts(names: FontFamilies.current)
    let typefaces = TypefaceTable(fonts: fonts)
    let isLatin = script == PANGO_SCRIPT_LATIN
    let printable = Array(UInt8(0x21)...0x7E)
    let letters = printable.filter { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    let sets = [
      isLatin ? letters : Array("0123456789".utf8), Array("0123456789:".utf8),
      printable.filter { isLatin || !letters.contains($0) },
      Array(isLatin ? "aefilTVWAY.,-/'".utf8 : "()[]{}<>\"'#*!?.,-/1".utf8),
    ]
    for weight in [FontSpec.Weight.regular, .bold] {
      var font = FontSpec(family: "", pixelSize: size)
      font.weight = weight
      let shaper = try #require(
        SegmentShaper(
          .init(font: font, script: script.rawValue, isRightToLeft: false),
          neighbour: isLatin ? "x" : "0", fonts: fonts, typefaces: typefaces))
      var plain = 0
      for index in 0..<400 {
        let bytes = Self.word(sets[index % sets.count], using: &random)
        let word = String(decoding: bytes, as: UTF8.self)
        let found = bytes.withUnsafeBufferPointer { shaper.plainSample(of: $0) }
        guard let found else { continue }
        plain += 1
        let wanted = try #require(shaper.laidOutSample(of: word))
        #expect(Self.isSame(found, wanted), "\(word)")
      }
      // Fonts that have no letter of ASCII are not installed where tests run.
      #expect(plain == 400)
    }
  }

  @Test("Numbers are shaped once, not as words of the script before them")
  func numbers() {
    let text = PangoText()
    func fills(_ words: String) -> Int {
      let before = text.fast?.cache.fills ?? 0
      _ = text.layout(
        TextRequest(
          StyledText(words), font: FontSpec(family: "", pixelSize: 11), maxWidth: 400, maxLines: 1))
      return (text.fast?.cache.fills ?? 0) - before
    }
    _ = fills("edited 10:01")
    _ = fills("10:02")
    #expect(fills("10:03") == 1)
    #expect(fills("10:03") == 0)
    #expect(fills("edited 10:04") == 1)
  }
}
