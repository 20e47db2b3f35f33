import LugeTestSupport
import Testing

@testable import LugeDecode

@Suite("GIF: codes")
struct GIFCodesTests {
  /// Codes as the specification's appendix F makes them, with a dictionary of whole strings.
  ///
  /// - Parameter clearsWhenFull: a writer may also go on with a full table.
  private func pack(_ pixels: [UInt8], bits: Int, clearsWhenFull: Bool) -> [UInt8] {
    var (bytes, pending, count) = ([UInt8](), 0, 0)
    var width = bits + 1
    func put(_ code: Int) {
      pending |= code << count
      count += width
      while count >= 8 {
        bytes.append(UInt8(pending & 255))
        pending >>= 8
        count -= 8
      }
    }
    let clear = 1 << bits
    var known: [[UInt8]: Int] = [:]
    func begin() {
      known = [:]
      for root in 0..<clear { known[[UInt8(root)]] = root }
    }
    begin()
    put(clear)
    var next = clear + 2
    var string: [UInt8] = []
    for pixel in pixels {
      guard known[string + [pixel]] == nil else {
        string.append(pixel)
        continue
      }
      put(known[string] ?? 0)
      if next < 4096 {
        known[string + [pixel]] = next
        if next == 1 << width, width < 12 { width += 1 }
        next += 1
      } else if clearsWhenFull {
        put(clear)
        begin()
        (width, next) = (bits + 1, clear + 2)
      }
      string = [pixel]
    }
    if !string.isEmpty { put(known[string] ?? 0) }
    put(clear + 1)
    if count > 0 { bytes.append(UInt8(pending & 255)) }
    return bytes
  }

  private func unpack(_ bytes: [UInt8], bits: Int, count: Int) -> [UInt8]? {
    let codes = bytes + Array(repeating: 0, count: GIFCodes.codeSlack)
    var room = [UInt8](repeating: 0xAA, count: GIFCodes.roots + count + GIFCodes.slack)
    let isWhole = codes.withUnsafeBufferPointer { codes in
      room.withUnsafeMutableBufferPointer { room in
        guard let codes = codes.baseAddress, let room = room.baseAddress else { return false }
        return GIFCodes.unpack(
          codes, byteCount: bytes.count, bits: bits, into: room, count: count
        ) { false }
      }
    }
    return isWhole ? Array(room[GIFCodes.roots..<GIFCodes.roots + count]) : nil
  }

  @Test("What was packed comes out again: noise, runs and repetitions, tables that fill up")
  func roundTrip() {
    var random = SeededGenerator(seed: 11)
    for round in 0..<60 {
      let bits = Int.random(in: 2...8, using: &random)
      let count = Int.random(in: 1...9_000, using: &random)
      let longestRun = [1, 3, 40, 2_000][round % 4]
      var pixels: [UInt8] = []
      while pixels.count < count {
        let colour = UInt8.random(in: 0..<UInt8(min(255, 1 << bits)), using: &random)
        let run = Int.random(in: 1...longestRun, using: &random)
        pixels += repeatElement(colour, count: min(run, count - pixels.count))
      }
      let bytes = pack(pixels, bits: bits, clearsWhenFull: round % 3 > 0)
      let isEqual = unpack(bytes, bits: bits, count: count) == pixels
      #expect(isEqual, "round \(round): \(bits) bits, \(count) pixels")
      // What is asked for beyond, and what stands in the half that is not there, is missed.
      #expect(unpack(bytes, bits: bits, count: count + 1) == nil)
      #expect(unpack(Array(bytes.prefix(bytes.count / 2)), bits: bits, count: count) == nil)
    }
  }

  @Test("Any bytes: pixels or none, and nothing is written beyond them")
  func anything() {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let (bits, count) = (
        Int.random(in: 0...9, using: &random), Int.random(in: 1...300, using: &random)
      )
      guard let pixels = unpack(bytes, bits: bits, count: count) else { continue }
      #expect((1...8).contains(bits))
      #expect(pixels.allSatisfy { Int($0) < 1 << bits })
    }
  }
}
