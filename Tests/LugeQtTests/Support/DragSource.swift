import Foundation

/// A program that drags files onto windows as file managers do.
enum DragSource {
  static let python = "/usr/bin/python3"
  static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Support/drag.py").path

  static let missing: [String] = {
    let environment = ProcessInfo.processInfo.environment
    let program = try? RunningProgram(python, ["-c", "import Xlib"], environment: environment)
    return Tools.missing + ((try? program?.finish()) == 0 ? [] : ["python3-xlib"])
  }()
}
