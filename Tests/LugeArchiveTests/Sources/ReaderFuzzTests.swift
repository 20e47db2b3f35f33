import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

/// Valid exports, cut, joined and changed at random: readers may refuse them, but they account for
/// every line and never crash.
@Suite("Readers: broken input")
struct ReaderFuzzTests {
  private static let whatsApp: [String] = [
    "13/02/20, 10:00 - Messages are end-to-end encrypted.\n13/02/20, 10:00 - Ann: *hi* _you_\n"
      + "13/02/20, 10:01 - Bob: IMG-20200213-WA0001.jpg (file attached)\ncaption\n"
      + "14/02/20, 10:02 - Ann: @\u{2068}Bob\u{2069} `x` <This message was edited>\n",
    "\u{200E}[3/6/18, 1:55:00 PM] Ann: \u{200E}image omitted\r\n[3/16/18, 1:55:09 PM] Bob: a\nb\r\n"
      + "[3/16/18, 1:55:10 PM] Ann: \u{200E}POLL:\nLunch?\n\u{200E}OPTION: Yes (2 votes)\r\n",
    "13.6.2018 klo 21.25.15 - Ann: ```code\nmore``` ~x~\n14.6.2018 klo 1.25.15 - 🤓: Ä\n",
    "2018. 6. 13. 오후 9:25 - Ann: > q\n2018. 6. 14. 오전 9:25 - Bob: <attached: 1.jpg>\n",
  ]
  private static let irc: [String] = [
    "[04:48] <ann> hi\n[04:49]  * bob waves\n=== ann is now known as eve\n[23:59] <x[1] y> z\n",
    "--- Log opened Fri Jan 12 00:00:00 2007\n12:34 <@ann> \u{02}b\u{03}4,5c\u{0F}\n"
      + "12:35 -!- bob [b@x.org] has joined #x\n--- Day changed Sat Jan 13 2007\n00:01 < bob> é\n",
    "2007-01-12 04:48:11\tann\thi\n2007-01-12 04:48:12\t-->\tbob (b@x) has joined #x\n",
  ]

  private func broken(_ seeds: [String], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      var piece = Array((seeds.randomElement(using: &random) ?? "").utf8)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: piece = Array(piece.prefix(Int.random(in: 0...piece.count, using: &random)))
      case 1: piece = Array(piece.dropFirst(Int.random(in: 0...piece.count, using: &random)))
      case 2:
        for _ in 0..<6 where !piece.isEmpty {
          piece[Int.random(in: 0..<piece.count, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
      case 3:
        for _ in 0..<4 where !piece.isEmpty {
          let at = Int.random(in: 0..<piece.count, using: &random)
          piece.insert(
            [0x0A, 0x0D, 0x5B, 0x3A, 0xE2, 0x00].randomElement(using: &random) ?? 0, at: at)
        }
      default: break
      }
      bytes += piece
    }
    return bytes
  }

  private func countLines(_ bytes: [UInt8]) throws -> Int {
    let reader = LineReader(MemoryByteSource(bytes, name: "x"))
    while try reader.next() != nil {}
    return reader.lineNumber
  }

  private func check(_ sink: CollectingSink, _ tally: LineTally, _ bytes: [UInt8]) throws {
    #expect(tally.lines == (try countLines(bytes)))
    #expect(tally.lines == tally.records + tally.continuations + tally.skipped + tally.silent)
    #expect(sink.messages.count == tally.records)
    #expect(Set(sink.messages.map(\.sourceKey)).count == tally.records)
    #expect(sink.skipped.isEmpty == (tally.skipped == 0))
    for message in sink.messages where !message.text.spans.isEmpty {
      #expect(Set(message.text.spans) == Set(message.text.normalized().spans))
    }
  }

  @Test("WhatsApp: every line is in a message or reported", arguments: 0..<8)
  func whatsApp(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<80 {
      let bytes = broken(Self.whatsApp, &random)
      let sink = CollectingSink()
      let reading = WhatsAppTextReading(
        source: MemoryByteSource(bytes, name: "WhatsApp Chat with X.txt"), sink: sink)
      do { try check(sink, try reading.run(), bytes) } catch is ArchiveError {
        #expect(reading.profile.headers == 0)
      }
      _ = WhatsAppTextReader.confidence(prefix: bytes, fileName: "x")
    }
  }

  @Test("IRC: every line is a message, an event or reported", arguments: 0..<8)
  func irc(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &+ 1000)
    for _ in 0..<80 {
      let bytes = broken(Self.irc, &random)
      let sink = CollectingSink()
      let reading = IRCLogReading(
        source: MemoryByteSource(bytes, name: "2007-01-12.log"), sink: sink)
      try check(sink, try reading.run(), bytes)
      _ = IRCLogReader.confidence(prefix: bytes, fileName: "x")
    }
  }

  @Test("Each format knows its own and not the other's")
  func confidence() {
    for text in Self.whatsApp {
      #expect(WhatsAppTextReader.confidence(prefix: Array(text.utf8), fileName: "a.txt") >= 60)
      #expect(IRCLogReader.confidence(prefix: Array(text.utf8), fileName: "a.txt") == 0)
    }
    for text in Self.irc {
      #expect(IRCLogReader.confidence(prefix: Array(text.utf8), fileName: "a.txt") >= 60)
      #expect(WhatsAppTextReader.confidence(prefix: Array(text.utf8), fileName: "a.txt") == 0)
    }
    for other in ["", "{\"a\": [1]}", "hello\nworld\n", "<html><body>\n</body>\n", "a,b\n1,2\n"] {
      #expect(WhatsAppTextReader.confidence(prefix: Array(other.utf8), fileName: "a") == 0)
      #expect(IRCLogReader.confidence(prefix: Array(other.utf8), fileName: "a") == 0)
    }
  }
}
