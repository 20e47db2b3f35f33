import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Lines of a source")
struct LineReaderTests {
  /// Gives its bytes in pieces of a given size.
  private final class Pieces: ByteSource {
    let name = "pieces"
    let size: Int64? = nil
    private let bytes: [UInt8]
    private let piece: Int
    private var position = 0

    init(_ bytes: [UInt8], piece: Int) {
      self.bytes = bytes
      self.piece = piece
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      let count = min(piece, buffer.count, bytes.count - position)
      buffer.copyBytes(from: bytes[position..<position + count])
      position += count
      return count
    }
  }

  private func lines(_ text: [UInt8], piece: Int, limit: Int = 1 << 20) throws -> [[UInt8]] {
    let reader = LineReader(Pieces(text, piece: piece), limit: limit, chunk: 16)
    var lines: [[UInt8]] = []
    while let line = try reader.next() {
      lines.append(Array(line.bytes))
      #expect(line.number == lines.count)
    }
    #expect(reader.bytesRead == Int64(text.count))
    return lines
  }

  /// What the lines are, said in another way.
  private func expected(_ bytes: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var line: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == 13 || bytes[index] == 10 {
        if bytes[index] == 13, index + 1 < bytes.count, bytes[index + 1] == 10 { index += 1 }
        lines.append(line)
        line = []
      } else {
        line.append(bytes[index])
      }
      index += 1
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  @Test("Any mixture of line ends, cut into pieces anywhere", arguments: 0..<8)
  func mixtures(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<60 {
      let bytes = (0..<Int.random(in: 0..<90, using: &random)).map { _ in
        [10, 13, 97, 98].randomElement(using: &random) ?? 10 as UInt8
      }
      for piece in [1, 2, 3, 7, 16, 100] {
        #expect(try lines(bytes, piece: piece) == expected(bytes))
      }
    }
  }

  @Test(
    "A line may be as long as the limit; of a longer one comes the beginning, and the rest follows")
  func limit() throws {
    let long = [UInt8](repeating: 97, count: 1000)
    #expect(try lines(long + [10], piece: 64, limit: 1000) == [long])
    #expect(try lines(long, piece: 64, limit: 1000) == [long])
    for end: [UInt8] in [[10], [13], [13, 10]] {
      for count in [1001, 1002, 1063, 5000, 50_000] {
        for piece in [1, 7, 64, 100_000] {
          let over = [UInt8](repeating: 98, count: count)
          let bytes = [10] + over + end + [99] + end + over
          let reader = LineReader(Pieces(bytes, piece: piece), limit: 1000, chunk: 16)
          var found: [(first: UInt8?, count: Int, number: Int, isCut: Bool)] = []
          while let line = try reader.next() {
            found.append((line.bytes.first, line.bytes.count, line.number, line.isCut))
          }
          #expect(found.map(\.isCut) == [false, true, false, true])
          #expect(found.map(\.number) == [1, 2, 3, 4])
          #expect(found.map(\.first) == [nil, 98, 99, 98])
          #expect(found.map(\.count) == [0, 1000, 1, 1000])
          #expect(reader.bytesRead == Int64(bytes.count))
        }
      }
    }
  }

  @Test("Linear on nothing but line ends", arguments: ["\r", "\n", "\r\n", "a\r", "\r\r\n"])
  func linear(end: String) throws {
    let bytes = Array(String(repeating: end, count: 60_000).utf8)
    let time = try ContinuousClock().measure {
      let reader = LineReader(MemoryByteSource(bytes, name: "x"))
      while try reader.next() != nil {}
    }
    #expect(time < .seconds(10))
  }
}
