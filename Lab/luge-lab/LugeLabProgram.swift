import ArgumentParser
import LugeApp
import LugeCommandLine
import LugeLab

/// Program that measures Luge. `luge lab NAME` and `luge drive` start it.
@main struct LugeLabProgram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "luge-lab", abstract: "Measures Luge itself.", version: LugeVersion.text,
    subcommands: Labs.commands)

  static func main() {
    if let argument = RawArguments.firstNotUTF8() {
      Terminal.printError(
        "luge-lab: \(Terminal.safe(argument)): the name is not UTF-8; rename the file")
      exit(withError: ExitCode.failure)
    }
    // As early as `luge open` begins it.
    StartAhead.begin(command: "open-probe", isLab: true)
    main(nil)
  }
}
