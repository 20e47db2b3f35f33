import LugeCore
import LugeEngine
import LugePaint
import LugeText

extension Case {
  static let texts = [
    text("text-known-words", "text: 1,000 messages of known words", usesFastPath: true),
    text("text-pango", "text: 1,000 messages by Pango", usesFastPath: false),
  ]

  private static func text(_ name: String, _ about: String, usesFastPath: Bool) -> Case {
    Case(name, about) {
      let requests = sentences(1000).map {
        TextRequest(
          StyledText($0), font: FontSpec(family: "Noto Sans", pixelSize: 15), maxWidth: 300)
      }
      let text = PangoText(usesFastPath: usesFastPath)
      return { requests.reduce(0) { $0 + text.measure($1).size.height } }
    }
  }

  static let frames = [
    Case("compositor", "compositor: 60 frames of 400 x 800") {
      let size = PixelSize(width: 400, height: 800)
      var plan = FramePlan(
        size: size, scheme: .light, background: ThemeColor(0xFFFFFF, dark: 0), pieces: [])
      for row in 0..<13 {
        let bitmap = Bitmap(size: PixelSize(width: size.width, height: 64))
        bitmap.withMutablePixels { $0.update(repeating: 0xFF00_0000 | UInt32(row * 4242)) }
        plan.pieces.append(
          .init(row: nil, y: row * 64 - 16, height: 64, content: .bitmap(bitmap)))
      }
      let (shown, target) = (plan, Bitmap(size: size))
      return {
        for _ in 0..<60 {
          try target.withMutablePixels { pixels in
            Compositor.compose(shown, into: try PixelTarget(pixels, size: size))
          }
        }
        return target.withPixels { Int($0[0]) }
      }
    }
  ]
}
