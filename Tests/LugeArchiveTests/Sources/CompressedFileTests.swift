import Foundation
import LugeArchive
import LugeTestSupport
import Testing

@testable import LugeImporters

@Suite("Files compressed by themselves") struct CompressedFileTests {
  private static let log = "[10:00] <ann> hi\n[10:01] <bob> yes\n[10:02] * ann waves\n"

  /// What gzip makes of a text, kept as it is ("stored"), so that no compressor is needed.
  private static func gzip(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    func little(_ value: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    // A block has at most 65,535 bytes.
    let starts = Array(stride(from: 0, to: bytes.count, by: 65_535))
    let blocks = starts.flatMap { start -> [UInt8] in
      let block = bytes[start...].prefix(65_535)
      let length = UInt16(block.count)
      let isLast: UInt8 = start == starts.last ? 1 : 0
      return [isLast, UInt8(length & 255), UInt8(length >> 8)]
        + [UInt8(~length & 255), UInt8(~length >> 8)] + block
    }
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + blocks + little(~crc)
      + little(UInt32(bytes.count))
  }

  @Test("What a file unpacks to has a limit; what comes before it is read")
  func unpackedLimit() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.gzip(String(repeating: Self.log, count: 100)), as: "a.log.gz")
    let source = GzipSource(path: path, mostUnpacked: 2000)
    let sink = CollectingSink()
    #expect(throws: ArchiveError.tooLarge(path: path, place: "whole file", limit: "1 KB")) {
      try IRCLogReader.read(source, into: sink)
    }
  }

  @Test("A log alone, and logs in a folder, as the same channel")
  func logs() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.gzip(Self.log), as: "#x_20200101.log.gz")
    let alone = try ExportOpener().open(path: folder.path + "/#x_20200101.log.gz")
    let sink = CollectingSink()
    try alone.items[0].read(into: sink)
    #expect(sink.conversations.map(\.name) == ["#x"])
    #expect(sink.texts == ["hi", "yes", "waves"])
    #expect(sink.times.first == "2020-01-01 10:00:00")

    try folder.write(Self.log, as: "#x_20200102.log")
    let (both, formats) = try FormatSupport.open(folder)
    #expect(formats == [IRCLogReader.formatName, IRCLogReader.formatName])
    #expect(both.messages.count == 6)
    #expect(Set(both.conversations.map(\.key)).count == 1)
  }

  @Test("Explained as what is in it")
  func explained() throws {
    let folder = try TemporaryFolder()
    let path = try #require(try path(of: "#x_20200101.log.gz", in: folder, Self.gzip(Self.log)))
    #expect(try ExportOpener().explain(path: path).map(\.fate) == [.read])
    #expect(try ExportOpener().explain(path: folder.path).map(\.fate) == [.read])
  }

  @Test("Cut off: said so, and what came before is kept by --partial")
  func cut() throws {
    let folder = try TemporaryFolder()
    for (count, missing, kept) in [(3000, 9, 9000), (1, 9, 3), (1, 20, 2)] {
      let whole = Self.gzip(String(repeating: Self.log, count: count))
      let path = try #require(
        try path(of: "#x_20200101.log.gz", in: folder, Array(whole.dropLast(missing))))
      let item = try #require(try ExportOpener().open(path: path).items.first)
      let sink = CollectingSink()
      let error = #expect(throws: ArchiveError.self) { try item.read(into: sink) }
      #expect(error.map { "\($0)".contains("#x_20200101.log.gz") } == true)
      // The last line may be cut, too.
      #expect((kept - 1...kept).contains(sink.messages.count))
    }
  }

  /// Everything that can be read, and the error after it.
  private func contents(_ bytes: [UInt8]) throws -> (text: String, error: ArchiveError?) {
    let folder = try TemporaryFolder()
    let source = GzipSource(path: try #require(try path(of: "a.gz", in: folder, bytes)))
    var read: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 7)
    do throws(ArchiveError) {
      while true {
        let result = buffer.withUnsafeMutableBytes { buffer in
          Result { () throws(ArchiveError) in try source.read(into: buffer) }
        }
        let count = try result.get()
        if count == 0 { break }
        read += buffer[..<count]
      }
    } catch { return (String(decoding: read, as: UTF8.self), error) }
    return (String(decoding: read, as: UTF8.self), nil)
  }

  @Test("Several files in one, what follows them, a damage, and each length")
  func pieces() throws {
    let one = Self.gzip("one ")
    let two = Self.gzip("two")
    #expect(try contents(one + two).text == "one two")
    #expect(try contents(one + two).error == nil)
    let padded = try contents(one + [UInt8](repeating: 0, count: 99))
    #expect(padded.text == "one " && padded.error == nil)
    var wrong = one
    wrong[one.count - 5] ^= 1
    #expect(try contents(wrong).text == "one ")
    #expect(try contents(wrong).error != nil)
    for count in 1..<one.count {
      let cut = try contents(Array(one[..<count]))
      #expect(cut.error != nil && "one ".hasPrefix(cut.text))
    }
    let long = String(repeating: "0123456789", count: 20_000)
    #expect(try contents(Self.gzip(long)).text == long)
  }

  private func path(of name: String, in folder: TemporaryFolder, _ bytes: [UInt8]) throws -> String?
  {
    try folder.write(bytes, as: name)
    return folder.path + "/" + name
  }
}
