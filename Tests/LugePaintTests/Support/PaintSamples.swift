import LugeCore
import LugePaint

extension Bitmap {
  var pixels: [UInt32] { withPixels { Array($0) } }

  func pixel(_ x: Int, _ y: Int) -> UInt32 { withPixels { $0[y * size.width + x] } }
}

enum PaintSamples {
  static let background = ThemeColor(0xE9EDF1, dark: 0x0F1317)
  static let bubble = ThemeColor(0xFFFFFF, dark: 0x1E252C)
  static let ink = ThemeColor(0x101418, dark: 0xECEFF2)
  static let link = ThemeColor(0x0A66C2, dark: 0x7CB8FF)

  /// A row with everything a draw list can hold but text, 96 pixels square.
  static func shapes() -> RowLayout {
    let red = ThemeColor(0xC02020, dark: 0xFF8080)
    let blue = ThemeColor(0x2040C0, dark: 0x80A0FF)
    let commands: [DrawCommand] = [
      .rectangle(Rect(x: 4, y: 4, width: 28, height: 20), fill: red),
      .roundedRectangle(
        Rect(x: 36, y: 4, width: 56, height: 28),
        CornerRadii(topLeft: 14, topRight: 4, bottomRight: 0, bottomLeft: 99), fill: bubble,
        stroke: Stroke(blue, width: 3)),
      .path(
        Path([
          .move(Point(x: 6, y: 90)), .line(Point(x: 24, y: 34)),
          .curve(Point(x: 30, y: 40), Point(x: 40, y: 60), to: Point(x: 30, y: 88)), .close,
        ]), fill: blue, stroke: nil),
      .image(
        nil, Rect(x: 44, y: 40, width: 48, height: 48), CornerRadii(10),
        placeholder: ImagePlaceholder(fill: red, mark: .photo)),
    ]
    return RowLayout(size: PixelSize(width: 96, height: 96), drawList: DrawList(commands))
  }

  /// A bubble with text of several scripts and styles, laid out with the given tools.
  static func message(_ tools: PaintTools, scale: Double = 1) -> RowLayout {
    let string =
      "Hello, this is a *message* https://example.org/path that wraps; Привет, 你好, שלום 😀"
      + " g\u{301}\u{302}\u{303}\u{304}\u{306}\u{307}\u{308}j"
    let text = StyledText(
      string,
      spans: [.init(0..<5, .bold), .init(17..<26, .code), .init(27..<51, .link(target: ""))])
    let layout = tools.text.layout(
      TextRequest(text, font: FontSpec(family: "Noto Sans", pixelSize: 15 * scale), maxWidth: 180))
    let frame = Rect(
      x: 8, y: 3, width: Double(layout.size.width) + 20, height: Double(layout.size.height) + 12)
    return RowLayout(
      size: PixelSize(width: 240, height: layout.size.height + 18),
      drawList: DrawList([
        .roundedRectangle(
          frame, CornerRadii(14), fill: bubble,
          stroke: Stroke(ThemeColor(0xC5CED6, dark: 0), width: 1)),
        .text(layout, at: Point(x: 18, y: 9), color: ink, linkColor: link),
        .image(
          nil, Rect(x: 200, y: 5.5, width: 36, height: 40.25), CornerRadii(8),
          placeholder: ImagePlaceholder(fill: link, mark: .play)),
      ]))
  }
}
