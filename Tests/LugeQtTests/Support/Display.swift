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
