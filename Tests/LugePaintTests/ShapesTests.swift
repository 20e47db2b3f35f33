import LugeCore
import LugePaint
import LugePictures
import Testing

@Suite("Shapes")
struct ShapesTests {
  let tools = PaintTools()

  private func paint(_ commands: [DrawCommand], side: Int = 24) -> Bitmap {
    tools.paint(
      RowLayout(size: PixelSize(width: side, height: side), drawList: DrawList(commands)),
      slice: 0..<side, scheme: .light, background: ThemeColor(0xFFFFFF, dark: 0))
  }

  @Test("The picture of all shapes looks as it always did")
  func golden() throws {
    let drawn = tools.paint(
      PaintSamples.shapes(), slice: 0..<96, scheme: .light, background: PaintSamples.background)
    let complaint = try GoldenPicture.complaint(about: drawn, "shapes")
    #expect(complaint == nil)
  }

  @Test("A hairline stroke covers whole pixels inside the edge")
  func hairline() {
    let bitmap = paint([
      .roundedRectangle(
        Rect(x: 4, y: 4, width: 10, height: 10), .zero, fill: nil,
        stroke: Stroke(ThemeColor(0, dark: 0), width: 1))
    ])
    for i in 4..<14 {
      for (x, y) in [(i, 4), (i, 13), (4, i), (13, i)] {
        #expect(bitmap.pixel(x, y) == 0xFF00_0000)
      }
    }
    let dark = bitmap.pixels.count { $0 != 0xFFFF_FFFF }
    #expect(dark == 36)
  }

  @Test("Each corner has its own radius; radii too large are scaled down")
  func corners() {
    let fill = ThemeColor(0, dark: 0)
    let bitmap = paint([
      .roundedRectangle(
        Rect(x: 0, y: 0, width: 24, height: 24),
        CornerRadii(topLeft: 8, topRight: 0, bottomRight: 8, bottomLeft: 0), fill: fill, stroke: nil
      )
    ])
    #expect(bitmap.pixel(0, 0) == 0xFFFF_FFFF && bitmap.pixel(23, 23) == 0xFFFF_FFFF)
    #expect(bitmap.pixel(23, 0) == 0xFF00_0000 && bitmap.pixel(0, 23) == 0xFF00_0000)
    let round = paint([
      .roundedRectangle(
        Rect(x: 0, y: 0, width: 24, height: 24), CornerRadii(1000), fill: fill, stroke: nil)
    ])
    let area = round.pixels.reduce(0.0) { $0 + Double(255 - ($1 & 0xFF)) / 255 }
    #expect(abs(area - .pi * 144) < 4)
  }

  @Test("Dark and light differ in colour and in nothing else")
  func themes() {
    let row = PaintSamples.message(tools)
    let light = tools.paint(
      row, slice: 0..<row.size.height, scheme: .light, background: PaintSamples.background)
    let dark = tools.paint(
      row, slice: 0..<row.size.height, scheme: .dark, background: PaintSamples.background)
    #expect(light.size == dark.size && light.pixels != dark.pixels)
    #expect(light.pixel(0, 0) == 0xFFE9_EDF1 && dark.pixel(0, 0) == 0xFF0F_1317)
    #expect((light.pixels + dark.pixels).allSatisfy { $0 >> 24 == 255 })
  }

  @Test("Every mark is drawn, each differently, within its rounded corners")
  func marks() {
    let marks: [ImagePlaceholder.Mark] = [.none, .photo, .play, .file, .missing]
    let pictures = marks.map { mark in
      paint(
        [
          .image(
            nil, Rect(x: 0, y: 0, width: 64, height: 64), CornerRadii(12),
            placeholder: ImagePlaceholder(fill: ThemeColor(0x808890, dark: 0), mark: mark))
        ], side: 64)
    }
    #expect(Set(pictures.map(\.pixels)).count == marks.count)
    for picture in pictures { #expect(picture.pixel(0, 0) == 0xFFFF_FFFF) }
  }

  @Test("A picture that is there covers its place, cropped in the middle")
  func images() {
    struct Pictures: ImageProviding {
      let bitmap: Bitmap
      func image(for key: ImageKey, size: PixelSize) -> Bitmap? {
        key.source == "known" && size == PixelSize(width: 20, height: 10) ? bitmap : nil
      }
    }
    // Red above, green in the middle, blue below; shown are the middle rows.
    let bitmap = Bitmap(size: PixelSize(width: 20, height: 30))
    bitmap.withMutablePixels { pixels in
      for index in pixels.indices {
        pixels[index] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF][index / 200]
      }
    }
    let tools = PaintTools(images: Pictures(bitmap: bitmap))
    func paint(_ key: String) -> Bitmap {
      let image = DrawCommand.image(
        ImageKey(key), Rect(x: 2, y: 2, width: 20, height: 10), CornerRadii(4),
        placeholder: ImagePlaceholder(fill: ThemeColor(0x123456, dark: 0), mark: .none))
      return tools.paint(
        RowLayout(size: PixelSize(width: 24, height: 14), drawList: DrawList([image])),
        slice: 0..<14, scheme: .light, background: ThemeColor(0xFFFFFF, dark: 0))
    }
    let known = paint("known")
    for y in 2..<12 { #expect(known.pixel(12, y) == 0xFF00_FF00) }
    #expect(known.pixel(2, 2) == 0xFFFF_FFFF)
    #expect(paint("unknown").pixel(12, 7) == 0xFF12_3456)
  }
}
