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
