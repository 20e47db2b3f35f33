/// Writes valid GIFs without compression: with a clear code before each table is full.
package struct GIFWriter {
  package private(set) var bytes: [UInt8]
  private static let codeBits = 8

  package init(width: Int, height: Int, colours: [UInt32], loops: Int? = 0) {
    bytes = Array("GIF89a".utf8) + Self.short(width) + Self.short(height) + [0xF7, 0, 0]
    for index in 0..<256 {
      let colour = index < colours.count ? colours[index] : 0
      bytes += [UInt8(colour >> 16 & 255), UInt8(colour >> 8 & 255), UInt8(colour & 255)]
    }
    if let loops {
      bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + Self.short(loops) + [0]
    }
  }

  package mutating func frame(
    _ left: Int, _ top: Int, _ width: Int, _ height: Int, delay: Int = 5, disposal: Int = 0,
    transparent: Int? = nil, isInterlaced: Bool = false, _ colour: (Int, Int) -> UInt8
  ) {
    bytes += [0x21, 0xF9, 4, UInt8(disposal << 2 | (transparent == nil ? 0 : 1))]
    bytes += Self.short(delay) + [UInt8(transparent ?? 0), 0]
    bytes += [0x2C] + Self.short(left) + Self.short(top) + Self.short(width)
    bytes += Self.short(height) + [isInterlaced ? 0x40 : 0, UInt8(Self.codeBits)]
    let rows =
      isInterlaced
      ? [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap {
        Array(stride(from: $0.0, to: height, by: $0.1))
      } : Array(0..<height)
    let pixels = rows.flatMap { y in (0..<width).map { colour($0, y) } }
    let data = Self.codes(pixels)
    for start in stride(from: 0, to: data.count, by: 255) {
      let block = data[start..<min(data.count, start + 255)]
      bytes += [UInt8(block.count)] + block
    }
    bytes += [0]
  }

  package mutating func end() { bytes += [0x3B] }

  private static func codes(_ pixels: [UInt8]) -> [UInt8] {
    var (result, pending, count) = ([UInt8](), 0, 0)
    func put(_ code: Int) {
      pending |= code << count
      count += codeBits + 1
      while count >= 8 {
        result.append(UInt8(pending & 255))
        pending >>= 8
        count -= 8
      }
    }
    for (index, pixel) in pixels.enumerated() {
      if index % 200 == 0 { put(256) }
      put(Int(pixel))
    }
    put(257)
    if count > 0 { result.append(UInt8(pending & 255)) }
    return result
  }

  private static func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
}
