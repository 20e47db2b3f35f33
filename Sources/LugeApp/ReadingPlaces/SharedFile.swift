import Dispatch
import Foundation
import LugeArchive

/// A small JSON file that several windows, which know nothing of each other, keep something in.
///
/// Each change is made to what the file holds at that moment, and by one program at a time, so that
/// none takes back what another one wrote. Reading never fails (what is damaged means nothing
/// kept); writing is atomic, in order, and happens off the caller's thread.
final class SharedFile<Value: Codable & Sendable>: Sendable {
  private let url: URL?
  private let queue: DispatchQueue

  /// For how long another program is waited for. It holds the file for milliseconds, unless it was
  /// stopped in between: then its changes may be lost rather than this one's.
  private static var patience: Double { 2 }

  /// - Parameter folder: nil keeps nothing.
  init(_ name: String, folder: String?) {
    url = folder.map { URL(fileURLWithPath: $0).appendingPathComponent(name) }
    queue = DispatchQueue(label: "luge.\(name)", qos: .utility)
  }

  /// Nil for a file that is not there or makes no sense.
  func read() -> Value? {
    guard let url, let data = try? Data(contentsOf: url) else { return nil }
    return try? JSONDecoder().decode(Value.self, from: data)
  }

  /// Changes what the file holds, soon. Failing to remember something is not worth a message.
  ///
  /// - Parameter change: from what is there now, called on the file's own queue.
  func update(_ change: @escaping @Sendable (Value?) -> Value) {
    queue.async { [self] in
      guard let url else {
        _ = change(nil)
        return
      }
      try? FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      let lock = lock(url.path + "-lock")
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      guard let data = try? encoder.encode(change(read())) else { return }
      withExtendedLifetime(lock) { _ = try? data.write(to: url, options: .atomic) }
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

  /// Returns when everything is written: before the program ends.
  func flush() { queue.sync {} }
}
