import Foundation
import LugeChat
import LugeCore
import LugeTestSupport
import Synchronization
import Testing

@testable import LugeListKit

@Suite("Waveforms of recordings that do not say how loud they are", .timeLimit(.minutes(2)))
struct WaveformTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A compressed recording (µ-law): silent in its first half, as loud as can be in its second.
  private func recording(seconds: Int) throws -> String {
    let count = seconds * 8000
    func low(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var bytes = Array("RIFF".utf8) + low(36 + count, 4) + Array("WAVEfmt ".utf8)
    bytes += low(16, 4) + low(7, 2) + low(1, 2) + low(8000, 4) + low(8000, 4) + low(1, 2)
    bytes += low(8, 2) + Array("data".utf8) + low(count, 4)
    bytes += [UInt8](repeating: 0xFF, count: count / 2)
    bytes += (count / 2..<count).map { $0 / 8 % 2 == 0 ? 0x80 : 0x00 }
    return try folder.write(bytes, as: "\(seconds).wav")
  }

  private func find(
    _ path: String, in waveforms: Waveforms, listens: Bool
  ) async -> [UInt8]? {
    await withCheckedContinuation { continuation in
      waveforms.find(ChatMedia.key(ofFile: path), listens: listens) {
        continuation.resume(returning: $0)
      }
    }
  }

  @Test("It is as loud as the recording, from its beginning to its end")
  func loudness() throws {
    let path = try recording(seconds: 4)
    #expect(ChatMedia(file: path).waveform.isEmpty, "the file itself does not say")
    let found = try #require(Waveforms.listen(to: path))
    #expect(found.count == Waveforms.places)
    // The filter of another rate or of an edge may reach a little over.
    #expect(found.prefix(Waveforms.places / 2 - 2).allSatisfy { $0 < 16 }, "\(found)")
    #expect(found.suffix(Waveforms.places / 2 - 2).allSatisfy { $0 > 180 }, "\(found)")
  }

  private static let ffmpeg = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(
    "So it is in what telephones and chat programs write",
    .enabled(if: ffmpeg != nil, "install ffmpeg to run this"),
    arguments: ["opus", "ogg", "mp3", "flac"])
  func formats(ending: String) throws {
    let path = "\(folder.path)/a.\(ending)"
    let maker = Process()
    maker.executableURL = URL(filePath: try #require(Self.ffmpeg))
    maker.arguments = [
      "-v", "quiet", "-f", "lavfi", "-i",
      "aevalsrc=0.8*sin(2000*t)*gt(t\\,2):duration=4:sample_rate=48000", path,
    ]
    try maker.run()
    maker.waitUntilExit()
    let found = try #require(Waveforms.listen(to: path))
    #expect(found.prefix(40).allSatisfy { $0 < 24 }, "\(found)")
    #expect(found.dropFirst(56).prefix(32).allSatisfy { $0 > 120 }, "\(found)")
  }

  @Test("Nothing is read unasked; what was heard is kept, for the same file only")
  func kept() async throws {
    let path = try recording(seconds: 2)
    let cache = folder.path + "/cache"
    #expect(await find(path, in: Waveforms(cache: cache), listens: false) == nil)
    let heard = await find(path, in: Waveforms(cache: cache), listens: true)
    #expect(heard?.count == Waveforms.places)
    #expect(await find(path, in: Waveforms(cache: cache), listens: false) == heard)
    #expect(await find(path, in: Waveforms(cache: nil), listens: false) == nil)
    let more = try Data(contentsOf: URL(fileURLWithPath: path)) + Data([0, 0])
    try more.write(to: URL(fileURLWithPath: path))
    #expect(await find(path, in: Waveforms(cache: cache), listens: false) == nil)
  }

  @Test("What came from an address is known by it, also when its file is gone")
  func address() async throws {
    let path = try recording(seconds: 2)
    let waveforms = Waveforms(cache: folder.path + "/cache")
    func find(_ file: String?, _ address: String, listens: Bool = false) async -> [UInt8]? {
      await withCheckedContinuation { continuation in
        waveforms.find(file.map(ChatMedia.key(ofFile:)), from: address, listens: listens) {
          continuation.resume(returning: $0)
        }
      }
    }
    #expect(await find(nil, "mxc://here/one") == nil)
    let heard = await find(path, "mxc://here/one", listens: true)
    #expect(heard?.count == Waveforms.places)
    #expect(await find(nil, "mxc://here/one") == heard)
    #expect(await find(nil, "mxc://here/two") == nil)
  }

  @Test("Longer than ten minutes, no sound, or not there: none")
  func none() async throws {
    #expect(Waveforms.listen(to: try recording(seconds: 601)) == nil)
    let words = try folder.write(Array("RIFF and so on".utf8), as: "words.wav")
    #expect(await find(words, in: Waveforms(cache: nil), listens: true) == nil)
    let text = try folder.write(Array("a text".utf8), as: "text.wav")
    #expect(await find(text, in: Waveforms(cache: nil), listens: true) == nil)
    #expect(await find(folder.path + "/no.ogg", in: Waveforms(cache: nil), listens: true) == nil)
  }

  @MainActor
  @Test("A list shows it beside the row when it is there")
  func facts() throws {
    let path = try recording(seconds: 2)
    let message = ChatMessage(
      id: ItemID(1), author: ChatAuthor(id: 1, name: "Anna"), time: 0,
      media: [ChatMedia(file: path)])
    let playable = try #require(message.playables.first)
    #expect(message.playables.count == 1 && !playable.hasWaveform)
    let facts = PlaybackFacts()
    let slots = (0..<UInt32(4)).map { SlotKey(item: message.id, part: 1 << 16 | $0) }
    #expect(slots.allSatisfy { facts.decoration(in: $0) == nil })
    facts.setWaveform([0, 255], of: playable)
    #expect(slots.count { facts.decoration(in: $0) != nil } == 1)
  }
}
