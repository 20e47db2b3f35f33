import Foundation
import Testing

@testable import LugeArchive

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

  @Test(
    "A line of 2 GB is refused early, with its place, in flat memory",
    arguments: [
      "{\"messages\": [{\"id\": 1, \"text\": \"", "{\"other\": \"", "{\"messages\": [{\"id\": 1",
    ])
  func hugeValue(start: String) throws {
    let source = EndlessSource(start, filler: UInt8(ascii: "1"), count: 2 << 30)
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

  @Test("A message of too many values is refused")
  func hugeMessage() throws {
    let start = "{\"messages\": [{\"id\": 1, \"a\": ["
    let source = EndlessSource(start, filler: UInt8(ascii: "["), count: 2 << 30)
    let error = #expect(throws: ArchiveError.self) {
      try TelegramReader.read(source, into: CollectingSink())
    }
    guard case .tooLarge = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(source.given < 20 << 20)
  }
}
