import Foundation
import LugeChat
import LugeCore
import LugeImages
import LugeTestSupport
import Synchronization
import Testing

@testable import LugeListKit

/// With no sound card, as in CI, GStreamer plays into nothing, at the same pace.
@Suite("Recordings are played", .serialized, .timeLimit(.minutes(2)))
struct PlaybackTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What a player said, and when one of them came.
  private final class Events: Sendable {
    private let all = Mutex<[MediaPlayer.Event]>([])

    func add(_ event: MediaPlayer.Event) { all.withLock { $0.append(event) } }

    var positions: [Double] {
      all.withLock { $0 }.compactMap {
        if case .progress(let position, _) = $0 { position } else { nil }
      }
    }

    var count: Int { all.withLock { $0.count } }

    func first<Value>(
      seconds: Double = 30, _ match: (MediaPlayer.Event) -> Value?
    ) async throws -> Value {
      let limit = Date(timeIntervalSinceNow: seconds)
      while Date() < limit {
        if let found = all.withLock({ $0 }).lazy.compactMap(match).first { return found }
        try await Task.sleep(for: .milliseconds(10))
      }
      throw Missing()
    }

    struct Missing: Error {}
  }

  private func key(_ bytes: [UInt8], _ name: String) throws -> ImageKey {
    ChatMedia.key(ofFile: try folder.write(bytes, as: name))
  }

  private func isEnded(_ event: MediaPlayer.Event) -> Bool? {
    if case .ended = event { true } else { nil }
  }

  @Test("A recording goes on to its end, tells how far it is and how long; nothing is heard after")
  func toTheEnd() async throws {
    let events = Events()
    let player = MediaPlayer(try key(WAVWriter.tone(seconds: 0.6), "a.wav")) { events.add($0) }
    player.setPlaying(true)
    _ = try await events.first(isEnded)
    let positions = events.positions
    #expect(positions == positions.sorted() && (positions.last ?? 0) > 0.3)
    let duration = try await events.first { event -> Double? in
      if case .progress(_, let duration?) = event { duration } else { nil }
    }
    #expect(abs(duration - 0.6) < 0.01)
    let count = events.count
    try await Task.sleep(for: .milliseconds(300))
    #expect(events.count == count)
    player.close()
  }

  @Test("Paused it stays, and says nothing; it goes on from there, or from where one goes")
  func pause() async throws {
    let events = Events()
    let player = MediaPlayer(try key(WAVWriter.tone(seconds: 30), "a.wav")) { events.add($0) }
    player.setPlaying(true)
    _ = try await events.first { event -> Bool? in
      if case .progress(let position, _) = event, position > 0.1 { true } else { nil }
    }
    player.setPlaying(false)
    try await Task.sleep(for: .milliseconds(400))
    let (count, place) = (events.count, events.positions.last ?? 0)
    try await Task.sleep(for: .milliseconds(400))
    #expect(events.count == count, "a paused player wakes nobody")
    player.seek(to: 20)
    _ = try await events.first { event -> Bool? in
      if case .progress(let position, _) = event, position >= 20 { true } else { nil }
    }
    try await Task.sleep(for: .milliseconds(300))
    let stands = events.positions.last ?? 0
    #expect(place < 15 && stands >= 20 && stands < 20.2)
    player.setPlaying(true)
    _ = try await events.first { event -> Bool? in
      if case .progress(let position, _) = event, position > 20.3 { true } else { nil }
    }
    player.close()
  }

  @Test("Twice as fast takes half as long, from where it begins")
  func speed() async throws {
    let events = Events()
    let player = MediaPlayer(
      try key(WAVWriter.tone(seconds: 20), "a.wav"), at: 10, speed: 2
    ) { events.add($0) }
    player.setPlaying(true)
    _ = try await events.first { event -> Bool? in
      if case .progress(let position, _) = event, position >= 10 { true } else { nil }
    }
    let start = ContinuousClock.now
    _ = try await events.first(isEnded)
    #expect(events.positions.allSatisfy { $0 >= 9.9 || $0 == 0 })
    // On a busy machine it takes longer; at ordinary speed it takes ten seconds.
    #expect(ContinuousClock.now - start < .seconds(9))
    player.close()
  }

  @Test("Another speed holds from the very beginning on")
  func speedAtStart() async throws {
    let events = Events()
    let player = MediaPlayer(try key(WAVWriter.tone(seconds: 20), "a.wav"), speed: 1.5) {
      events.add($0)
    }
    player.setPlaying(true)
    _ = try await events.first { event -> Bool? in
      if case .progress(let position, _) = event, position > 0.5 { true } else { nil }
    }
    player.close()
  }

  @Test(
    "What is no sound is said to be none, whatever it is called",
    arguments: [
      "#EXTM3U\nhttp://127.0.0.1:9/a.ts\n", "", "<SMIL>", "RIFF", "OggS and so on and on",
    ])
  func noSound(words: String) async throws {
    let events = Events()
    let player = MediaPlayer(try key(Array(words.utf8), "a.ogg")) { events.add($0) }
    player.setPlaying(true)
    let reason = try await events.first { event -> String? in
      if case .failed(let words) = event { words } else { nil }
    }
    #expect(!reason.isEmpty)
    player.close()
  }

  /// A tag as MP3 files have it, behind which GStreamer looks anew for what there is.
  private static let tag: [UInt8] = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 0]

  @Test(
    "Only known formats are read, even behind a tag: none of long ago, no list of addresses",
    arguments: [
      Array("FLV".utf8) + [1, 5, 0, 0, 0, 9, 0, 0, 0, 0],
      Array("#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nhttp://".utf8)
        + Array("127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n".utf8),
    ])
  func unlistedFormat(bytes: [UInt8]) async throws {
    let events = Events()
    let player = MediaPlayer(
      try key(Self.tag + bytes + [UInt8](repeating: 0, count: 4096), "a.mp3")
    ) { events.add($0) }
    player.setPlaying(true)
    let reason = try await events.first { event -> String? in
      if case .failed(let words) = event { words } else { nil }
    }
    #expect(reason == "Its format is not supported")
    player.close()
  }

  @Test("A file that is not there says so; a player that is let go of at once is gone")
  func gone() async throws {
    let events = Events()
    _ = MediaPlayer(ChatMedia.key(ofFile: folder.path + "/none.ogg")) { events.add($0) }
    for _ in 0..<20 {
      let player = MediaPlayer(try key(WAVWriter.tone(seconds: 1), "a.wav")) { _ in }
      player.setPlaying(true)
      player.seek(to: 0.5)
      player.setSpeed(1.5)
    }
    let kept = MediaPlayer(ChatMedia.key(ofFile: folder.path + "/none.ogg")) { events.add($0) }
    let reason = try await events.first { event -> String? in
      if case .failed(let words) = event { words } else { nil }
    }
    #expect(reason.contains("none.ogg") || !reason.isEmpty)
    kept.close()
  }

  @Test("A video that was fetched has a picture of its own; what is no video has none")
  func still() async throws {
    let colors = (0..<30).map { _ in 0x2040C0 as UInt32 }
    let file = try key(AVIWriter.video(width: 1440, height: 720, colors: colors), "a.avi")
    let picture = folder.path + "/a.png"
    #expect(await VideoStill.write(of: file, to: picture) == PixelSize(width: 720, height: 360))
    #expect(try ImageProbe.header(of: ImageKey(picture)).size == PixelSize(width: 720, height: 360))
    let text = try key(Array("no video".utf8), "b.avi")
    #expect(await VideoStill.write(of: text, to: folder.path + "/b.png") == nil)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/b.png"))
  }

  @Test("A video's pictures come as they are to be seen, no larger than wanted, also paused")
  func pictures() async throws {
    let shown = Mutex<[(size: PixelSize, word: UInt32)]>([])
    func first(_ match: @escaping (UInt32) -> Bool) async throws -> PixelSize {
      for _ in 0..<3000 {
        if let found = shown.withLock({ $0 }).last(where: { match($0.word) }) { return found.size }
        try await Task.sleep(for: .milliseconds(10))
      }
      throw Events.Missing()
    }
    let colors = (0..<60).map { $0 < 30 ? 0xC03020 : 0x20A040 as UInt32 }
    let file = try key(AVIWriter.video(width: 640, height: 480, colors: colors), "a.avi")
    let player = MediaPlayer(
      file, pictures: PixelSize(width: 320, height: 320),
      onPicture: { bitmap in
        let word = bitmap.withPixels { $0[$0.count / 2] }
        shown.withLock { $0.append((bitmap.size, word)) }
      }, onEvent: { _ in })
    let isRed = { (word: UInt32) in word >> 24 == 0xFF && word >> 16 & 0xFF > 0x90 }
    let isGreen = { (word: UInt32) in word >> 24 == 0xFF && word >> 8 & 0xFF > 0x80 }
    // Not played yet: its first picture is there.
    let size = try await first(isRed)
    #expect(size == PixelSize(width: 320, height: 240))
    player.seek(to: 4)
    _ = try await first(isGreen)
    player.close()
  }

  @Test(
    "What is called as videos are is played here", arguments: ["/a/b.MP4", "b.webm", "c.d.avi"])
  func names(path: String) { #expect(VideoViewer.plays(path)) }

  @Test("Other files are not", arguments: ["/a/b.txt", "mp4", "a.mp4.exe", "", "b."])
  func others(path: String) { #expect(!VideoViewer.plays(path)) }

  @Test("A recording in a file is audio, by its beginning and its name")
  func kinds() throws {
    let sound = WAVWriter.tone(seconds: 0.1)
    #expect(ChatMedia(file: try folder.write(sound, as: "a.wav")).kind == .audio)
    let length = ChatMedia(file: folder.path + "/a.wav").duration
    #expect(length != nil, "it is known before it plays")
    let video = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0]
    let clip = ChatMedia(file: try folder.write(video, as: "a.mp4"))
    #expect(clip.kind == .video && clip.imageKey != nil)
    #expect(ChatMedia(file: try folder.write(sound, as: "a.txt")).kind == .file)
    #expect(ChatMedia(file: try folder.write(Array("hello".utf8), as: "b.mp3")).kind == .file)
    #expect(ChatMedia(file: folder.path + "/c.mp3").isMissing)
  }

  @Test("When a recording has ended the next one plays, unless something else is in between")
  @MainActor func next() async throws {
    func message(_ id: Int64, seconds: Double?) throws -> ChatMessage {
      var message = ChatMessage(
        id: ItemID(id), author: ChatAuthor(id: 1, name: "Anna"), isOutgoing: false, time: id,
        text: StyledText("\(id)"))
      message.media =
        try seconds.map {
          [ChatMedia(file: try folder.write(WAVWriter.tone(seconds: $0), as: "\(id).wav"))]
        } ?? []
      return message
    }
    let messages = [
      try message(1, seconds: 0.4), try message(2, seconds: 30), try message(3, seconds: nil),
      try message(4, seconds: 30),
    ]
    let recordings = messages.flatMap(\.playables)
    try #require(recordings.count == 3)
    let playback = Playback { ChatMedia.key(ofFile: $0) }
    playback.next = { messages.recording(after: $0) }
    playback.play(recordings[0])
    let limit = Date(timeIntervalSinceNow: 30)
    while playback.playing != recordings[1], Date() < limit {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(playback.playing == recordings[1])
    playback.pause()
    #expect(messages.recording(after: recordings[1]) == nil)
    #expect(messages.recording(after: recordings[2]) == nil)
  }
}
