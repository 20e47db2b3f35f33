import LugeCore
import LugeTestSupport
import Testing

@testable import LugePaint

@Suite("Shapes that are kept and stretched look as Cairo draws them")
struct ShapeTilesTests {
  private let size = PixelSize(width: 260, height: 220)
  private let paper: UInt32 = 0xFFE9_EDF1

  private func pixels(_ body: (Canvas) -> Void) -> [UInt32] {
    var pixels = [UInt32](repeating: paper, count: size.width * size.height)
    let problem = pixels.withUnsafeMutableBufferPointer {
      Canvas.draw(on: $0, size: size, left: -7, top: 5, body)
    }
    #expect(problem == nil)
    return pixels
  }

  /// The largest difference of any channel of any pixel.
  private func difference(_ a: [UInt32], _ b: [UInt32]) -> Int {
    zip(a, b).reduce(0) { largest, pair in
      guard pair.0 != pair.1 else { return largest }
      return [0, 8, 16, 24].reduce(largest) {
        max($0, abs(Int(pair.0 >> $1 & 0xFF) - Int(pair.1 >> $1 & 0xFF)))
      }
    }
  }

  private func expectAsCairo(
    _ path: Path, fill: RGBA?, stroke: (color: RGBA, width: Double)?, tiles: ShapeTiles,
    _ place: SourceLocation = #_sourceLocation
  ) {
    let kept = pixels { canvas in
      let isDrawn = tiles.draw(ShapeOutline(path), fill: fill, stroke: stroke, on: canvas)
      #expect(isDrawn, sourceLocation: place)
    }
    let drawn = pixels { canvas in
      canvas.add(path)
      canvas.fillAndStroke(fill: fill, stroke: stroke)
    }
    // A translucent stroke over a fill is blended in another order, which rounds otherwise.
    let found = difference(kept, drawn)
    #expect(found <= 2, "\(path)", sourceLocation: place)
    #expect(kept.contains { $0 != paper }, sourceLocation: place)
  }

  private func bubble(_ rect: Rect, radius: Double, tail: Double, isMirrored: Bool) -> Path {
    func at(_ x: Double, _ y: Double) -> Point {
      Point(x: isMirrored ? rect.x + rect.maxX - x : x, y: y)
    }
    let (l, t, r, b) = (rect.x, rect.y, rect.maxX, rect.maxY)
    let pull = radius * 0.45
    return Path([
      .move(at(l, rect.midY)), .line(at(l, t + radius)),
      .curve(at(l, t + pull), at(l + pull, t), to: at(l + radius, t)), .line(at(r - radius, t)),
      .curve(at(r - pull, t), at(r, t + pull), to: at(r, t + radius)), .line(at(r, rect.midY)),
      .line(at(r, b - radius)), .curve(at(r, b - pull), at(r - pull, b), to: at(r - radius, b)),
      .line(at(l - tail, b)),
      .curve(at(l - tail * 0.4, b - 2), at(l, b - tail), to: at(l, b - tail - 3)), .close,
    ])
  }

  @Test("Bubbles of all sizes, also at fractions of pixels", arguments: [1, 2] as [UInt64])
  func bubbles(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let tiles = ShapeTiles()
    for _ in 0..<60 {
      let fraction = Double(Int.random(in: 0...3, using: &random)) / 4
      let rect = Rect(
        x: Double(Int.random(in: 0...20, using: &random)) + fraction,
        y: Double(Int.random(in: 0...20, using: &random)) + fraction,
        width: Double(Int.random(in: 30...200, using: &random)),
        height: Double(Int.random(in: 30...160, using: &random)))
      let path = bubble(
        rect, radius: Double(Int.random(in: 3...14, using: &random)),
        tail: Double(Int.random(in: 2...8, using: &random)), isMirrored: .random(using: &random))
      let stroke = (
        color: RGBA(0xB0C0D0), width: [1.0, 2, 1.5][Int.random(in: 0...2, using: &random)]
      )
      expectAsCairo(
        path, fill: RGBA(0xFFFFFF), stroke: Bool.random(using: &random) ? stroke : nil,
        tiles: tiles)
    }
  }

  @Test("Open strokes, single lines, slanted and translucent shapes")
  func others() {
    let tiles = ShapeTiles()
    let ink = (color: RGBA(0x204060, alpha: 150), width: 1.0)
    for length in [20.0, 90, 180] {
      expectAsCairo(
        Path([.move(Point(x: 10.5, y: 12)), .line(Point(x: 10.5, y: 12 + length))]), fill: nil,
        stroke: ink, tiles: tiles)
      expectAsCairo(
        Path([
          .move(Point(x: 4.5, y: 200)), .line(Point(x: 4.5, y: 12)),
          .line(Point(x: 4.5 + length, y: 12)), .line(Point(x: 4.5 + length, y: 200)),
        ]), fill: nil, stroke: ink, tiles: tiles)
      expectAsCairo(
        Path([
          .move(Point(x: 10, y: 10)), .line(Point(x: 10 + length, y: 10)),
          .line(Point(x: 10 + length / 2, y: 150)), .close, .move(Point(x: 3, y: 20)),
          .line(Point(x: 9, y: 20)), .line(Point(x: 9, y: 160)), .line(Point(x: 3, y: 160)),
        ]), fill: RGBA(0x804020, alpha: 100), stroke: nil, tiles: tiles)
    }
  }

  @Test("Rounded rectangles, down to circles, differ from arcs by a shade")
  func roundedRectangles() {
    let tiles = ShapeTiles()
    for (width, height, radius) in [
      (200.0, 60.0, 12.0), (40, 40, 20), (90, 22, 11), (24, 24, 0), (150, 30, 4.5),
    ] {
      let rect = Rect(x: 3, y: 12, width: width, height: height)
      let kept = pixels { canvas in
        let outline = ShapeOutline(rect, radii: CornerRadii(radius))
        #expect(tiles.draw(outline, fill: RGBA(0x336699), stroke: nil, on: canvas))
      }
      let drawn = pixels { canvas in
        canvas.add(rect, radii: CornerRadii(radius))
        canvas.fillAndStroke(fill: RGBA(0x336699), stroke: nil)
      }
      #expect(difference(kept, drawn) <= 12)
      #expect(kept.contains { $0 == 0xFF33_6699 })
    }
  }

  @Test("What no tile can hold is left to Cairo")
  func declined() {
    let slanted = Path([
      .move(Point(x: 0, y: 0)), .line(Point(x: 250, y: 200)), .line(Point(x: 0, y: 200)), .close,
    ])
    _ = pixels { canvas in
      #expect(
        !ShapeTiles().draw(ShapeOutline(slanted), fill: RGBA(0), stroke: nil, on: canvas))
      #expect(!ShapeTiles().draw(ShapeOutline(Path()), fill: RGBA(0), stroke: nil, on: canvas))
    }
    #expect(ShapeOutline(Path([.move(Point(x: .nan, y: 0))])) == nil)
  }
}
