import LugeCore
import LugeEngine
import LugePaint
import LugeTestSupport
import Testing

@Suite("row layers on a frame")
struct LayerTests {
  private let size = PixelSize(width: 60, height: 50)

  private func plain(_ size: PixelSize, _ word: UInt32) -> Bitmap {
    let bitmap = Bitmap(size: size)
    bitmap.withMutablePixels { $0.update(repeating: word) }
    return bitmap
  }

  private func composed(_ layers: [FramePlan.Layer]) throws -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: size.width * size.height)
    let plan = FramePlan(
      size: size, scheme: .light, background: ThemeColor(0xFFFFFF, dark: 0), pieces: [],
      layers: layers)
    try pixels.withUnsafeMutableBufferPointer {
      Compositor.compose(plan, into: try PixelTarget($0, size: size))
    }
    return pixels
  }

  private func layer(
    x: Int, y: Int, _ size: PixelSize, _ word: UInt32?, radii: CornerRadii = .zero,
    _ surroundings: LayerSurroundings = LayerSurroundings()
  ) -> FramePlan.Layer {
    FramePlan.Layer(
      row: RowID(item: ItemID(1), part: 0), key: ImageKey("a"), x: x, y: y, size: size,
      radii: radii, surroundings: surroundings, bitmap: word.map { plain(size, $0) })
  }

  @Test("Layers anywhere, also outside, equal a naive model", arguments: 0..<60 as Range<UInt64>)
  func model(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let layer = layer(
      x: .random(in: -90...90, using: &random), y: .random(in: -90...90, using: &random),
      PixelSize(
        width: .random(in: 1...80, using: &random), height: .random(in: 1...80, using: &random)),
      0xFF12_3456)
    let pixels = try composed([layer])
    for y in 0..<size.height {
      for x in 0..<size.width {
        let isInside =
          x >= layer.x && x < layer.x + layer.size.width && y >= layer.y
          && y < layer.y + layer.size.height
        #expect(pixels[y * size.width + x] == (isInside ? 0xFF12_3456 : 0xFFFF_FFFF))
      }
    }
  }

  @Test(
    "A rounded, partly translucent layer looks the same wherever it is cut off",
    arguments: 0..<40 as Range<UInt64>)
  func cutOff(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let room = PixelSize(
      width: .random(in: 1...40, using: &random), height: .random(in: 1...40, using: &random))
    let whole = layer(
      x: 0, y: 0, room, 0xFF40_8020, radii: CornerRadii(.random(in: 0...25, using: &random)))
    let seeThrough = Int.random(in: 0...3, using: &random)
    whole.bitmap?.withMutablePixels { pixels in
      for _ in 0..<seeThrough {
        pixels[.random(in: pixels.indices, using: &random)] = 0x8020_3010
      }
    }
    let expected = try composed([whole])
    var moved = whole
    moved.x = .random(in: -room.width...size.width, using: &random)
    moved.y = .random(in: -room.height...size.height, using: &random)
    let pixels = try composed([moved])
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (column, row) = (x - moved.x, y - moved.y)
        let isInside =
          column >= 0 && column < room.width && row >= 0 && row < room.height
        let wanted = isInside ? expected[row * size.width + column] : 0xFFFF_FFFF
        #expect(pixels[y * size.width + x] == wanted, "\(column), \(row)")
      }
    }
    let middle = expected[room.height / 2 * size.width + room.width / 2]
    if room.width > 8, room.height > 8, seeThrough == 0 { #expect(middle == 0xFF40_8020) }
  }

  @Test("At rest, the row's own drawing stays")
  func rest() throws {
    let room = PixelSize(width: 20, height: 20)
    let below = LayerSurroundings(below: plain(room, 0xFF00_00FF))
    #expect(Set(try composed([layer(x: 5, y: 5, room, nil, below)])) == [0xFFFF_FFFF])
  }

  @Test("Round corners leave what is below, what is above lies on top")
  func surroundings() throws {
    let room = PixelSize(width: 30, height: 30)
    let above = Bitmap(size: room)
    above.withMutablePixels { pixels in
      pixels.update(repeating: 0)
      for x in 0..<30 { pixels[15 * 30 + x] = 0xFF00_FF00 }
    }
    let pixels = try composed([
      layer(
        x: 10, y: 10, room, 0xFFFF_0000, radii: CornerRadii(10),
        LayerSurroundings(below: plain(room, 0xFF00_00FF), above: above))
    ])
    func at(_ x: Int, _ y: Int) -> UInt32 { pixels[y * size.width + x] }
    #expect(at(10, 10) == 0xFF00_00FF)
    #expect(at(39, 39) == 0xFF00_00FF)
    #expect(at(25, 12) == 0xFFFF_0000)
    #expect(at(10, 25) == 0xFF00_FF00)
    #expect(at(25, 25) == 0xFF00_FF00)
    #expect(at(9, 25) == 0xFFFF_FFFF)
  }

  @Test("A picture that can be seen through is seen through, over what is below it")
  func translucent() throws {
    let room = PixelSize(width: 10, height: 10)
    let pixels = try composed([
      layer(
        x: 0, y: 0, room, 0x8080_0000, LayerSurroundings(below: plain(room, 0xFF00_00FF)))
    ])
    let word = pixels[0]
    #expect(word >> 24 == 0xFF)
    #expect(abs(Int(word >> 16 & 0xFF) - 0x80) <= 1)
    #expect(abs(Int(word & 0xFF) - 0x7F) <= 1)
  }

  @Test("A row says what is below and above a layer, and both together are the row")
  func painted() throws {
    let rect = Rect(x: 20, y: 10, width: 40, height: 40)
    let red = ThemeColor(0xFF0000, dark: 0xFF0000)
    let layout = RowLayout(
      size: PixelSize(width: 96, height: 60),
      drawList: DrawList([
        .rectangle(Rect(x: 0, y: 0, width: 50, height: 60), fill: ThemeColor(0x0000FF, dark: 0)),
        .image(
          ImageKey("a"), rect, .zero, placeholder: ImagePlaceholder(fill: red, mark: .none)),
        .rectangle(Rect(x: 30, y: 40, width: 60, height: 6), fill: ThemeColor(0x00FF00, dark: 0)),
      ]))
    let tools = PaintTools()
    let background = ThemeColor(0xFFFFFF, dark: 0)
    let found = tools.paintSurroundings(
      of: RowLayer(key: ImageKey("a"), rect: rect, radii: .zero), in: layout, scheme: .light,
      background: background)
    let below = try #require(found.below)
    let above = try #require(found.above)
    #expect(below.pixel(0, 0) == 0xFF00_00FF)
    #expect(below.pixel(39, 39) == 0xFFFF_FFFF)
    #expect(above.pixel(0, 0) == 0)
    #expect(above.pixel(12, 32) == 0xFF00_FF00)
    let row = tools.paint(layout, slice: 0..<60, scheme: .light, background: background)
    var pixels = [UInt32](repeating: 0, count: 96 * 60)
    let plan = FramePlan(
      size: PixelSize(width: 96, height: 60), scheme: .light, background: background,
      pieces: [.init(row: nil, y: 0, height: 60, content: .bitmap(row))],
      layers: [
        .init(
          row: RowID(item: ItemID(1), part: 0), key: ImageKey("a"), x: 20, y: 10,
          size: PixelSize(width: 40, height: 40), surroundings: found,
          bitmap: plain(PixelSize(width: 40, height: 40), 0xFFFF_0000))
      ])
    try pixels.withUnsafeMutableBufferPointer {
      Compositor.compose(
        plan, into: try PixelTarget($0, size: PixelSize(width: 96, height: 60)))
    }
    #expect(pixels == row.pixels)
  }
}
