import Foundation
import LugeCore
import Testing

@testable import LugeDecode
@testable import LugeImages

@Suite("Decoding: broken and hostile files")
struct BrokenFileTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func noise(_ x: Int, _ y: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: (x &* 7919 ^ y &* 104_729) &* 2_654_435_761) & 0xFFFFFF
  }

  @Test("A file that ends in the middle is an error", arguments: ["gif"])
  func truncated(format: String) throws {
    try folder.png("made.png", 200, 200, noise)
    try folder.convert("made.png", to: "whole.\(format)")
    let bytes = try folder.bytes("whole.\(format)")
    #expect(throws: Never.self) { try decode(bytes, 50, 50) }
    let error = #expect(throws: ImageError.self) {
      try decode(Array(bytes.prefix(bytes.count / 2)), 50, 50)
    }
    guard case .corrupt = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("Bytes that are no picture are an error")
  func nonsense() throws {
    for bytes in [[], [0], Array("hello, world".utf8), Array("<svg xmlns='x'/>".utf8)] {
      #expect(throws: ImageError.unsupportedFormat) { try decode(bytes, 10, 10) }
    }
    #expect(throws: ImageError.self) { try decode([0xFF, 0xD8, 0xFF], 10, 10) }
    #expect(throws: ImageError.self) { try decode(Array("GIF89a".utf8), 10, 10) }
  }

  /// A GIF header of 20 bytes that claims a canvas of 60,000 × 60,000 pixels.
  private var hugeGIF: [UInt8] {
    Array("GIF89a".utf8) + [0x60, 0xEA, 0x60, 0xEA, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
      + [0x2C, 0, 0, 0, 0, 0x60, 0xEA, 0x60, 0xEA, 0, 2, 2, 0x44, 1, 0, 0x3B]
  }

  @Test("A header that claims too much is refused before anything is decoded")
  func hugeHeaders() throws {
    #expect(
      throws: ImageError.tooManyPixels(
        PixelSize(width: 60_000, height: 60_000), limit: DecodeLimits().pixels)
    ) { try decode(hugeGIF, 100, 100) }
    // 57 bytes of BMP that claim 3,158,064 × 48 pixels.
    var bmp = [UInt8]("BM".utf8) + [UInt8](repeating: 0, count: 55)
    (bmp[10], bmp[14], bmp[28]) = (54, 40, 24)
    bmp.replaceSubrange(18..<26, with: [0x30, 0x30, 0x30, 0, 48, 0, 0, 0])
    #expect(
      throws: ImageError.tooManyPixels(
        PixelSize(width: 0x30_3030, height: 48), limit: DecodeLimits().pixels)
    ) { try decode(bmp, 100, 100) }
  }

  @Test("A format that is known by name and not decoded is named; a text is none")
  func foreignFormats() throws {
    let files: [(String, [UInt8], ImageError)] = [
      ("a.svg", Array("<svg xmlns=".utf8), .foreignFormat("SVG")),
      (
        "b.svg", Array("<?xml version='1.0'?>\n<!-- by hand -->\n<svg/>".utf8),
        .foreignFormat("SVG")
      ),
      ("a.xml", Array("<?xml version='1.0'?>\n<feed/>".utf8), .unsupportedFormat),
      ("a.ico", [0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0], .foreignFormat("ICO")),
      ("a.txt", Array("BMW, a maker of cars".utf8), .unsupportedFormat),
      ("b.txt", Array("B".utf8), .unsupportedFormat),
    ]
    for (name, bytes, error) in files {
      try folder.write(bytes, to: name)
      #expect(throws: error, "\(name)") {
        try VideoStillLoader().bytes(of: folder.key(name), limit: 1 << 20)
      }
      #expect(throws: error, "\(name)") {
        try HelperDecoder().decode(
          bytes, size: PixelSize(width: 9, height: 9), limits: DecodeLimits(),
          watch: DecodeWatch())
      }
    }
  }

  @Test("Limits on pixels, memory and bytes hold")
  func limits() throws {
    try folder.png("made.png", 200, 100, noise)
    let bytes = try folder.bytes("made.png")
    var limits = DecodeLimits()
    limits.pixels = 19_999
    #expect(
      throws: ImageError.tooManyPixels(PixelSize(width: 200, height: 100), limit: 19_999)
    ) { try decode(bytes, 10, 10, limits: limits) }
    limits = DecodeLimits()
    limits.fileBytes = bytes.count - 1
    #expect(throws: ImageError.tooManyBytes(bytes.count, limit: bytes.count - 1)) {
      try decode(bytes, 10, 10, limits: limits)
    }
    try folder.convert("made.png", to: "made.gif")
    limits = DecodeLimits()
    // A canvas of four bytes a pixel, and the result.
    limits.decodedBytes = 80_399
    #expect(throws: ImageError.tooMuchMemory(80_400, limit: 80_399)) {
      try decode(folder.bytes("made.gif"), 10, 10, limits: limits)
    }
    // A PNG of the same size is shrunk row by row.
    #expect(throws: Never.self) { try decode(bytes, 10, 10, limits: limits) }
  }

  @Test("A decode that takes too long is ended")
  func deadline() throws {
    try folder.png("made.png", 2000, 2000, noise)
    let watch = DecodeWatch()
    watch.start(seconds: 0)
    #expect(throws: ImageError.tookTooLong(limit: DecodeLimits().seconds)) {
      try PictureDecoder().decode(
        folder.bytes("made.png"), size: PixelSize(width: 1500, height: 1500),
        limits: DecodeLimits(), watch: watch)
    }
  }

  @Test("Files that cannot be read say why")
  func unreadable() throws {
    let loader = FileImageLoader()
    #expect(throws: ImageError.self) { try loader.bytes(of: folder.key("none.png"), limit: 9) }
    #expect(throws: ImageError.notReadable(path: folder.path, reason: "not a file")) {
      try loader.bytes(of: ImageKey(folder.path), limit: 9)
    }
    #expect(throws: ImageError.unsupportedSource("https://example.org/a.png")) {
      try loader.bytes(of: ImageKey("https://example.org/a.png"), limit: 9)
    }
    try folder.write([], to: "empty.png")
    #expect(throws: ImageError.emptyFile) {
      try loader.bytes(of: folder.key("empty.png"), limit: 9)
    }
    #expect(throws: ImageError.emptyFile) {
      try VideoStillLoader().bytes(of: folder.key("empty.png"), limit: 9)
    }
    mkfifo("\(folder.path)/pipe", 0o600)
    #expect(throws: ImageError.notReadable(path: "\(folder.path)/pipe", reason: "not a file")) {
      try loader.bytes(of: folder.key("pipe"), limit: 9)
    }
    let bytes = Array("GIF89a, or nearly".utf8)
    try folder.write(bytes, to: "name[1].jpg")
    #expect(try loader.bytes(of: folder.key("name[1].jpg"), limit: 17) == bytes)
    #expect(throws: ImageError.tooManyBytes(17, limit: 16)) {
      try loader.bytes(of: folder.key("name[1].jpg"), limit: 16)
    }
    // A video is told from its beginning, however large it is.
    try folder.write(Array("\0\0\0\u{18}ftypisom".utf8), to: "video.mp4")
    #expect(throws: ImageError.unsupportedFormat) {
      try loader.bytes(of: folder.key("video.mp4"), limit: 2)
    }
  }
}
