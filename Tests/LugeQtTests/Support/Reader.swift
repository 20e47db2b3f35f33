import Foundation
import Testing

extension Display {
  /// What a client of AT-SPI finds that does what the lines say: the probe, or another program, is
  /// started with the arguments, on a bus of its own.
  func read(
    _ commands: String, _ arguments: [String], of program: String? = nil,
    environment extra: [String: String] = [:]
  ) throws -> [[String: Any]] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "luge-reader-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("commands")
    try Data(commands.utf8).write(to: file)
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Support/accessibility.py").standardizedFileURL.path
    let probe = try #require(program ?? Tools.probe)
    // Debian's own: bindings from packages are for no other.
    let session = try #require(Tools.path(of: "dbus-run-session"))
    var environment = self.environment.merging(extra) { $1 }
    environment["QT_LINUX_ACCESSIBILITY_ALWAYS_ON"] = "1"
    environment["XDG_RUNTIME_DIR"] = folder.path
    let program = try RunningProgram(
      session, ["--", "/usr/bin/python3", script, file.path, probe] + arguments,
      environment: environment)
    _ = try program.finish()
    return program.lines.compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
    }
  }
}
