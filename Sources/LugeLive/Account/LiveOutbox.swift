import Dispatch
import Foundation
import GRDB
import LugeArchive
import LugeCore

#if canImport(Glibc)
  import Glibc
#endif

/// Messages for an account that another program has open: a folder beside its archive, a file for
/// each. Whoever has the account open takes them, and sends them as what was written there.
public struct LiveOutbox: Sendable {
  private struct Entry: Codable {
    var room: String
    var content: MessageContent
  }

  let folder: String

  /// - Parameter archive: the account's.
  public init(archive: String) { folder = archive + ".outbox" }

  // MARK: For those who write

  /// - Parameter room: the protocol's name of it.
  /// - Returns: the message's name here.
  public func put(_ content: MessageContent, in room: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let name = UUID().uuidString.lowercased()
    let data = try JSONEncoder().encode(Entry(room: room, content: content))
    // Whole when it has its name.
    try data.write(to: URL(fileURLWithPath: path(name, "new")))
    guard rename(path(name, "new"), path(name, "message")) == 0 else {
      throw ArchiveError.notWritable(path: folder, reason: String(cString: strerror(errno)))
    }
    return name
  }

  /// Whether somebody has taken it, who will send it.
  public func isTaken(_ name: String) -> Bool { access(path(name, "message"), F_OK) != 0 }

  /// - Returns: false where it is taken already.
  public func takeBack(_ name: String) -> Bool { unlink(path(name, "message")) == 0 }

  /// The rooms of an account that another program has open, as far as it has written them.
  public static func rooms(ofArchive path: String) throws -> [LiveRoom] {
    var configuration = Configuration()
    configuration.readonly = true
    return try ArchiveFile(path).queue("mode=ro", configuration).read(LiveStore.rooms)
  }

  // MARK: For the one who sends

  /// Returns the waiting messages, oldest first, and those that were taken but not stored before a
  /// program ended.
  func take() -> [(name: String, room: String, content: MessageContent)] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for file in files where file.hasSuffix(".message") {
      // Who wrote it may take it back at the same moment: one of both is the first.
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

  /// It stands in the queue.
  func forget(_ name: String) { unlink(path(name, "taken")) }

  private func path(_ name: String, _ ending: String) -> String { "\(folder)/\(name).\(ending)" }
}

/// Says when something comes into an outbox; sleeps otherwise.
final class OutboxWatch {
  private let source: any DispatchSourceRead

  /// Nil where the system has no way to watch.
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
