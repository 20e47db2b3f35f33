import CPango
import Foundation
import LugeApp
import LugeQt

/// Machine on which a report was measured.
enum MachineFacts {
  static func all() -> [(String, String)] {
    [
      ("Luge", LugeVersion.text), ("commit", commit), ("command", command),
      ("processor", processor), ("memory", memory), ("load at the start", load),
      ("system", system), ("kernel", kernel), ("display", display),
      ("Pango", pango_version_string().map { String(cString: $0) } ?? "unknown"),
      ("Qt", Application.qtVersion),
      ("Cairo", cairo_version_string().map { String(cString: $0) } ?? "unknown"),
      ("build", build),
    ]
  }

  private static var build: String {
    #if DEBUG
      "debug: figures of a debug build say nothing"
    #else
      "release, \(isStatic ? "Swift's libraries linked in" : "Swift's libraries beside it")"
    #endif
  }

  private static var isStatic: Bool { !read("/proc/self/maps").contains("libswiftCore.so") }

  /// Commit of the sources that the program lies in, as SwiftPM builds it.
  private static var commit: String {
    let program =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
    let folder = URL(fileURLWithPath: program).deletingLastPathComponent().path
    let git = Process()
    let output = Pipe()
    git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    git.arguments = ["git", "-C", folder, "describe", "--always", "--dirty", "--abbrev=12"]
    git.standardOutput = output
    git.standardError = FileHandle.nullDevice
    guard (try? git.run()) != nil else { return "unknown" }
    let data = (try? output.fileHandleForReading.readToEnd()) ?? nil
    git.waitUntilExit()
    let text = String(decoding: data ?? Data(), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    return git.terminationStatus == 0 && !text.isEmpty ? text : "unknown: not in its sources"
  }

  /// The command line, without the program's folder.
  private static var command: String {
    (["luge"] + CommandLine.arguments.dropFirst()).joined(separator: " ")
  }

  private static var load: String {
    let parts = read("/proc/loadavg").split(separator: " ").prefix(3)
    return parts.isEmpty ? "unknown" : parts.joined(separator: ", ") + " (1, 5, 15 minutes)"
  }

  /// Load of the last minute; nil if the kernel does not report it.
  static var loadNow: String? {
    read("/proc/loadavg").split(separator: " ").first.map(String.init)
  }

  private static var processor: String {
    let lines = read("/proc/cpuinfo").split(separator: "\n")
    let model = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last
    let name = model.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown"
    return "\(name), \(ProcessInfo.processInfo.activeProcessorCount) cores"
  }

  private static var memory: String {
    "\(ProcessInfo.processInfo.physicalMemory >> 20) MB"
  }

  private static var system: String {
    let line = read("/etc/os-release").split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
    return line.map { $0.dropFirst(12).filter { $0 != "\"" } } ?? "unknown"
  }

  private static var kernel: String {
    read("/proc/sys/kernel/osrelease").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static var display: String {
    let environment = ProcessInfo.processInfo.environment
    if let name = environment["WAYLAND_DISPLAY"] { return "Wayland \(name)" }
    return environment["DISPLAY"].map { "X11 \($0)" } ?? "none"
  }

  private static func read(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}
