/// Entries for windows of bits, made for ``BlockRun``: the bits to skip in the low byte, the
/// coefficients to pass over in the next one, then 15 bits of a value, and in the uppermost, where a
/// shift makes a mask of it, whether the block ends here.
enum HuffmanEntry {
  /// Bits that are looked at at once. The tables of a picture, 16 KiB each, fit into a fast cache.
  static let window = 12

  static let end: UInt32 = 1 << 31
  /// Among the coefficients: the window does not tell. Also what a sum of coefficients shows that
  /// passes a block's 64.
  static let unclear: UInt32 = 0x40

  /// Two of these fit into the bits that ``BitReader/refill()`` guarantees.
  static let longestSkip = 28
}

extension HuffmanCode {
  /// For the difference that begins a block, and as many of the coefficients after it as the window
  /// tells of. The entry's value is the difference.
  ///
  /// - Parameter others: the code of the coefficients that follow.
  /// - Complexity: O(windows × codes in a window).
  func differenceTable(_ others: HuffmanCode) -> [UInt32] {
    let width = HuffmanEntry.window
    let skips = Skips(others)
    return firstSymbols(width).enumerated().map { window, found in
      let size = Int(found.value)
      let bits = found.length + size
      guard found.length > 0, size <= 11, bits <= width else { return HuffmanEntry.unclear << 8 }
      let number = window >> (width - bits) & (1 << size - 1)
      let value = size == 0 ? 0 : Self.difference(number, size: size)
      return skips.entry(window, after: bits, coefficients: 1)
        | (UInt32(bitPattern: Int32(value)) & 0x7FFF) << 16
    }
  }

  /// The upper half of the numbers of a size is positive, the lower one stands for negative ones.
  static func difference(_ value: Int, size: Int) -> Int {
    value < 1 << (size - 1) ? value - (1 << size) + 1 : value
  }

  /// For the other coefficients: passes over as many as a window tells of.
  ///
  /// - Complexity: O(windows × codes in a window).
  var skippingTable: [UInt32] {
    let skips = Skips(self)
    return (0..<1 << HuffmanEntry.window).map { skips.entry($0, after: 0, coefficients: 0) }
  }

  /// Coefficients whose values are not wanted: only codes have to be inside the window, what follows
  /// the last of them may lie outside of it.
  private struct Skips {
    private let first: [(length: Int, value: UInt8)]

    init(_ code: HuffmanCode) { first = code.firstSymbols(HuffmanEntry.window) }

    func entry(_ window: Int, after known: Int, coefficients start: Int) -> UInt32 {
      let width = HuffmanEntry.window
      var (bits, coefficients) = (known, start)
      while bits < width {
        let found = first[(window << bits) & (1 << width - 1)]
        guard found.length > 0, found.length <= width - bits else { break }
        if found.value == 0 {
          return UInt32(bits + found.length) | UInt32(coefficients) << 8 | HuffmanEntry.end
        }
        let (run, size) = (Int(found.value >> 4), Int(found.value & 15))
        let next = (bits + found.length + size, coefficients + run + 1)
        guard size > 0 ? size <= 10 : run == 15, next.0 <= HuffmanEntry.longestSkip, next.1 < 64
        else { break }
        (bits, coefficients) = next
      }
      return bits == 0 ? HuffmanEntry.unclear << 8 : UInt32(bits) | UInt32(coefficients) << 8
    }
  }

  /// For each window: the length of its first code and the code's value; a length of 0 where the code
  /// is longer than the window, or none.
  private func firstSymbols(_ width: Int) -> [(length: Int, value: UInt8)] {
    var result = Array(repeating: (length: 0, value: UInt8(0)), count: 1 << width)
    var (code, index) = (0, 0)
    for length in 1...width {
      for _ in 0..<counts[length - 1] {
        let start = code << (width - length)
        for window in start..<start + 1 << (width - length) {
          result[window] = (length, values[index])
        }
        code += 1
        index += 1
      }
      code <<= 1
    }
    return result
  }
}
