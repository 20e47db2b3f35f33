import LugeCore
import LugeEngine
import LugePaint
import LugeTestSupport
import Testing

/// Targets that are too large for caches are written past them, 16 bytes at a time where that is possible.
@Suite("Streamed rows")
struct StreamedRowsTests {
  private static let background: UInt32 = 0xFF12_3456

  /// Bitmaps without the columns beside them, one below the other, from some line above the target on.
  private static func plan(_ size: PixelSize, using random: inout SeededGenerator) -> FramePlan {
    var pieces: [FramePlan.Piece] = []
    var y = -Int.random(in: 0...40, using: &random)
    while y < size.height {
      let height = Int.random(in: 20...150, using: &random)
      let width = Int.random(in: 1...size.width + 8, using: &random)
      let bitmap = Bitmap(
        size: PixelSize(width: width, height: height),
        left: Int.random(in: -6...size.width, using: &random))
      bitmap.withMutablePixels { pixels in
        for index in pixels.indices {
          pixels[index] = 0xFF00_0000 | UInt32(truncatingIfNeeded: index &* 2_654_435_761) >> 8
        }
      }
      pieces.append(.init(row: nil, y: y, height: height, content: .bitmap(bitmap)))
      y += height
    }
    return FramePlan(
      size: size, scheme: .light, background: ThemeColor(0x12_3456, dark: 0x12_3456), pieces: pieces
    )
  }

  private static func expected(_ plan: FramePlan) -> [UInt32] {
    var pixels = [UInt32](repeating: background, count: plan.size.width * plan.size.height)
    for piece in plan.pieces {
      guard case .bitmap(let bitmap) = piece.content else { continue }
      for row in max(
        0, -piece.y)..<max(max(0, -piece.y), min(piece.height, plan.size.height - piece.y))
      {
        for column in 0..<bitmap.size.width {
          let x = bitmap.left + column
          guard (0..<plan.size.width).contains(x) else { continue }
          pixels[(piece.y + row) * plan.size.width + x] = bitmap.pixel(column, row)
        }
      }
    }
    return pixels
  }

  @Test("What is streamed equals what is copied, wherever rows begin and end", arguments: 0..<10)
  func model(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let size = PixelSize(width: 512 + seed, height: 520)
    let plan = Self.plan(size, using: &random)
    let stride = size.width + Int.random(in: 0...5, using: &random)
    let first = Int.random(in: 0...3, using: &random)
    let untouched: UInt32 = 0x0BAD_CAFE
    var pixels = [UInt32](repeating: untouched, count: first + stride * size.height)
    try pixels.withUnsafeMutableBufferPointer { buffer in
      let target = UnsafeMutableBufferPointer(rebasing: buffer[first...])
      Compositor.compose(plan, into: try PixelTarget(target, size: size, stride: stride))
    }
    let expected = Self.expected(plan)
    for y in 0..<size.height {
      let line = first + y * stride
      #expect(
        pixels[line..<line + size.width].elementsEqual(
          expected[y * size.width..<(y + 1) * size.width]), "line \(y)")
      #expect(pixels[line + size.width..<line + stride].allSatisfy { $0 == untouched })
    }
    #expect(pixels[..<first].allSatisfy { $0 == untouched })
  }
}
