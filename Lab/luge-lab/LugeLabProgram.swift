import ArgumentParser
import Foundation
import LugeApp
import LugeCommandLine
import LugeLab
import LugeWords

/// Program that measures Luge. `luge lab NAME` and `luge drive` start it.
@main struct LugeLabProgram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "luge-lab", abstract: "Measures Luge itself.", version: LugeVersion.text,
    subcommands: Labs.commands)

  static func main() {
    LocaleNames.checkEnvironment()
    if let argument = RawArguments.firstNotUTF8() {
      Terminal.printError(
        "luge-lab: \(Terminal.safe(argument)): the name is not UTF-8; rename the file")
      exit(withError: ExitCode.failure)
    }
    // As early as `luge open` begins it.
    StartAhead.begin(command: "open-probe", isLab: true)
    do {
      var command = try parseAsRoot(nil)
      try command.run()
    } catch {
      end(with: error)
    }
  }

  /// Ends as `exit(withError:)` does, but shows an argument in an error so that a terminal executes
  /// nothing of it.
  private static func end(with error: any Error) -> Never {
    let code = exitCode(for: error)
    let message = fullMessage(for: error)
    guard !code.isSuccess, !message.isEmpty else { exit(withError: error) }
    Terminal.printError(message)
    fflush(nil)
    return Foundation.exit(code.rawValue)
  }
}
