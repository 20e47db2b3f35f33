// A text that is measured once, and drawn into a picture with exactly the measured lines.
//
//     swift run DrawText

// snippet.show
import LugeCore
import LugePaint

let tools = PaintTools()  // for one thread
let words = StyledText("Measured once, and drawn by the lines that gave it its height.")
let text = tools.text.layout(
  TextRequest(words, font: FontSpec(family: "", pixelSize: 24), maxWidth: 320))
let ink = ThemeColor(0x202020, dark: 0xE0E0E0)
let row = RowLayout(
  size: text.size, drawList: DrawList([.text(text, at: .zero, color: ink, linkColor: ink)]))
let paper = ThemeColor(0xFFFFFF, dark: 0x101418)
let picture = tools.paint(row, slice: 0..<row.size.height, scheme: .light, background: paper)
try PNG.write(picture, to: "text.png")
