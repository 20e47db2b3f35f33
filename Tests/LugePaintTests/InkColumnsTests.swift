import LugeCore
import LugeEngine
import LugePaint
import Testing

@Suite("Columns without ink")
struct InkColumnsTests {
  private func columns(_ commands: [DrawCommand], width: Int = 400) -> Range<Int> {
    RowLayout(size: PixelSize(width: width, height: 40), drawList: DrawList(commands)).inkColumns
  }

  private func composed(_ bitmap: Bitmap, _ size: PixelSize, _ scheme: ColorScheme) throws
    -> [UInt32]
  {
    var pixels = [UInt32](repeating: 0x0BAD_CAFE, count: size.width * size.height)
    try pixels.withUnsafeMutableBufferPointer {
      Compositor.compose(
        FramePlan(
          size: size, scheme: scheme, background: PaintSamples.background,
          pieces: [.init(row: nil, y: 0, height: size.height, content: .bitmap(bitmap))]),
        into: try PixelTarget($0, size: size))
    }
    return pixels
  }

  @Test("A frame looks the same whether or not bitmaps hold them", arguments: [1.0, 2.0])
  func equal(scale: Double) throws {
    let tools = PaintTools()
    for row in [PaintSamples.shapes(), PaintSamples.message(tools, scale: scale)] {
      // The row on a wider list, away from its edges.
      var wide = row
      wide.size.width += 300
      wide.drawList = DrawList()
      wide.drawList.append(row.drawList, at: Point(x: 150, y: 0))
      let columns = wide.inkColumns
      #expect(columns.lowerBound >= 90 && columns.upperBound <= wide.size.width - 90)
      for scheme in [ColorScheme.light, .dark] {
        let slice = 0..<wide.size.height
        let whole = tools.paint(
          wide, slice: slice, scheme: scheme, background: PaintSamples.background)
        let narrow = tools.paint(
          wide, slice: slice, columns: columns, scheme: scheme,
          background: PaintSamples.background)
        #expect(narrow.size.width == columns.count && narrow.left == columns.lowerBound)
        #expect(
          try composed(narrow, wide.size, scheme) == composed(whole, wide.size, scheme))
      }
    }
  }

  @Test("They follow from the commands")
  func bounds() {
    let ink = ThemeColor(0, dark: 0)
    #expect(columns([]).isEmpty)
    #expect(columns([.rectangle(Rect(x: 40, y: 0, width: 50, height: 9), fill: ink)]) == 32..<96)
    #expect(columns([.rectangle(Rect(x: -9, y: 0, width: 900, height: 9), fill: ink)]) == 0..<400)
    #expect(columns([.rectangle(Rect(x: 500, y: 0, width: 9, height: 9), fill: ink)]).isEmpty)
    #expect(
      columns([
        .path(
          Path([.move(Point(x: 100, y: 0)), .line(Point(x: 200, y: 9))]), fill: nil,
          stroke: Stroke(ink, width: 2))
      ]) == 80..<224)
    #expect(
      columns([.rectangle(Rect(x: .nan, y: 0, width: 9, height: 9), fill: ink)]).isEmpty)
  }
}
