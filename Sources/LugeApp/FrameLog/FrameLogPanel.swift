import Dispatch
import LugeCore
import LugeEngine
import LugePaint

/// Draws the frame log's text on a queue with tools of its own: the main thread must not lay out
/// text, not even here.
final class FrameLogPanel: Sendable {
  /// Tools that only the queue's work uses.
  ///
  /// `@unchecked Sendable`: they are created and used only on the queue, which is serial.
  private final class Tools: @unchecked Sendable {
    lazy var paint = PaintTools()
  }

  static let ink = ThemeColor(0xF2F5F7, dark: 0xF2F5F7)
  static let paper = ThemeColor(0x17212B, dark: 0x17212B)

  /// Margin around text and graph, points.
  static let margin = 8.0

  private let queue = DispatchQueue(label: "luge.frame-log", qos: .background)
  private let tools = Tools()

  /// - Parameters:
  ///   - unit: device pixels per point.
  ///   - top: pixels above the text, for the graph.
  func draw(
    _ figures: FrameLogFigures, width: Int, top: Int, unit: Double,
    completion: @escaping @MainActor @Sendable (Bitmap) -> Void
  ) {
    queue.async { [tools] in
      let margin = Self.margin * unit
      var list = DrawList()
      var y = Double(top) + margin
      let font = FontSpec(family: "monospace", pixelSize: 11 * unit)
      for line in figures.lines {
        let layout = tools.paint.text.layout(
          TextRequest(
            StyledText(line), font: font, maxWidth: max(1, width - Int(2 * margin)), maxLines: 1))
        list.append(
          .text(
            layout, at: Point(x: margin, y: y.rounded()), color: Self.ink, linkColor: Self.ink))
        y += Double(layout.size.height) + 2 * unit
      }
      let height = max(1, Int((y + margin).rounded(.up)))
      let layout = RowLayout(size: PixelSize(width: width, height: height), drawList: list)
      let bitmap = tools.paint.paint(
        layout, slice: 0..<height, scheme: .dark, background: Self.paper)
      Task { @MainActor in completion(bitmap) }
    }
  }
}
