import CPango
import LugeCore
import LugeText

/// Draws a layout in black on nothing and looks where ink came to lie.
struct InkProbe {
  let size: PixelSize
  let margin: Int
  private(set) var pixels: [UInt32]

  /// Draws rows `clip` of the layout (all by default) with room of `margin` pixels around it.
  ///
  /// - Parameter color: of the text.
  init(
    _ layout: TextLayout, with text: PangoText, margin: Int, clip: Range<Int>? = nil,
    color: RGBA = RGBA(0)
  ) {
    self.margin = margin
    size = PixelSize(
      width: layout.size.width + 2 * margin, height: layout.size.height + 2 * margin)
    pixels = [UInt32](repeating: 0, count: size.width * size.height)
    let (size, width, height) = (size, Int32(size.width), Int32(size.height))
    pixels.withUnsafeMutableBytes { bytes in
      let surface = cairo_image_surface_create_for_data(
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, width, height,
        width * 4)
      guard let cairo = cairo_create(surface) else { return }
      TextPainter(text).draw(
        layout, at: (margin, margin), colors: .init(text: color, link: RGBA(0x0000FF)),
        clip: clip ?? 0..<layout.size.height,
        on: bytes.bindMemory(to: UInt32.self).baseAddress.map { InkTarget($0, size: size) },
        cairo: cairo)
      cairo_destroy(cairo)
      cairo_surface_destroy(surface)
    }
  }

  /// Where there is ink, from the layout's top left; nil when there is none.
  var bounds: (x: Range<Int>, y: Range<Int>)? {
    var (left, right, top, bottom) = (Int.max, Int.min, Int.max, Int.min)
    for y in 0..<size.height {
      for x in 0..<size.width where pixels[y * size.width + x] >> 24 > 0 {
        (left, right) = (min(left, x), max(right, x))
        (top, bottom) = (min(top, y), max(bottom, y))
      }
    }
    guard left <= right else { return nil }
    return (left - margin..<right + 1 - margin, top - margin..<bottom + 1 - margin)
  }

  /// How much ink there is in some columns of the layout.
  func ink(inColumns columns: Range<Int>) -> Int {
    var sum = 0
    for y in 0..<size.height {
      for x in columns where (0..<size.width).contains(x + margin) {
        sum += Int(pixels[y * size.width + x + margin] >> 24)
      }
    }
    return sum
  }
}
