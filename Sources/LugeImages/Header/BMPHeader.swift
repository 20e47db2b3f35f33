/// Headers of a Windows bitmap: the file's, and the picture's in any of the sizes that the format
/// has had.
package struct BMPHeader {
  package let width: Int
  package let height: Int
  /// Whether the first row in the file is the top row; usually it is the bottom row.
  package let isTopDown: Bool
  /// Bits of a pixel: 1, 2, 4, 8, 16, 24 or 32.
  package let bitsPerPixel: Int
  /// Whether rows are not compressed.
  package let isUnpacked: Bool
  /// Bit masks of red, green, blue and alpha in a pixel; 0 if the channel is missing.
  package let masks: [UInt32]
  /// Offset of the palette, the number of its colours, and the bytes of each.
  package let palette: Int
  package let colors: Int
  package let colorBytes: Int
  /// Offset of the pixels.
  package let pixels: Int

  /// Number of a file's first bytes that the header may take.
  static let byteCount = 138

  /// Reads the headers; nil for an invalid one.
  ///
  /// - Parameter number: returns the little-endian number of this many bytes at an offset; 0
  ///   outside of the file.
  package init?(number: (_ offset: Int, _ bytes: Int) -> Int) {
    func field(_ offset: Int, bytes: Int = 4) -> Int { number(offset, bytes) }
    func signed(_ offset: Int) -> Int { Int(Int32(truncatingIfNeeded: number(offset, 4))) }
    let length = field(14)
    let isOld = length == 12
    guard isOld || (40...256).contains(length) else { return nil }
    let tall = isOld ? field(20, bytes: 2) : signed(22)
    width = isOld ? field(18, bytes: 2) : signed(18)
    height = abs(tall)
    isTopDown = tall < 0
    bitsPerPixel = field(isOld ? 24 : 28, bytes: 2)
    guard width > 0, height > 0, [1, 2, 4, 8, 16, 24, 32].contains(bitsPerPixel) else { return nil }
    let compression = isOld ? 0 : field(30)
    // 3 and 6 mean that the header has bit masks of the colours.
    let hasMasks = [3, 6].contains(compression) && bitsPerPixel >= 16
    isUnpacked = compression == 0 || hasMasks
    if hasMasks {
      let hasAlpha = compression == 6 || length >= 56
      masks = (0..<4).map {
        $0 < 3 || hasAlpha ? UInt32(truncatingIfNeeded: field(54 + 4 * $0)) : 0
      }
    } else {
      masks =
        bitsPerPixel == 16 ? [0x7C00, 0x3E0, 0x1F, 0] : [0xFF_0000, 0xFF00, 0xFF, 0]
    }
    colorBytes = isOld ? 3 : 4
    // A short header is followed by its masks.
    palette = 14 + length + (hasMasks && length == 40 ? (compression == 6 ? 16 : 12) : 0)
    pixels = field(10)
    let all = bitsPerPixel <= 8 ? 1 << bitsPerPixel : 0
    let said = isOld ? all : field(46)
    colors = min(said == 0 ? all : said, all, max(0, (pixels - palette) / colorBytes))
    guard pixels >= 14 + length else { return nil }
  }

  static func find(_ reader: inout HeaderReader) -> FoundHeader? {
    let bytes = reader.bytes(at: 0, count: byteCount)
    let header = BMPHeader { offset, count in
      guard offset >= 0, offset + count <= bytes.count else { return 0 }
      return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    return header.map { FoundHeader(width: $0.width, height: $0.height) }
  }
}
