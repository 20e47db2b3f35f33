import CPango
import Foundation
import LugeViewer

/// What a report was measured on.
enum MachineFacts {
  static func all() -> [(String, String)] {
    [
      ("Luge", LugeVersion.text), ("processor", processor), ("memory", memory),
      ("system", system), ("kernel", kernel), ("display", display),
      ("Pango", pango_version_string().map { String(cString: $0) } ?? "unknown"),
      ("Cairo", cairo_version_string().map { String(cString: $0) } ?? "unknown"),
      ("build", build),
    ]
  }

  private static var build: String {
    #if DEBUG
      "debug: figures of a debug build say nothing"
    #else
      "release"
    #endif
  }

  private static var processor: String {
    let lines = read("/proc/cpuinfo").split(separator: "\n")
    let model = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last
    let name = model.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown"
    return "\(name), \(ProcessInfo.processInfo.activeProcessorCount) cores"
  }

  private static var memory: String {
    "\(ProcessInfo.processInfo.physicalMemory >> 20) MiB"
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
