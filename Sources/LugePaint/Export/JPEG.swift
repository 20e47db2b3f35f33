public import LugeCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes pixels as JPEG pictures: baseline, colours at full resolution. What is transparent
/// becomes white.
public enum JPEG {
  /// The bytes of a JPEG file.
  ///
  /// - Parameter quality: 1 to 100, as libjpeg counts it.
  /// - Complexity: O(pixels).
  public static func encode(_ bitmap: Bitmap, quality: Int = 85) -> [UInt8] {
    var encoder = JPEGEncoder(quality: quality.clamped(to: 1...100))
    return bitmap.withPixels { encoder.encode($0, bitmap.size) }
  }
}

/// One picture's encoding. One quantisation and one pair of Huffman tables (the standard's examples
/// for brightness, ITU-T T.81, annex K) serve all three components.
private struct JPEGEncoder {
  private var bytes: [UInt8] = []
  private var bits: UInt32 = 0
  private var bitCount = 0
  private let quantisation: [Int]
  /// Amounts to multiply coefficients with, in the order of rows.
  private let factors: [Float]

  private static let zigzag = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
    13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59,
    52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
  ]
  private static let brightness = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56,
    14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113,
    92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
  ]
  private static let levels = HuffmanTable(
    counts: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], values: Array(0...11))
  private static let steps = HuffmanTable(
    counts: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7D],
    values: frequentSteps + otherSteps.flatMap { Array($0) })
  private static let frequentSteps: [UInt8] = [
    0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07,
    0x22, 0x71, 0x14, 0x32, 0x81, 0x91, 0xA1, 0x08, 0x23, 0x42, 0xB1, 0xC1, 0x15, 0x52, 0xD1, 0xF0,
    0x24, 0x33, 0x62, 0x72, 0x82, 0x09, 0x0A,
  ]
  private static let otherSteps: [ClosedRange<UInt8>] = [
    0x16...0x1A, 0x25...0x2A, 0x34...0x3A, 0x43...0x4A, 0x53...0x5A, 0x63...0x6A, 0x73...0x7A,
    0x83...0x8A, 0x92...0x9A, 0xA2...0xAA, 0xB2...0xBA, 0xC2...0xCA, 0xD2...0xDA, 0xE1...0xEA,
    0xF1...0xFA,
  ]

  /// Which bits stand for which value.
  private struct HuffmanTable {
    let counts: [UInt8]
    let values: [UInt8]
    var codes = [(bits: UInt32, count: Int)](repeating: (0, 0), count: 256)

    init(counts: [UInt8], values: [UInt8]) {
      self.counts = counts
      self.values = values
      var code: UInt32 = 0
      var index = 0
      for (length, count) in counts.enumerated() {
        for _ in 0..<count {
          codes[Int(values[index])] = (code, length + 1)
          code += 1
          index += 1
        }
        code <<= 1
      }
    }
  }

  init(quality: Int) {
    let scale = quality < 50 ? 5000 / quality : 200 - 2 * quality
    quantisation = Self.brightness.map { (($0 * scale + 50) / 100).clamped(to: 1...255) }
    factors = quantisation.map { 1 / Float($0) }
  }

  mutating func encode(_ pixels: UnsafeBufferPointer<UInt32>, _ size: PixelSize) -> [UInt8] {
    bytes.reserveCapacity(size.width * size.height / 4)
    writeHeaders(size)
    var last = [0, 0, 0]
    var planes = [[Float]](repeating: [Float](repeating: 0, count: 64), count: 3)
    for top in stride(from: 0, to: size.height, by: 8) {
      for left in stride(from: 0, to: size.width, by: 8) {
        for row in 0..<8 {
          // Beyond the edge its last pixels go on.
          let start = min(top + row, size.height - 1) * size.width
          for column in 0..<8 {
            let pixel = pixels[start + min(left + column, size.width - 1)]
            let white = Float(255 - (pixel >> 24))
            let red = min(255, Float((pixel >> 16) & 0xFF) + white)
            let green = min(255, Float((pixel >> 8) & 0xFF) + white)
            let blue = min(255, Float(pixel & 0xFF) + white)
            let place = row * 8 + column
            planes[0][place] = 0.299 * red + 0.587 * green + 0.114 * blue - 128
            planes[1][place] = -0.168736 * red - 0.331264 * green + 0.5 * blue
            planes[2][place] = 0.5 * red - 0.418688 * green - 0.081312 * blue
          }
        }
        for plane in 0..<3 { write(&planes[plane], after: &last[plane]) }
      }
    }
    // The last byte is filled with ones.
    if bitCount > 0 { put((1 << UInt32(8 - bitCount)) - 1, 8 - bitCount) }
    bytes += [0xFF, 0xD9]
    return bytes
  }

  // MARK: Blocks

  private static let cosines: [Float] = (0..<64).map { index in
    let (frequency, place) = (index / 8, index % 8)
    let scale = frequency == 0 ? 0.125.squareRoot() : 0.5
    return Float(scale * cos(Double((2 * place + 1) * frequency) * Double.pi / 16))
  }

  /// Rows first, then columns.
  private static func transform(_ block: inout [Float]) {
    var sums = [Float](repeating: 0, count: 8)
    for isColumn in [false, true] {
      let (step, next) = isColumn ? (8, 1) : (1, 8)
      for line in 0..<8 {
        let start = line * next
        for frequency in 0..<8 {
          var sum: Float = 0
          for place in 0..<8 {
            sum += cosines[frequency * 8 + place] * block[start + place * step]
          }
          sums[frequency] = sum
        }
        for frequency in 0..<8 { block[start + frequency * step] = sums[frequency] }
      }
    }
  }

  private mutating func write(_ block: inout [Float], after last: inout Int) {
    Self.transform(&block)
    func amount(_ index: Int, _ most: Int) -> Int {
      let place = Self.zigzag[index]
      return Int(clamping: Double((block[place] * factors[place]).rounded()))
        .clamped(to: -most...most)
    }
    let level = amount(0, 1023)
    put(level - last, 0, Self.levels)
    last = level
    var zeros = 0
    for index in 1..<64 {
      let value = amount(index, 1023)
      if value == 0 {
        zeros += 1
        continue
      }
      while zeros > 15 {
        put(code: 0xF0, Self.steps)
        zeros -= 16
      }
      put(value, UInt8(zeros), Self.steps)
      zeros = 0
    }
    if zeros > 0 { put(code: 0, Self.steps) }
  }

  // MARK: Bits

  /// A value behind so many zeros: how many bits it has, then these.
  private mutating func put(_ value: Int, _ zeros: UInt8, _ table: HuffmanTable) {
    let count = Int.bitWidth - value.magnitude.leadingZeroBitCount
    put(code: zeros << 4 | UInt8(truncatingIfNeeded: count), table)
    let bits = value < 0 ? value - 1 : value
    put(UInt32(truncatingIfNeeded: bits) & ((1 << UInt32(count)) - 1), count)
  }

  private mutating func put(code: UInt8, _ table: HuffmanTable) {
    let code = table.codes[Int(code)]
    put(code.bits, code.count)
  }

  private mutating func put(_ value: UInt32, _ count: Int) {
    guard count > 0 else { return }
    bits = bits << UInt32(count) | value
    bitCount += count
    while bitCount >= 8 {
      let byte = UInt8(truncatingIfNeeded: bits >> UInt32(bitCount - 8))
      bytes.append(byte)
      // 0xFF begins a marker but for the 0 behind it.
      if byte == 0xFF { bytes.append(0) }
      bitCount -= 8
    }
  }

  // MARK: Headers

  private mutating func segment(_ marker: UInt8, _ content: [UInt8]) {
    let length = content.count + 2
    bytes += [
      0xFF, marker, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length),
    ]
    bytes += content
  }

  private mutating func writeHeaders(_ size: PixelSize) {
    bytes += [0xFF, 0xD8]
    segment(0xE0, Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
    segment(0xDB, [0] + Self.zigzag.map { UInt8(truncatingIfNeeded: quantisation[$0]) })
    func two(_ number: Int) -> [UInt8] {
      [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }
    segment(
      0xC0,
      [8] + two(size.height) + two(size.width) + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])
    segment(0xC4, [0x00] + Self.levels.counts + Self.levels.values)
    segment(0xC4, [0x10] + Self.steps.counts + Self.steps.values)
    segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
  }
}
