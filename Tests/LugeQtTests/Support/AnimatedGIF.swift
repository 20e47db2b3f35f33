import Foundation

/// A GIF of two plain frames, red and blue, a tenth of a second each.
enum AnimatedGIF {
  static func bytes(width: Int, height: Int) -> Data {
    func short(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }
    // Two colours in the table.
    var file = Array("GIF89a".utf8) + short(width) + short(height) + [0x80, 0, 0]
    file += [0xFF, 0, 0, 0, 0, 0xFF]
    file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    for color in [0, 1] as [UInt8] {
      file += [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
      file += [0x2C, 0, 0, 0, 0] + short(width) + short(height) + [0]
      file += frame(pixels: width * height, color)
    }
    return Data(file + [0x3B])
  }

  /// Codes of always 8 bits: the table is cleared before it would need longer ones.
  private static func frame(pixels: Int, _ color: UInt8) -> [UInt8] {
    let (clear, end) = (UInt8(128), UInt8(129))
    var codes: [UInt8] = []
    for index in 0..<pixels {
      if index % 120 == 0 { codes.append(clear) }
      codes.append(color)
    }
    codes.append(end)
    var result: [UInt8] = [7]
    for start in stride(from: 0, to: codes.count, by: 255) {
      let block = codes[start..<min(codes.count, start + 255)]
      result += [UInt8(block.count)] + block
    }
    return result + [0]
  }
}
