import Foundation

/// Programs that the window's tests need beside the probe.
enum Tools {
  /// Nil when not installed.
  static func path(of name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(
      separator: ":")
    return folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
  }

  static var probe: String? { besideTests("luge-qt-probe") }

  /// A program of this package; they lie beside the test program.
  static func besideTests(_ name: String) -> String? {
    let me = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let path = me.deletingLastPathComponent().appendingPathComponent(name).path
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }

  static var missing: [String] {
    ["Xvfb", "xdotool", "import"].filter { path(of: $0) == nil }
      + (probe == nil ? ["luge-qt-probe"] : [])
  }
}

extension Tools {
  /// What reading a window as a screen reader does needs beside the others.
  static var missingForReaders: [String] {
    let paths = [
      "/usr/bin/python3", "/usr/libexec/at-spi-bus-launcher",
      "/usr/lib/x86_64-linux-gnu/girepository-1.0/Atspi-2.0.typelib",
    ]
    return missing + ["dbus-run-session"].filter { path(of: $0) == nil }
      + paths.filter { !FileManager.default.fileExists(atPath: $0) }
  }
}

struct ToolError: Error, CustomStringConvertible {
  var description: String
}

/// A program under way whose lines are read as they come.
///
/// Not Foundation's `Process`: test threads block signals, a child inherits that, and a request to
/// end would never reach it.
final class RunningProgram {
  let process: pid_t
  private let output: Int32
  private var status: Int32?
  private var pending = Data()
  private(set) var lines: [String] = []

  init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
    var pipes: [Int32] = [-1, -1]
    guard pipe(&pipes) == 0 else { throw ToolError(description: "no pipe") }
    for end in pipes { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    var argv = ([path] + arguments).map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var child: pid_t = 0
    let problem = posix_spawn(&child, path, &actions, &attributes, &argv, &envp)
    close(pipes[1])
    process = child
    output = pipes[0]
    guard problem == 0 else {
      status = -1
      throw ToolError(description: "\(path): error \(problem)")
    }
  }

  deinit {
    stop()
    close(output)
  }

  /// How often each of its threads went to sleep so far, by thread: what a program that does
  /// nothing does not do.
  var sleeps: [String: Int] {
    let folder = "/proc/\(process)/task"
    var result: [String: Int] = [:]
    for thread in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let status =
        (try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)) ?? ""
      func field(_ name: String) -> String? {
        status.split(separator: "\n").first { $0.hasPrefix("\(name):") }.map {
          $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
        }
      }
      result["\(thread) \(field("Name") ?? "")"] = field("voluntary_ctxt_switches").flatMap {
        Int($0)
      }
    }
    return result
  }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Asks the program to end, and ends it when it does not within two seconds.
  func stop() {
    guard status == nil else { return }
    kill(process, SIGTERM)
    if wait(seconds: 2) == nil {
      kill(process, SIGKILL)
      _ = wait(seconds: 10)
    }
  }

  private func wait(seconds: Double) -> Int32? {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while status == nil, Date() < deadline {
      var raw: Int32 = 0
      if waitpid(process, &raw, WNOHANG) == process {
        status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : -(raw & 0x7F)
      } else {
        usleep(2000)
      }
    }
    return status
  }

  /// The next line; nil at the end of the output.
  func nextLine(seconds: Double = 60) throws -> String? {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while true {
      if let end = pending.firstIndex(of: 10) {
        let line = String(decoding: pending[pending.startIndex..<end], as: UTF8.self)
        pending.removeSubrange(pending.startIndex...end)
        lines.append(line)
        return line
      }
      var poller = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let rest = Int32(max(0, deadline.timeIntervalSinceNow * 1000))
      guard poll(&poller, 1, rest) > 0 else {
        throw ToolError(description: "no line within \(seconds) s after \(lines)")
      }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(output, &buffer, buffer.count)
      guard count > 0 else { return nil }
      pending.append(contentsOf: buffer[..<count])
    }
  }

  /// Reads on until a line begins so; its words after that.
  @discardableResult
  func expect(_ prefix: String, seconds: Double = 60) throws -> [String] {
    while let line = try nextLine(seconds: seconds) {
      if line.hasPrefix(prefix) {
        return line.dropFirst(prefix.count).split(separator: " ").map(String.init)
      }
    }
    throw ToolError(description: "ended without '\(prefix)': \(lines)")
  }

  /// Reads to the end of the output; the exit status, negative for a signal.
  func finish(seconds: Double = 60) throws -> Int32 {
    while try nextLine(seconds: seconds) != nil {}
    guard let status = wait(seconds: 5) else { throw ToolError(description: "did not end") }
    return status
  }
}
