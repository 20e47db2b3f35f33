import LugeCore
import LugeImages
import LugePaint
import Testing

@Suite("JPEG pictures that are written") struct JPEGWritingTests {
  private func bitmap(_ size: PixelSize, _ pixel: (Int, Int) -> UInt32) -> Bitmap {
    let bitmap = Bitmap(size: size)
    bitmap.withMutablePixels { pixels in
      for y in 0..<size.height {
        for x in 0..<size.width { pixels[y * size.width + x] = pixel(x, y) }
      }
    }
    return bitmap
  }

  @Test(
    "What is written is read again, at any size",
    arguments: [(1, 1), (8, 8), (9, 7), (64, 33), (200, 120)])
  func roundTrip(width: Int, height: Int) throws {
    let size = PixelSize(width: width, height: height)
    let original = bitmap(size) { x, y in
      let (red, green, blue) = (
        UInt32(255 * x / width), UInt32(255 * y / height), UInt32(x / 16 % 2 * 200)
      )
      return 0xFF00_0000 | red << 16 | green << 8 | blue
    }
    let bytes = try #require(JPEG.encode(original, quality: 92))
    #expect(try ImageProbe.header(of: bytes).size == size)
    var limits = DecodeLimits()
    limits.seconds = 20
    let read = try HelperDecoder().decode(
      bytes, size: size, limits: limits, watch: DecodeWatch())
    var differences = 0
    original.withPixels { one in
      read.withPixels { two in
        for index in one.indices {
          for shift: UInt32 in [0, 8, 16] {
            let (a, b) = (Int(one[index] >> shift & 255), Int(two[index] >> shift & 255))
            differences += abs(a - b)
          }
        }
      }
    }
    #expect(Double(differences) / Double(width * height * 3) < 6)
  }

  @Test("What is transparent becomes white, and noise is no trouble")
  func extremes() throws {
    var seed: UInt32 = 7
    let noise = bitmap(PixelSize(width: 40, height: 40)) { _, _ in
      seed = seed &* 1_664_525 &+ 1_013_904_223
      return 0xFF00_0000 | seed >> 8
    }
    for quality in [1, 50, 100, 1000] {
      let bytes = try #require(JPEG.encode(noise, quality: quality))
      #expect(try ImageProbe.header(of: bytes).size == noise.size)
    }
    let clear = bitmap(PixelSize(width: 8, height: 8)) { _, _ in 0 }
    var limits = DecodeLimits()
    limits.seconds = 20
    let read = try HelperDecoder().decode(
      try #require(JPEG.encode(clear)), size: clear.size, limits: limits, watch: DecodeWatch())
    read.withPixels { #expect($0.allSatisfy { $0 & 0xFF_FFFF == 0xFF_FFFF }) }
  }
}
