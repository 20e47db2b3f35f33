import Foundation
import LugeChat
import LugeListKit

/// An event in a room: a line of JSON, appended to one file by all programs in the room.
struct RoomEntry: Codable, Sendable {
  enum Kind: String, Codable, Sendable {
    case message, edit, delete, restore, react, read, unread
    /// The message and all before it have arrived at somebody.
    case received
  }

  struct File: Codable, Hashable, Sendable {
    /// Path within the room's folder.
    var path: String
    var name: String
    /// Path of a video's picture within the room's folder.
    var still: String?

    /// Whether its paths lead to no other folder, as somebody's program may have written.
    var isInRoom: Bool {
      [path, still].compactMap(\.self).allSatisfy { !$0.hasPrefix("/") && !$0.contains("..") }
    }
  }

  var kind: Kind
  /// Identifier of the message that the event creates or concerns.
  var id: String
  var by: String
  /// Time in seconds since 1970.
  var at: Int64
  var text: String?
  var replyTo: String?
  var threadOf: String?
  var forwardedFrom: String?
  var files: [File]?
  var emoji: String?
  var isOn: Bool?
}

/// Reason why the room's file could not be written, as the system's text.
struct RoomProblem: LocalizedError {
  var errorDescription: String?

  init(_ code: Int32 = errno) { errorDescription = String(cString: strerror(code)) }
}

/// The file that all programs in a room append to and read.
///
/// A line is appended in one write under a lock of the file, so lines of several processes never
/// mix; an incomplete line is read the next time.
actor RoomLog {
  let folder: URL
  private nonisolated var file: URL { folder.appendingPathComponent("log.jsonl") }
  private var offset: UInt64 = 0

  init(folder: URL) throws {
    self.folder = folder
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("files"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("typing"), withIntermediateDirectories: true)
  }

  func append(_ entry: RoomEntry) throws { try appendNow(entry) }

  /// Appends at once, on the calling thread: for a program that ends.
  nonisolated func appendNow(_ entry: RoomEntry) throws {
    var line = try JSONEncoder().encode(entry)
    line.append(0x0A)
    let descriptor = open(file.path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw RoomProblem() }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX) == 0 else { throw RoomProblem() }
    let written = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard written == line.count else { throw RoomProblem(written < 0 ? errno : ENOSPC) }
  }

  /// Returns the events since the last call. An invalid line is left out.
  func news() -> [RoomEntry] {
    guard let handle = try? FileHandle(forReadingFrom: file) else { return [] }
    defer { try? handle.close() }
    guard (try? handle.seek(toOffset: offset)) != nil, let data = try? handle.readToEnd(),
      let end = data.lastIndex(of: 0x0A)
    else { return [] }
    let whole = data[data.startIndex...end]
    offset += UInt64(whole.count)
    return whole.split(separator: 0x0A).compactMap {
      try? JSONDecoder().decode(RoomEntry.self, from: Data($0))
    }
  }

  /// Folders beside this one with a conversation in them, by name.
  func neighbours() -> [URL] {
    let found = try? FileManager.default.contentsOfDirectory(
      at: folder.deletingLastPathComponent(), includingPropertiesForKeys: nil)
    return (found ?? []).filter { other in
      other.lastPathComponent != folder.lastPathComponent
        && FileManager.default.fileExists(
          atPath: other.appendingPathComponent("log.jsonl").path)
    }
    .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  /// Copies an attachment into the room, where the others find it, a video with a picture of it:
  /// programs of others open no video before it is played.
  func take(_ path: String, name: String) async throws -> RoomEntry.File {
    let own = "files/\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent(own), withIntermediateDirectories: true)
    let safe = name.replacingOccurrences(of: "/", with: "_")
    try FileManager.default.copyItem(
      at: URL(fileURLWithPath: path), to: folder.appendingPathComponent("\(own)/\(safe)"))
    var file = RoomEntry.File(path: "\(own)/\(safe)", name: name)
    let copy = folder.appendingPathComponent(file.path).path
    let still = "\(own)/still.png"
    if ChatMedia(file: copy).kind == .video,
      await VideoStill.write(
        of: ChatMedia.key(ofFile: copy), to: folder.appendingPathComponent(still).path) != nil
    {
      file.still = still
    }
    return file
  }

  // MARK: Typing: one file per person, which exists while the person types

  /// Seconds after which typing has to be reported again; after twice this time the mark is
  /// ignored.
  static let typingSeconds = 20.0

  func setTyping(_ isTyping: Bool, _ name: String) { tellTyping(isTyping, name) }

  /// Sets the mark at once, on the calling thread: for a program that ends.
  nonisolated func tellTyping(_ isTyping: Bool, _ name: String) {
    let file = folder.appendingPathComponent("typing/\(RoomLog.fileName(name))")
    if isTyping {
      try? Data(name.utf8).write(to: file)
    } else {
      try? FileManager.default.removeItem(at: file)
    }
  }

  /// Returns the people who are typing. The mark of a program that was ended expires after a while.
  func typing() -> [String] {
    let folder = folder.appendingPathComponent("typing")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { name in
      let path = folder.appendingPathComponent(name)
      guard
        let date = try? path.resourceValues(forKeys: [.contentModificationDateKey])
          .contentModificationDate, date.timeIntervalSinceNow > -2 * Self.typingSeconds,
        let data = try? Data(contentsOf: path)
      else { return nil }
      return String(decoding: data.prefix(200), as: UTF8.self)
    }
  }

  private static func fileName(_ name: String) -> String {
    name.utf8.map { String($0, radix: 16) }.joined()
  }
}

/// Watch that reports any change in the room's folder.
final class RoomWatch {
  private let source: any DispatchSourceRead

  init?(_ folder: URL, onChange: @escaping @MainActor () -> Void) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let events = UInt32(IN_MODIFY | IN_CREATE | IN_DELETE | IN_CLOSE_WRITE)
    inotify_add_watch(descriptor, folder.path, events)
    inotify_add_watch(descriptor, folder.appendingPathComponent("typing").path, events)
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler {
      var buffer = [UInt8](repeating: 0, count: 16_384)
      while read(descriptor, &buffer, buffer.count) > 0 {}
      MainActor.assumeIsolated { onChange() }
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
  }

  deinit { source.cancel() }
}
