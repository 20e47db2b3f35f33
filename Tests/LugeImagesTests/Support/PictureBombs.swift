/// Small files that ask for much: of a decoder's memory, of its time, or of both.
enum PictureBombs {
  // MARK: PNG

  /// A PNG of zeros.
  ///
  /// - Parameters:
  ///   - depth: bits of a sample; `colour`: 0 grey, 2 RGB, 6 RGB and alpha.
  ///   - before: chunks that stand before the pixels.
  static func png(
    _ width: Int, _ height: Int, depth: UInt8 = 8, colour: UInt8 = 2, isInterlaced: Bool = false,
    before: [UInt8] = []
  ) -> [UInt8] {
    let samples = colour == 6 ? 4 : colour == 2 ? 3 : 1
    let row = (width * samples * Int(depth) + 7) / 8 + 1
    // Each of the seven passes has a byte before each of its rows.
    let count = row * height + (isInterlaced ? 2 * height + 64 : 0)
    let header = big(width) + big(height) + [depth, colour, 0, 0, isInterlaced ? 1 : 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + before
      + chunk("IDAT", deflatedZeros(count)) + chunk("IEND", [])
  }

  /// A text of zeros, compressed.
  static func text(_ count: Int) -> [UInt8] {
    chunk("zTXt", [0x61, 0, 0] + deflatedZeros(count))
  }

  static func profile(_ count: Int) -> [UInt8] {
    chunk("iCCP", [0x61, 0, 0] + deflatedZeros(count))
  }

  static func chunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(kind.utf8) + body
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in named { sum = sums[Int((sum ^ UInt32(byte)) & 255)] ^ sum >> 8 }
    return big(body.count) + named + big(Int(sum ^ 0xFFFF_FFFF))
  }

  private static let sums: [UInt32] = (0..<256).map { (number: UInt32) in
    (0..<8).reduce(number) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }

  /// So many zeros as zlib packs them: one, and then "258 times the byte before", in 13 bits each.
  static func deflatedZeros(_ count: Int) -> [UInt8] {
    var (bytes, pending, bits): ([UInt8], UInt32, Int) = ([0x78, 0x9C], 0, 0)
    func put(_ value: UInt32, _ width: Int) {
      pending |= value << UInt32(bits)
      bits += width
      while bits >= 8 {
        bytes.append(UInt8(pending & 255))
        pending >>= 8
        bits -= 8
      }
    }
    // The last block, with the fixed codes; codes stand with their first bit first.
    put(0b011, 3)
    let (zero, zeroBits): (UInt32, Int) = (0b0000_1100, 8)
    put(zero, zeroBits)
    let (repeats, rest) = (max(0, count - 1) / 258, max(0, count - 1) % 258)
    for _ in 0..<repeats {
      // Length 258 (11000101), distance 1 (00000).
      put(0b1010_0011, 8)
      put(0, 5)
    }
    for _ in 0..<rest { put(zero, zeroBits) }
    put(0, 7)
    if bits > 0 { bytes.append(UInt8(pending & 255)) }
    // Adler's sum of zeros.
    return bytes + big((count % 65_521) << 16 | 1)
  }

  // MARK: WebP

  /// An animation; each frame is as large as the canvas and of one colour.
  static func webp(_ side: Int, frames: Int) -> [UInt8] {
    let pixels = part("VP8L", [0x2F] + little((side - 1) | (side - 1) << 14) + oneColour)
    let frame = part(
      "ANMF", little(0, 6) + little(side - 1, 3) + little(side - 1, 3) + little(0, 4) + pixels)
    var bytes = part("VP8X", [2, 0, 0, 0] + little(side - 1, 3) + little(side - 1, 3))
    bytes += part("ANIM", little(0, 6))
    bytes.reserveCapacity(bytes.count + frame.count * frames)
    for _ in 0..<frames { bytes += frame }
    return riff(bytes)
  }

  static func webpStill(_ width: Int, _ height: Int) -> [UInt8] {
    riff(part("VP8L", [0x2F] + little((width - 1) | (height - 1) << 14) + oneColour))
  }

  /// No transform, no cache, and five codes of one symbol each.
  private static let oneColour: [UInt8] = [0x88, 0x88, 0x08] + Array(repeating: 0, count: 8)

  private static func riff(_ body: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + little(body.count + 4) + Array("WEBP".utf8) + body
  }

  private static func part(_ kind: String, _ body: [UInt8]) -> [UInt8] {
    Array(kind.utf8) + little(body.count) + body + (body.count % 2 == 1 ? [0] : [])
  }

  // MARK: TIFF

  /// Grey, all of it in one strip.
  static func tiff(_ width: Int, _ height: Int) -> [UInt8] {
    let data = deflatedZeros(width * height)
    let fields = [
      (256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 8), (259, 3, 1, 8), (262, 3, 1, 1),
      (273, 4, 1, 122), (277, 3, 1, 1), (278, 4, 1, height), (279, 4, 1, data.count),
    ]
    return directory(fields) + data
  }

  /// With a tile larger than any memory.
  static func tiffTile() -> [UInt8] {
    directory([
      (256, 4, 1, 100), (257, 4, 1, 100), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1),
      (277, 3, 1, 1), (322, 4, 1, 2_147_483_632), (323, 4, 1, 2_147_483_632), (324, 4, 1, 8),
      (325, 4, 1, 4_294_967_295),
    ])
  }

  private static func directory(_ fields: [(Int, Int, Int, Int)]) -> [UInt8] {
    let body = fields.flatMap { little($0.0, 2) + little($0.1, 2) + little($0.2) + little($0.3) }
    return Array("II*\0".utf8) + little(8) + little(fields.count, 2) + body + little(0)
  }

  // MARK: JPEG

  /// Progressive, with as many scans as are asked for, each over all of it and of no bits.
  static func jpeg(_ width: Int, _ height: Int, scans: Int) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 0x43, 0] + Array(repeating: 1, count: 64)
    bytes += [0xFF, 0xC2, 0, 0x11, 8] + short(height) + short(width)
    bytes += [3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]
    let table = [1] + Array(repeating: UInt8(0), count: 16)
    bytes += [0xFF, 0xC4, 0, 0x14, 0] + table + [0xFF, 0xC4, 0, 0x14, 0x10] + table
    let scan: [UInt8] = [0xFF, 0xDA, 0, 0x0C, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0]
    for _ in 0..<scans { bytes += scan + Array(repeating: 0, count: 8) }
    return bytes + [0xFF, 0xD9]
  }

  // MARK: Numbers

  private static func big(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func short(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
  }

  private static func little(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
