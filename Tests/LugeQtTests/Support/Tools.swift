import Foundation

/// Programs that the window's tests need beside the probe.
enum Tools {
  /// Nil when not installed.
  static func path(of name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(
      separator: ":")
    return folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
  }

  /// The probe lies beside the test program.
  static var probe: String? {
    let me = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let path = me.deletingLastPathComponent().appendingPathComponent("luge-qt-probe").path
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }

  static var missing: [String] {
    ["Xvfb", "xdotool", "import"].filter { path(of: $0) == nil }
      + (probe == nil ? ["luge-qt-probe"] : [])
  }
}

struct ToolError: Error, CustomStringConvertible {
  var description: String
}

/// A program under way whose lines are read as they come.
final class RunningProgram {
  private let process = Process()
  private let output = Pipe()
  private var pending = Data()
  private(set) var lines: [String] = []

  init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = environment
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Our copy would keep the pipe open after the program ended.
    try output.fileHandleForWriting.close()
  }

  deinit { stop() }

  func stop() {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }

  /// The next line; nil at the end of the output.
  func nextLine(seconds: Double = 10) throws -> String? {
    let deadline = Date(timeIntervalSinceNow: seconds)
    let descriptor = output.fileHandleForReading.fileDescriptor
    while true {
      if let end = pending.firstIndex(of: 10) {
        let line = String(decoding: pending[pending.startIndex..<end], as: UTF8.self)
        pending.removeSubrange(pending.startIndex...end)
        lines.append(line)
        return line
      }
      var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let rest = Int32(max(0, deadline.timeIntervalSinceNow * 1000))
      guard poll(&poller, 1, rest) > 0 else {
        throw ToolError(description: "no line within \(seconds) s after \(lines)")
      }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return nil }
      pending.append(contentsOf: buffer[..<count])
    }
  }

  /// Reads on until a line begins so; its words after that.
  @discardableResult
  func expect(_ prefix: String, seconds: Double = 10) throws -> [String] {
    while let line = try nextLine(seconds: seconds) {
      if line.hasPrefix(prefix) {
        return line.dropFirst(prefix.count).split(separator: " ").map(String.init)
      }
    }
    throw ToolError(description: "ended without '\(prefix)': \(lines)")
  }

  /// Reads to the end of the output; the exit status.
  func finish(seconds: Double = 20) throws -> Int32 {
    while try nextLine(seconds: seconds) != nil {}
    process.waitUntilExit()
    return process.terminationStatus
  }
}
