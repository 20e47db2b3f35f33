import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeText

/// The fast path against Pango: every field of every layout is the same.
@Suite("Fast path equals Pango")
struct FastDifferentialTests {
  let pair = LanePair()

  @Test("Random texts at many widths and sizes", arguments: [1, 2, 3, 4] as [UInt64])
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let request = FastSamples.request(using: &random)
      #expect(pair.difference(request) == nil)
    }
    // Else nothing was compared.
    #expect(pair.fast.statistics.fastParagraphs > 50)
    #expect(pair.slow.statistics.fastParagraphs == 0)
  }

  @Test("Narrow and wide: texts with every kind of opportunity")
  func everyWidth() {
    let texts = [
      "well-known/and-or https://example.org/a/very/long-path_name?query=1&b=2#part x",
      "a  b   c    trailing      ", "  leading (and [nested] brackets) !  ? ; 3 % $ 4",
      "“quoted” — dash – dash… ‘x’ « guillemets » 1,234.50 € 10/20/30 -5 +6",
      "AVATAR To. Ty fi ffi fl WAVE LT, P.A. f'j r. 'T",
      "Pneumonoultramicroscopicsilicovolcanoconiosis",
      "Съешь же ещё этих мягких французских булок, да выпей чаю",
      "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία",
      "one\n\ntwo words \r\n three\u{2029}four ", "x", " ", "", "\n", "i i i i i i i i i i i",
      "ok😀! 😀 😀 👍🏽👍🏽 ❤️ 1️⃣ fine 🇯🇵🇩🇪 → ✓ ★★ done", "  😀 leading  😀  ",
      "🌤 ok ☀, I ❤ it ✈✈ ❤😀 ☁🌤🌤 (☎) 5☀ ☎︎ ☀︎☀ ✌🏽 ❤‍🔥 👩‍❤‍👩 ☑ ▪ ♀ ⬆ 🅰🅱 end ☀", "☀今日は☀です", "❤שלום ❤",
      "我能吞下玻璃，而不伤身体。ok!",
      "今日は「カタカナ」とABCです。", "안녕하세요 여러분! 토요일에 같이", "שלום לכולם, מה שלומכם?", "مرحبا بالعالم",
      "สวัสดีครับ ภาษาไทย abc", "Latin и кириллица (вместе) «и» ελληνικά", "हिन्दी में लिखा",
      "\u{308}begins", "one\n\u{308}\u{B} two\n\u{301}", "one\n😀\nשלום\n12 + 3\ntwo", "12\nשלום\n",
      "e\u{301}a\u{308} Zalgo Z\u{334}\u{327}",
      "네, 그때 봐요!  다리 위에서 잠깐 3시", "चिंता मत करो, सब ठीक हो जाएगा। श्री", "نَعَم، وَالشَّاي! إِنَّ عمر's 7:30",
      "נפגשים בשעה 7:30 (שלום) ליד abc, def! 50%", "thanks to נועה? and עמי (שלום) 8 x",
      "「東京」へ行った！？（笑）、ね。っー 100円",
    ]
    for text in texts {
      for width in Array(1...120) + Array(stride(from: 121, to: 420, by: 7)) {
        #expect(pair.difference(TextSamples.request(text, width: width)) == nil)
      }
    }
  }

  @Test("What hunts have found")
  func found() {
    func request(
      _ text: String, _ spans: [StyledText.Span] = [], family: String, size: Double, width: Int
    ) -> TextRequest {
      TextRequest(
        StyledText(text, spans: spans), font: FontSpec(family: family, pixelSize: size),
        maxWidth: width)
    }
    let requests = [
      // An empty line in the style of a span.
      request("\n1,234.50 ->", [.init(0..<4, .code)], family: "Noto Serif", size: 22.5, width: 225),
      request("a\n\nb", [.init(0..<4, .code)], family: "", size: 22.5, width: 226),
      // Tabs are as wide as eight blanks in the style at the beginning.
      request("A\u{2029}\t", [.init(1..<5, .code)], family: "", size: 13, width: 256),
      request("A\nb\tc", [.init(0..<1, .code)], family: "DejaVu Sans", size: 13, width: 364),
      request("\n❤\t", family: "Noto Sans", size: 13, width: 559),
      // Letters that join across a change of style.
      request("با", [.init(2..<4, .italic)], family: "Noto Sans", size: 16.25, width: 377),
      // A style that ends between an emoji and its skin tone.
      request("👍🏽 ", [.init(2..<7, .italic)], family: "Noto Serif", size: 15, width: 243),
    ]
    for request in requests { #expect(pair.difference(request) == nil) }
  }

  @Test("Hunt with a fresh seed", .enabled(if: Hunt.seconds > 0, "LUGE_HUNT_SECONDS is not set"))
  func hunt() {
    let seed = Hunt.seed
    print("LUGE_HUNT_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    let end = ContinuousClock.now + .seconds(Hunt.seconds)
    var count = 0
    while ContinuousClock.now < end {
      let request = FastSamples.request(using: &random)
      if let difference = pair.difference(request) {
        let small = pair.shrunk(request)
        Issue.record("seed \(seed): \(difference); smallest: \(pair.difference(small) ?? "")")
        return
      }
      count += 1
    }
    let fast = pair.fast.statistics.fastParagraphs
    print("\(count) layouts compared, \(fast) paragraphs fast")
    #expect(fast > 0)
  }

  @Test(
    "Public texts",
    .enabled(if: Fixtures.exists, "Set LUGE_FIXTURES to the folder of fixtures"))
  func fixtures() throws {
    var random = SeededGenerator(seed: 8)
    var compared = 0
    for file in Fixtures.textFiles {
      let data = try Data(contentsOf: file)
      let lines = data.prefix(1 << 20).split(separator: 0x0A)
      for line in lines.shuffled(using: &random).prefix(40) {
        let request = TextSamples.request(
          String(decoding: line, as: UTF8.self), width: .random(in: 40...1000, using: &random),
          size: FastSamples.sizes.randomElement(using: &random) ?? 15)
        #expect(pair.difference(request) == nil)
        compared += 1
      }
    }
    #expect(compared > 0)
  }
}

/// Unicode's own test data: every pair of line breaking classes, every emoji.
@Suite(
  "Fast path on Unicode's test data", .enabled(if: Fixtures.exists, "LUGE_FIXTURES is not set"))
struct FastUnicodeTests {
  let pair = LanePair()

  @Test(
    "Each sample alone and within a line",
    arguments: ["LineBreakTest", "GraphemeBreakTest", "emoji-test", "emoji-zwj-sequences"])
  func samples(name: String) throws {
    let file = Fixtures.folder.appendingPathComponent("text/unicode-15.0.0/\(name).txt")
    var random = SeededGenerator(seed: 21)
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    var compared = 0
    for line in lines.filter({ !$0.hasPrefix("#") }).shuffled(using: &random).prefix(150) {
      var sample = String.UnicodeScalarView()
      for word in line.prefix(while: { $0 != "#" && $0 != ";" }).split(separator: " ") {
        UInt32(word, radix: 16).flatMap(Unicode.Scalar.init).map { sample.append($0) }
      }
      let string = String(sample)
      for text in [string, "word \(string) слово \(string)", "\(string)\n\(string)"] {
        let request = TextSamples.request(text, width: .random(in: 20...200, using: &random))
        #expect(pair.difference(request) == nil)
        compared += 1
      }
    }
    #expect(compared > 100)
  }
}

/// Two lanes, one of which sends everything through Pango.
final class LanePair {
  let fast = PangoText(usesFastPath: true)
  let slow = PangoText(usesFastPath: false)

  /// What differs in the two lanes' layouts, or nil.
  func difference(_ request: TextRequest) -> String? {
    let (a, b) = (fast.layout(request), slow.layout(request))
    let extent = fast.measure(request)
    if extent != TextExtent(size: a.size, lineCount: a.lines.count) {
      return "\(request.text.string.debugDescription): \(extent), laid out \(a.size)"
    }
    guard a.lines != b.lines || a.size != b.size || a.pieces != b.pieces else { return nil }
    let at = zip(a.lines, b.lines).first { $0 != $1 }
    return """
      \(request.text.string.debugDescription) spans \(request.text.spans) width \
      \(request.maxWidth) lines \(request.maxLines ?? 0) font \(request.font): \
      \(a.lines.count) lines, Pango \(b.lines.count); \(at.map { "\($0)" } ?? "\(a.size) \(b.size)")
      """
  }

  /// A smaller request with a difference: spans and characters are left out as long as there is
  /// one.
  func shrunk(_ request: TextRequest) -> TextRequest {
    var request = request
    for index in request.text.spans.indices.reversed() {
      var smaller = request
      smaller.text.spans.remove(at: index)
      if difference(smaller) != nil { request = smaller }
    }
    if request.maxLines != nil {
      var smaller = request
      smaller.maxLines = nil
      if difference(smaller) != nil { request = smaller }
    }
    var step = max(1, request.text.string.count / 2)
    while step > 0 {
      var index = 0
      while index < request.text.string.count {
        let smaller = request.removing(characters: index, count: step)
        if difference(smaller) != nil { request = smaller } else { index += step }
      }
      step /= 2
    }
    return request
  }
}

extension TextRequest {
  /// The request without some characters, its spans moved with the rest.
  fileprivate func removing(characters start: Int, count: Int) -> TextRequest {
    let string = text.string
    let lower = string.index(string.startIndex, offsetBy: start)
    let upper = string.index(lower, offsetBy: count, limitedBy: string.endIndex) ?? string.endIndex
    let from = string.utf8.distance(from: string.startIndex, to: lower)
    let to = string.utf8.distance(from: string.startIndex, to: upper)
    func moved(_ offset: Int) -> Int { offset <= from ? offset : max(from, offset - (to - from)) }
    var smaller = self
    smaller.text.string.removeSubrange(lower..<upper)
    smaller.text.spans = text.spans.compactMap {
      let range = moved($0.range.lowerBound)..<moved($0.range.upperBound)
      return range.isEmpty ? nil : StyledText.Span(range, $0.attribute)
    }
    return smaller
  }
}

enum Hunt {
  static var seconds: Int {
    ProcessInfo.processInfo.environment["LUGE_HUNT_SECONDS"].flatMap(Int.init) ?? 0
  }
  /// LUGE_HUNT_SEED, to repeat a hunt, or a new one.
  static var seed: UInt64 {
    ProcessInfo.processInfo.environment["LUGE_HUNT_SEED"].flatMap(UInt64.init)
      ?? .random(in: 0...(.max))
  }
}

enum Fixtures {
  static var folder: URL {
    if let path = ProcessInfo.processInfo.environment["LUGE_FIXTURES"] {
      return URL(fileURLWithPath: path)
    }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return package.deletingLastPathComponent().appendingPathComponent("shared/fixtures")
  }
  static var exists: Bool { FileManager.default.fileExists(atPath: folder.path) }
  static var textFiles: [URL] {
    ["text", "irc"].flatMap { name -> [URL] in
      let walk = FileManager.default.enumerator(
        at: folder.appendingPathComponent(name), includingPropertiesForKeys: nil)
      return (walk?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "txt" }
    }.sorted { $0.path < $1.path }
  }
}
