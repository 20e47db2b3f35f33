import CLazyVips
import LugeCore
import Synchronization
import Testing

@testable import LugeDecode
@testable import LugeImages

@Suite("Animation: frames, delays, the helper", .timeLimit(.minutes(15)))
struct AnimationTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Frames of 40 × 30, each of one colour.
  private static let colors: [UInt32] = [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00, 0x00FFFF]

  private func animation(_ format: String) throws -> [UInt8] {
    try folder.png("roll.png", 40, 30 * Self.colors.count) { _, y in Self.colors[y / 30] }
    try folder.convert("roll.png", to: "moving.\(format)[page_height=30]")
    return try folder.bytes("moving.\(format)")
  }

  @Test("Every frame comes out at the size, in order and again", arguments: ["gif", "webp"])
  func frames(format: String) throws {
    let decoder = HelperAnimations()
    let (number, info) = try decoder.open(animation(format), limits: DecodeLimits())
    #expect(info.delays.count == Self.colors.count)
    #expect(info.size == PixelSize(width: 40, height: 30))
    let size = PixelSize(width: 20, height: 20)
    for index in [0, 1, 2, 3, 4, 0, 1, 4, 2] {
      let bitmap = try decoder.frame(index, of: number, size: size, limits: DecodeLimits())
      #expect(bitmap.size == size)
      #expect(bitmap.isNear(Self.colors[index], at: 10, 10, tolerance: 40), "\(index)")
    }
    decoder.close(number)
    #expect(throws: ImageError.notOpen) {
      try decoder.frame(0, of: number, size: size, limits: DecodeLimits())
    }
  }

  @Test("A number of a helper that is gone names nothing in the next one")
  func generations() throws {
    let decoder = HelperAnimations()
    let bytes = try animation("gif")
    let (old, _) = try decoder.open(bytes, limits: DecodeLimits())
    decoder.releaseIdle()
    let (new, _) = try decoder.open(bytes, limits: DecodeLimits())
    #expect(old != new)
    let size = PixelSize(width: 4, height: 4)
    #expect(throws: ImageError.notOpen) {
      try decoder.frame(0, of: old, size: size, limits: DecodeLimits())
    }
    #expect(throws: Never.self) {
      try decoder.frame(0, of: new, size: size, limits: DecodeLimits())
    }
  }

  @Test("A picture that does not move is no animation")
  func still() throws {
    try folder.png("one.png", 10, 10) { _, _ in 0 }
    try folder.convert("one.png", to: "one.gif")
    for name in ["one.png", "one.gif"] {
      #expect(throws: ImageError.unsupportedFormat) {
        try HelperAnimations().open(folder.bytes(name), limits: DecodeLimits())
      }
    }
  }

  @Test("Delays of 0 and 1 hundredths are 100 ms, as in browsers; all others as they are")
  func delays() {
    let info = AnimationInfo(
      size: PixelSize(width: 1, height: 1), delays: [0, 10, 11, 20, 100, -5], loops: 0)
    #expect(info.delays == [100, 100, 11, 20, 100, 100])
    #expect(info.loops == nil)
    #expect(AnimationInfo(size: info.size, delays: [50, 50], loops: 3).loops == 3)
  }

  @Test("The delays are those of the file")
  func delaysOfFile() throws {
    var bytes = try animation("gif")
    // The graphic control extensions: 21 F9 04, flags, the delay in hundredths.
    var wanted = [3, 7, 0, 1, 250].makeIterator()
    for index in 0..<bytes.count - 8 where bytes[index...].starts(with: [0x21, 0xF9, 4]) {
      guard let delay = wanted.next() else { break }
      bytes[index + 4] = UInt8(delay & 0xFF)
      bytes[index + 5] = UInt8(delay >> 8)
    }
    let (_, info) = try HelperAnimations().open(bytes, limits: DecodeLimits())
    #expect(info.delays == [30, 70, 100, 100, 2500])
  }

  /// A frame with edges, waves and, where there is alpha, holes with soft rims.
  private func frame(_ size: PixelSize, bands: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        bytes += [
          UInt8(x * 255 / size.width), UInt8(y / 7 % 2 * 200 + 20), UInt8((x + y) % 64 * 4),
        ]
        if bands == 4 { bytes.append(UInt8(min(255, abs(x - y) * 5))) }
      }
    }
    return bytes
  }

  @Test(
    "Frames are shrunk as libvips does it",
    arguments: [(320, 240, 180, 180), (320, 240, 90, 90), (200, 300, 40, 60), (640, 480, 100, 75)])
  func shrinking(width: Int, height: Int, wide: Int, high: Int) throws {
    let (own, size) = (
      PixelSize(width: width, height: height), PixelSize(width: wide, height: high)
    )
    for bands in [3, 4] {
      let bytes = frame(own, bands: bands)
      let shrunk = try bytes.withUnsafeBytes { bytes in
        try #require(
          RowScaler(size, of: own).scale(bands == 3 ? .rgb : .rgba) { row in
            bytes.baseAddress.map { $0 + row * own.width * bands }
          })
      }
      let reference = try bytes.withUnsafeBytes { bytes in
        let (width, height) = (Int32(own.width), Int32(own.height))
        let image = try #require(
          VipsLibrary.isReady
            ? lvi_from_pixels(bytes.baseAddress, bytes.count, width, height, Int32(bands)) : nil)
        defer { lvi_unref(image) }
        return try VipsDecoder.fill(
          image, size, hasProfile: false, DecodeLimits(), DecodeWatch())
      }
      #expect(shrunk.size == reference.size)
      var sum = 0
      for y in 0..<size.height {
        for x in 0..<size.width {
          let (a, b) = (shrunk.pixel(x, y), reference.pixel(x, y))
          for shift in [24, 16, 8, 0] as [UInt32] {
            let distance = Int(a >> shift & 255) - Int(b >> shift & 255)
            sum += distance * distance
          }
          let alpha = a >> 24
          #expect(a >> 16 & 255 <= alpha && a >> 8 & 255 <= alpha && a & 255 <= alpha)
        }
      }
      // 34 decibels: nobody sees a difference.
      #expect(Double(sum) / Double(size.width * size.height * 4) < 26, "\(bands) bands")
    }
  }

  @Test("Missing rows are no frame; what is as large stays as it is")
  func rows() throws {
    let own = PixelSize(width: 40, height: 30)
    let row = [UInt8](repeating: 7, count: 40 * 4)
    row.withUnsafeBytes { row in
      for size in [own, PixelSize(width: 10, height: 10), PixelSize(width: 41, height: 10)] {
        let scaler = RowScaler(size, of: own)
        #expect(scaler.scale(.rgb) { _ in row.baseAddress }?.isPlain == true)
        #expect(scaler.scale(.rgb) { $0 < 12 ? row.baseAddress : nil } == nil)
      }
      let same = RowScaler(own, of: own).scale(.bgraPremultiplied) { _ in row.baseAddress }
      #expect(same?.pixel(39, 29) == 0x0707_0707)
    }
  }

  @Test("Very long pictures are brought to any size in little memory, and in the right place")
  func extremes() throws {
    // Of 65,500 × 270 with a mark in its middle, a strip.
    let own = PixelSize(width: 65_500, height: 270)
    var row = [UInt8](repeating: 0, count: own.width * 4)
    for index in 32_700 * 4..<32_800 * 4 { row[index] = 255 }
    try row.withUnsafeBytes { row in
      let strip = try #require(
        RowScaler(PixelSize(width: 200, height: 1), of: own).scale(.bgraPremultiplied) { _ in
          row.baseAddress
        })
      #expect(strip.pixel(99, 0) >> 24 > 20 && strip.pixel(60, 0) == 0)
    }
    for (width, height) in [(65_500, 1500), (1500, 65_500), (65_500, 1), (1, 65_500), (9999, 9999)]
    {
      let own = PixelSize(width: width, height: height)
      for (width, height) in [(1, 1), (200, 1), (1, 200), (900, 900), (4000, 1), (1, 4000)] {
        let scaler = RowScaler(PixelSize(width: width, height: height), of: own)
        #expect(scaler.heldBytes < 24 << 20, "\(own) to \(width) × \(height)")
      }
    }
  }
}
