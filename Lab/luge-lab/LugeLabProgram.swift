import ArgumentParser
import LugeApp
import LugeCommandLine

/// What measures Luge. `luge lab NAME` and `luge drive` start it.
@main struct LugeLabProgram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "luge-lab", abstract: "Measures Luge itself.", version: LugeVersion.text,
    subcommands: labs + [StudyRunCommand.self, OpenProbeCommand.self, DriveCommand.self])

  /// What a report can be made of.
  static let labs: [any ParsableCommand.Type] = [
    StudyLabCommand.self, RotateLabCommand.self, PeersLabCommand.self, AllLabCommand.self,
    TextLabCommand.self, ScrollLabCommand.self, LanesLabCommand.self, JumpLabCommand.self,
    RewidthLabCommand.self,
    OpenLabCommand.self, ReplayCommand.self, ImagesLabCommand.self, PicturesLabCommand.self,
    AnimationsLabCommand.self, StormLabCommand.self, WindowLabCommand.self, UpdatesLabCommand.self,
    HeightsLabCommand.self, ChartsLabCommand.self, TimelineLabCommand.self,
  ]

  static func main() {
    if let argument = RawArguments.firstNotUTF8() {
      Terminal.printError(
        "luge-lab: \(Terminal.safe(argument)): this is not UTF-8, as names have to be")
      exit(withError: ExitCode.failure)
    }
    // As early as `luge open` begins it.
    StartAhead.begin(command: "open-probe", isLab: true)
    main(nil)
  }
}
