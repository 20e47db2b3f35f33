import LugeCore
import LugeTestSupport
import Testing

@testable import LugePaint

@Suite("Shadows")
struct ShadowTests {
  private let size = PixelSize(width: 240, height: 200)
  private let paper: UInt32 = 0xFFE9_EDF1
  private let shadow = Shadow(
    ThemeColor(light: RGBA(0, alpha: 90), dark: RGBA(0)), blur: 4, drop: 2)

  private func pixels(_ rect: Rect, radius: Double, twice: Bool = false) -> [UInt32] {
    let tiles = ShapeTiles()
    var pixels = [UInt32](repeating: paper, count: size.width * size.height)
    func draw() -> String? {
      pixels.withUnsafeMutableBufferPointer {
        Canvas.draw(on: $0, size: size, top: 0) { canvas in
          tiles.drawShadow(
            of: ShapeOutline(rect, radii: CornerRadii(radius)), shadow, shadow.color.light,
            on: canvas)
        }
      }
    }
    #expect(draw() == nil)
    guard twice else { return pixels }
    // Known by now.
    pixels = [UInt32](repeating: paper, count: size.width * size.height)
    #expect(draw() == nil)
    return pixels
  }

  @Test(
    "Nothing within the surface, nothing beyond its reach, darker below than above",
    arguments: 0..<40)
  func place(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let rect = Rect(
      x: Int.random(in: 10...40, using: &random), y: Int.random(in: 10...40, using: &random),
      width: Int.random(in: 24...180, using: &random),
      height: Int.random(in: 24...140, using: &random))
    let radius = Double(Int.random(in: 0...12, using: &random))
    let drawn = pixels(rect, radius: radius)
    #expect(drawn == pixels(rect, radius: radius, twice: true))
    func at(_ x: Double, _ y: Double) -> UInt32 { drawn[Int(y) * size.width + Int(x)] & 0xFF }
    let light = paper & 0xFF
    for y in 0..<size.height {
      for x in 0..<size.width {
        let isOutside =
          Double(x) < rect.x - 6 || Double(x) >= rect.maxX + 6 || Double(y) < rect.y - 6
          || Double(y) >= rect.maxY + 6
        let isInside =
          Double(x) >= rect.x + 4 && Double(x) < rect.maxX - 4 && Double(y) >= rect.y + 4
          && Double(y) < rect.maxY - 4
        if isOutside || isInside && radius <= 4 {
          #expect(drawn[y * size.width + x] == paper, "\(x) \(y) \(rect)")
        }
      }
    }
    // All along the middle of each edge it is the same, and as dark on the left as on the right.
    for x in stride(from: rect.x + 18, to: rect.maxX - 18, by: 1) {
      #expect(at(x, rect.maxY) == at(rect.x + 18, rect.maxY))
      #expect(at(x, rect.maxY) < light)
      #expect(at(x, rect.y - 1) > at(x, rect.maxY))
    }
    for y in stride(from: rect.y + 20, to: rect.maxY - 20, by: 1) {
      #expect(at(rect.x - 1, y) == at(rect.maxX, y))
    }
    #expect(at(rect.x + 18, rect.maxY) < at(rect.x + 18, rect.maxY + 3))
  }
}
