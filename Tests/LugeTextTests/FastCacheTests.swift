import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeText

@Suite("Segment cache")
struct FastCacheTests {
  private func segment(_ advance: Int32, bytes: Int) -> Segment {
    Segment(
      firstClass: 1, lastClass: 2, advance: advance,
      advances: (0..<bytes).map { advance * Int32($0) / Int32(bytes) },
      flags: [UInt8](repeating: 2, count: bytes), isRefused: false)
  }

  private func advance(
    _ word: String, in cache: inout SegmentCache, typeface: UInt32 = 1, make: () -> Segment
  ) -> Int32? {
    Array(word.utf8).withUnsafeBufferPointer {
      cache.advance($0, typeface: typeface, make: make)
    }
  }

  @Test("Words are kept apart by bytes and typeface, and made once")
  func keys() {
    var cache = SegmentCache()
    for round in 0..<2 {
      for (index, word) in ["a", "b", "ab", "ba"].enumerated() {
        for typeface in [1, 2] as [UInt32] {
          let wanted = Int32(index * 10) + Int32(typeface)
          let found = advance(word, in: &cache, typeface: typeface) {
            #expect(round == 0)
            return segment(wanted, bytes: word.utf8.count)
          }
          #expect(found == wanted)
        }
      }
    }
    #expect(cache.fills == 8)
  }

  @Test("A refused word stays refused and is not made again")
  func refused() {
    var cache = SegmentCache()
    #expect(advance("x", in: &cache) { Segment() } == nil)
    #expect(
      advance("x", in: &cache) {
        Issue.record("made again")
        return Segment()
      } == nil)
  }

  @Test("Stays within its bytes, drops what is not used and keeps what is")
  func eviction() {
    var cache = SegmentCache(byteLimit: 40_000)
    var madeOften = 0
    for index in 0..<20_000 {
      _ = advance("word\(index)", in: &cache) { segment(5, bytes: "word\(index)".utf8.count) }
      let often = advance("often", in: &cache) {
        madeOften += 1
        return segment(7, bytes: 5)
      }
      #expect(often == 7)
      #expect(cache.byteCount <= cache.byteLimit)
    }
    #expect(madeOften == 1)
    #expect(cache.evictions > 10)
    #expect(cache.fills == 20_001)
  }

}

/// The fast path is off by default; so are its tests, until a crash that was seen once is explained.
let fastPathIsTested = ProcessInfo.processInfo.environment["LUGE_TEST_FAST_PATH"] != nil

@Suite("Fast path", .enabled(if: fastPathIsTested, "LUGE_TEST_FAST_PATH is not set"))
struct FastPathTests {
  @Test("Known words are not shaped again")
  func remembered() {
    let text = PangoText(usesFastPath: true)
    _ = text.layout(TextSamples.request("the quick brown fox jumps"))
    let before = text.statistics
    let layout = text.layout(TextSamples.request("jumps the brown fox, fox quick", width: 90))
    #expect(layout.lines.count > 1)
    #expect(text.statistics.shapedPieces == before.shapedPieces)
    #expect(text.statistics.fastPieces == before.fastPieces + 1)
    // "fox," is new.
    #expect(text.statistics.shapedSegments == before.shapedSegments + 1)
  }

  @Test(
    "What can't be proven goes to Pango",
    arguments: ["שלום", "e\u{301}", "a\u{AD}b", "a\tb", "1️⃣", "Latin и кириллица", "你好", "\u{7}"])
  func declined(string: String) {
    let text = PangoText(usesFastPath: true)
    _ = text.layout(TextSamples.request(string))
    #expect(text.statistics.fastPieces == 0 && text.statistics.shapedPieces > 0)
  }

  @Test("Lines measured fast are drawn as they were measured")
  func drawn() throws {
    let text = PangoText(usesFastPath: true)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<30 {
      let layout = text.layout(FastSamples.request(using: &random))
      _ = InkProbe(layout, with: text, margin: 8)
    }
    #expect(text.statistics.fastPieces > 0)
    #expect(text.statistics.disagreements == 0)
  }

  @Test("A layout that is drawn differently is counted, and Pango measures from then on")
  func healing() {
    let text = PangoText(usesFastPath: true)
    let layout = text.layout(TextSamples.request("one two three four five", width: 60))
    var wrong = layout.lines
    wrong[1].range = wrong[1].range.lowerBound + 1..<wrong[1].range.upperBound
    let broken = TextLayout(request: layout.request, size: layout.size, lines: wrong)
    _ = InkProbe(broken, with: text, margin: 8)
    #expect(text.statistics.disagreements > 0)
    let fast = text.statistics.fastPieces
    #expect(text.layout(layout.request).lines == layout.lines)
    #expect(text.statistics.fastPieces == fast)
  }
}
