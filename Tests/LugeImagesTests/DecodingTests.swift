import LugeCore
import Testing

@testable import LugeImages

@Suite("Decoding: size, crop, orientation, colours")
struct DecodingTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Red left of the middle, blue right of it, and green in the outer sixths.
  private func stripes(_ x: Int, _ y: Int) -> UInt32 {
    if x < 100 || x >= 500 { return 0x00FF00 }
    return x < 300 ? 0xFF0000 : 0x0000FF
  }

  @Test(
    "Every format fills the size and is cropped in its middle",
    arguments: [
      "jpg", "png", "gif", "webp", "jpg[interlace]", "png[interlace]", "tif",
      "tif[compression=lzw]",
      "tif[tile,compression=deflate]",
    ])
  func fillsAndCrops(format: String) throws {
    try folder.png("made.png", 600, 400, stripes)
    let name = "out.\(format)"
    try folder.convert("made.png", to: name)
    let bytes = try folder.bytes(String(name.prefix { $0 != "[" }))
    let bitmap = try decode(bytes, 180, 180)
    #expect(bitmap.size == PixelSize(width: 180, height: 180))
    // The middle 400 of 600 columns: red and blue halves, no green.
    #expect(bitmap.isNear(0xFF0000, at: 6, 90, tolerance: 24))
    #expect(bitmap.isNear(0xFF0000, at: 80, 90, tolerance: 24))
    #expect(bitmap.isNear(0x0000FF, at: 100, 90, tolerance: 24))
    #expect(bitmap.isNear(0x0000FF, at: 174, 90, tolerance: 24))
  }

  @Test("Small pictures are enlarged to the size")
  func enlarges() throws {
    try folder.png("dot.png", 1, 1) { _, _ in 0x336699 }
    let bitmap = try decode(folder.bytes("dot.png"), 40, 30)
    #expect(bitmap.size == PixelSize(width: 40, height: 30))
    #expect(bitmap.isNear(0x336699, at: 20, 15, tolerance: 2))
  }

  @Test("All eight orientations come out upright", arguments: 1...8)
  func orientation(_ value: Int) throws {
    // What is stored so that, turned as the value says, the top left quarter is red and the top
    // right one blue.
    let (red, blue) = (UInt32(0xFF0000), UInt32(0x0000FF))
    try folder.png("upright.png", 64, 64) { x, y in
      let (u, v) = (x < 32, y < 32)
      let isRed: Bool
      let isBlue: Bool
      switch value {
      case 1: (isRed, isBlue) = (u && v, !u && v)
      case 2: (isRed, isBlue) = (!u && v, u && v)
      case 3: (isRed, isBlue) = (!u && !v, u && !v)
      case 4: (isRed, isBlue) = (u && !v, !u && !v)
      case 5: (isRed, isBlue) = (u && v, u && !v)
      case 6: (isRed, isBlue) = (u && !v, u && v)
      case 7: (isRed, isBlue) = (!u && !v, !u && v)
      default: (isRed, isBlue) = (!u && v, !u && !v)
      }
      return isRed ? red : isBlue ? blue : 0xFFFFFF
    }
    try folder.convert("upright.png", to: "plain.jpg[Q=95]")
    let bitmap = try decode(Exif.oriented(folder.bytes("plain.jpg"), UInt8(value)), 32, 32)
    #expect(bitmap.isNear(red, at: 8, 8, tolerance: 20))
    #expect(bitmap.isNear(blue, at: 24, 8, tolerance: 20))
    #expect(bitmap.isNear(0xFFFFFF, at: 8, 24, tolerance: 20))
  }

  @Test("Alpha is multiplied into the words")
  func alpha() throws {
    try folder.png("opaque.png", 20, 20) { _, _ in 0xFF8000 }
    try folder.vips(
      "bandjoin_const", "\(folder.path)/opaque.png", "\(folder.path)/half.png", "128")
    let bitmap = try decode(folder.bytes("half.png"), 20, 20)
    let pixel = bitmap.pixel(10, 10)
    #expect(pixel >> 24 == 128)
    #expect(pixel >> 16 & 0xFF == 128)
    #expect((63...65).contains(pixel >> 8 & 0xFF))
    #expect(pixel & 0xFF == 0)
  }

  @Test("Grey pictures become grey words")
  func grey() throws {
    try folder.png("color.png", 30, 30) { _, _ in 0x808080 }
    try folder.vips("colourspace", "\(folder.path)/color.png", "\(folder.path)/grey.png", "b-w")
    let bitmap = try decode(folder.bytes("grey.png"), 10, 10)
    #expect(bitmap.isNear(0x808080, at: 5, 5, tolerance: 3))
    #expect(bitmap.pixel(5, 5) >> 24 == 255)
  }
}
