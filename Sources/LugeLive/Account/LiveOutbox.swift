import Dispatch
import Foundation
public import LugeArchive
import LugeCore

#if canImport(Glibc)
  import Glibc
#endif

/// Messages for an account that another program has open: a folder beside its archive, one file per
/// message. The program that has the account open takes them, and sends them as if they had been
/// written there.
public struct LiveOutbox: Sendable {
  private struct Entry: Codable {
    var room: String
    var content: MessageContent
  }

  let folder: String

  /// - Parameter archive: the account's archive.
  public init(archive: String) { folder = archive + ".outbox" }

  // MARK: Writing

  /// - Parameter room: the protocol's id of the room.
  /// - Returns: the message's name in the outbox.
  public func put(_ content: MessageContent, in room: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let name = UUID().uuidString.lowercased()
    let data = try JSONEncoder().encode(Entry(room: room, content: content))
    // The final name is only given to a complete file.
    try data.write(to: URL(fileURLWithPath: path(name, "new")))
    guard rename(path(name, "new"), path(name, "message")) == 0 else {
      throw ArchiveError.notWritable(path: folder, reason: String(cString: strerror(errno)))
    }
    return name
  }

  /// Whether another program has taken the message, and will send it.
  public func isTaken(_ name: String) -> Bool { access(path(name, "message"), F_OK) != 0 }

  /// - Returns: false if it was taken already.
  public func takeBack(_ name: String) -> Bool { unlink(path(name, "message")) == 0 }

  /// Returns the rooms of an account that another program has open, as far as it has stored them.
  ///
  /// - Parameter seconds: how long to wait while that program lets nobody read.
  public static func rooms(
    ofArchive path: String, waiting seconds: Double = 5
  ) throws(ArchiveError) -> [LiveRoom] {
    try ArchiveFile(path).readBesideWriter(waiting: seconds, LiveStore.rooms)
  }

  // MARK: Sending

  /// Returns the waiting messages, oldest first, and those that were taken but not stored before a
  /// program ended.
  func take() -> [(name: String, room: String, content: MessageContent)] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for file in files where file.hasSuffix(".message") {
      // The writer may take it back at the same moment: only one of both succeeds.
      let name = String(file.dropLast(".message".count))
      _ = rename(path(name, "message"), path(name, "taken"))
    }
    let taken = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var entries: [(time: Date, name: String, entry: Entry)] = []
    for file in taken where file.hasSuffix(".taken") {
      let name = String(file.dropLast(".taken".count))
      let path = path(name, "taken")
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      guard let data = FileManager.default.contents(atPath: path),
        let entry = try? JSONDecoder().decode(Entry.self, from: data)
      else {
        unlink(path)
        continue
      }
      entries.append((attributes?[.modificationDate] as? Date ?? .distantPast, name, entry))
    }
    return entries.sorted { ($0.time, $0.name) < ($1.time, $1.name) }
      .map { ($0.name, $0.entry.room, $0.entry.content) }
  }

  /// Removes a message that is in the queue now.
  func forget(_ name: String) { unlink(path(name, "taken")) }

  private func path(_ name: String, _ ending: String) -> String { "\(folder)/\(name).\(ending)" }
}

/// Calls a function when a message comes into an outbox; uses no time otherwise.
final class OutboxWatch {
  private let source: any DispatchSourceRead

  /// Nil if the system cannot watch folders.
  init?(_ outbox: LiveOutbox, onArrival: @escaping @Sendable () -> Void) {
    try? FileManager.default.createDirectory(
      atPath: outbox.folder, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    guard inotify_add_watch(descriptor, outbox.folder, UInt32(IN_MOVED_TO)) >= 0 else {
      close(descriptor)
      return nil
    }
    source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: .global(qos: .utility))
    source.setEventHandler {
      var buffer = [UInt8](repeating: 0, count: 4096)
      var came = false
      while read(descriptor, &buffer, buffer.count) > 0 { came = true }
      // Taking a message moves it within the folder, which is an event, too: then nothing new is
      // found.
      if came { onArrival() }
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  deinit { source.cancel() }
}
