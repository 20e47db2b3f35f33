import Foundation
import LugeTestSupport

/// The program beside the tests' own, run to its end.
enum LugeProgram {
  struct Outcome {
    var status: Int32
    var isKilledBySignal: Bool
    var output: String
    var errors: String
  }

  static let path = path(of: "luge")

  private static func path(of name: String) -> String {
    let executable = ProcessInfo.processInfo.arguments.first ?? ""
    return URL(filePath: executable).deletingLastPathComponent().appending(path: name).path()
  }

  /// Another program of this package.
  static func run(
    named name: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Outcome {
    try run(path(of: name), arguments, environment: environment)
  }

  /// What the programs note about archives, for all tests of this run.
  private static let data = FileManager.default.temporaryDirectory.appending(
    path: "luge-data-\(ProcessInfo.processInfo.processIdentifier)", directoryHint: .isDirectory)

  static var exists: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// - Parameter output: Where standard output goes; nil collects it.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], output: FileHandle? = nil,
    input: String? = nil
  ) throws -> Outcome {
    try run(path, arguments, environment: environment, output: output, input: input)
  }

  /// On a terminal of its own, which `script` makes; both streams are its screen.
  static func runOnTerminal(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Outcome {
    let command = ([path] + arguments).map { "'\($0)'" }.joined(separator: " ")
    return try run(
      "/usr/bin/script", ["-qec", command, "/dev/null"],
      environment: ["TERM": "xterm"].merging(environment) { $1 })
  }

  /// For what `Process` cannot do, such as arguments that are no UTF-8.
  static func runShell(_ script: String) throws -> Outcome {
    try run("/bin/sh", ["-c", script], environment: [:])
  }

  static var hasTerminals: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/script") }

  private static func run(
    _ program: String, _ arguments: [String], environment: [String: String],
    output: FileHandle? = nil, input: String? = nil
  ) throws -> Outcome {
    let scratch = try Folder()
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "NO_COLOR"] {
      variables[name] = nil
    }
    variables["XDG_DATA_HOME"] = data.path
    process.environment = variables.merging(environment) { $1 }
    // Files, not pipes: nothing to drain while it runs.
    process.standardOutput = try output ?? scratch.handle("output")
    process.standardError = try scratch.handle("errors")
    let pipe = Pipe()
    process.standardInput = input == nil ? FileHandle.nullDevice : pipe
    try process.run()
    if let input {
      try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try pipe.fileHandleForWriting.close()
    }
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      isKilledBySignal: process.terminationReason == .uncaughtSignal,
      output: output == nil ? try scratch.text("output") : "", errors: try scratch.text("errors"))
  }
}

/// Of all tests here.
typealias Folder = TemporaryFolder
