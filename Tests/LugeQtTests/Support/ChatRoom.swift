import Foundation
import LugeCore
import LugePaint
import LugeTestSupport

/// A room of `Examples/Chat`, and what is written into its log.
struct ChatRoom {
  struct Entry: Decodable {
    var kind: String
    var id: String
    var by: String
    var text: String?
    var replyTo: String?
    var threadOf: String?
    var forwardedFrom: String?
    var emoji: String?
    var isOn: Bool?
    var files: [File]?
    struct File: Decodable {
      var path, name: String
      var still: String?
    }
  }

  private let folder: TemporaryFolder
  private let name: String
  var path: String { "\(folder.path)/\(name)" }

  init() throws { try self.init(TemporaryFolder(), "room") }

  /// Another conversation in the same place.
  func neighbour(_ name: String) throws -> ChatRoom { try ChatRoom(folder, name) }

  private init(_ folder: TemporaryFolder, _ name: String) throws {
    self.folder = folder
    self.name = name
    try FileManager.default.createDirectory(
      atPath: path + "/files", withIntermediateDirectories: true)
  }

  /// Seconds since 1970; in the middle of a day everywhere.
  private static let start = 1_700_000_000

  /// Besides what the display says.
  var environment: [String: String] {
    [
      "XDG_CONFIG_HOME": folder.path + "/config", "XDG_CACHE_HOME": folder.path + "/cache",
      "LANG": "C.UTF-8", "TZ": "UTC",
    ]
  }

  func write(_ messages: KeyValuePairs<String, String>) throws {
    try write(messages.map { ($0.key, $0.value) })
  }

  /// Messages h0, h1, …, a minute apart unless something else is said.
  func write(_ messages: [(author: String, text: String)], apart seconds: Int = 60) throws {
    let lines = messages.enumerated().map { index, message in
      #"{"kind":"message","id":"h\#(index)","by":"\#(message.author)","#
        + #""at":\#(Self.start + seconds * index),"text":"\#(message.text)"}"#
    }
    try append(lines)
  }

  /// A message of Ben's with a picture.
  func writePicture() throws {
    let bitmap = Bitmap(size: PixelSize(width: 320, height: 200))
    bitmap.withMutablePixels { $0.update(repeating: 0xFF20_80C0) }
    try PNG.write(bitmap, to: path + "/files/a.png")
    try append([
      #"{"kind":"message","id":"p","by":"Ben","at":\#(Self.start),"text":"A picture","#
        + #""files":[{"path":"files/a.png","name":"a.png"}]}"#
    ])
  }

  /// A message of Ben's with two pictures and a video.
  func writeAlbum() throws {
    try writePicture()
    try writeVideo()
    try FileManager.default.copyItem(atPath: path + "/files/a.png", toPath: path + "/files/b.png")
    try append([
      #"{"kind":"message","id":"album","by":"Ben","at":\#(Self.start),"text":"An album","#
        + #""files":[{"path":"files/a.png","name":"a.png"},{"path":"files/b.png","name":"b.png"},"#
        + #"{"path":"files/v.avi","name":"v.avi"}]}"#
    ])
  }

  /// A message of Ben's with three pictures, of which the first and the last are one file.
  func writeDoubledAlbum() throws {
    try writePicture()
    try FileManager.default.copyItem(atPath: path + "/files/a.png", toPath: path + "/files/b.png")
    try append([
      #"{"kind":"message","id":"album","by":"Ben","at":\#(Self.start),"text":"An album","#
        + #""files":[{"path":"files/a.png","name":"a.png"},{"path":"files/b.png","name":"b.png"},"#
        + #"{"path":"files/a.png","name":"a.png"}]}"#
    ])
  }

  /// A voice message of Ben's, 60 s long.
  func writeRecording() throws {
    try Data(WAVWriter.tone(seconds: 60)).write(to: URL(fileURLWithPath: path + "/files/one.wav"))
    try append([
      #"{"kind":"message","id":"r","by":"Ben","at":\#(Self.start),"text":"","#
        + #""files":[{"path":"files/one.wav","name":"one.wav"}]}"#
    ])
  }

  /// A message of Ben's with a picture and a recording.
  func writeMixture() throws {
    try writePicture()
    try writeRecording()
    try append([
      #"{"kind":"message","id":"mixture","by":"Ben","at":\#(Self.start),"text":"Both","#
        + #""files":[{"path":"files/a.png","name":"a.png"},"#
        + #"{"path":"files/one.wav","name":"one.wav"}]}"#
    ])
  }

  /// A message of Ben's with a video of 40 s.
  func writeVideo() throws {
    let video = AVIWriter.video(colors: (0..<400).map { _ in 0xC02020 })
    try Data(video).write(to: URL(fileURLWithPath: path + "/files/v.avi"))
    try append([
      #"{"kind":"message","id":"v","by":"Ben","at":\#(Self.start),"text":"A video","#
        + #""files":[{"path":"files/v.avi","name":"v.avi"}]}"#
    ])
  }

  /// Somebody has read up to a message.
  func writeRead(by reader: String, of id: String) throws {
    try append([#"{"kind":"read","id":"\#(id)","by":"\#(reader)","at":\#(Self.start)}"#])
  }

  func writeDeletion(by author: String, of id: String) throws {
    try append([#"{"kind":"delete","id":"\#(id)","by":"\#(author)","at":\#(Self.start)}"#])
  }

  /// An answer in the thread of a message.
  func writeAnswer(by author: String, _ text: String, in root: String) throws {
    try append([
      #"{"kind":"message","id":"answer","by":"\#(author)","at":\#(Self.start + 6000),"#
        + #""text":"\#(text)","threadOf":"\#(root)"}"#
    ])
  }

  private func append(_ lines: [String]) throws {
    let file = URL(fileURLWithPath: path + "/log.jsonl")
    if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
    // A program may be reading what is there.
    let log = try FileHandle(forWritingTo: file)
    try log.seekToEnd()
    try log.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
    try log.close()
  }

  func entries(_ kind: String) -> [Entry] {
    let data = (try? Data(contentsOf: URL(fileURLWithPath: path + "/log.jsonl"))) ?? Data()
    return data.split(separator: 0x0A).compactMap {
      try? JSONDecoder().decode(Entry.self, from: Data($0))
    }.filter { $0.kind == kind }
  }

  /// Waits until there are so many entries of a kind; the last one.
  func wait(_ kind: String, count: Int, seconds: Double = 30) throws -> Entry {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while Date() < deadline {
      let found = entries(kind)
      if found.count >= count, let last = found.last { return last }
      usleep(50_000)
    }
    throw ToolError(description: "\(entries(kind).count) of \(count) \(kind)")
  }
}
