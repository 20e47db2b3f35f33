import Foundation
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Exports in UTF-16") struct UTF16Tests {
  private static let text =
    (0..<9).map { "13/03/20, 10:0\($0) - Ann: message 😀 ü 日本 \($0)\r\n" }.joined()

  private static func encoded(_ text: String, bigEndian: Bool) -> [UInt8] {
    ([0xFEFF] + Array(text.utf16)).flatMap { unit -> [UInt8] in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return bigEndian ? bytes : bytes.reversed()
    }
  }

  private func messages(_ path: String) throws -> [String] {
    let sink = CollectingSink()
    for item in try ExportOpener().open(path: path).items { try item.read(into: sink) }
    return sink.messages.map(\.text.string)
  }

  @Test("They are read as those in UTF-8 are, named or in a folder", arguments: [true, false])
  func read(bigEndian: Bool) throws {
    let folder = try TemporaryFolder()
    let bytes = Self.encoded(Self.text, bigEndian: bigEndian)
    let path = try folder.write(bytes, as: "WhatsApp Chat with Bob.txt")
    let expected = (0..<9).map { "message 😀 ü 日本 \($0)" }
    #expect(try messages(path) == expected)
    #expect(try messages(folder.path) == expected)
  }

  @Test("Units that are none, and an odd byte at the end, cost a sign each")
  func broken() throws {
    let folder = try TemporaryFolder()
    var bytes = Self.encoded("13/03/20, 10:00 - Ann: a", bigEndian: false)
    bytes += [0x00, 0xD8, 0x62, 0x00, 0x00, 0xDC, 0x63, 0x00, 0x0A]
    let path = try folder.write(bytes, as: "WhatsApp Chat with Bob.txt")
    #expect(try messages(path) == ["a\u{FFFD}b\u{FFFD}c\u{FFFD}"])
  }

  @Test("However small the pieces are that it is read in")
  func pieces() throws {
    let source = UTF16Source(
      MemoryByteSource(Self.encoded(Self.text, bigEndian: true), name: "a"))
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 7)
    while true {
      let count = try buffer.withUnsafeMutableBytes { try source.read(into: $0) }
      guard count > 0 else { break }
      text += buffer[..<count]
    }
    #expect(String(decoding: text, as: UTF8.self) == Self.text)
  }
}
