import Foundation
import LugeTestSupport
import Testing

/// Recordings in Luge's window, played and paused as somebody who listens does it, by AT-SPI, and
/// with real keys.
@Suite(
  "Recordings play in the window", .timeLimit(.minutes(4)),
  .enabled(if: Tools.missingForReaders.isEmpty, "not installed: \(Tools.missingForReaders)"))
struct PlaybackWindowTests {
  private let display: Display
  private let folder: TemporaryFolder

  init() throws {
    display = try Display()
    folder = try TemporaryFolder()
  }

  /// A Telegram export whose last messages are recordings.
  private func export() throws -> String {
    try folder.write(WAVWriter.tone(seconds: 60), as: "one.wav")
    try folder.write(WAVWriter.tone(seconds: 60, hertz: 300), as: "two.wav")
    let messages = (1...4).map { number in
      let file =
        number < 3
        ? ""
        : #", "file": "\#(number == 3 ? "one" : "two").wav", "media_type": "voice_message", "#
          + #""mime_type": "audio/wav", "duration_seconds": 60"#
      return #"{"id": \#(number), "type": "message", "date": "2024-06-03T10:00:00", "#
        + #""date_unixtime": "\#(1_717_400_000 + number * 60)", "from": "Anna", "#
        + #""from_id": "userAnna", "text": "Words \#(number)", "text_entities": "#
        + #"[{"type": "plain", "text": "Words \#(number)"}]\#(file)}"#
    }
    let chat =
      #"{"name": "Anna", "type": "personal_chat", "id": 1, "messages": "#
      + "[\(messages.joined(separator: ","))]}"
    return try folder.write(Array(chat.utf8), as: "result.json")
  }

  @Test("A press plays, Space pauses; of two recordings one plays")
  func play() throws {
    let found = try display.read(
      """
      focus Luge
      pause 1
      list
      act 2 0 Press
      pause 2
      list
      act 3 0 Press
      pause 2
      list
      grab 3
      key space
      pause 1
      list
      """, ["viewer", try export()],
      environment: [
        "XDG_CONFIG_HOME": folder.path + "/config", "XDG_CACHE_HOME": folder.path + "/cache",
      ])
    let lists = AccessibleReader.lists(found)
    #expect(lists.count == 4)
    let parts = try #require(lists.first?.dropFirst(2).first?.parts)
    #expect(parts.first == "Play: Voice message, 1:00", "\(parts)")
    let other = lists.dropFirst(1).first?.dropFirst(2).first?.parts.first
    #expect(other == "Pause: Voice message, 1:00", "\(other ?? "")")
    func isPlaying(_ list: [AccessibleReader.Item]) -> [Bool] {
      list.suffix(2).map { $0.name.contains("Playing") }
    }
    #expect(
      lists.map(isPlaying) == [[false, false], [true, false], [false, true], [false, false]])
    // What is announced stands behind the messages.
    let names = lists.last?.map(\.name).filter { $0.contains("Voice message") } ?? []
    #expect(names.count == 2 && names.allSatisfy { $0.contains("Paused, 0:") }, "\(names)")
  }

  @Test("A drag along the bar goes there, and plays on from there")
  func seek() throws {
    let found = try display.read(
      """
      focus Luge
      pause 1
      list
      drag 0.1 0.8 Position, 0:00 / 1:00
      pause 2
      grab 2
      key space
      pause 1
      list
      """, ["viewer", try export()],
      environment: [
        "XDG_CONFIG_HOME": folder.path + "/config", "XDG_CACHE_HOME": folder.path + "/cache",
      ])
    let name = try #require(AccessibleReader.lists(found).last?.dropFirst(2).first?.name)
    let place = try #require(name.firstRange(of: "Paused, 0:"))
    let seconds = try #require(Int(name[place.upperBound...].prefix(2)))
    #expect((48...59).contains(seconds), "\(name)")
  }
}

/// A video over the messages, with real keys and a real mouse.
@Suite(
  "Videos play in the window", .timeLimit(.minutes(3)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct VideoWindowTests {
  private let display: Display
  private let folder: TemporaryFolder

  init() throws {
    display = try Display(width: 700, height: 600)
    folder = try TemporaryFolder()
  }

  /// Pixels of the screen that are nearly of a colour.
  private func count(_ isWanted: (UInt32) -> Bool) throws -> Int {
    try display.pixels(width: 700, height: 600).count(where: isWanted)
  }

  private func isRed(_ word: UInt32) -> Bool {
    word >> 16 & 0xFF > 0xA0 && word >> 8 & 0xFF < 0x60 && word & 0xFF < 0x60
  }

  private func isGreen(_ word: UInt32) -> Bool {
    word >> 8 & 0xFF > 0x80 && word >> 16 & 0xFF < 0x60 && word & 0xFF < 0x70
  }

  private func wait(_ what: Comment, _ isWanted: () throws -> Bool) throws {
    let limit = Date(timeIntervalSinceNow: 30)
    while Date() < limit {
      if try isWanted() { return }
      usleep(100_000)
    }
    Issue.record(what)
  }

  @Test("A click plays it, an arrow goes on, Space pauses, Escape leads back")
  func play() throws {
    let colors = (0..<400).map { $0 < 40 ? 0xC02020 : 0x20A030 as UInt32 }
    try folder.write(AVIWriter.video(colors: colors), as: "v.avi")
    let chat =
      #"{"name": "Anna", "type": "personal_chat", "id": 1, "messages": ["#
      + #"{"id": 1, "type": "message", "date": "2024-06-03T10:00:00", "#
      + #""date_unixtime": "1717400000", "from": "Anna", "from_id": "userAnna", "text": "", "#
      + #""text_entities": [], "file": "v.avi", "media_type": "video_file", "#
      + #""mime_type": "video/x-msvideo", "duration_seconds": 40, "width": 64, "height": 48}]}"#
    let path = try folder.write(Array(chat.utf8), as: "result.json")
    let probe = try display.probe(
      "viewer", path,
      environment: [
        "XDG_CONFIG_HOME": folder.path + "/config", "XDG_CACHE_HOME": folder.path + "/cache",
      ])
    defer { probe.stop() }
    while try !probe.expect("state ").contains("settled=true") {}
    try display.focus("Luge")
    // By keys, wherever the video stands: to the message, to its region.
    try display.act("key Up key Right key space")
    try wait("the video") { try count(isRed) > 100_000 }
    try display.act("key space")
    usleep(300_000)
    // Paused: it would have turned green by itself.
    usleep(4_500_000)
    #expect(try count(isRed) > 100_000)
    try display.act("key Right")
    try wait("five seconds on") { try count(isGreen) > 100_000 }
    try display.act("key Home key Escape")
    try wait("the messages") { try count(isGreen) < 50_000 && count(isRed) < 50_000 }
  }
}
