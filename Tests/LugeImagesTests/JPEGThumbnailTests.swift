import CLazyVips
import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeDecode
@testable import LugeImages

@Suite("JPEG thumbnails by block averages and halvings, against libvips")
struct JPEGThumbnailTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  static let kinds = [
    "Q=90,subsample_mode=off", "Q=60,subsample_mode=on", "Q=97,subsample_mode=on,optimize_coding",
    "Q=75,interlace", "Q=95,interlace,subsample_mode=off", "Q=80,restart_interval=1",
    "Q=92,restart_interval=7,subsample_mode=off", "Q=100,subsample_mode=off",
  ]

  /// Smooth areas, hard edges, colours and grain; a new one for each seed.
  private func photo(_ width: Int, _ height: Int, seed: UInt64, to name: String) throws {
    var generator = SeededGenerator(seed: seed)
    let grain = (0..<4096).map { _ in Int.random(in: -9...9, using: &generator) }
    let phase = Int.random(in: 0..<500, using: &generator)
    try folder.png("made.png", width, height) { x, y in
      let noise = grain[(x &* 31 &+ y &* 57 &+ (x &* y) >> 3) & 4095]
      let edge = (x + phase) / 120 % 2 == (y + phase / 2) / 90 % 2
      func clamped(_ value: Int) -> UInt32 { UInt32(min(255, max(0, value))) }
      let red = clamped((edge ? 190 : 60) + x * 40 / width + noise)
      let green = clamped(y * 200 / height + 20 + noise)
      let blue = clamped((edge ? 40 : 150) + (x + y) % 97 / 2 - noise)
      return red << 16 | green << 8 | blue
    }
    try folder.convert("made.png", to: name)
  }

  /// Decibels between two pictures; over 40 nobody sees a difference.
  private func likeness(_ one: Bitmap, _ other: Bitmap) -> Double {
    guard one.size == other.size else { return 0 }
    var sum = 0.0
    for y in 0..<one.size.height {
      for x in 0..<one.size.width {
        let (a, b) = (one.pixel(x, y), other.pixel(x, y))
        for shift in [16, 8, 0] as [UInt32] {
          let distance = Double(a >> shift & 255) - Double(b >> shift & 255)
          sum += distance * distance
        }
      }
    }
    let mean = sum / Double(one.size.width * one.size.height * 3)
    return mean == 0 ? 100 : 10 * log10(255 * 255 / mean)
  }

  /// All of the file's pixels, shrunk by libvips alone.
  private func reference(_ bytes: [UInt8], _ size: PixelSize) throws -> Bitmap {
    try bytes.withUnsafeBytes { buffer in
      guard VipsLibrary.isReady, let image = lvi_load_plain(buffer.baseAddress, buffer.count) else {
        throw TestFailure("not loaded")
      }
      defer { lvi_unref(image) }
      return try VipsDecoder.fill(
        image, size, hasProfile: false, DecodeLimits(), DecodeWatch())
    }
  }

  private func short(_ bytes: [UInt8], _ size: PixelSize, of own: PixelSize) -> Bitmap? {
    bytes.withUnsafeBytes { JPEGThumbnail(size, of: own)?.decode($0) { false } }
  }

  @Test("Pictures are those of libvips, whatever the file's kind", arguments: kinds)
  func likeLibvips(kind: String) throws {
    let own = PixelSize(width: 960, height: 720)
    try photo(own.width, own.height, seed: 7, to: "photo.jpg[\(kind)]")
    let bytes = try folder.bytes("photo.jpg")
    // Sizes that both reach without a remainder: libvips rounds what it crops to whole pixels.
    for factor in [20.0, 16, 12, 10, 8, 5, 4, 3, 1.5] {
      let size = PixelSize(
        width: Int((960 / factor).rounded()), height: Int((720 / factor).rounded()))
      let found = try #require(short(bytes, size, of: own))
      let decibels = likeness(found, try reference(bytes, size))
      #expect(decibels > 34, "\(kind), factor \(factor)")
    }
  }

  @Test("A crop is where it would be without halvings", arguments: kinds)
  func crops(kind: String) throws {
    // Sizes that fill neither blocks nor groups of them.
    for (index, own) in [(1001, 743), (733, 1333)].enumerated() {
      try photo(own.0, own.1, seed: UInt64(index) + 7, to: "photo.jpg[\(kind)]")
      let bytes = try folder.bytes("photo.jpg")
      let own = PixelSize(width: own.0, height: own.1)
      for (width, height) in [(40, 40), (61, 47), (90, 90), (180, 180), (300, 200)] {
        let size = PixelSize(width: width, height: height)
        let found = try #require(short(bytes, size, of: own))
        let whole = bytes.withUnsafeBytes { JPEGThumbnail(size, of: own)?.decodeWhole($0) }
        let decibels = likeness(found, try #require(whole))
        #expect(decibels > 34, "\(kind), \(own) to \(size)")
      }
    }
  }

  @Test("Block averages are libjpeg's own picture at an eighth", arguments: kinds)
  func averages(kind: String) throws {
    try photo(517, 389, seed: 3, to: "photo.jpg[\(kind)]")
    let bytes = try folder.bytes("photo.jpg")
    try bytes.withUnsafeBytes { buffer in
      let planes = try #require(BlockAverages(buffer) { false }).planes
      #expect(VipsLibrary.isReady)
      let grey = try #require(lvi_load_jpeg(buffer.baseAddress, buffer.count, 8, 0))
      defer { lvi_unref(grey) }
      var watch = lvi_watch(should_stop: { _ in 0 }, context: nil)
      var count = 0
      let pixels = try #require(lvi_pixels(grey, &watch, &count))
      defer { lvi_free(pixels) }
      let values = UnsafeRawBufferPointer(start: pixels, count: count)
      let width = Int(lvi_width(grey))
      #expect(count >= width * Int(lvi_height(grey)) * 3)
      var row = [Float](repeating: 0, count: width)
      for y in 0..<Int(lvi_height(grey)) {
        planes[0].copy(0..<width, of: y, to: &row)
        for x in 0..<width {
          let place = (y * width + x) * 3
          let (red, green, blue) = (values[place], values[place + 1], values[place + 2])
          // Where a channel is cut off at its ends, brightness cannot be told from it.
          guard [red, green, blue].allSatisfy({ (4...251).contains($0) }) else { continue }
          let brightness = 0.299 * Float(red) + 0.587 * Float(green) + 0.114 * Float(blue)
          #expect(abs(row[x] - brightness) < 2.5, "\(kind) at \(x), \(y)")
        }
      }
    }
  }

  @Test("A file that ends early, anywhere, never passes for a whole picture", arguments: kinds)
  func cutOff(kind: String) throws {
    try photo(640, 480, seed: 11, to: "photo.jpg[\(kind)]")
    let bytes = try folder.bytes("photo.jpg")
    let size = PixelSize(width: 48, height: 48)
    for step in 1..<24 {
      let cut = Array(bytes.prefix(bytes.count * step / 24))
      #expect(short(cut, size, of: PixelSize(width: 640, height: 480)) == nil, "\(step) of 24")
      let part = try? decode(cut, 48, 48)
      #expect(part?.isPartial != false, "\(step) of 24")
    }
  }

  @Test("Damaged files end in a picture or in nothing, never in a crash")
  func damaged() throws {
    var generator = SeededGenerator(seed: 99)
    for kind in Self.kinds {
      try photo(400, 320, seed: 5, to: "photo.jpg[\(kind)]")
      let bytes = try folder.bytes("photo.jpg")
      for _ in 0..<60 {
        var broken = bytes
        for _ in 0..<Int.random(in: 1...40, using: &generator) {
          let place = Int.random(in: 2..<broken.count, using: &generator)
          broken[place] = UInt8.random(in: 0...255, using: &generator)
        }
        let found = broken.withUnsafeBytes { BlockAverages($0) { false } }
        for plane in found?.planes ?? [] { #expect(plane.stride * plane.rows > 0) }
      }
    }
  }

  @Test("Who no longer wants it is not kept waiting") func stops() throws {
    try photo(640, 480, seed: 1, to: "photo.jpg")
    var asked = 0
    let found = try folder.bytes("photo.jpg").withUnsafeBytes {
      BlockAverages($0) {
        asked += 1
        return asked > 3
      }
    }
    #expect(found == nil)
    #expect(asked == 4)
  }

  @Test("Orientations and the colour profile count on the short way, too", arguments: 1...8)
  func orientation(_ value: Int) throws {
    try photo(800, 600, seed: 21, to: "photo.jpg[Q=90]")
    let bytes = Exif.oriented(try folder.bytes("photo.jpg"), UInt8(value))
    for side in [48, 200] {
      let size = PixelSize(width: side, height: side * 3 / 4)
      #expect(likeness(try decode(bytes, size.width, size.height), try reference(bytes, size)) > 30)
    }
  }
}
