import CLazyVips
import Foundation
import LugeCore
import LugeTestSupport
import Synchronization
import Testing

@testable import LugeDecode
@testable import LugeImages

@Suite("JPEG: libjpeg's reduction and one resampling, against libvips")
struct JPEGTests {
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

  private func short(
    _ bytes: [UInt8], _ size: PixelSize, watch: DecodeWatch = DecodeWatch()
  ) throws -> Bitmap? {
    try bytes.withUnsafeBytes { try JPEGPicture.decode($0, size, DecodeLimits(), watch) }
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
      let found = try #require(try short(bytes, size))
      let decibels = likeness(found, try reference(bytes, size))
      #expect(decibels > 34, "\(kind), factor \(factor)")
    }
  }

  @Test("A crop is where it would be without reduction", arguments: kinds)
  func crops(kind: String) throws {
    // Sizes that fill neither blocks nor groups of them.
    for (index, own) in [(1001, 743), (733, 1333)].enumerated() {
      try photo(own.0, own.1, seed: UInt64(index) + 7, to: "photo.jpg[\(kind)]")
      let bytes = try folder.bytes("photo.jpg")
      let own = PixelSize(width: own.0, height: own.1)
      let whole = try #require(try short(bytes, own))
      for (width, height) in [(40, 40), (61, 47), (90, 90), (180, 180), (300, 200)] {
        let size = PixelSize(width: width, height: height)
        let found = try #require(try short(bytes, size))
        let expected = whole.withPixels { RowScaler(size, of: own).scale(pixels: $0) }
        let decibels = likeness(found, try #require(expected))
        #expect(decibels > 34, "\(kind), \(own) to \(size)")
      }
    }
  }

  @Test("Enlarged, too, and as it is", arguments: [960, 1400])
  func enlarged(width: Int) throws {
    try photo(960, 720, seed: 3, to: "photo.jpg[Q=90]")
    let bytes = try folder.bytes("photo.jpg")
    let size = PixelSize(width: width, height: width * 3 / 4)
    let own = PixelSize(width: 960, height: 720)
    let found = try #require(try short(bytes, size))
    let back = found.withPixels { RowScaler(own, of: size).scale(pixels: $0) }
    #expect(likeness(try #require(back), try reference(bytes, own)) > 34)
  }

  @Test("A file that ends early, anywhere, never passes for a whole picture", arguments: kinds)
  func cutOff(kind: String) throws {
    try photo(640, 480, seed: 11, to: "photo.jpg[\(kind)]")
    let bytes = try folder.bytes("photo.jpg")
    for step in 1..<24 {
      let part = try? decode(Array(bytes.prefix(bytes.count * step / 24)), 48, 48)
      #expect(part?.isPartial != false, "\(step) of 24")
    }
    #expect(try !decode(bytes, 48, 48).isPartial)
  }

  /// `scripts/memory-check` runs the same files under valgrind.
  @Test("A row of blocks that takes more bits than there are is a picture in part or an error")
  func greedy() throws {
    for sampling in [[0x41, 0x41, 0x11], [0x11, 0x11, 0x11], [0x22, 0x11, 0x11]] as [[UInt8]] {
      let bytes = JPEGWriter.greedy(sampling: sampling)
      for count in [bytes.count, bytes.count - 2, bytes.count - 30, bytes.count - 41] {
        let cut = Array(bytes.prefix(count))
        for (width, height) in [(100, 4), (100, 32), (2000, 1)] {
          do throws(ImageError) {
            let bitmap = try decode(cut, width, height)
            #expect(bitmap.size == PixelSize(width: width, height: height))
          } catch {
            guard case .corrupt = error else {
              Issue.record("\(error)")
              continue
            }
          }
        }
      }
    }
  }

  @Test("Damaged files end in a picture or in an error, never in a crash")
  func damaged() throws {
    var generator = SeededGenerator(seed: 99)
    for kind in Self.kinds {
      try photo(400, 320, seed: 5, to: "photo.jpg[\(kind)]")
      let bytes = try folder.bytes("photo.jpg")
      for round in 0..<40 {
        var broken = bytes
        for _ in 0..<Int.random(in: 1...40, using: &generator) {
          let place = Int.random(in: 2..<broken.count, using: &generator)
          broken[place] = UInt8.random(in: 0...255, using: &generator)
        }
        let found = try? decode(broken, 30 + round * 4, 30)
        #expect(found == nil || found?.size.width == 30 + round * 4)
      }
    }
  }

  @Test("More scans than any program writes are an error, and take no time")
  func manyScans() throws {
    let one = JPEGWriter.greedy(width: 4000, height: 3000, data: [0])
    let scan = one.suffix(from: try #require(one.lastIndex(of: 0xDA)) - 1).dropLast(2)
    let bytes =
      one.dropLast(2) + Array(repeating: Array(scan), count: 4000).joined() + [0xFF, 0xD9]
    #expect(throws: ImageError.corrupt("too many scans")) { try decode(Array(bytes), 100, 75) }
  }

  @Test("Who no longer wants it is not kept waiting", arguments: ["Q=90", "Q=90,interlace"])
  func stops(kind: String) throws {
    try photo(640, 480, seed: 1, to: "photo.jpg[\(kind)]")
    let bytes = try folder.bytes("photo.jpg")
    let asked = Mutex(0)
    let watch = DecodeWatch {
      asked.withLock {
        $0 += 1
        return $0 > 5
      }
    }
    #expect(throws: ImageError.cancelled) {
      try short(bytes, PixelSize(width: 64, height: 48), watch: watch)
    }
    // Once when the work is ended, and once to say why.
    #expect(asked.withLock { $0 } <= 8)
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
