import LugeCore
import LugeTestSupport
import Testing

@Suite("BlurHash")
struct BlurHashTests {
  @Test("The hash of blurha.sh's own example")
  func example() throws {
    let hash = try #require(BlurHash("LEHV6nWB2yk8pyo0adR*.7kCMdnj"))
    #expect(hash.components == PixelSize(width: 4, height: 3))
    // From another implementation of the same format, taken at the middles of pixels.
    let pixels = hash.pixels(PixelSize(width: 8, height: 6))
    for (index, wanted) in [
      (0, 0x88A4B1), (3, 0xB3B1AA), (20, 0x9E8779), (27, 0x9E7B69), (47, 0x868E93),
    ] {
      for shift in [0, 8, 16] {
        let got = Int(pixels[index]) >> shift & 0xFF
        #expect(abs(got - (wanted >> shift & 0xFF)) <= 1, "pixel \(index)")
      }
    }
  }

  @Test(
    "What is no hash is none",
    arguments: [
      "", "L", "LEHV6nWB2yk8pyo0adR*.7kCMdn", "LEHV6nWB2yk8pyo0adR*.7kCMdnjj", "~~~~~~", "é12345",
    ])
  func broken(text: String) { #expect(BlurHash(text) == nil) }

  @Test(
    "One colour stays that colour",
    arguments: [0xFF00_0000, 0xFFFF_FFFF, 0xFFC0_3020, 0xFF20_60C0] as [UInt32])
  func plain(word: UInt32) throws {
    let pixels = [UInt32](repeating: word, count: 20 * 10)
    let hash = try #require(
      pixels.withUnsafeBufferPointer {
        BlurHash(pixels: $0, size: PixelSize(width: 20, height: 10))
      })
    #expect(BlurHash(hash.text) == hash)
    for pixel in hash.pixels(PixelSize(width: 8, height: 4)) {
      for shift in [0, 8, 16] as [UInt32] {
        let (wanted, got) = (Int(word >> shift & 0xFF), Int(pixel >> shift & 0xFF))
        #expect(abs(wanted - got) <= 2, "\(String(pixel, radix: 16))")
      }
    }
  }

  @Test("Random smooth pictures come back nearly as they were", arguments: 0..<20 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let size = PixelSize(
      width: .random(in: 8...40, using: &random), height: .random(in: 8...40, using: &random))
    let (left, right) = (
      UInt32.random(in: 40...220, using: &random), UInt32.random(in: 40...220, using: &random)
    )
    var pixels: [UInt32] = []
    for _ in 0..<size.height {
      for x in 0..<size.width {
        let part = Double(x) / Double(size.width - 1)
        let value = UInt32(Double(left) * (1 - part) + Double(right) * part)
        pixels.append(0xFF00_0000 | value << 16 | value << 8 | value)
      }
    }
    let hash = try #require(
      pixels.withUnsafeBufferPointer { BlurHash(pixels: $0, size: size) })
    let back = hash.pixels(size)
    for x in stride(from: 0, to: size.width, by: 3) {
      let index = size.height / 2 * size.width + x
      let error = abs(Int(back[index] & 0xFF) - Int(pixels[index] & 0xFF))
      #expect(error <= 40, "column \(x) of \(size.width)")
    }
    // Which side is lighter survives in any case.
    if abs(Int(left) - Int(right)) > 60 {
      let middle = size.height / 2 * size.width
      #expect((back[middle] & 0xFF < back[middle + size.width - 1] & 0xFF) == (left < right))
    }
  }

  @Test("Any letters at all are decoded or refused", arguments: 0..<200 as Range<UInt64>)
  func hostile(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bytes = (0..<Int.random(in: 0...180, using: &random)).map { _ in
      UInt8.random(in: 33...126, using: &random)
    }
    guard let hash = BlurHash(String(decoding: bytes, as: UTF8.self)) else { return }
    #expect(hash.pixels(PixelSize(width: 5, height: 3)).count == 15)
  }

  @Test("A size that no memory has gives no pixels", arguments: [1, 3, 1 << 32, .max])
  func largest(side: Int) throws {
    let hash = try #require(BlurHash("LEHV6nWB2yk8pyo0adR*.7kCMdnj"))
    #expect(hash.pixels(PixelSize(width: .max, height: side)).isEmpty)
    #expect(hash.pixels(PixelSize(width: side, height: .max)).isEmpty)
    let pixels: [UInt32] = [0]
    pixels.withUnsafeBufferPointer {
      #expect(BlurHash(pixels: $0, size: PixelSize(width: .max, height: side)) == nil)
    }
  }
}
