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
      flags: [UInt8](repeating: 2, count: bytes), runs: [.init(end: bytes, typeface: 3)])
  }

  private func entry(
    _ word: String, in cache: WordCache, context: UInt32 = 1, make: () -> Segment
  ) -> SegmentEntry {
    // Something else behind the word, as in a text.
    let bytes = Array(word.utf8) + Array("behind it".utf8)
    return bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("never empty") }
      let count = word.utf8.count
      return cache.entry(
        base, count, hash: WordCache.hash(base, count, context), context: context, make: make)
    }
  }

  @Test("Words are kept apart by bytes and context, and made once")
  func keys() {
    let cache = WordCache()
    let words = ["a", "b", "ab", "ba", "12345678", "123456789", "1234567", "12345678a", "б"]
    for round in 0..<2 {
      for (index, word) in words.enumerated() {
        for context in [1, 2] as [UInt32] {
          let wanted = Int32(index * 10) + Int32(context)
          let found = entry(word, in: cache, context: context) {
            #expect(round == 0)
            return segment(wanted, bytes: word.utf8.count)
          }
          #expect(found.advance == wanted && found.runCount == 1 && found.typeface == 3)
        }
      }
    }
    #expect(cache.fills == 2 * words.count)
  }

  @Test("Advances, flags and runs come back as they were, moved to their place")
  func contents() {
    var random = SeededGenerator(seed: 3)
    let cache = WordCache(byteLimit: 1 << 20)
    for count in Array(1...40) + [127, 128, 511, 512] {
      let word = (0..<count).map { _ in ["a", "b", "c"].randomElement(using: &random) ?? "d" }
        .joined()
      var made = segment(Int32(count) * 1024, bytes: count)
      made.flags = made.flags.map { _ in UInt8.random(in: 0...7, using: &random) }
      if count > 4 { made.runs = [.init(end: 1, typeface: 7), .init(end: count, typeface: 9)] }
      let isNew = count > 4
      for _ in 0..<2 where isNew {
        let found = entry(word, in: cache) { made }
        var advances = [Int32](repeating: -1, count: count + 8)
        var flags = [UInt8](repeating: 0xFF, count: count + 8)
        cache.young.write(found, x: 5, &advances, &flags)
        #expect(Array(advances.prefix(count)) == made.advances.map { $0 + 5 })
        #expect(Array(flags.prefix(count)) == made.flags)
        #expect((0..<Int(found.runCount)).map { cache.young.run($0, of: found) } == made.runs)
      }
    }
  }

  @Test("A refused word stays refused and is not made again")
  func refused() {
    let cache = WordCache()
    #expect(entry("x", in: cache) { Segment() }.runCount == 0)
    let again = entry("x", in: cache) {
      Issue.record("made again")
      return Segment()
    }
    #expect(again.runCount == 0)
  }

  @Test("Stays within its bytes, drops what is not used and keeps what is")
  func eviction() {
    let cache = WordCache(byteLimit: 80_000)
    var madeOften = 0
    for index in 0..<20_000 {
      _ = entry("word\(index)", in: cache) { segment(5, bytes: "word\(index)".utf8.count) }
      let often = entry("often", in: cache) {
        madeOften += 1
        return segment(7, bytes: 5)
      }
      #expect(often.advance == 7)
      #expect(cache.byteCount <= cache.byteLimit)
    }
    #expect(madeOften == 1)
    #expect(cache.evictions > 10)
    #expect(cache.fills == 20_001)
  }

  @Test("However many words come, the memory that it holds stays within the limit of each lane")
  func bound() {
    let cache = WordCache()
    var most = 0
    for index in 0..<200_000 {
      _ = entry("\(index)", in: cache) { segment(5, bytes: "\(index)".utf8.count) }
      most = max(most, cache.byteCount)
    }
    #expect(most <= 16 << 20)
    #expect(cache.evictions > 2)
  }
}

@Suite("Fast path")
struct FastPathTests {
  @Test("Known words are not shaped again")
  func remembered() {
    let text = PangoText(usesFastPath: true)
    // Fonts may be loaded anew the first time.
    for _ in 0..<2 { _ = text.layout(TextSamples.request("the quick brown fox jumps")) }
    let before = text.statistics
    let layout = text.layout(TextSamples.request("jumps the brown fox, fox quick", width: 90))
    #expect(layout.lines.count > 1)
    #expect(text.statistics.shapedPieces == before.shapedPieces)
    #expect(text.statistics.fastParagraphs == before.fastParagraphs + 1)
    // "fox," is new.
    #expect(text.statistics.shapedSegments == before.shapedSegments + 1)
  }

  @Test(
    "What can't be proven goes to Pango",
    arguments: ["\u{AD}", "a\tb", "\u{7}", "\u{A0}b", "Latin \u{200F}!", "\u{202E}x", "1\u{2044}2"])
  func declined(string: String) {
    let text = PangoText(usesFastPath: true)
    _ = text.layout(TextSamples.request(string))
    #expect(text.statistics.fastParagraphs == 0 && text.statistics.shapedPieces > 0)
  }

  @Test(
    "Scripts, emoji and styles are laid out without shaping once they are known",
    arguments: [
      "ok 😀 👍🏽!", "Latin и кириллица", "你好，世界。", "e\u{301}t", "one\n😀\n\ntwo",
      "Donau\u{AD}dampf 10\u{A0}km a\u{200B}b", "שלום לכולם", "आज का दिन",
    ])
  func taken(string: String) {
    let text = PangoText()
    let spans: [StyledText.Span] = string.contains("\u{AD}") ? [] : [.init(0..<3, .bold)]
    expectTaken(TextSamples.request(string, spans: spans), by: text)
  }

  @Test(
    "So are blanks that depend on the language or next to marks, numbers among right-to-left text",
    arguments: [
      "네, 그때 봐요!", "안녕하세요 여러분! 토요일에 같이", "चिंता मत करो, सब ठीक हो जाएगा।",
      "نَعَم، وَالشَّاي!", "נפגשים בשעה 7:30 ליד התחנה", "thanks to נועה?", "我能吞下玻璃，而不伤身体。",
    ], ["Noto Sans", ""])
  func takenPlain(string: String, family: String) {
    var request = TextSamples.request(string)
    request.font.family = family
    expectTaken(request, by: PangoText())
  }

  private func expectTaken(_ request: TextRequest, by text: PangoText) {
    for _ in 0..<2 { _ = text.layout(request) }
    let before = text.statistics
    _ = text.layout(request)
    #expect(text.statistics.fastParagraphs > before.fastParagraphs)
    #expect(text.statistics.declinedParagraphs == before.declinedParagraphs)
    #expect(text.statistics.shapedPieces == before.shapedPieces)
  }

  @Test("One paragraph that can't be proven does not take its neighbours with it")
  func perParagraph() {
    let text = PangoText()
    let request = TextSamples.request("first\nDonau\u{AD}dampf\u{AD}schiff\nthird", width: 60)
    // Fonts may be loaded anew the first time.
    _ = text.layout(request)
    let before = text.statistics
    _ = text.layout(request)
    #expect(text.statistics.fastParagraphs == before.fastParagraphs + 2)
    #expect(text.statistics.declinedParagraphs == before.declinedParagraphs + 1)
  }

  @Test("A word with a soft hyphen is Pango's only where it stands at the end of a line")
  func uncut() {
    let text = PangoText()
    let string = "one two three Donau\u{AD}dampf\u{AD}schiff four"
    for width in [1000, 90] {
      for _ in 0..<2 { _ = text.layout(TextSamples.request(string, width: width)) }
    }
    #expect(text.statistics.fastParagraphs == 2)
    #expect(text.statistics.declinedParagraphs == 2)
  }

  @Test("Measuring gives the size and lines of the layout")
  func extent() {
    let text = PangoText()
    var random = SeededGenerator(seed: 6)
    for _ in 0..<100 {
      let request = FastSamples.request(using: &random)
      let extent = text.measure(request)
      let layout = text.layout(request)
      #expect(extent == TextExtent(size: layout.size, lineCount: layout.lines.count))
    }
  }

  @Test("Lines measured fast are drawn as they were measured")
  func drawn() throws {
    let text = PangoText(usesFastPath: true)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<30 {
      let layout = text.layout(FastSamples.request(using: &random))
      _ = InkProbe(layout, with: text, margin: 8)
    }
    #expect(text.statistics.fastParagraphs > 0)
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
    let fast = text.statistics.fastParagraphs
    #expect(text.layout(layout.request).lines == layout.lines)
    #expect(text.statistics.fastParagraphs == fast)
  }
}
