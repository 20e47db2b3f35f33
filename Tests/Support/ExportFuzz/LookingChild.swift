import Foundation
import Glibc

/// This program as a child process that may crash: it gets paths of inputs, and answers after
/// reading each.
final class LookingChild {
  enum Answer {
    case done(String)
    case ended(Int32)
    case silent
  }

  static let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let log: String
  private var pending: [UInt8] = []

  init(zone: String) throws {
    log = FileManager.default.temporaryDirectory.path + "/luge-fuzz-\(UUID().uuidString).log"
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--look"]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "TZ": zone, "SWIFT_BACKTRACE": "enable=yes,color=no,threads=crashed,limit=24,interactive=no",
    ]) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: URL(filePath: log))
    try process.run()
  }

  deinit { try? FileManager.default.removeItem(atPath: log) }

  /// Output of the child before it ended, without the middle.
  var errors: String {
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("luge") }.prefix(60)
      .joined(separator: "\n")
  }

  func look(at path: String, seconds: Double) -> Answer {
    // A child that has ended does not read: ignore the signal for that.
    signal(SIGPIPE, SIG_IGN)
    guard (try? input.fileHandleForWriting.write(contentsOf: Data("\(path)\n".utf8))) != nil else {
      return ended()
    }
    let end = Date().addingTimeInterval(seconds)
    while let line = line(until: end) {
      if line.isEmpty { return ended() }
      if line.hasPrefix("end ") { return .done(String(line.dropFirst(4))) }
    }
    return .silent
  }

  func stop() {
    try? input.fileHandleForWriting.close()
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  private func ended() -> Answer {
    process.waitUntilExit()
    return .ended(process.terminationStatus)
  }

  /// Returns a line; nil at a timeout, empty at the end.
  private func line(until end: Date) -> String? {
    let descriptor = output.fileHandleForReading.fileDescriptor
    while true {
      if let index = pending.firstIndex(of: 0x0A) {
        let line = String(decoding: pending[..<index], as: UTF8.self)
        pending.removeSubrange(...index)
        return line
      }
      let left = end.timeIntervalSinceNow
      guard left > 0 else { return nil }
      var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&watched, 1, Int32(min(left, 1000) * 1000)) > 0 else { continue }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return "" }
      pending += buffer[..<count]
    }
  }
}
