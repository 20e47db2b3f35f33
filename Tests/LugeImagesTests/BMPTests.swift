import LugeCore
import LugeTestSupport
import Testing

@testable import LugeImages

@Suite("Windows bitmaps") struct BMPTests {
  /// How a file stores its pixels.
  struct Form: Sendable, CustomStringConvertible {
    var description: String
    var bits: Int
    var isTopDown = false
    /// Bytes of the picture's header; 12 is the oldest.
    var header = 40
    /// Red, green, blue, alpha.
    var masks: [UInt32]?
    var compression = 0
  }

  static let forms = [
    Form(description: "2 colours", bits: 1), Form(description: "4 colours", bits: 2),
    Form(description: "16 colours", bits: 4), Form(description: "256 colours", bits: 8),
    Form(description: "256 colours, the oldest header", bits: 8, header: 12),
    Form(description: "15 bits", bits: 16),
    Form(description: "16 bits", bits: 16, masks: [0xF800, 0x7E0, 0x1F]),
    Form(description: "24 bits", bits: 24),
    Form(description: "from the top", bits: 24, isTopDown: true),
    Form(description: "24 bits, the oldest header", bits: 24, header: 12),
    Form(description: "32 bits", bits: 32),
    Form(
      description: "32 bits, red last", bits: 32, header: 108,
      masks: [0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000]),
    Form(description: "newest header", bits: 24, header: 124),
  ]

  /// Columns in turn, which are red, blue, white and black.
  private static let colors: [UInt32] = [0xFF0000, 0x0000FF, 0xFFFFFF, 0x000000]

  private func file(_ form: Form, _ width: Int, _ height: Int, alpha: UInt32 = 255) -> [UInt8] {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let isOld = form.header == 12
    let palette: [UInt8] =
      form.bits > 8
      ? []
      : (0..<1 << form.bits).flatMap { index in
        bytes(Int(Self.colors[index % 4]), 3) + (isOld ? [] : [0])
      }
    let masks: [UInt8] = form.masks.map { $0.flatMap { bytes(Int($0), 4) } } ?? []
    let inside = form.header > 40
    let start = 14 + form.header + palette.count + (inside ? 0 : masks.count)
    var header = bytes(form.header, 4)
    if isOld {
      header += bytes(width, 2) + bytes(height, 2) + bytes(1, 2) + bytes(form.bits, 2)
    } else {
      header += bytes(width, 4) + bytes(form.isTopDown ? -height : height, 4) + bytes(1, 2)
      header += bytes(form.bits, 2)
      header += bytes(form.compression != 0 ? form.compression : form.masks == nil ? 0 : 3, 4)
      header += [UInt8](repeating: 0, count: 20)
      if inside { header += masks + [UInt8](repeating: 0, count: form.header - 40 - masks.count) }
    }
    var result = Array("BM".utf8) + bytes(0, 8)
    result += bytes(start, 4) + header
    if !inside { result += masks }
    result += palette
    for row in 0..<height {
      let y = form.isTopDown ? row : height - 1 - row
      var line: [UInt8] = []
      var packed = 0
      for x in 0..<width {
        // The last row is of one colour: rows have an order.
        let index = y == height - 1 ? (form.bits == 1 ? 1 : 3) : form.bits == 1 ? x % 2 : x % 4
        if form.bits <= 8 {
          packed = packed << form.bits | index
          if (x + 1) * form.bits % 8 == 0 {
            line.append(UInt8(truncatingIfNeeded: packed))
            packed = 0
          }
          continue
        }
        let color = Self.colors[index]
        if form.bits == 24 {
          line += bytes(Int(color), 3)
          continue
        }
        let usual: [UInt32] = form.bits == 16 ? [0x7C00, 0x3E0, 0x1F] : [0xFF0000, 0xFF00, 0xFF]
        var pixel: UInt32 = 0
        for (part, mask) in (form.masks ?? usual).enumerated() where mask != 0 {
          let value = part == 3 ? alpha : color >> UInt32(16 - 8 * part) & 255
          let shift = UInt32(mask.trailingZeroBitCount)
          pixel |= ((mask >> shift) * value / 255) << shift
        }
        line += bytes(Int(pixel), form.bits / 8)
      }
      let rest = width * form.bits % 8
      if rest > 0 { line.append(UInt8(truncatingIfNeeded: packed << (8 - rest))) }
      result += line + [UInt8](repeating: 0xAA, count: (4 - line.count % 4) % 4)
    }
    return result
  }

  @Test("Whatever way the pixels are stored, they are the same", arguments: forms, [1, 5, 8, 33])
  func storedPixels(form: Form, width: Int) throws {
    let file = file(form, width, 7)
    let header = try ImageProbe.header(of: file)
    #expect(header.size == PixelSize(width: width, height: 7) && !header.mayMove)
    let bitmap = try decode(file, width, 7)
    #expect(!bitmap.isPartial)
    for x in 0..<width {
      let color = Self.colors[form.bits == 1 ? x % 2 : x % 4]
      #expect(bitmap.isNear(color, at: x, 0, tolerance: 1), "\(x)")
      #expect(bitmap.isNear(color, at: x, 5, tolerance: 1), "\(x)")
      let last = Self.colors[form.bits == 1 ? 1 : 3]
      #expect(bitmap.isNear(last, at: x, 6, tolerance: 1), "\(x)")
    }
  }

  @Test("Alpha is taken where the file says that there is any")
  func alpha() throws {
    let form = try #require(Self.forms.first { $0.header == 108 })
    let bitmap = try decode(file(form, 4, 4, alpha: 128), 4, 4)
    #expect(bitmap.withPixels { $0[0] } == 0x8080_0000)
  }

  @Test("Of one that is cut off the rows that are there are shown, and it says so")
  func cut() throws {
    let whole = file(Form(description: "", bits: 24), 40, 40)
    let bitmap = try decode(Array(whole.prefix(whole.count - 120 * 15)), 40, 40)
    #expect(bitmap.isPartial)
    // The lowest row stands first.
    #expect(bitmap.isNear(0xFF0000, at: 0, 38, tolerance: 1))
    #expect(bitmap.withPixels { $0[0] } == 0)
    #expect(throws: ImageError.self) { try decode(Array(whole.prefix(54)), 40, 40) }
    #expect(throws: ImageError.self) { try decode(Array(whole.prefix(20)), 40, 40) }
  }

  @Test("Packed rows are not shown; sizes and places that make no sense are errors")
  func refused() throws {
    let packed = file(Form(description: "", bits: 8, compression: 1), 8, 8)
    #expect(throws: ImageError.unsupportedFormat) { try decode(packed, 8, 8) }
    let good = file(Form(description: "", bits: 24), 8, 8)
    for (offset, values) in [
      (10, [0xFF, 0xFF, 0xFF, 0xFF] as [UInt8]), (18, [0, 0, 0, 0]), (18, [0, 0, 0, 0x80]),
      (22, [0, 0, 0, 0x80]), (28, [7, 0, 0, 0]), (14, [39, 0, 0, 0]),
    ] {
      var bad = good
      bad.replaceSubrange(offset..<offset + 4, with: values)
      #expect(throws: ImageError.self, "\(offset)") { try decode(bad, 8, 8) }
    }
  }

  @Test(
    "No file of random bytes behind a header is anything but a picture or an error",
    arguments: 0..<300)
  func random(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) &+ 1)
    guard let form = Self.forms.randomElement(using: &random) else { return }
    var bytes = file(form, 1 + seed % 20, 1 + seed % 9)
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      bytes[Int.random(in: 10..<min(bytes.count, 80), using: &random)] =
        UInt8.random(in: 0...255, using: &random)
    }
    bytes = Array(bytes.prefix(Int.random(in: 12...bytes.count, using: &random)))
    _ = try? decode(bytes, 16, 16)
  }

  @Test("24 megapixels, as BMP has them, are no more than a file may have; nor of 16 bits in TIFF")
  func large() throws {
    let limits = DecodeLimits()
    #expect(limits.fileBytes(of: .bmp) >= 6000 * 4000 * 3 + 54)
    #expect(limits.fileBytes(of: .tiff) >= 6000 * 4000 * 6 + 65_536)
    #expect(limits.fileBytes(of: .jpeg) == limits.fileBytes)
    #expect(limits.mostFileBytes <= SharedMemory.inputCapacity)
    // Its rows are few, which a debug build unpacks in time; what matters is how long the file is.
    let bytes =
      file(Form(description: "24 bits", bits: 24), 4, 4)
      + [UInt8](repeating: 0, count: 6000 * 4000 * 3)
    let picture = try HelperDecoder().decode(
      bytes, size: PixelSize(width: 4, height: 4), limits: limits, watch: DecodeWatch())
    #expect(picture.size == PixelSize(width: 4, height: 4))
  }
}
