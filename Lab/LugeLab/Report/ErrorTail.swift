import Foundation
import Synchronization

/// End of a started program's standard error, kept for when it fails; it may also be passed on.
final class ErrorTail: Sendable {
  /// Pipe to pass to the process as its standard error.
  let pipe = Pipe()
  private let done = DispatchSemaphore(value: 0)

  // MARK: Mutable State (under the lock)
  private let kept = Mutex<[UInt8]>([])

  private static let limit = 4096

  /// - Parameter passesOn: whether this program says it as well.
  init(passesOn: Bool) {
    let reader = pipe.fileHandleForReading
    let thread = Thread { [self] in
      while true {
        var buffer = [UInt8](repeating: 0, count: Self.limit)
        let count = read(reader.fileDescriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        if passesOn { _ = write(STDERR_FILENO, buffer, count) }
        kept.withLock { kept in
          kept += buffer[..<count]
          if kept.count > Self.limit { kept.removeFirst(kept.count - Self.limit) }
        }
      }
      done.signal()
    }
    thread.start()
  }

  /// Returns the last line that the process printed about itself, otherwise the last line of all;
  /// call it after the process has ended. Programs that it started may still have the pipe, and are
  /// not waited for.
  func reason() -> String? {
    _ = done.wait(timeout: .now() + 2)
    let text = kept.withLock { String(decoding: $0, as: UTF8.self) }
    let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
    return Self.reason(lines)
  }

  /// A crash is told by the runtime after all that the program said itself, progress included.
  static func reason(_ lines: [String]) -> String? {
    if let crash = lines.last(where: { $0.contains("Fatal error") || $0.hasPrefix("*** ") }) {
      return crash
    }
    for own in ["luge-lab: ", "luge: "] {
      if let line = lines.last(where: { $0.hasPrefix(own) }) {
        return String(line.dropFirst(own.count))
      }
    }
    return lines.last
  }
}
