import Foundation
import LugeCore
import Testing

@testable import LugeImages

@Suite("Videos: a still", .timeLimit(.minutes(15)))
struct VideoTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static let ffmpeg = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(
    "A video's still is a picture of it",
    .enabled(if: ffmpeg != nil, "install ffmpeg to run this"), arguments: ["mp4", "mkv", "avi"])
  func still(format: String) throws {
    let path = "\(folder.path)/a film.\(format)"
    let maker = Process()
    maker.executableURL = URL(filePath: try #require(Self.ffmpeg))
    maker.arguments = [
      "-v", "quiet", "-f", "lavfi", "-i", "color=red:size=160x120:rate=10:duration=0.8", path,
    ]
    try maker.run()
    maker.waitUntilExit()
    let loader = VideoStillLoader(seconds: 20)
    let bytes = try loader.bytes(of: ImageKey(path), limit: 1 << 20)
    let bitmap = try decode(bytes, 80, 60)
    #expect(bitmap.isNear(0xFF0000, at: 40, 30, tolerance: 30))
    #expect(throws: ImageError.self) { try loader.bytes(of: ImageKey(path), limit: 100) }
  }

  @Test("What only begins like a video is no picture, and costs no more than its time")
  func broken() throws {
    try folder.write(Array("\0\0\0\u{18}ftypisom and nothing else".utf8), to: "broken.mp4")
    // Without ffmpeg nothing is known of it; with it, that there is no frame in it.
    let expected: ImageError =
      Self.ffmpeg == nil ? .unsupportedFormat : .corrupt("no frame of it can be read")
    #expect(throws: expected) {
      try VideoStillLoader(seconds: 20).bytes(of: folder.key("broken.mp4"), limit: 1 << 20)
    }
  }

  @Test("Pictures, texts and files that are not there are as without it")
  func others() throws {
    let loader = VideoStillLoader()
    try folder.png("a.png", 3, 3) { _, _ in 0 }
    try folder.write(Array("some text that is long enough".utf8), to: "b.txt")
    #expect(try loader.bytes(of: folder.key("a.png"), limit: 9999) == folder.bytes("a.png"))
    #expect(throws: ImageError.unsupportedFormat) {
      try loader.bytes(of: folder.key("b.txt"), limit: 9999)
    }
    #expect(throws: ImageError.self) { try loader.bytes(of: folder.key("none"), limit: 9) }
    #expect(throws: ImageError.unsupportedSource("https://example.org/a.mp4")) {
      try loader.bytes(of: ImageKey("https://example.org/a.mp4"), limit: 9)
    }
  }
}
