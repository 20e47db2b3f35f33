import ArgumentParser
import Foundation
import LugeCommandLine
import LugeWords

/// Replaces this process with `luge-lab` (execv), a separate program, so that users need not build
/// the benchmarks.
struct LabCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab", abstract: localized("Measures Luge itself."),
    discussion: localized(
      "Starts luge-lab, found beside this program; `luge lab --help` is its own help."))

  @Argument(parsing: .captureForPassthrough, help: ArgumentHelp(localized("What luge-lab takes.")))
  var arguments: [String] = []

  func run() throws { try LabProgram.start(arguments) }
}

struct DriveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drive",
    abstract: localized("Scroll a chat by script in a window and print what was measured."),
    discussion: localized("Starts luge-lab, found beside this program, as `luge lab drive` does."))

  @Argument(
    parsing: .captureForPassthrough, help: ArgumentHelp(localized("What luge-lab drive takes.")))
  var arguments: [String] = []

  func run() throws { try LabProgram.start(["drive"] + arguments) }
}

/// The program `luge-lab`, which measures.
enum LabProgram {
  /// Path of the program beside this one, wherever this one was started from.
  static var path: String {
    let program =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments.first ?? "luge"
    return URL(fileURLWithPath: program).deletingLastPathComponent()
      .appendingPathComponent("luge-lab").path
  }

  /// Returns the arguments of `luge-lab` if these arguments of `luge` are for it; nil for other
  /// commands.
  static func arguments(for arguments: [String]) -> [String]? {
    switch arguments.dropFirst().first {
    case "lab": Array(arguments.dropFirst(2))
    case "drive": Array(arguments.dropFirst())
    default: nil
    }
  }

  /// Replaces this process, which keeps its id, its files and its terminal.
  ///
  /// - Throws: exit code 1, with a message, if that fails.
  static func start(_ arguments: [String]) throws {
    var words = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    execv(path, words)
    let reason = errno
    words.forEach { free($0) }
    Terminal.printError(
      reason == ENOENT
        ? """
        luge: \(localized(
          "what measures is a program of its own, and there is no {name}",
          ["name": Terminal.safe(path)]))
        luge: \(localized(
          "build it where Luge's sources are: {command}",
          ["command": "swift build -c release --product luge-lab"]))
        """
        : "luge: "
          + localized(
            "{name}: cannot be started: {reason}",
            ["name": Terminal.safe(path), "reason": String(cString: strerror(reason))]))
    throw ExitCode.failure
  }
}
