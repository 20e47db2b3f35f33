import LugeChat
import LugeCore
import LugeEngine
import LugePaint

/// The rows of a conversation, one below the other in one bitmap.
struct Picture {
  let bitmap: Bitmap

  enum Problem: Error { case empty }

  init(
    of messages: [ChatMessage], _ factory: ChatRowFactory, _ environment: LayoutEnvironment,
    _ scheme: ColorScheme
  ) throws {
    let tools = PaintTools()
    let context = LayoutContext(environment: environment, text: tools.text)
    var layouts: [RowLayout] = []
    for (index, message) in messages.enumerated() {
      let rows = factory.rows(
        for: message, previous: index > 0 ? messages[index - 1] : nil,
        next: index + 1 < messages.count ? messages[index + 1] : nil)
      layouts += rows.map { $0.layout(in: context) }
    }
    let width = environment.width
    let height = layouts.reduce(0) { $0 + $1.size.height }
    guard width > 0, height > 0 else { throw Problem.empty }
    bitmap = Bitmap(size: PixelSize(width: width, height: height))
    bitmap.withMutablePixels { pixels in
      var top = 0
      for layout in layouts {
        let row = tools.paint(
          layout, slice: 0..<layout.size.height, scheme: scheme, background: ChatStyle.background)
        row.withPixels { source in
          for (index, word) in source.prefix(layout.size.height * width).enumerated() {
            pixels[top * width + index] = word
          }
        }
        top += layout.size.height
      }
    }
  }
}
