import Dispatch
import Foundation
import LugeArchive
import LugeCore
import LugeListKit
import Synchronization

/// A small JSON file that several windows share without knowing each other.
///
/// Each change is applied to the file's contents at that moment, by one program at a time, so that
/// no window reverts another one's change. Reading never fails (a damaged file counts as empty);
/// writing is atomic, in order, and on another thread. Changes that cannot be written (a full disk)
/// stay in memory for the next attempt. If the file is a link, the file that it leads to is
/// written. A damaged file is kept beside the new one, in place of an earlier damaged one. A file
/// that cannot be read at the moment is not overwritten: the changes stay in memory.
final class SharedFile<Value: Codable & Sendable>: Sendable {
  private let url: URL?
  private let queue: DispatchQueue

  /// Timeout of waiting for another program, seconds. It holds the file for milliseconds unless it
  /// is suspended; then its changes may be lost rather than this one's.
  private static var timeout: Double { 2 }

  private let retry: WriteRetry
  /// Reads a file's bytes.
  private let load: @Sendable (URL) throws -> Data
  /// Changes to write, the oldest first.
  private let waiting = Mutex<[@Sendable (Value?) -> Value]>([])

  /// Maximum number of changes in memory; beyond, the oldest are dropped.
  private static var mostWaiting: Int { 10_000 }

  /// - Parameters:
  ///   - folder: folder of the file; nil: nothing is stored.
  ///   - retryAfter: seconds until a failed write is tried again.
  ///   - load: reads the file before a change.
  init(
    _ name: String, folder: String?, retryAfter: Double = 15,
    load: @escaping @Sendable (URL) throws -> Data = { try Data(contentsOf: $0) }
  ) {
    self.load = load
    url = folder.map { URL(fileURLWithPath: $0).appendingPathComponent(name) }
    queue = DispatchQueue(label: "luge.\(name)", qos: .utility)
    retry = WriteRetry(after: retryAfter)
  }

  /// Reads the file; nil if it is missing or damaged.
  func read() -> Value? {
    guard let url, let data = try? Data(contentsOf: url) else { return nil }
    return try? JSONDecoder().decode(Value.self, from: data)
  }

  /// Sets a function that is called, on another thread, each time that changes could not be
  /// written.
  func onFailure(_ tell: @escaping @Sendable (_ path: String, any Error) -> Void) {
    retry.onFailure(tell)
  }

  /// Changes the file's contents soon.
  ///
  /// - Parameter change: returns the new contents for the present ones; called on the file's own
  ///   queue, and again if the result could not be written.
  func update(_ change: @escaping @Sendable (Value?) -> Value) {
    waiting.withLock { waiting in
      if waiting.count >= Self.mostWaiting { waiting.removeFirst() }
      waiting.append(change)
    }
    queue.async { [self] in write() }
  }

  /// Runs something on the file's own queue, after the changes so far.
  func run(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

  /// Writes the waiting changes; called on the queue.
  private func write() {
    let changes = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    guard !changes.isEmpty else { return }
    guard let url else {
      for change in changes { _ = change(nil) }
      return
    }
    do {
      try PrivateFolder.make(url.deletingLastPathComponent().path)
      let lock = lock(url.path + "-lock")
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try withExtendedLifetime(lock) {
        let target = URL(fileURLWithPath: Self.target(of: url.path))
        let (kept, isDamaged) = try contents(of: target)
        let data = try encoder.encode(changes.reduce(kept) { $1($0) })
        if isDamaged { rename(target.path, target.path + Self.damagedEnding) }
        try data.write(to: target, options: .atomic)
      }
    } catch {
      waiting.withLock { $0 = changes + $0 }
      retry.failed(url.path, error) { [weak self] in
        self?.queue.async { [weak self] in self?.write() }
      }
    }
  }

  /// Returns the path of the file to write: where a link leads, also if there is no file yet.
  /// A link to anything else is replaced, because a device or a pipe keeps nothing.
  private static func target(of path: String) -> String {
    let target = ArchiveFile.withoutLinks(path)
    var info = stat()
    return stat(target, &info) != 0 || info.st_mode & S_IFMT == S_IFREG ? target : path
  }

  /// Ending of the name under which a damaged file is kept.
  private static var damagedEnding: String { ".damaged" }

  /// Reads the contents to change; nil if there are none yet, or if they are damaged. Somebody may
  /// have written into a damaged file, so that it is not to be deleted.
  ///
  /// - Throws: if there is a file, and it cannot be read.
  private func contents(of file: URL) throws -> (value: Value?, isDamaged: Bool) {
    var info = stat()
    guard stat(file.path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return (nil, false) }
    let data = try load(file)
    let value = try? JSONDecoder().decode(Value.self, from: data)
    return (value, value == nil && !data.isEmpty)
  }

  private func lock(_ path: String) -> FileLock? {
    let end = DispatchTime.now() + Self.timeout
    while DispatchTime.now() < end {
      do {
        return try FileLock(path)
      } catch .held {
        Thread.sleep(forTimeInterval: 0.005)
      } catch {
        return nil
      }
    }
    return nil
  }

  /// Waits until everything that can be is written. Call it before the program ends.
  func flush() { queue.sync { write() } }
}
