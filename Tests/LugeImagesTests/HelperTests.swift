import Dispatch
import Foundation
import LugeCore
import Testing

@testable import LugeDecode
@testable import LugeImages

@Suite("Helper: another process decodes, and may die", .timeLimit(.minutes(15)))
struct HelperTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func pattern(_ x: Int, _ y: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: (x &* 3 ^ y &* 5) &* 2_654_435_761) & 0xFFFFFF
  }

  private func file(_ format: String) throws -> [UInt8] {
    try folder.png("made.png", 300, 200, pattern)
    try folder.convert("made.png", to: "made-as.\(format)")
    return try folder.bytes("made-as.\(format)")
  }

  private func helped(
    _ bytes: [UInt8], _ decoder: HelperDecoder = HelperDecoder(), seconds: Double = 20
  ) throws(ImageError) -> Bitmap {
    var limits = DecodeLimits()
    limits.seconds = seconds
    return try decoder.decode(
      bytes, size: PixelSize(width: 90, height: 70), limits: limits, watch: DecodeWatch())
  }

  @Test(
    "The helper's pixels are those of the decoder", arguments: ["jpg", "png", "gif", "webp", "tif"])
  func samePixels(format: String) throws {
    let bytes = try file(format)
    let (near, far) = try (decode(bytes, 90, 70), helped(bytes))
    #expect(near.size == far.size)
    #expect(near.withPixels(Array.init) == far.withPixels(Array.init))
  }

  @Test("The helper's errors are those of the decoder")
  func sameErrors() throws {
    let decoder = HelperDecoder()
    #expect(throws: ImageError.unsupportedFormat) { try helped([1, 2, 3], decoder) }
    let half = try Array(file("png").prefix(5000))
    #expect(throws: ImageError.self) { try decode(half, 90, 70) }
    #expect(throws: ImageError.self) { try helped(half, decoder) }
    var limits = DecodeLimits()
    limits.pixels = 100
    #expect(
      throws: ImageError.tooManyPixels(PixelSize(width: 300, height: 200), limit: 100)
    ) {
      try decoder.decode(
        file("webp"), size: PixelSize(width: 9, height: 9), limits: limits, watch: DecodeWatch())
    }
  }

  private func startedHelper() throws -> HelperProcess {
    let helper = try HelperProcess(path: HelperLocation.find())
    try helper.awaitReady()
    return helper
  }

  @Test("A helper that is killed is an error once, and is replaced")
  func death() throws {
    let bytes = try file("jpg")
    let helper = try startedHelper()
    kill(helper.process, SIGKILL)
    var request = HelperRequest(.still)
    request.size = PixelSize(width: 9, height: 9)
    request.byteCount = bytes.count
    #expect(throws: ImageError.decoderDied) {
      try helper.reply(to: request, file: bytes, watch: DecodeWatch())
    }
    #expect(!helper.isAlive)
    // Its process is not left behind as a zombie.
    #expect(kill(helper.process, 0) != 0)
    #expect(throws: Never.self) { try helped(bytes) }
  }

  @Test("A helper that hangs is killed when its time is over")
  func hanging() throws {
    let helper = try startedHelper()
    kill(helper.process, SIGSTOP)
    var request = HelperRequest(.still)
    request.limits.seconds = 0.05
    request.size = PixelSize(width: 9, height: 9)
    let clock = ContinuousClock()
    let start = clock.now
    #expect(throws: ImageError.tookTooLong(limit: 0.05)) {
      try helper.reply(to: request, watch: DecodeWatch())
    }
    #expect(clock.now - start < .seconds(10))
    #expect(!helper.isAlive)
  }

  @Test("A helper that has to wait for its turn is waited for, longer than its picture may take")
  func waiting() throws {
    let bytes = try file("gif")
    let helper = try startedHelper()
    kill(helper.process, SIGSTOP)
    let process = helper.process
    // More than four times its time and what it may overrun, by the wall's clock.
    DispatchQueue.global().asyncAfter(deadline: .now() + 2) { kill(process, SIGCONT) }
    var request = HelperRequest(.still)
    request.byteCount = bytes.count
    request.size = PixelSize(width: 90, height: 70)
    request.limits.seconds = 0.2
    let reply = try helper.reply(to: request, file: bytes, watch: DecodeWatch())
    #expect(reply.status == .pixels)
    #expect(helper.isAlive)
  }

  @Test("One that nobody wants any more ends early, and the helper serves on")
  func cancelling() throws {
    let helper = try startedHelper()
    let bytes = try file("gif")
    var request = HelperRequest(.still)
    request.byteCount = bytes.count
    request.size = PixelSize(width: 90, height: 70)
    let watch = DecodeWatch()
    watch.cancel()
    // Whichever is faster.
    do throws(ImageError) {
      let reply = try helper.reply(to: request, file: bytes, watch: watch)
      #expect(reply.status == .pixels)
    } catch {
      #expect(error == .cancelled)
    }
    #expect(throws: Never.self) {
      try helper.reply(to: request, file: bytes, watch: DecodeWatch())
    }
  }

  @Test("No helper, no picture: and the words say so")
  func missing() {
    let error = #expect(throws: ImageError.self) { try HelperProcess(path: "/nowhere/decode") }
    guard case .noDecoder(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("/nowhere/decode"))
    // A program that starts and is no helper.
    #expect(throws: ImageError.self) { try HelperProcess(path: "/bin/true").awaitReady() }
  }

  @Test("While a picture is fetched its helper starts, one for all that are fetched")
  func prepared() throws {
    let decoder = HelperDecoder()
    decoder.prepare()
    let first = try #require(decoder.idleProcess)
    decoder.prepare()
    _ = try decoder.decode(
      file("jpg"), size: PixelSize(width: 9, height: 9), limits: DecodeLimits(),
      watch: DecodeWatch())
    #expect(decoder.idleProcess == first)
    let player = HelperAnimations()
    player.prepare()
    let helper = try #require(player.helper)
    player.prepare()
    // It does not move.
    #expect(throws: ImageError.unsupportedFormat) {
      try player.open(file("gif"), limits: DecodeLimits())
    }
    #expect(player.helper == helper && player.helpersStarted == 1)
  }

  @Test("One that could be prepared for nothing is an error of what is decoded")
  func preparedForNothing() throws {
    let decoder = HelperDecoder()
    decoder.prepare()
    kill(try #require(decoder.idleProcess), SIGKILL)
    #expect(throws: ImageError.self) {
      try decoder.decode(
        file("jpg"), size: PixelSize(width: 9, height: 9), limits: DecodeLimits(),
        watch: DecodeWatch())
    }
    // The next one has another.
    _ = try decoder.decode(
      file("jpg"), size: PixelSize(width: 9, height: 9), limits: DecodeLimits(),
      watch: DecodeWatch())
  }

  @Test("The helper is confined, in each of its threads, before it reads anything")
  func confined() throws {
    let helper = try startedHelper()
    let folder = "/proc/\(helper.process)"
    func lines(_ path: String) throws -> [[String]] {
      try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        .map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
    }
    for thread in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/task") {
      let status = try lines("\(folder)/task/\(thread)/status")
      #expect(status.contains(["NoNewPrivs:", "1"]))
      // 2: a filter.
      #expect(status.contains(["Seccomp:", "2"]))
    }
    let limits = try lines("\(folder)/limits").map { $0.joined(separator: " ") }
    #expect(limits.contains { $0.hasPrefix("Max data size \(320 << 20) ") })
    #expect(limits.contains { $0.hasPrefix("Max file size 0 ") })
    #expect(limits.contains { $0.hasPrefix("Max core file size 0 ") })
    // Standard streams, the memory and the socket; and the library's own wake-ups.
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/fd").count < 10)
  }

  @Test("Messages survive the way; nonsense is refused")
  func messages() {
    var request = HelperRequest(.frame)
    request.animation = 7
    request.frame = 12
    request.size = PixelSize(width: 3, height: 4)
    #expect(HelperRequest(words: request.words) == request)
    #expect(HelperRequest(words: [99] + request.words.dropFirst()) == nil)
    #expect(HelperRequest(words: []) == nil)
    var tooLong = request.words
    tooLong[1] = Int64(SharedMemory.inputCapacity) + 1
    #expect(HelperRequest(words: tooLong) == nil)
    #expect(HelperReply(words: [0, 0, 0, 0, 0]) == nil)
    request.limits.fileBytes = 2
    request.limits.decodedBytes = 4
    request.limits.pixels = 7
    request.limits.frames = 7
    let errors: [ImageError] = [
      .unsupportedFormat, .tooManyBytes(3, limit: 2), .tooMuchMemory(5, limit: 4),
      .tooManyPixels(PixelSize(width: 5, height: 6), limit: 7), .tooManyFrames(8, limit: 7),
      .tookTooLong(limit: DecodeLimits().seconds), .invalidSize(request.size), .cancelled,
      .corrupt("words"),
    ]
    for error in errors {
      var words = ""
      let reply = HelperReply(error) {
        words = $0
        return $0.utf8.count
      }
      #expect(HelperReply(words: reply.words) == reply)
      #expect(reply.error(request) { _ in Array(words.utf8) } == error)
    }
  }

  @Test("Whatever a helper says in whichever field, it is an error or within what was asked for")
  func lies() {
    var request = HelperRequest(.still)
    request.size = PixelSize(width: 3, height: 4)
    let values: [Int64] = [.min, -1, 0, 1, 2, 3, 65_535, 1 << 31, 1 << 62, .max]
    for status in 1...20 as ClosedRange<Int64> {
      for first in values {
        for second in values {
          for (width, height) in zip(values, values.reversed()) {
            let words = [status, width, height, first, second]
            guard let reply = HelperReply(words: words) else {
              #expect(status > 15)
              continue
            }
            let error = reply.error(request) { count in
              #expect((0...1000).contains(count))
              return Array("\u{1B}[2J\u{202E}words\n".utf8)
            }
            // Words for people come of each, without a trap.
            let text = error.map { String(describing: $0) } ?? ""
            #expect(text.allSatisfy { $0.isASCII || $0 == "×" } && !text.contains("\u{1B}"))
            if reply.problem(ofAnimation: request.limits) == nil {
              #expect((2...request.limits.frames).contains(reply.frameCount))
              #expect(reply.size.width * reply.size.height <= request.limits.pixels)
            }
          }
        }
      }
    }
  }

  @Test("A helper that has not all libraries makes way for one that has, with the same file")
  func libraries() throws {
    let decoder = HelperDecoder()
    let photo = try file("jpg")
    #expect(throws: Never.self) { try helped(photo, decoder) }
    // A colour profile takes libvips, which nobody can know before.
    try folder.convert("made.png", to: "coloured.jpg[Q=90,profile=srgb]")
    let coloured = try folder.bytes("coloured.jpg")
    #expect(try helped(coloured, decoder).size == PixelSize(width: 90, height: 70))
    for format in ["png", "jpg", "webp", "gif"] {
      #expect(throws: Never.self, "\(format)") { try helped(file(format), decoder) }
    }
  }
}

extension HelperProcess {
  /// A request about a file that is at hand.
  fileprivate func reply(
    to request: HelperRequest, file: [UInt8], watch: DecodeWatch
  ) throws(ImageError) -> HelperReply {
    _ = try place(file.count) { room throws(ImageError) in
      file.withUnsafeBytes { room.copyMemory(from: $0) }
      return file.count
    }
    return try reply(to: request, watch: watch)
  }
}
