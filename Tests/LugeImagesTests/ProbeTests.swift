import Foundation
import LugeCore
import Testing

@testable import LugeDecode
@testable import LugeImages

@Suite("Headers: the size of a picture before it is decoded")
struct ProbeTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// What libvips takes the size to be.
  static func decoderSize(_ bytes: [UInt8]) -> PixelSize? {
    guard let format = ImageFormat(bytes), VipsLibrary.isReady else { return nil }
    return bytes.withUnsafeBytes {
      try? VipsDecoder.header($0, format, DecodeLimits()).size
    }
  }

  @Test(
    "Of every format the decoder's own size",
    arguments: ["jpg", "png", "gif", "webp", "webp[lossless]", "jpg[interlace]"])
  func sizes(format: String) throws {
    for (width, height) in [(1, 1), (37, 21), (300, 17)] {
      try folder.png("made.png", width, height) { x, y in UInt32(x &* 77 &+ y) }
      try folder.convert("made.png", to: "as.\(format)")
      let path = "\(folder.path)/as.\(format.prefix { $0 != "[" })"
      let header = try ImageProbe.header(ofFile: path)
      #expect(header.size == PixelSize(width: width, height: height))
    }
  }

  @Test("A picture that is stored on its side is reported upright", arguments: 1...8)
  func turned(_ orientation: Int) throws {
    try folder.png("made.png", 40, 20) { _, _ in 0x808080 }
    try folder.convert("made.png", to: "plain.jpg")
    let bytes = try Exif.oriented(folder.bytes("plain.jpg"), UInt8(orientation))
    let header = try ImageProbe.header(of: bytes)
    #expect(header.size == Self.decoderSize(bytes))
    #expect(header.size.width == (orientation >= 5 ? 20 : 40))
  }

  @Test("A plain photo's header is libvips'", arguments: 1...8, [false, true])
  func plainPhoto(_ orientation: Int, isProgressive: Bool) throws {
    try folder.png("made.png", 40, 20) { x, y in UInt32(x &* 77 &+ y) }
    try folder.convert("made.png", to: "plain.jpg[Q=80\(isProgressive ? ",interlace" : "")]")
    let bytes = try Exif.oriented(folder.bytes("plain.jpg"), UInt8(orientation))
    let found = try #require(PlainJPEG.header(of: bytes))
    let header = try bytes.withUnsafeBytes {
      try VipsDecoder.header($0, .jpeg, DecodeLimits())
    }
    #expect(found.size == PixelSize(width: 40, height: 20))
    #expect(found.orientation == header.orientation)
    #expect(found.isProgressive == isProgressive)
    #expect(found.components == 3)
    #expect(!header.hasProfile)
    for count in 0..<bytes.count {
      let part = PlainJPEG.header(of: Array(bytes.prefix(count)))
      if let part { #expect(part == found) }
    }
  }

  @Test(
    "What is no plain photo is not taken for one",
    arguments: ["jpg[Q=80,profile=srgb]", "png", "gif"])
  func notPlain(format: String) throws {
    try folder.png("made.png", 40, 20) { x, y in UInt32(x &* 77 &+ y) }
    try folder.convert("made.png", to: "as.\(format)")
    let bytes = try folder.bytes("as.\(format.prefix { $0 != "[" })")
    #expect(PlainJPEG.header(of: bytes) == nil)
    // A colour profile would have to be applied.
    let profile: [UInt8] = [0xFF, 0xE2, 0, 4, 1, 1]
    let plain = [0xFF, 0xD8] + profile + [0xFF, 0xC0, 0, 11, 8, 0, 9, 0, 9, 1, 1, 0x11, 0]
    #expect(PlainJPEG.header(of: plain) == nil)
    #expect(PlainJPEG.header(of: Array(plain.prefix(2) + plain.dropFirst(8))) != nil)
  }

  @Test("Cut off at any place: a header or an error, never a trap")
  func truncated() throws {
    for format in ["jpg", "png", "gif", "webp"] {
      try folder.png("made.png", 60, 50) { x, y in UInt32(x ^ y) }
      try folder.convert("made.png", to: "as.\(format)")
      let bytes = try folder.bytes("as.\(format)")
      for count in 0..<min(bytes.count, 700) {
        guard let header = try? ImageProbe.header(of: Array(bytes.prefix(count))) else { continue }
        #expect(header.size == PixelSize(width: 60, height: 50))
      }
    }
  }

  @Test(
    "Real files: the decoder's own size, wherever the decoder knows one",
    .enabled(if: Fixtures.exist, "set LUGE_FIXTURES to the folder of fixtures to run this"))
  func fixtures() throws {
    var compared = 0
    for name in try FileManager.default.subpathsOfDirectory(atPath: Fixtures.folder).sorted() {
      let path = "\(Fixtures.folder)/\(name)"
      guard let bytes = try? FileImageLoader().bytes(of: ImageKey(path), limit: 48 << 20),
        let known = Self.decoderSize(bytes)
      else { continue }
      let header = try? ImageProbe.header(ofFile: path)
      #expect(header?.size == known, "\(name)")
      compared += 1
    }
    #expect(compared > 100)
  }
}
