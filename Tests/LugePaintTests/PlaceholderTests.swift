import LugeCore
import LugePaint
import Testing

private struct Problems: ImageProviding {
  var problem: ImageProblem?
  func image(for key: ImageKey, size: PixelSize) -> Bitmap? { nil }
  func problem(with key: ImageKey) -> ImageProblem? { problem }
}

private struct Pictures: ImageProviding {
  var bitmap: Bitmap
  func image(for key: ImageKey, size: PixelSize) -> Bitmap? { bitmap }
}

@Suite("Placeholders")
struct PlaceholderTests {
  private static let words = ImageProblemWords(
    missing: "File not found", empty: "Empty file", gone: "Not there any more", broken: "Broken",
    tooLarge: "Too large", unsupported: "Unknown", foreign: "not shown", noDecoder: "No decoder",
    network: "Not loaded", refused: "Refused",
    notFetched: "On the network", font: FontSpec(family: "Noto Sans", pixelSize: 12))

  private func drawn(
    _ placeholder: ImagePlaceholder, _ problem: ImageProblem? = nil, side: Double = 180
  ) -> Bitmap {
    let layout = RowLayout(
      size: PixelSize(width: Int(side), height: Int(side)),
      drawList: DrawList([
        .image(
          ImageKey("a"), Rect(x: 0, y: 0, width: side, height: side), .zero,
          placeholder: placeholder)
      ]))
    return PaintTools(images: Problems(problem: problem)).paint(
      layout, slice: 0..<Int(side), scheme: .light, background: ThemeColor(0xFFFFFF, dark: 0))
  }

  private let grey = ThemeColor(0xD0D8DC, dark: 0)

  @Test("A stand-in is shown until the picture is there, in place of the mark")
  func preview() throws {
    let hash = try #require(BlurHash("LEHV6nWB2yk8pyo0adR*.7kCMdnj"))
    let marked = drawn(ImagePlaceholder(fill: grey, mark: .photo))
    let blurred = drawn(ImagePlaceholder(fill: grey, mark: .photo, preview: hash))
    #expect(Set(marked.pixels).count < 200)
    #expect(Set(blurred.pixels).count > 500)
    // Blurred: neighbours are alike.
    for x in 0..<179 {
      let (a, b) = (blurred.pixel(x, 90), blurred.pixel(x + 1, 90))
      for shift in [0, 8, 16] as [UInt32] {
        #expect(abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF)) < 12)
      }
    }
  }

  @Test("The reason is said where there is room, and marked where there is none")
  func reasons() {
    let placeholder = ImagePlaceholder(fill: grey, mark: .photo, words: Self.words)
    func ink(_ bitmap: Bitmap) -> Int { bitmap.pixels.count { $0 != 0xFFD0_D8DC } }
    let waiting = drawn(placeholder)
    let missing = drawn(placeholder, .missing)
    let network = drawn(placeholder, .network)
    #expect(missing.pixels != waiting.pixels)
    #expect(missing.pixels != network.pixels)
    // Words are below the middle, and none of them touches the edge.
    let lower = (100..<140).contains { y in
      (0..<180).contains { missing.pixel($0, y) != 0xFFD0_D8DC }
    }
    #expect(lower)
    #expect((0..<180).allSatisfy { missing.pixel(0, $0) == 0xFFD0_D8DC })
    let small = drawn(placeholder, .missing, side: 40)
    #expect(ink(small) > 0)
    #expect(ink(drawn(placeholder, .missing, side: 4)) == 0)
  }

  @Test("The mark of a partial picture grows with the screen's scale, as words do")
  func tear() {
    func marked(scale: Int) -> Int {
      let side = 120 * scale
      let picture = Bitmap(size: PixelSize(width: side, height: side), isPartial: true)
      picture.withMutablePixels { $0.update(repeating: 0xFFD0_D8DC) }
      var words = Self.words
      words.font = FontSpec(family: "Noto Sans", pixelSize: 12 * Double(scale))
      let rect = Rect(x: 0, y: 0, width: Double(side), height: Double(side))
      let layout = RowLayout(
        size: PixelSize(width: side, height: side),
        drawList: DrawList([
          .image(
            ImageKey("a"), rect, .zero,
            placeholder: ImagePlaceholder(fill: grey, mark: .photo, words: words))
        ]))
      let drawn = PaintTools(images: Pictures(bitmap: picture)).paint(
        layout, slice: 0..<side, scheme: .light, background: ThemeColor(0xFFFFFF, dark: 0))
      return (0..<side).count { x in
        (0..<side).contains { drawn.pixel(x, $0) != 0xFFD0_D8DC }
      }
    }
    let (small, large) = (marked(scale: 1), marked(scale: 2))
    #expect((24...30).contains(small))
    #expect(abs(large - 2 * small) <= 2)
  }

  @Test("A video without a still is no problem")
  func playable() {
    let placeholder = ImagePlaceholder(fill: grey, mark: .playable, words: Self.words)
    #expect(Set(drawn(placeholder, .unsupported).pixels) == [0xFFD0_D8DC])
    #expect(Set(drawn(placeholder, .foreign("BMP")).pixels) == [0xFFD0_D8DC])
    #expect(Set(drawn(placeholder, .noDecoder).pixels) == [0xFFD0_D8DC])
    #expect(Set(drawn(placeholder, .missing).pixels).count > 1)
  }

  @Test("The reason that a video is not there stands clear of its button")
  func buttonIsClear() {
    let placeholder = ImagePlaceholder(fill: grey, mark: .playable, words: Self.words)
    let missing = drawn(placeholder, .missing)
    // The button's circle: three times the size of the letters.
    for y in 72..<108 {
      #expect((0..<180).allSatisfy { missing.pixel($0, y) == 0xFFD0_D8DC })
    }
    #expect(Set(drawn(placeholder, .missing, side: 44).pixels) == [0xFFD0_D8DC])
  }
}
