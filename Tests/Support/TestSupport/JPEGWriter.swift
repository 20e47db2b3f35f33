/// Writes very small JPEG files that claim to be large.
package enum JPEGWriter {
  /// Returns a progressive JPEG whose only code, of zeros, is the longest difference: each block
  /// that is read from zeros takes 27 bits. With three components of 1 × 1 a row of blocks takes 83
  /// KB, with 4 × 4 for the first one more: a decoder that checks once per row whether there is
  /// still data reads that far beyond it.
  package static func greedy(
    width: Int = 65_500, height: Int = 32, sampling: [UInt8] = [0x41, 0x41, 0x11],
    data: [UInt8] = Array(repeating: 0, count: 40)
  ) -> [UInt8] {
    let quantizers = segment(0xDB, [0] + Array(repeating: 1, count: 64))
    var frame: [UInt8] = [8] + short(height) + short(width) + [3]
    for (index, factors) in sampling.enumerated() { frame += [UInt8(index + 1), factors, 0] }
    let code = segment(0xC4, [0] + Array(repeating: 0, count: 15) + [1, 11])
    let scan = segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 0, 0])
    let head = quantizers + segment(0xC2, frame) + code + scan
    return [0xFF, 0xD8] + head + data + [0xFF, 0xD9]
  }

  private static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
    [0xFF, marker] + short(body.count + 2) + body
  }

  private static func short(_ value: Int) -> [UInt8] {
    [UInt8(value >> 8 & 255), UInt8(value & 255)]
  }
}
