import LugeCore
import LugeTestSupport
import Testing

@testable import LugeApp

@Suite("Pixels as runs") struct PixelRunsTests {
  private func encoded(_ pixels: [UInt32]) -> [UInt32] {
    var words: [UInt32] = []
    pixels.withUnsafeBufferPointer { PixelRuns.encode($0, into: &words) }
    return words
  }

  /// Nil when the words are not so many pixels.
  private func decoded(_ words: [UInt32], count: Int) -> [UInt32]? {
    var pixels = [UInt32](repeating: 0, count: count)
    let isWhole = words.withUnsafeBufferPointer { words in
      pixels.withUnsafeMutableBufferPointer { PixelRuns.decode(words, into: $0) }
    }
    return isWhole ? pixels : nil
  }

  private func random(_ generator: inout SeededGenerator) -> [UInt32] {
    var pixels: [UInt32] = []
    for _ in 0..<Int.random(in: 1...30, using: &generator) {
      let color = UInt32.random(in: 0...3, using: &generator) &* 0x5555_5555
      pixels += Array(repeating: color, count: Int.random(in: 1...9, using: &generator))
    }
    return pixels
  }

  @Test(
    "Come back as they were, and never take many words more", arguments: 0..<200 as Range<UInt64>)
  func roundTrip(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pixels = random(&generator)
    let words = encoded(pixels)
    #expect(decoded(words, count: pixels.count) == pixels)
    #expect(decoded(words, count: pixels.count + 1) == nil)
    #expect(decoded(words, count: pixels.count - 1) == nil)
    #expect(words.count <= pixels.count + pixels.count / 4 + 2)
  }

  @Test("One colour is one run") func plain() {
    #expect(encoded(Array(repeating: 7, count: 100_000)).count == 2)
    #expect(encoded([]) == [])
  }

  @Test("Whatever the words are, decoding stays within them and the pixels")
  func damaged() {
    var generator = SeededGenerator(seed: 5)
    var refused = 0
    for _ in 0..<2000 {
      let pixels = random(&generator)
      var words = encoded(pixels)
      let index = Int.random(in: words.indices, using: &generator)
      words[index] = Bool.random(using: &generator) ? .random(in: 0 ... .max, using: &generator) : 0
      words.removeLast(Int.random(in: 0...min(2, words.count), using: &generator))
      if decoded(words, count: pixels.count) == nil { refused += 1 }
    }
    #expect(refused > 500)
  }
}
