/// A Huffman code of a JPEG file, as its DHT segment gives it. A class: handing a structure of four arrays
/// to each exception of a scan cost four counts of owners.
final class HuffmanCode {
  /// Codes of each length, 1 to 16 bits.
  let counts: [Int]
  let values: [UInt8]
  /// By length: the largest code, left-aligned in 16 bits, plus one; and where its values begin.
  private let limits: [Int]
  private let offsets: [Int]

  /// - Returns: nil when the lengths contradict themselves.
  init?(counts: [UInt8], values: [UInt8]) {
    guard counts.count == 16, values.count <= 256 else { return nil }
    self.counts = counts.map(Int.init)
    self.values = values
    var (code, index) = (0, 0)
    var limits: [Int] = []
    var offsets: [Int] = []
    for length in 1...16 {
      offsets.append(index - code)
      index += self.counts[length - 1]
      code += self.counts[length - 1]
      // The code of all ones stays unused.
      guard code < 1 << length || self.counts[length - 1] == 0 else { return nil }
      limits.append(code << (16 - length))
      code <<= 1
    }
    guard index == values.count else { return nil }
    self.limits = limits
    self.offsets = offsets
  }

  /// The first code of 16 bits.
  ///
  /// - Returns: nil when no code begins like that.
  func symbol(_ window: Int) -> (length: Int, value: UInt8)? {
    for length in 1...16 where window < limits[length - 1] && counts[length - 1] > 0 {
      let index = (window >> (16 - length)) + offsets[length - 1]
      return values.indices.contains(index) ? (length, values[index]) : nil
    }
    return nil
  }
}
