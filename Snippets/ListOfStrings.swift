// A window with a million lines of text, and everything it takes: a kind of row, a factory that
// makes rows of items, and an engine between the two and the window.
//
//     swift run ListOfStrings

import Glibc
// snippet.show
import LugeCore
import LugeEngine
import LugePaint
import LugeQt

struct Line: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "line"
  let id: RowID
  let revision = Revision.initial
  let words: String

  // Runs off the main thread, sees nothing but its arguments.
  static func layout(_ row: Line, in context: LayoutContext) -> RowLayout {
    let text = context.text.layout(
      TextRequest(StyledText(row.words), font: context.font(15), maxWidth: context.width))
    let ink = ThemeColor(0x202020, dark: 0xE0E0E0)
    return RowLayout(
      size: PixelSize(width: context.width, height: text.size.height),
      drawList: DrawList([.text(text, at: .zero, color: ink, linkColor: ink)]))
  }
}

struct Lines: RowFactory {
  func rows(for item: Int, previous: Int?, next: Int?) -> [any RowModel] {
    [Line(id: RowID(item: ItemID(Int64(item)), part: 0), words: "This is line \(item).")]
  }
}

let application = try Application(.init(name: "lines", displayName: "Lines"))
let window = Window(title: "A million lines")
let source = ArraySource(Array(1...1_000_000)) { ItemID(Int64($0)) }
let waker = FrameWaker()
let engine = ListEngine(
  provider: FactoryRowProvider(source: source, factory: Lines()), tools: PaintTools.factory(),
  wake: { waker.wake() })
let list = ListSurface(
  area: window.main, engine: engine, clock: try FrameClock(), waker: waker)
window.show()
exit(withExtendedLifetime(list) { application.run() })
