/// Pixels as runs: what a chat mostly shows is one colour, and a screen of it becomes a tenth of
/// its size.
///
/// A word with its highest bit set says how often the next one is repeated; without, how many
/// pixels follow as they are.
enum PixelRuns {
  private static let isRun: UInt32 = 1 << 31
  /// A shorter run takes as many words as the pixels themselves.
  private static let shortestRun = 3

  /// - Complexity: O(pixels).
  static func encode(_ pixels: UnsafeBufferPointer<UInt32>, into words: inout [UInt32]) {
    var index = 0
    var plain = 0
    func flush(to end: Int) {
      guard plain < end else { return }
      words.append(UInt32(end - plain))
      words.append(contentsOf: pixels[plain..<end])
    }
    while index < pixels.count {
      var end = index + 1
      while end < pixels.count, pixels[end] == pixels[index] { end += 1 }
      if end - index >= shortestRun {
        flush(to: index)
        words.append(isRun | UInt32(end - index))
        words.append(pixels[index])
        plain = end
      }
      index = end
    }
    flush(to: pixels.count)
  }

  /// - Returns: whether the words are exactly so many pixels.
  /// - Complexity: O(pixels).
  static func decode(
    _ words: UnsafeBufferPointer<UInt32>, into pixels: UnsafeMutableBufferPointer<UInt32>
  ) -> Bool {
    var (index, place) = (0, 0)
    while index < words.count {
      let count = Int(words[index] & ~isRun)
      guard count > 0, count <= pixels.count - place else { return false }
      if words[index] & isRun != 0 {
        guard index + 1 < words.count else { return false }
        pixels[place..<place + count].update(repeating: words[index + 1])
        index += 2
      } else {
        guard count < words.count - index else { return false }
        _ = pixels[place...].update(fromContentsOf: words[index + 1..<index + 1 + count])
        index += 1 + count
      }
      place += count
    }
    return place == pixels.count
  }
}
