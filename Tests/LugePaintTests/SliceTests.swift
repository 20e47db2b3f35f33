import LugeCore
import LugePaint
import LugeText
import Testing

@Suite("Slices")
struct SliceTests {
  private func expectSlicesEqualWhole(_ row: RowLayout, _ tools: PaintTools, heights: [Int]) {
    let whole = tools.paint(
      row, slice: 0..<row.size.height, scheme: .light, background: PaintSamples.background)
    for height in heights {
      var pixels: [UInt32] = []
      for top in stride(from: 0, to: row.size.height, by: height) {
        let slice = top..<min(top + height, row.size.height)
        let part = tools.paint(
          row, slice: slice, scheme: .light, background: PaintSamples.background)
        #expect(part.size == PixelSize(width: row.size.width, height: slice.count))
        pixels += part.pixels
      }
      #expect(pixels == whole.pixels, "slices of \(height)")
    }
    #expect(tools.failedBitmaps == 0)
  }

  @Test("A row of shapes in slices equals the row as a whole")
  func shapes() {
    expectSlicesEqualWhole(PaintSamples.shapes(), PaintTools(), heights: [1, 7, 32, 50])
  }

  @Test("A message in slices equals the message as a whole", arguments: [1.0, 1.5, 2.0])
  func message(scale: Double) {
    let tools = PaintTools()
    expectSlicesEqualWhole(
      PaintSamples.message(tools, scale: scale), tools, heights: [1, 5, 16, 33])
  }

  @Test("A long text in slices, drawn by a lane that did not measure it")
  func longText() {
    let string = (0..<600).map { "Line \($0) of a long text, g\u{301}\u{302}\u{303}\u{304}jÅ." }
      .joined(separator: " ")
    let layout = PaintTools().text.layout(
      TextRequest(
        StyledText(string), font: FontSpec(family: "Noto Sans", pixelSize: 13), maxWidth: 220))
    #expect(layout.pieces.count > 2)
    let row = RowLayout(
      size: PixelSize(width: 240, height: layout.size.height),
      drawList: DrawList([
        .text(
          layout, at: Point(x: 10, y: 0), color: PaintSamples.ink, linkColor: PaintSamples.link)
      ]))
    let tools = PaintTools()
    expectSlicesEqualWhole(row, tools, heights: [512, 1000])
    #expect(tools.pangoText.statistics.disagreements == 0)
  }

  @Test("Empty rows and slices beyond the row give background")
  func empty() {
    let tools = PaintTools()
    let word = PaintSamples.background.resolved(.dark).premultipliedWord
    for (size, slice) in [(PixelSize.zero, 0..<0), (PixelSize(width: 4, height: 4), 9..<12)] {
      let bitmap = tools.paint(
        RowLayout(size: size), slice: slice, scheme: .dark, background: PaintSamples.background)
      #expect(bitmap.pixels.allSatisfy { $0 == word })
      #expect(bitmap.size.width >= 1 && bitmap.size.height >= 1)
    }
  }

  @Test("Numbers that cannot be drawn are left out, what follows them is drawn")
  func senselessNumbers() {
    let tools = PaintTools()
    let color = PaintSamples.link
    var commands: [DrawCommand] = []
    for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      commands += [
        .rectangle(Rect(x: value, y: 0, width: 5, height: 5), fill: color),
        .roundedRectangle(
          Rect(x: 0, y: 0, width: value, height: 5), CornerRadii(value), fill: color, stroke: nil),
        .path(
          Path([.move(Point(x: 0, y: value)), .line(Point(x: value, y: 2)), .close]), fill: color,
          stroke: Stroke(color, width: value)),
        .image(
          nil, Rect(x: 0, y: value, width: 5, height: 5), CornerRadii(3),
          placeholder: ImagePlaceholder(fill: color, mark: .file)),
        .text(
          tools.text.layout(
            TextRequest(StyledText("x"), font: FontSpec(family: "", pixelSize: 9), maxWidth: 50)),
          at: Point(x: value, y: value), color: color, linkColor: color),
      ]
    }
    commands.append(.rectangle(Rect(x: 8, y: 8, width: 1, height: 1), fill: ThemeColor(0, dark: 0)))
    let bitmap = tools.paint(
      RowLayout(size: PixelSize(width: 10, height: 10), drawList: DrawList(commands)),
      slice: 0..<10, scheme: .light, background: PaintSamples.background)
    #expect(bitmap.pixel(8, 8) == 0xFF00_0000)
  }
}
