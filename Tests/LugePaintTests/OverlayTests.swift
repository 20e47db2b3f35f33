import LugeCore
import LugeEngine
import LugePaint
import Testing

@Suite("What lies over a composed frame") struct OverlayTests {
  @Test(
    "An overlay is copied where it is, and cut off at the edges",
    arguments: [(2, 3), (-4, -5), (16, 18), (-100, 0), (0, 100), (1 << 30, 0)])
  func overlay(x: Int, y: Int) throws {
    let size = PixelSize(width: 20, height: 22)
    let under: UInt32 = 0xFF11_2233
    let over: UInt32 = 0xFFAA_BBCC
    let bitmap = Bitmap(size: PixelSize(width: 8, height: 9))
    bitmap.withMutablePixels { $0.update(repeating: over) }
    let frame = Bitmap(size: size)
    try frame.withMutablePixels { pixels in
      pixels.update(repeating: under)
      Compositor.lay(Overlay(bitmap, x: x, y: y), into: try PixelTarget(pixels, size: size))
      for row in 0..<size.height {
        for column in 0..<size.width {
          let isCovered = column >= x && column - x < 8 && row >= y && row - y < 9
          #expect(pixels[row * size.width + column] == (isCovered ? over : under))
        }
      }
    }
  }

  @Test("What a jump led to stands out by its strength, in its rows only")
  func emphasis() throws {
    let size = PixelSize(width: 10, height: 30)
    var words: [Double: UInt32] = [:]
    for strength in [0.0, 0.5, 1.0] {
      var plan = FramePlan(
        size: size, scheme: .light, background: ThemeColor(0xFFFFFF, dark: 0), pieces: [])
      plan.emphasis = FramePlan.Emphasis(
        y: 10, height: 8, color: ThemeColor(light: RGBA(0x000000, alpha: 100), dark: RGBA(0)),
        strength: strength)
      let frame = Bitmap(size: size)
      try frame.withMutablePixels { pixels in
        Compositor.compose(plan, into: try PixelTarget(pixels, size: size))
        for row in 0..<30 where !(10..<18).contains(row) {
          #expect(pixels[row * 10 + 4] == 0xFFFF_FFFF)
        }
        words[strength] = pixels[12 * 10 + 4]
      }
    }
    #expect(words[0] == 0xFFFF_FFFF)
    // 255 less 50 and 100 parts of 255.
    #expect(words[0.5] == 0xFFCD_CDCD)
    #expect(words[1] == 0xFF9B_9B9B)
  }
}
