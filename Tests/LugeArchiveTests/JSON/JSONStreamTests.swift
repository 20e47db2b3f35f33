import Foundation
import Testing

@testable import LugeArchive
@testable import LugeImporters

/// Puts a whole document on a tape.
final class TapeRecorder: JSONEvents {
  let tape = JSONTape()
  func begin(_ kind: JSONTape.Kind) { tape.begin(kind) }
  func end() { tape.end() }
  func key(_ text: UnsafeBufferPointer<UInt8>) { tape.append(.string, text) }
  func scalar(_ kind: JSONTape.Kind, _ text: UnsafeBufferPointer<UInt8>) { tape.append(kind, text) }
  func cut() { tape.giveUp() }

  static func record(_ bytes: [UInt8], chunk: Int = .max) throws -> JSONTape {
    let recorder = TapeRecorder()
    try JSONStream(ChunkedSource(bytes, chunk: chunk), events: recorder).parse { _ in }
    return recorder.tape
  }
}

/// Gives its bytes in small pieces.
final class ChunkedSource: ByteSource {
  let name = "chunks"
  var size: Int64? { Int64(bytes.count) }
  private let bytes: [UInt8]
  private let chunk: Int
  private var position = 0

  init(_ bytes: [UInt8], chunk: Int) {
    self.bytes = bytes
    self.chunk = chunk
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
    let count = min(chunk, buffer.count, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }
}

@Suite("JSON: stream, tape and writer")
struct JSONStreamTests {
  private func roundTrip(_ text: String, chunk: Int = .max) throws -> String? {
    let tape = try TapeRecorder.record(Array(text.utf8), chunk: chunk)
    let writer = JSONWriter()
    if let root = tape.root { writer.value(root) }
    return writer.take()
  }

  @Test("What is read is written the same, whatever the size of the chunks", arguments: 1...9)
  func same(chunk: Int) throws {
    let text = #"{"a":[1,-2.5e10,"x\n\"ü",true,false,null,[],{},[[[]]]],"ü":{"b":{"c":""}}}"#
    #expect(try roundTrip(text, chunk: chunk) == text)
  }

  @Test("Escapes that only Telegram writes", arguments: 1...9)
  func telegramEscapes(chunk: Int) throws {
    let text = #"["\x0B","a\x1Fb\\x41\\\x01","\n","x"]"#
    let tape = try TapeRecorder.record(Array(text.utf8), chunk: chunk)
    let strings = try #require(tape.root).elements.map(\.string)
    #expect(strings == ["\u{B}", "a\u{1F}b\\x41\\\u{1}", "\n", "x"])
  }

  @Test("Depth costs no stack, and what cannot be written again is left out")
  func depth() throws {
    let depth = 200_000
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(try roundTrip(text) == nil)
    let writer = JSONWriter()
    writer.integer(7)
    #expect(writer.take() == "7")
  }

  @Test("Broken text is repaired and noted; the rest of the file is fine")
  func invalidUTF8() throws {
    let tape = try TapeRecorder.record([0x5B, 0x22, 0x61, 0xFF, 0x62, 0x22, 0x5D])
    let root = try #require(tape.root)
    #expect(!tape.hadInvalidText)
    #expect(root.elements.map(\.string) == ["a\u{FFFD}b"])
    #expect(tape.hadInvalidText)
  }

  @Test("Integers, also in strings and at the ends of the range")
  func integers() throws {
    let text =
      #"[0,-1,"12",9223372036854775807,-9223372036854775808,9223372036854775808,1.5,"","-","x",null]"#
    let root = try #require(try TapeRecorder.record(Array(text.utf8)).root)
    #expect(
      root.elements.map(\.integer) == [0, -1, 12, .max, .min, nil, nil, nil, nil, nil, nil])
  }

  @Test(
    "Ends and errors are told apart",
    arguments: [
      ("{\"a\":", "truncated"), ("[1,2", "truncated"), ("\"abc", "truncated"), ("   ", "truncated"),
      ("[1,]", "malformed"), ("{\"a\" 1}", "malformed"), ("[1] x", "malformed"),
      ("nope", "malformed"),
      ("[\"\\q\"]", "malformed"), ("", "empty"),
    ])
  func errors(text: String, expected: String) throws {
    let error = #expect(throws: ArchiveError.self) { try TapeRecorder.record(Array(text.utf8)) }
    switch error {
    case .truncated: #expect(expected == "truncated")
    case .malformed: #expect(expected == "malformed")
    case .empty: #expect(expected == "empty")
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test("A byte order mark is passed over; UTF-16 is named")
  func byteOrderMark() throws {
    #expect(try TapeRecorder.record([0xEF, 0xBB, 0xBF] + Array("[7]".utf8)).tokens.count == 2)
    let error = #expect(throws: ArchiveError.self) {
      try TapeRecorder.record([0xFF, 0xFE, 0x5B, 0])
    }
    #expect(error?.description.contains("UTF-16") == true)
  }
}
