import Dispatch
import Foundation
import LugeArchive
import LugeCore
import LugeListKit
import Synchronization

/// A small JSON file that several windows, which know nothing of each other, keep something in.
///
/// Each change is made to what the file holds at that moment, and by one program at a time, so that
/// none takes back what another one wrote. Reading never fails (what is damaged means nothing
/// kept); writing is atomic, in order, and happens off the caller's thread. Changes that cannot be
/// written (a full disk) wait in memory for the next attempt.
final class SharedFile<Value: Codable & Sendable>: Sendable {
  private let url: URL?
  private let queue: DispatchQueue

  /// For how long another program is waited for. It holds the file for milliseconds, unless it was
  /// stopped in between: then its changes may be lost rather than this one's.
  private static var patience: Double { 2 }

  private let retry: WriteRetry
  /// Changes to write, the oldest first.
  private let waiting = Mutex<[@Sendable (Value?) -> Value]>([])

  /// Changes in memory at most; beyond, the oldest are given up.
  private static var mostWaiting: Int { 10_000 }

  /// - Parameters:
  ///   - folder: nil keeps nothing.
  ///   - retryAfter: seconds until what could not be written is tried again.
  init(_ name: String, folder: String?, retryAfter: Double = 15) {
    url = folder.map { URL(fileURLWithPath: $0).appendingPathComponent(name) }
    queue = DispatchQueue(label: "luge.\(name)", qos: .utility)
    retry = WriteRetry(after: retryAfter)
  }

  /// Nil for a file that is not there or makes no sense.
  func read() -> Value? {
    guard let url, let data = try? Data(contentsOf: url) else { return nil }
    return try? JSONDecoder().decode(Value.self, from: data)
  }

  /// Called, off the caller's thread, each time that changes could not be written.
  func onFailure(_ tell: @escaping @Sendable (_ path: String, any Error) -> Void) {
    retry.onFailure(tell)
  }

  /// Changes what the file holds, soon.
  ///
  /// - Parameter change: from what is there now, called on the file's own queue; again when what it
  ///   made could not be written.
  func update(_ change: @escaping @Sendable (Value?) -> Value) {
    waiting.withLock { waiting in
      if waiting.count >= Self.mostWaiting { waiting.removeFirst() }
      waiting.append(change)
    }
    queue.async { [self] in write() }
  }

  /// On the queue.
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
      let data = try encoder.encode(changes.reduce(read()) { $1($0) })
      try withExtendedLifetime(lock) { try data.write(to: url, options: .atomic) }
    } catch {
      waiting.withLock { $0 = changes + $0 }
      retry.failed(url.path, error) { [weak self] in
        self?.queue.async { [weak self] in self?.write() }
      }
    }
  }

  private func lock(_ path: String) -> FileLock? {
    let end = DispatchTime.now() + Self.patience
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

  /// Returns when everything is written that can be: before the program ends.
  func flush() { queue.sync { write() } }
}
