import Foundation
import LugeTestSupport
import Testing

/// The probe's window with a chat of the kit, 480 × 640 points, which does what lines say; see
/// `ChatScenario.swift`.
final class ChatWindow {
  let display: Display
  private let folder: TemporaryFolder
  private let probe: RunningProgram
  private let pipe: String

  /// - Parameters:
  ///   - size: of the screen, pixels.
  ///   - extra: variables of the probe's environment.
  init(
    on size: (width: Int, height: Int) = (800, 800), environment extra: [String: String] = [:]
  ) throws {
    display = try Display(width: size.width, height: size.height)
    folder = try TemporaryFolder()
    pipe = folder.path + "/commands"
    guard mkfifo(pipe, 0o600) == 0 else { throw ToolError(description: "no pipe") }
    let own = [
      "XDG_CONFIG_HOME": folder.path + "/config", "XDG_CACHE_HOME": folder.path + "/cache",
    ]
    probe = try display.probe("chat", pipe, environment: own.merging(extra) { $1 })
    try probe.expect("ready")
    try display.focus("luge-qt-probe")
  }

  func send(_ lines: String) throws {
    let descriptor = open(pipe, O_WRONLY)
    defer { close(descriptor) }
    let bytes = Array((lines + "\n").utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      throw ToolError(description: "not written: \(lines)")
    }
  }

  /// What the chat is like after everything has settled.
  func state(after lines: String = "") throws -> [String: String] {
    try send(lines.isEmpty ? "state" : lines + "\nstate")
    while let line = try probe.nextLine() {
      guard line.hasPrefix("state ") else { continue }
      var result: [String: String] = [:]
      for field in line.dropFirst(6).split(separator: "\t") {
        let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        result[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
      }
      return result
    }
    throw ToolError(description: "no state after '\(lines)': \(probe.lines)")
  }

  /// Returns the first state that is as wanted, or the last one before the time is over.
  func state(
    seconds: Double = 60, when isWanted: ([String: String]) throws -> Bool
  ) throws -> [String: String] {
    let end = Date(timeIntervalSinceNow: seconds)
    var found = try state()
    while try !isWanted(found), Date() < end { found = try state(after: "pause 100") }
    return found
  }

  /// Returns the first value that is as wanted, or the last one before the time is over: for what
  /// the window's pixels show.
  func wait<Value>(
    for value: () throws -> Value, when isWanted: (Value) -> Bool
  ) throws -> Value {
    let end = Date(timeIntervalSinceNow: 30)
    var found = try value()
    while !isWanted(found), Date() < end {
      usleep(50_000)
      found = try value()
    }
    return found
  }

  func number(_ name: String, in state: [String: String]) throws -> Double {
    try #require(state[name].flatMap(Double.init), "\(name) of \(state)")
  }
}
