import Foundation
import LugeCore
import LugeEngine
import LugePaint
import LugePictures
import LugeTestSupport
import Testing

@testable import LugeCharts

/// Charts as pictures, compared with ones that were looked at and found right.
@Suite("Pictures of charts")
struct ChartPictureTests {
  private static let block = 24
  private let size = PixelSize(width: 360, height: 240)
  private let tools = PaintTools()

  private func picture(
    lines: Int, scheme: ColorScheme, scale: Double = 1, events: [HeavyViewEvent] = []
  ) -> Bitmap {
    let store = ChartStore(
      (0..<lines).map { line in
        ChartSeries(
          ["Alder", "Birch", "Cedar"][line % 3],
          points: (0..<20_000).map { index in
            let x = Double(index) / 20_000
            let slow = sin((x * 3 + Double(line)) * 2) * 20
            return (1_717_400_000 + Double(index) * 4, 100 + slow + sin(x * 900) * Double(line * 2))
          })
      })
    let view = ChartView(
      ChartContent(title: "Trees", store: store), viewport: ChartViewport())
    let pixels = PixelSize(
      width: Int(Double(size.width) * scale), height: Int(Double(size.height) * scale))
    let context = HeavyViewContext(
      size: pixels, unit: scale, fontFamily: "Noto Sans", text: tools.text)
    _ = view.draw(in: context)
    for event in events { _ = view.handle(event) }
    let base = tools.paint(
      RowLayout(size: pixels, drawList: view.draw(in: context)), slice: 0..<pixels.height,
      scheme: scheme, background: ThemeColor(0xF3_F5F7, dark: 0x12_181D))
    return tools.paint(view.drawOverlay(in: context), over: base, scheme: scheme)
  }

  private func blocks(_ bitmap: Bitmap, side: Int) -> [Int] {
    bitmap.withPixels { MeanBlocks($0, width: bitmap.size.width, side: side).colors }
  }

  @Test(
    "They look as they always did",
    arguments: [
      ("one-light", 1, ColorScheme.light, false), ("three-light", 3, .light, false),
      ("three-dark-hover", 3, .dark, true),
    ])
  func golden(name: String, lines: Int, scheme: ColorScheme, isHovered: Bool) throws {
    let hover = HeavyViewEvent.moved(Point(x: 120, y: 130))
    for scale in [1.0, 2] {
      let bitmap = picture(
        lines: lines, scheme: scheme, scale: scale, events: isHovered ? [hover] : [])
      let complaint = try GoldenPicture.complaint(
        about: bitmap, "chart-\(name)-\(scale)", scale: scale)
      #expect(complaint == nil)
    }
  }

  @Test("At other scales they are the same, only sharper", arguments: [1.5, 2.0])
  func scales(scale: Double) {
    let small = blocks(picture(lines: 3, scheme: .light), side: Self.block)
    let large = blocks(
      picture(lines: 3, scheme: .light, scale: scale), side: Int(Double(Self.block) * scale))
    // Labels are set anew, and lines keep their width in points.
    #expect(large.count == small.count)
    let differences = zip(small, large).map { MeanBlocks.distance([$0], [$1]) }
    #expect(differences.count { $0 > 40 } <= differences.count / 10)
  }
}
