import LugeCore
import LugePaint
import Testing

@Suite("Lines of many points")
struct PolylineTests {
  private let tools = PaintTools()
  private let black = ThemeColor(0, dark: 0)

  private func paint(
    _ line: Polyline, fill: ThemeColor? = nil, width: Double? = 1, side: Int = 24
  ) -> Bitmap {
    tools.paint(
      RowLayout(
        size: PixelSize(width: side, height: side),
        drawList: DrawList([
          .polyline(line, fill: fill, stroke: width.map { Stroke(black, width: $0) })
        ])), slice: 0..<side, scheme: .light, background: ThemeColor(0xFFFFFF, dark: 0))
  }

  private func ink(_ bitmap: Bitmap) -> Double {
    bitmap.pixels.reduce(0.0) { $0 + Double(255 - ($1 & 0xFF)) / 255 }
  }

  @Test("Covers its way and nothing else; a gap stays free; nothing leaves the clip")
  func places() {
    let line = Polyline([
      Point(x: 2, y: 5.5), Point(x: 10, y: 5.5), Point(x: .nan, y: 3), Point(x: 14, y: 5.5),
      Point(x: 22, y: 5.5),
    ])
    let bitmap = paint(line)
    for x in [3, 9, 15, 21] { #expect(bitmap.pixel(x, 5) == 0xFF00_0000) }
    for x in [11, 12, 13] { #expect(bitmap.pixel(x, 5) == 0xFFFF_FFFF || x != 12) }
    #expect(bitmap.pixel(12, 5) == 0xFFFF_FFFF && bitmap.pixel(5, 7) == 0xFFFF_FFFF)
    var clipped = line
    clipped.clip = Rect(x: 6, y: 0, width: 10, height: 24)
    let part = paint(clipped)
    #expect(part.pixel(3, 5) == 0xFFFF_FFFF && part.pixel(21, 5) == 0xFFFF_FFFF)
    #expect(part.pixel(8, 5) == 0xFF00_0000 && part.pixel(15, 5) == 0xFF00_0000)
    clipped.clip = Rect(x: 0, y: 100, width: 10, height: 24)
    #expect(ink(paint(clipped)) == 0)
  }

  @Test("The area reaches from the line to the baseline")
  func area() {
    let line = Polyline(
      [Point(x: 4, y: 4), Point(x: 12, y: 4), Point(x: 12, y: 8), Point(x: 20, y: 8)], baseline: 20)
    let bitmap = paint(line, fill: ThemeColor(0xFF0000, dark: 0), width: nil)
    for (x, y) in [(5, 5), (11, 19), (13, 9), (19, 19)] {
      #expect(bitmap.pixel(x, y) == 0xFFFF_0000)
    }
    for (x, y) in [(13, 6), (5, 21), (3, 10), (21, 10)] {
      #expect(bitmap.pixel(x, y) == 0xFFFF_FFFF)
    }
  }

  @Test("A long line is stroked in parts, and looks as if it were not")
  func parts() {
    let points = (0..<1200).map { index in
      Point(x: Double(index) * 0.08 + 2, y: 50 + 30 * Double(index % 7 - 3) / 3)
    }
    let whole = paint(Polyline(points, dashes: [10_000, 1]), side: 100)
    let parts = paint(Polyline(points), side: 100)
    #expect((ink(whole) - ink(parts)).magnitude < ink(whole) * 0.02)
  }

  @Test("Lists over a copy leave the original as it was, and moved ones draw the same elsewhere")
  func overlays() {
    let base = paint(Polyline([Point(x: 2, y: 5.5), Point(x: 10, y: 5.5)]))
    let before = base.pixels
    let line = Polyline(
      [Point(x: 2, y: 9.5), Point(x: 10, y: 9.5)], clip: Rect(x: 0, y: 0, width: 8, height: 20))
    let list = DrawList([.polyline(line, fill: nil, stroke: Stroke(black, width: 1))])
    let over = tools.paint(list, over: base, scheme: .light)
    #expect(base.pixels == before && over.pixel(4, 5) == 0xFF00_0000)
    #expect(over.pixel(4, 9) == 0xFF00_0000 && over.pixel(9, 9) == 0xFFFF_FFFF)
    var moved = DrawList()
    moved.append(list, at: Point(x: 5, y: 2))
    let there = tools.paint(moved, over: base, scheme: .light)
    #expect(there.pixel(9, 11) == 0xFF00_0000 && there.pixel(14, 11) == 0xFFFF_FFFF)
  }
}
