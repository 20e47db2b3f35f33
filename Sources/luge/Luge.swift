import ArgumentParser
import CScheduling
import Foundation
import LugeApp
import LugeArchive
import LugeCommandLine
import LugeWords

@main struct Luge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "luge", abstract: localized("Opens real chat archives, and scrolls."),
    version: LugeVersion.text,
    subcommands: [
      OpenCommand.self, ImportCommand.self, ExportCommand.self, MergeCommand.self,
      InfoCommand.self,
      SearchCommand.self, StatsCommand.self,
      RenderCommand.self, GenerateCommand.self, AccountCommand.self, SyncCommand.self,
      SendCommand.self, LiveCommand.self, DriveCommand.self, LabCommand.self,
    ], defaultSubcommand: OpenCommand.self)

  /// Returns a hint if a first word is not a file but nearly a command; otherwise nil.
  private static func misspelledCommand(_ word: String?) -> String? {
    guard let word, !word.hasPrefix("-"), !FileManager.default.fileExists(atPath: word) else {
      return nil
    }
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let meant = Misspelling.meant(by: word, among: names) else { return nil }
    return localized(
      "{name}: no such command, and no such file. Did you mean “luge {meant}”?",
      ["name": Terminal.safe(word), "meant": meant])
  }

  static func main() {
    // A file that exceeds a size limit is an error like any other, not the end of the program.
    signal(SIGXFSZ, SIG_IGN)
    // With an arena per thread, a window's dozen threads would hold megabytes of unused memory.
    // Threads have caches for small blocks, so that they seldom compete for an arena.
    lsc_share_arenas(2)
    Words.followEnvironment()
    if let argument = RawArguments.firstNotUTF8() {
      Terminal.printError(
        "luge: "
          + localized(
            "{name}: this is not UTF-8, as names have to be; rename the file",
            ["name": Terminal.safe(argument)]))
      exit(withError: ExitCode.failure)
    }
    // `luge-lab` handles its own help, and arguments that this program would parse as its own
    // options.
    if let arguments = LabProgram.arguments(for: CommandLine.arguments) {
      do { try LabProgram.start(arguments) } catch { exit(withError: error) }
    }
    if let problem = misspelledCommand(CommandLine.arguments.dropFirst().first) {
      Terminal.printError("luge: \(problem)")
      exit(withError: ExitCode.validationFailure)
    }
    StartAhead.begin()
    do {
      var command = try parseAsRoot(nil)
      try command.run()
    } catch {
      end(with: error)
    }
  }
}
