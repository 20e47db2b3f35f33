// A window with a million lines of text, with everything that it needs: a kind of row, a source of
// items, and a factory that makes rows of items.
//
//     swift run ListOfStrings

import Glibc
// snippet.show
import LugeCore
import LugeEngine
import LugeQt

struct Line: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "line"
  let id: RowID, revision = Revision.initial, words: String

  static func layout(_ row: Line, in context: LayoutContext) -> RowLayout {  // off the main thread
    let text = context.text.layout(
      TextRequest(StyledText(row.words), font: context.font(15), maxWidth: context.width))
    let ink = ThemeColor(0x202020, dark: 0xE0E0E0)
    return RowLayout(
      size: PixelSize(width: context.width, height: text.size.height),
      drawList: DrawList([.text(text, at: .zero, color: ink, linkColor: ink)]))
  }
}

let numbers = ArraySource((1...1_000_000).map(Int64.init)) { ItemID($0) }
let lines = FactoryRowProvider(source: numbers) { number in
  [Line(id: RowID(item: ItemID(number), part: 0), words: "This is line \(number).")]
}
exit(try ListApplication.run(.init(name: "lines", displayName: "A million lines"), showing: lines))
