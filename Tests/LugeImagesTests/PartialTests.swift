import LugeCore
import Synchronization
import Testing

@testable import LugeDecode
@testable import LugeImages

@Suite("Decoding: what can be, of what is broken or tiny")
struct PartialTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// A photo of 400 × 400: red above, blue below.
  private func photo(_ options: String = "") throws -> [UInt8] {
    try folder.png("made.png", 400, 400) { x, y in
      (y < 200 ? 0xC00000 : 0x0000C0) | UInt32(x * 7 & 0x1F) << 8
    }
    try folder.convert("made.png", to: "made.jpg\(options)")
    return try folder.bytes("made.jpg")
  }

  @Test(
    "Of a JPEG that ends too early the beginning is shown, and said to be partial",
    arguments: [(40, ""), (150, ""), (400, ""), (40, "[interlace]"), (150, "[interlace]")])
  func truncated(side: Int, options: String) throws {
    let bytes = try photo(options)
    #expect(try !decode(bytes, side, side).isPartial)
    let part = try decode(Array(bytes.prefix(bytes.count * 2 / 3)), side, side)
    #expect(part.isPartial)
    #expect(part.size == PixelSize(width: side, height: side))
    #expect(part.isNear(0xC00F00, at: side / 2, side / 8, tolerance: 60))
  }

  @Test(
    "Of PNG and WebP, too", arguments: ["png", "webp", "webp[lossless]"], [40, 400])
  func others(format: String, side: Int) throws {
    try folder.png("made.png", 400, 400) { x, y in
      (y < 200 ? 0xC00000 : 0x0000C0) | UInt32((x * 7919) ^ (y * 104_729)) & 0x1F1F
    }
    try folder.convert("made.png", to: "whole.\(format)")
    let bytes = try folder.bytes("whole.\(format.prefix { $0 != "[" })")
    #expect(try !decode(bytes, side, side).isPartial)
    let part = try decode(Array(bytes.prefix(bytes.count * 2 / 3)), side, side)
    #expect(part.isPartial)
    #expect(part.size == PixelSize(width: side, height: side))
    #expect(part.isNear(0xC01010, at: side / 2, side / 8, tolerance: 40))
    // What is missing is clear, not what stood in memory before.
    #expect(part.pixel(side / 2, side - 2) >> 24 == 0)
    // The header alone is no picture.
    #expect(throws: ImageError.self) { try decode(Array(bytes.prefix(60)), side, side) }
    let watch = DecodeWatch { true }
    #expect(throws: ImageError.cancelled) {
      try PictureDecoder().decode(
        Array(bytes.prefix(bytes.count * 2 / 3)), size: PixelSize(width: side, height: side),
        limits: DecodeLimits(), watch: watch)
    }
  }

  @Test("A JPEG of which nothing but the header is there is an error")
  func nothing() throws {
    let bytes = try photo()
    let scan = try #require(bytes.firstRange(of: [0xFF, 0xDA]))
    #expect(throws: ImageError.self) {
      try decode(Array(bytes.prefix(scan.upperBound + 12)), 40, 40)
    }
  }

  @Test(
    "A broken JPEG that is not wanted any more, from any moment on, is cancelled rather than broken",
    arguments: [40, 400])
  func cancelled(side: Int) throws {
    let bytes = try photo()
    let cut = Array(bytes.prefix(bytes.count * 2 / 3))
    let size = PixelSize(width: side, height: side)
    /// - Parameter patience: how often it is still wanted when that is asked.
    func outcome(patience: Int) -> (result: Result<Bitmap, ImageError>, asked: Int) {
      let asked = Asked()
      let watch = DecodeWatch { asked.next() > patience }
      let result = Result { () throws(ImageError) in
        try PictureDecoder().decode(cut, size: size, limits: DecodeLimits(), watch: watch)
      }
      return (result, asked.count)
    }
    let whole = outcome(patience: .max)
    #expect(try whole.result.get().isPartial)
    var cancelled = 0
    for patience in 0..<whole.asked {
      switch outcome(patience: patience).result {
      case .success(let bitmap): #expect(bitmap.isPartial)
      case .failure(let error):
        #expect(error == .cancelled, "after \(patience) of \(whole.asked)")
        cancelled += 1
      }
    }
    #expect(cancelled > 0)
  }

  @Test("A broken JPEG that takes too long is that, rather than broken")
  func overdue() throws {
    let bytes = try photo()
    let cut = Array(bytes.prefix(bytes.count * 2 / 3))
    let overdue = Asked()
    // The clock stands, and leaps between two looks at it.
    let limits = DecodeLimits()
    for patience in 1..<40 {
      let clock = Asked()
      let watch = DecodeWatch(now: { clock.next() > patience ? 1 << 62 : 0 }) { false }
      watch.start(seconds: limits.seconds)
      do throws(ImageError) {
        let bitmap = try PictureDecoder().decode(
          cut, size: PixelSize(width: 40, height: 40), limits: limits, watch: watch)
        #expect(bitmap.isPartial)
      } catch {
        _ = overdue.next()
        #expect(error == .tookTooLong(limit: limits.seconds), "after \(patience)")
      }
    }
    #expect(overdue.count > 0)
  }

  @Test("The helper passes on that a picture is partial, and it is not kept on disk")
  func helper() async throws {
    let bytes = try photo()
    try folder.write(Array(bytes.prefix(bytes.count * 2 / 3)), to: "part.jpg")
    let cache = DiskImageCache(folder: "\(folder.path)/cache")
    let pipeline = ImagePipeline(diskCache: cache)
    let request = ImageRequest(folder.key("part.jpg"), size: PixelSize(width: 50, height: 50))
    #expect(try await pipeline.image(for: request).isPartial)
    #expect(cache.picture(for: request) == nil)
  }

  @Test("A tiny picture is enlarged in squares")
  func tiny() throws {
    let colors: [UInt32] = [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00]
    try folder.png("made.png", 2, 2) { x, y in colors[y * 2 + x] }
    let bitmap = try decode(folder.bytes("made.png"), 64, 64)
    for y in 0..<64 {
      for x in 0..<64 {
        #expect(bitmap.pixel(x, y) & 0xFFFFFF == colors[y / 32 * 2 + x / 32])
      }
    }
    // Cropped in its middle.
    let wide = try decode(folder.bytes("made.png"), 64, 32)
    #expect(wide.pixel(0, 0) & 0xFFFFFF == colors[0] && wide.pixel(63, 31) & 0xFFFFFF == colors[3])
    #expect(wide.pixel(10, 15) & 0xFFFFFF == colors[0])
    #expect(wide.pixel(10, 16) & 0xFFFFFF == colors[2])
    // A larger one is smoothed.
    try folder.png("large.png", 40, 40) { x, _ in x < 20 ? 0 : 0xFFFFFF }
    let smooth = try decode(folder.bytes("large.png"), 400, 400)
    #expect((180..<220).contains { (20..<235).contains(smooth.pixel($0, 200) & 0xFF) })
  }
}

/// Counts looks.
private final class Asked: Sendable {
  private let looks = Atomic<Int>(0)
  var count: Int { looks.load(ordering: .relaxed) }
  func next() -> Int { looks.add(1, ordering: .relaxed).newValue }
}
