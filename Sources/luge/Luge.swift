import ArgumentParser
import CScheduling
import Foundation
import LugeApp
import LugeArchive
import LugeCommandLine
import LugeWords

@main struct Luge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "luge",
    abstract: localized("Shows and searches chats, from exports and from Matrix servers."),
    version: LugeVersion.text,
    subcommands: [
      OpenCommand.self, ImportCommand.self, ExportCommand.self, MergeCommand.self,
      InfoCommand.self,
      SearchCommand.self, StatsCommand.self,
      RenderCommand.self, GenerateCommand.self, AccountCommand.self, SyncCommand.self,
      SendCommand.self, LiveCommand.self, DriveCommand.self, LabCommand.self,
    ], defaultSubcommand: OpenCommand.self)

  /// Returns a hint if the first argument looks like a misspelled command and is no file; otherwise
  /// nil.
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

  /// Number of open files that the commands need; with fewer, some system libraries end the
  /// program.
  private static let leastFiles = 20

  static func main() {
    // By default this signal ends the program when a file exceeds the process's size limit. Without
    // it, writing fails with an error, which is reported like any other.
    signal(SIGXFSZ, SIG_IGN)
    // By default malloc gives each of a window's dozen threads an arena, and arenas keep megabytes
    // of freed memory. Two are enough: threads have caches of their own for small blocks.
    lsc_share_arenas(2)
    LocaleNames.checkEnvironment()
    Words.followEnvironment()
    // Negative: there is no limit.
    let files = sysconf(Int32(_SC_OPEN_MAX))
    if (0..<leastFiles).contains(files) {
      Terminal.printError(
        "luge: "
          + localized(
            "only {count} files may be open at once here, and {least} are needed: ulimit -n",
            ["count": String(files), "least": String(leastFiles)]))
      exit(withError: ExitCode.failure)
    }
    if let argument = RawArguments.firstNotUTF8() {
      Terminal.printError(
        "luge: "
          + localized(
            "{name}: the name is not UTF-8; rename the file",
            ["name": Terminal.safe(argument)]))
      exit(withError: ExitCode.failure)
    }
    // Before anything is parsed: `luge lab --help` and the options of `luge lab` belong to
    // `luge-lab`.
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
