import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeImages

@Suite(
  "Large pictures: shown within the helper's memory, or refused in words", .timeLimit(.minutes(15)))
struct LargePictureTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// A helper that has to outlive what it is asked.
  private func answers(
    to bytes: [UInt8], _ sizes: [(Int, Int)]
  ) throws -> [Result<Bitmap, ImageError>] {
    let helper = try HelperProcess(path: HelperLocation.find(), withAllLibraries: true)
    let process = helper.process
    return try sizes.map { width, height in
      var request = HelperRequest(.still)
      request.size = PixelSize(width: width, height: height)
      // Tests are built without optimisation, and run beside each other.
      request.limits.seconds = 60
      request.byteCount = try helper.place(bytes.count) { room throws(ImageError) in
        bytes.withUnsafeBytes { room.copyMemory(from: $0) }
        return bytes.count
      }
      let result = Result { () throws(ImageError) in
        let reply = try helper.reply(to: request, watch: DecodeWatch())
        return try helper.bitmap(reply, atMost: request.size)
      }
      #expect(helper.isAlive && helper.process == process)
      return result
    }
  }

  @Test(
    "Large valid GIFs at any size",
    arguments: [(4000, 4000, 0), (65_535, 270, 0), (270, 65_535, 0), (4000, 4000, 3)])
  func gif(width: Int, height: Int, disposal: Int) throws {
    let bytes = PlainGIF.file(width, height, frames: disposal == 0 ? 1 : 3, disposal: disposal)
    for result in try answers(to: bytes, [(200, 200), (200, 1), (1, 200), (1800, 1200)]) {
      let bitmap = try result.get()
      #expect(bitmap.withPixels { pixels in pixels.allSatisfy { $0 == 0xFFFF_0000 } })
    }
    guard disposal > 0 else { return }
    let animations = HelperAnimations()
    let (number, info) = try animations.open(bytes, limits: DecodeLimits())
    #expect(info.delays.count == 3)
    var limits = DecodeLimits()
    limits.seconds = 60
    let size = PixelSize(width: 200, height: 200)
    #expect(throws: Never.self) {
      try animations.frame(2, of: number, size: size, limits: limits)
    }
  }

  @Test("What is too large is refused in words, and the helper lives on")
  func tooLarge() throws {
    let files: [[UInt8]] = [
      PlainGIF.file(9999, 9999, pixels: 100), PlainGIF.file(60_000, 60_000, pixels: 100),
      JPEGWriter.greedy(width: 65_500, height: 1500),
      JPEGWriter.greedy(width: 65_500, height: 65_500),
      JPEGWriter.greedy(width: 9000, height: 9000, sampling: [0x11, 0x11, 0x11]),
    ]
    for (index, bytes) in files.enumerated() {
      for result in try answers(to: bytes, [(200, 200), (1, 200), (3000, 2000)]) {
        switch result {
        case .failure(.tooManyPixels), .failure(.tooMuchMemory): break
        default: Issue.record("file \(index): \(result)")
        }
      }
    }
  }

  @Test(
    "HEIC photos as telephones write them, of 12 and of 24 megapixels",
    arguments: [
      (4032, 3024), (5712, 4284),
    ])
  func heic(width: Int, height: Int) throws {
    try folder.png("tile.png", HEIFGrid.side, HEIFGrid.side) { x, y in
      UInt32(x / 2) << 16 | UInt32(y / 2) << 8 | UInt32((x ^ y) & 63)
    }
    // Where libvips writes no HEIC, there is no test of it.
    guard (try? folder.convert("tile.png", to: "tile.heic[Q=60,effort=0]")) != nil else { return }
    let bytes = try #require(
      try HEIFGrid.file(of: folder.bytes("tile.heic"), width: width, height: height))
    #expect(try ImageProbe.header(of: bytes).size == PixelSize(width: width, height: height))
    for result in try answers(to: bytes, [(400, 300), (2000, 1500)]) {
      let bitmap = try result.get()
      // In the middle of a tile, both colours are half.
      let (x, y) = (
        bitmap.size.width * 3 * 256 / width, bitmap.size.height * 256 / height
      )
      #expect(bitmap.isNear(0x808020, at: x, y, tolerance: 48))
    }
    // 48 megapixels are more than it may hold.
    let larger = try #require(
      try HEIFGrid.file(of: folder.bytes("tile.heic"), width: 8064, height: 6048))
    for result in try answers(to: larger, [(400, 300)]) {
      guard case .failure(.tooMuchMemory) = result else {
        Issue.record("\(result)")
        continue
      }
    }
  }

  @Test("A WebP of 24 megapixels, lossy or not", arguments: ["Q=60", "lossless,effort=0"])
  func webp(kind: String) throws {
    try folder.vips("black", "\(folder.path)/black.webp[\(kind)]", "6000", "4000")
    for result in try answers(to: folder.bytes("black.webp"), [(300, 200), (3000, 2000)]) {
      #expect(try result.get().isNear(0, at: 100, 100))
    }
  }

  @Test("An interlaced PNG that has to be held as a whole")
  func interlaced() throws {
    // More than libvips keeps in memory, unless it is told to.
    try folder.vips("black", "\(folder.path)/grey.png", "7000", "5000")
    try folder.vips(
      "colourspace", "\(folder.path)/grey.png", "\(folder.path)/black.png[interlace]", "srgb")
    for result in try answers(to: folder.bytes("black.png"), [(300, 200)]) {
      #expect(try result.get().isNear(0, at: 100, 100))
    }
  }

  private static let avifenc = ["/usr/bin/avifenc", "/usr/local/bin/avifenc"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test("Of an AVIF sequence, the first frame", .enabled(if: avifenc != nil, "needs avifenc"))
  func sequence() throws {
    for (name, colour) in [("a.png", 0xC00000), ("b.png", 0x0000C0)] as [(String, UInt32)] {
      try folder.png(name, 64, 48) { _, _ in colour }
    }
    let maker = Process()
    maker.executableURL = URL(filePath: try #require(Self.avifenc))
    maker.arguments = ["-s", "10"] + ["a.png", "b.png", "out.avif"].map { "\(folder.path)/\($0)" }
    maker.standardOutput = FileHandle.nullDevice
    try maker.run()
    maker.waitUntilExit()
    let bytes = try folder.bytes("out.avif")
    #expect(bytes[8..<12].elementsEqual("avis".utf8))
    for result in try answers(to: bytes, [(32, 24)]) {
      #expect(try result.get().isNear(0xC00000, at: 16, 12, tolerance: 24))
    }
  }
}

/// GIFs of one colour: of few bytes, however large they are.
private enum PlainGIF {
  /// - Parameter pixels: of a frame that fills less than the canvas; nil for all of it.
  static func file(
    _ width: Int, _ height: Int, pixels: Int? = nil, frames: Int = 1, disposal: Int = 0
  ) -> [UInt8] {
    let (across, down) = pixels.map { ($0, 1) } ?? (width, height)
    var bytes = Array("GIF89a".utf8) + short(width) + short(height)
    bytes += [0x80, 0, 0, 255, 0, 0, 0, 255, 0]
    let data = codes(across * down)
    for _ in 0..<frames {
      bytes += [0x21, 0xF9, 4, UInt8(disposal << 2)] + short(5) + [0, 0]
      bytes += [0x2C, 0, 0, 0, 0] + short(across) + short(down) + [0, 2]
      for start in stride(from: 0, to: data.count, by: 255) {
        let block = data[start..<min(data.count, start + 255)]
        bytes += [UInt8(block.count)] + block
      }
      bytes += [0]
    }
    return bytes + [0x3B]
  }

  /// Each code stands for a pixel more than the one before it.
  private static func codes(_ count: Int) -> [UInt8] {
    var (result, pending, bits, width) = ([UInt8](), 0, 0, 3)
    func put(_ code: Int) {
      pending |= code << bits
      bits += width
      while bits >= 8 {
        result.append(UInt8(pending & 255))
        pending >>= 8
        bits -= 8
      }
    }
    put(4)
    put(0)
    var (left, length, next) = (count - 1, 1, 6)
    while left > 0 {
      if next == 4096 {
        put(4)
        (width, next, length) = (3, 6, 1)
        put(0)
        left -= 1
        continue
      }
      put(next)
      length += 1
      left -= length
      next += 1
      if next == 1 << width, width < 12 { width += 1 }
    }
    put(5)
    if bits > 0 { result.append(UInt8(pending & 255)) }
    return result
  }

  private static func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
}
