import Foundation
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

/// Bytes made as they are read: a start, and then one byte over and over.
final class EndlessSource: ByteSource {
  let name = "endless"
  let size: Int64?
  private(set) var given: Int64 = 0
  private let start: [UInt8]
  private let filler: UInt8
  private let count: Int64

  init(_ start: String, filler: UInt8, count: Int64) {
    self.start = Array(start.utf8)
    self.filler = filler
    self.count = count
    size = count
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
    let length = Int(min(Int64(buffer.count), count - given))
    guard length > 0 else { return 0 }
    buffer.initializeMemory(as: UInt8.self, repeating: filler)
    if given == 0 { buffer.copyBytes(from: start) }
    given += Int64(length)
    return length
  }
}

@Suite("JSON: limits", .serialized)
struct LimitTests {
  /// Bytes of memory the process has had at most.
  private static var peakMemory: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
  }

  @Test("A number of 2 GB is refused early, with its place, in flat memory")
  func hugeNumber() throws {
    let source = EndlessSource(
      "{\"messages\": [{\"id\": 1", filler: UInt8(ascii: "1"), count: 2 << 30)
    let before = Self.peakMemory
    let error = #expect(throws: ArchiveError.self) {
      try TelegramReader.read(source, into: CollectingSink())
    }
    guard case .tooLarge(_, let place, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(place == "byte 0")
    #expect(source.given < 20 << 20)
    #expect(Self.peakMemory - before < 100 << 20)
  }

  @Test(
    "A text of 1 GB is read over, in flat memory",
    arguments: ["{\"messages\": [{\"id\": 1, \"text\": \"", "{\"other\": \""])
  func hugeText(start: String) throws {
    let source = EndlessSource(start, filler: UInt8(ascii: "1"), count: 1 << 30)
    let before = Self.peakMemory
    let error = #expect(throws: ArchiveError.self) {
      try TelegramReader.read(source, into: CollectingSink())
    }
    guard case .truncated = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(source.given == 1 << 30)
    #expect(Self.peakMemory - before < 100 << 20)
  }

  /// A message between two others.
  private static func around(_ message: String) -> String {
    func plain(_ id: Int) -> String {
      """
      {"id": \(id), "type": "message", "date_unixtime": "17053000\(id)", "from": "Ann", \
      "from_id": "user1", "text": "text \(id)"}
      """
    }
    return """
      {"name": "Chat", "type": "private_group", "id": 7, "messages": [
      \(plain(10)), \(message), \(plain(12))]}
      """
  }

  @Test("A message that is too large is left out, with its place, and all others are kept")
  func hugeMessage() throws {
    let long = String(repeating: "long ", count: 4 << 20)
    let escapes = String(repeating: "\\u0041\\n\\\\", count: 2 << 20)
    let parts = Array(repeating: "{\"type\": \"bold\", \"text\": \"bold\"}", count: 1 << 19)
    let messages = [
      "{\"id\": 11, \"text\": \"\(long)\"}",
      "{\"id\": 11, \"text\": \"\(escapes)\", \"b\": [\"c\"]}",
      "{\"id\": 11, \"\(long)\": 1, \"text\": \"\"}",
      "{\"id\": 11, \"text\": [\(parts.joined(separator: ","))]}",
    ]
    for message in messages {
      let bytes = Array(Self.around(message).utf8)
      let sink = CollectingSink()
      try TelegramReader.read(MemoryByteSource(bytes, name: "a.json"), into: sink)
      #expect(sink.texts == ["text 10", "text 12"])
      #expect(sink.skipped.count == 1)
      let skipped = sink.skipped.first
      #expect(skipped?.place.hasPrefix("byte ") == true)
      #expect(skipped?.reason.contains("larger than 64 MB") == true)
    }
  }

  @Test("Strings cut anywhere are still strings, and what is short enough is not touched")
  func cutting() {
    var random = SeededGenerator(seed: 5)
    let pieces = ["a", "\\n", "\\\\", "\\\"", "\\u00e4", "é", " "]
    for _ in 0..<2000 {
      var texts: [String] = []
      for _ in 0..<6 {
        let count = Int.random(in: 0...Int.random(in: 1...60, using: &random), using: &random)
        texts.append(
          (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined())
      }
      let json = Array("[\(texts.map { "\"\($0)\"" }.joined(separator: ", "))]".utf8)
      var cutter = StringCutter(limit: 20)
      let piece = Int.random(in: 1...16, using: &random)
      var result: [UInt8] = []
      for start in stride(from: 0, to: json.count, by: piece) {
        Array(json[start..<min(json.count, start + piece)]).withUnsafeBytes { chunk in
          cutter.cut(chunk) { bytes, _ in result += bytes }
        }
      }
      let before = try? JSONDecoder().decode([String].self, from: Data(json))
      // A letter may have been cut as well.
      let text = String(decoding: result, as: UTF8.self)
      let after = try? JSONDecoder().decode([String].self, from: Data(text.utf8))
      #expect(before?.count == 6 && after?.count == 6, "\(text)")
      for (index, text) in texts.enumerated() {
        guard let old = before?[index], let new = after?[index] else { continue }
        if text.utf8.count <= 20 { #expect(old == new) }
        #expect(new.utf8.count <= 64)
      }
    }
  }

  @Test("A message of too many values is read over")
  func endlessMessage() throws {
    let start = "{\"messages\": [{\"id\": 1, \"a\": ["
    let source = EndlessSource(start, filler: UInt8(ascii: "["), count: 64 << 20)
    let before = Self.peakMemory
    #expect(throws: ArchiveError.self) { try TelegramReader.read(source, into: CollectingSink()) }
    #expect(Self.peakMemory - before < 300 << 20)
  }
}
