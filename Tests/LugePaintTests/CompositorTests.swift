import LugeCore
import LugeEngine
import LugePaint
import LugeTestSupport
import Testing

@Suite("Compositor")
struct CompositorTests {
  private func bitmap(
    _ width: Int, _ height: Int, left: Int = 0, using random: inout SeededGenerator
  ) -> Bitmap {
    let bitmap = Bitmap(
      size: PixelSize(width: max(1, width), height: max(1, height)), left: left)
    bitmap.withMutablePixels { pixels in
      for index in pixels.indices {
        pixels[index] = 0xFF00_0000 | UInt32.random(in: 0...0xFFFFFF, using: &random)
      }
    }
    return bitmap
  }

  private func skeleton(_ size: PixelSize, using random: inout SeededGenerator) -> RowSkeleton {
    RowSkeleton(
      (0..<Int.random(in: 0...3, using: &random)).map { _ in
        let (x, y) = (
          Int.random(in: -9...size.width, using: &random), Int.random(in: -9...50, using: &random)
        )
        return .init(
          columns: x..<x + Int.random(in: 1...70, using: &random),
          rows: y..<y + Int.random(in: 1...50, using: &random),
          radius: Int.random(in: 0...20, using: &random),
          color: RGBA(UInt32.random(in: 0...0xFFFFFF, using: &random)))
      })
  }

  /// Whether a pixel is within an area's round corners: the middle of its line decides.
  private func holds(_ area: RowSkeleton.Area, x: Int, y: Int) -> Bool {
    guard area.columns.contains(x), area.rows.contains(y) else { return false }
    let radius = Double(area.radius)
    let fromEdge =
      min(
        Double(y - area.rows.lowerBound), Double(area.rows.upperBound - 1 - y)) + 0.5
    guard fromEdge < radius else { return true }
    let rise = radius - fromEdge
    let cut = radius - (radius * radius - rise * rise).squareRoot().rounded()
    return Double(min(x - area.columns.lowerBound, area.columns.upperBound - 1 - x)) >= cut
  }

  private func plan(_ size: PixelSize, using random: inout SeededGenerator) -> FramePlan {
    var pieces: [FramePlan.Piece] = []
    var y = Int.random(in: -80...20, using: &random)
    for _ in 0..<Int.random(in: 0...9, using: &random) {
      let height = Int.random(in: 0...40, using: &random)
      let content: FramePlan.Piece.Content =
        switch Int.random(in: 0..<5, using: &random) {
        case 0: .placeholder
        case 1:
          .skeleton(
            skeleton(size, using: &random),
            from: Bool.random(using: &random) ? 0 : .random(in: 0...30, using: &random))
        default:
          .bitmap(
            bitmap(
              size.width + (Bool.random(using: &random) ? 0 : .random(in: -9...4, using: &random)),
              height + (Bool.random(using: &random) ? 0 : .random(in: -4...6, using: &random)),
              left: Bool.random(using: &random) ? 0 : .random(in: -3...60, using: &random),
              using: &random))
        }
      pieces.append(.init(row: nil, y: y, height: height, content: content))
      y += height + (Bool.random(using: &random) ? 0 : .random(in: -4...5, using: &random))
    }
    return FramePlan(
      size: size, scheme: Bool.random(using: &random) ? .light : .dark,
      background: PaintSamples.background, pieces: pieces)
  }

  /// What a pixel of the frame should be, thought out pixel by pixel.
  private func expected(_ plan: FramePlan, _ highlights: [Highlight], x: Int, y: Int) -> UInt32 {
    let background = plan.background.resolved(plan.scheme)
    var color = background.premultipliedWord
    for piece in plan.pieces where y >= piece.y && y < piece.y + piece.height {
      color = background.premultipliedWord
      switch piece.content {
      case .bitmap(let bitmap):
        let column = x - bitmap.left
        if column >= 0, column < bitmap.size.width, y - piece.y < bitmap.size.height {
          color = bitmap.pixel(column, y - piece.y)
        }
      case .skeleton(let skeleton, let top):
        for area in skeleton.areas where holds(area, x: x, y: y - piece.y + top) {
          color = area.color.premultipliedWord
        }
      case .placeholder:
        let (height, left) = (min(12, piece.height / 3), plan.size.width / 16)
        let top = piece.y + (piece.height - height) / 2
        if (top..<top + height).contains(y),
          (left..<left + plan.size.width * 2 / 5).contains(x)
        {
          let tint = RGBA(plan.scheme == .light ? 0 : 0xFFFFFF, alpha: 20)
          color = blended(tint, over: color)
        }
      }
    }
    for highlight in highlights
    where highlight.rect.contains(Point(x: Double(x) + 0.5, y: Double(y) + 0.5)) {
      color = blended(highlight.color, over: color)
    }
    return color
  }

  private func blended(_ color: RGBA, over pixel: UInt32) -> UInt32 {
    let alpha = Double(color.alpha) / 255
    func channel(_ over: UInt8, _ shift: UInt32) -> UInt32 {
      let under = Double(pixel >> shift & 0xFF)
      return UInt32((Double(over) * alpha + under * (1 - alpha)).rounded()) << shift
    }
    return 0xFF00_0000 | channel(color.red, 16) | channel(color.green, 8) | channel(color.blue, 0)
  }

  @Test("Random plans equal a naive model, pixel for pixel", arguments: 0..<60 as Range<UInt64>)
  func model(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let size = PixelSize(
      width: .random(in: 1...50, using: &random), height: .random(in: 1...90, using: &random))
    let plan = plan(size, using: &random)
    let highlights = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      Highlight(
        Rect(
          x: Double(Int.random(in: -9...40, using: &random)),
          y: Double(Int.random(in: -9...90, using: &random)),
          width: Double(Int.random(in: 0...40, using: &random)),
          height: Double(Int.random(in: 0...40, using: &random))),
        color: RGBA(
          .random(in: 0...0xFFFFFF, using: &random), alpha: .random(in: 0...255, using: &random)))
    }
    let stride = size.width + Int.random(in: 0...5, using: &random)
    let untouched: UInt32 = 0x0BAD_CAFE
    var pixels = [UInt32](repeating: untouched, count: stride * size.height)
    try pixels.withUnsafeMutableBufferPointer { buffer in
      Compositor.compose(
        plan, highlights: highlights,
        into: try PixelTarget(buffer, size: size, stride: stride))
    }
    for y in 0..<size.height {
      for x in 0..<stride {
        let wanted = x < size.width ? expected(plan, highlights, x: x, y: y) : untouched
        guard pixels[y * stride + x] == wanted else {
          Issue.record("pixel \(x), \(y) is \(pixels[y * stride + x]), not \(wanted)")
          return
        }
      }
    }
  }

  @Test("Places and sizes without sense do no harm")
  func senselessPlans() throws {
    var random = SeededGenerator(seed: 5)
    let size = PixelSize(width: 8, height: 8)
    let word = PaintSamples.background.resolved(.light).premultipliedWord
    for (y, height) in [(Int.max, 5), (Int.min, 5), (-3, Int.max), (Int.max, Int.max), (4, -9)] {
      let plan = FramePlan(
        size: size, scheme: .light, background: PaintSamples.background,
        pieces: [
          .init(row: nil, y: y, height: height, content: .bitmap(bitmap(8, 2, using: &random))),
          .init(row: nil, y: y, height: height, content: .placeholder),
        ])
      let highlights = [Double.nan, .infinity, -.infinity, 1e300].map {
        Highlight(Rect(x: $0, y: 0, width: 5, height: $0), color: RGBA(0, alpha: 255))
      }
      var pixels = [UInt32](repeating: 0, count: 64)
      try pixels.withUnsafeMutableBufferPointer {
        Compositor.compose(plan, highlights: highlights, into: try PixelTarget($0, size: size))
      }
      #expect(pixels[0] >> 24 == 255 && (height > 5 || pixels.allSatisfy { $0 == word }))
    }
  }

  @Test("A ground is exchanged for another; ink stays as far from it, whatever it was")
  func ground() throws {
    let size = PixelSize(width: 6, height: 4)
    for (ground, ink) in [(0x4DB6AC, 0x10201E), (0xFFFFFF, 0), (0x1F2C34, 0xE9EDEF), (0, 0xFFFFFF)]
      as [(UInt32, UInt32)]
    {
      let bitmap = Bitmap(size: size)
      try bitmap.withMutablePixels { pixels in
        pixels.update(repeating: 0xFF00_0000 | ground)
        pixels[8] = 0xFF00_0000 | ink
        pixels[0] = 0xFF12_3456
        Compositor.lay(
          Highlight(
            Rect(x: 0, y: 0, width: 5, height: 4), color: RGBA(0xFFA03C), mode: .ground),
          into: try PixelTarget(pixels, size: size))
        #expect(pixels[7] == 0xFFFF_A03C)
        #expect(pixels[5] == 0xFF00_0000 | ground, "outside of it")
        #expect(pixels[8] != pixels[7])
        if ink == 0 { #expect(pixels[8] == 0xFF00_0000) }
        if ink == 0xFFFFFF { #expect(pixels[8] == 0xFFFF_FFFF) }
      }
    }
  }

  @Test("A tint colours the paper and leaves the ink, light and dark")
  func tint() throws {
    for (color, ink, paper) in [
      (UInt32(0xFFDC78), UInt32(0xFF00_0000), UInt32(0xFFFF_FFFF)),
      (0x6B5000, 0xFFFF_FFFF, 0xFF00_0000),
    ] {
      let size = PixelSize(width: 2, height: 1)
      var pixels = [ink, paper]
      try pixels.withUnsafeMutableBufferPointer {
        Compositor.lay(
          Highlight(
            Rect(x: 0, y: 0, width: 2, height: 1), color: RGBA(color), mode: .tint),
          into: try PixelTarget($0, size: size))
      }
      #expect(pixels == [ink, 0xFF00_0000 | color])
    }
  }

  @Test("A ring is as round as its shape, and what is inside stays", arguments: [0.0, 8.0])
  func ring(radius: Double) throws {
    let size = PixelSize(width: 40, height: 30)
    var pixels = [UInt32](repeating: 0xFFFF_FFFF, count: 40 * 30)
    var ring = Highlight(Rect(x: 5, y: 5, width: 30, height: 20), color: RGBA(0x00796B))
    ring.radii = CornerRadii(radius)
    ring.line = 2
    try pixels.withUnsafeMutableBufferPointer {
      Compositor.lay(ring, into: try PixelTarget($0, size: size))
    }
    func pixel(_ x: Int, _ y: Int) -> UInt32 { pixels[y * 40 + x] }
    let (white, green) = (UInt32(0xFFFF_FFFF), UInt32(0xFF00_796B))
    for y in 0..<30 {
      for x in 0..<40 {
        let isOutside = !(5..<35).contains(x) || !(5..<25).contains(y)
        // Eight pixels off the corners nothing is round any more.
        let isInside = (7..<33).contains(x) && (7..<23).contains(y)
        let isStraight = (13..<27).contains(x) || (13..<17).contains(y)
        if isOutside || isInside && isStraight { #expect(pixel(x, y) == white) }
        if !isOutside, !isInside, isStraight { #expect(pixel(x, y) == green) }
      }
    }
    #expect(pixel(5, 5) == (radius == 0 ? green : white))
    // The line goes round the corner.
    let diagonal = (5..<17).map { pixel($0, $0) }
    #expect(diagonal.contains { $0 != white })
    #expect(pixel(16, 16) == white)
  }

  @Test("A target must be as large as it says")
  func targets() {
    var pixels = [UInt32](repeating: 0, count: 99)
    pixels.withUnsafeMutableBufferPointer { buffer in
      let size = PixelSize(width: 10, height: 10)
      #expect(throws: PaintError.bufferTooSmall(needed: 100, given: 99)) {
        _ = try PixelTarget(buffer, size: size)
      }
      #expect(throws: PaintError.invalidSize(width: 10, height: 10, stride: 9)) {
        _ = try PixelTarget(buffer, size: size, stride: 9)
      }
      #expect(throws: PaintError.invalidSize(width: 0, height: 3, stride: 0)) {
        _ = try PixelTarget(buffer, size: PixelSize(width: 0, height: 3))
      }
      #expect(throws: Never.self) {
        _ = try PixelTarget(buffer, size: PixelSize(width: 9, height: 11))
      }
    }
  }
}
