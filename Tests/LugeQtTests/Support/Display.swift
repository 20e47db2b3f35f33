import Foundation

/// An X server of the test's own, with nobody else's windows on it.
final class Display {
  private let server: RunningProgram
  let name: String

  init(width: Int = 1000, height: Int = 900) throws {
    guard let path = Tools.path(of: "Xvfb") else { throw ToolError(description: "no Xvfb") }
    // A server that may reset does so when its last client leaves, and cuts off who comes
    // meanwhile: a look at the screen while a program starts would end that program.
    server = try RunningProgram(
      path,
      [
        "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-noreset", "-nolisten", "tcp",
      ],
      environment: ProcessInfo.processInfo.environment)
    guard let number = try server.nextLine() else {
      throw ToolError(description: "Xvfb did not start")
    }
    name = ":\(number)"
  }

  /// The server stands still, as when another machine has its processor.
  func stop() { server.send(SIGSTOP) }
  func goOn() { server.send(SIGCONT) }

  var environment: [String: String] {
    var result = ProcessInfo.processInfo.environment
    result["DISPLAY"] = name
    result["WAYLAND_DISPLAY"] = nil
    result["QT_QPA_PLATFORM"] = "xcb"
    return result
  }

  /// Starts the probe on this display.
  func probe(_ arguments: String..., environment extra: [String: String] = [:]) throws
    -> RunningProgram
  {
    guard let path = Tools.probe else { throw ToolError(description: "no probe") }
    return try RunningProgram(
      path, arguments, environment: environment.merging(extra) { $1 })
  }

  /// What a person would do, in xdotool's words.
  func act(_ words: String) throws {
    guard let path = Tools.path(of: "xdotool") else { throw ToolError(description: "no xdotool") }
    let program = try RunningProgram(
      path, words.split(separator: " ").map(String.init), environment: environment)
    let status = try program.finish()
    guard status == 0 else { throw ToolError(description: "xdotool \(words): \(status)") }
  }

  /// Gives the keys to the window of a title as soon as it is on the screen, and waits until its
  /// program has taken them and drawn itself so: keys that come before are lost.
  ///
  /// - Parameter isBusy: whether the program works on by itself, so that nobody can wait for it.
  func focus(_ title: String, isBusy: Bool = false) throws {
    try act("search --sync --onlyvisible --name \(title) windowfocus")
    if !isBusy { rest(0, atMost: 1) }
  }

  /// Waits as long as that, and then until the programs on this display have done what they were
  /// told: on a busy machine that is later.
  ///
  /// - Parameter seconds: how much more it takes at most, for programs that never rest; three times
  ///   as much where they had to wait for a processor.
  func rest(_ milliseconds: UInt32, atMost seconds: Double = 3) {
    usleep(milliseconds * 1000)
    let start = Date()
    let first = work()
    var before = first
    func isInTime() -> Bool {
      // A thread that has ended takes its own with it.
      let waited = (Double(before.waited) - Double(first.waited)) / 1e9
      return Date().timeIntervalSince(start) < seconds + min(2 * seconds, max(0, waited))
    }
    while isInTime() {
      usleep(60_000)
      let now = work()
      // Rest is a tenth of the time at most: a caret blinks on.
      if now.isIdle, now.nanoseconds &- before.nanoseconds < 6_000_000 { return }
      before = now
    }
  }

  private struct Work {
    /// Processor time so far, and time in which a processor was wanted and not there.
    var nanoseconds: UInt64 = 0
    var waited: UInt64 = 0
    /// Whether no thread has anything to do at this moment.
    var isIdle = true
  }

  /// Work of all programs on this display.
  private func work() -> Work {
    var result = Work()
    let files = FileManager.default
    let mark = Data("\0DISPLAY=\(name)\0".utf8)
    for process in (try? files.contentsOfDirectory(atPath: "/proc")) ?? [] {
      guard Int32(process) != nil,
        let variables = files.contents(atPath: "/proc/\(process)/environ"),
        (Data([0]) + variables).range(of: mark) != nil
      else { continue }
      let folder = "/proc/\(process)/task"
      for thread in (try? files.contentsOfDirectory(atPath: folder)) ?? [] {
        func words(_ file: String) -> [Substring] {
          let data = files.contents(atPath: "\(folder)/\(thread)/\(file)") ?? Data()
          return String(decoding: data, as: UTF8.self).split(separator: " ")
        }
        let times = words("schedstat").prefix(2).map { UInt64($0) ?? 0 }
        result.nanoseconds &+= times.first ?? 0
        result.waited &+= times.dropFirst().first ?? 0
        // The state stands behind the name, which is in brackets and may have blanks.
        if words("stat").drop(while: { !$0.hasSuffix(")") }).dropFirst().first == "R" {
          result.isIdle = false
        }
      }
    }
    return result
  }

  /// What is on the clipboard in a format, as another program gets it; nil when it is not there.
  func clipboard(_ type: String) throws -> Data? {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "luge-\(UUID().uuidString).clip")
    defer { try? FileManager.default.removeItem(at: file) }
    let program = try RunningProgram(
      "/bin/sh", ["-c", "exec xclip -selection clipboard -o -t \(type) > \(file.path)"],
      environment: environment)
    return try program.finish() == 0 ? try Data(contentsOf: file) : nil
  }

  /// Waits until the pane of the main list, which has the list and its scroll bar, has so many
  /// empty columns at both sides. The frame that shows a state may follow it.
  ///
  /// - Parameters:
  ///   - width: of a window at the screen's upper left, as its height.
  ///   - state: what the window says of itself at rest.
  func expectMargins(
    _ margin: Int, width: Int, height: Int, of state: [String: String]
  ) throws {
    let bar = 10
    let list = Int(state["room"] ?? "") ?? 0
    let viewport = Int(state["viewport"] ?? "") ?? 0
    guard list > 0, list + bar <= width, viewport > 0, viewport <= height else {
      throw ToolError(description: "no list in \(state)")
    }
    let left = width - bar - list
    let end = Date(timeIntervalSinceNow: 20)
    while true {
      let pixels = try pixels(width: width, height: height)
      let ground = pixels[(height - viewport / 2) * width + left + 1]
      let columns = (left..<left + list).filter { x in
        (height - viewport..<height).contains { pixels[$0 * width + x] != ground }
      }
      let margins = (columns.first.map { $0 - left }, columns.last.map { width - 1 - $0 })
      // The keyboard cursor's frame may stand out by a pixel.
      if let first = margins.0, let last = margins.1, abs(first - margin) <= 1,
        abs(last - margin) <= 1
      {
        return
      }
      guard Date() < end else { throw ToolError(description: "margins: \(margins)") }
    }
  }

  /// The screen's upper left as 0xRRGGBB, line by line.
  func pixels(width: Int, height: Int) throws -> [UInt32] {
    guard let path = Tools.path(of: "import") else { throw ToolError(description: "no import") }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "luge-\(UUID().uuidString).rgb")
    defer { try? FileManager.default.removeItem(at: file) }
    let program = try RunningProgram(
      path,
      [
        "-window", "root", "-crop", "\(width)x\(height)+0+0", "-depth", "8", "rgb:\(file.path)",
      ], environment: environment)
    _ = try program.finish()
    let bytes = [UInt8](try Data(contentsOf: file))
    guard bytes.count == width * height * 3 else {
      throw ToolError(description: "\(bytes.count) bytes for \(width) × \(height)")
    }
    return stride(from: 0, to: bytes.count, by: 3).map {
      UInt32(bytes[$0]) << 16 | UInt32(bytes[$0 + 1]) << 8 | UInt32(bytes[$0 + 2])
    }
  }
}
