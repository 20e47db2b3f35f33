import ArgumentParser
import LugeApp
import LugeCommandLine
import LugeEngine

struct OpenProbeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open-probe", abstract: "One start, for `luge lab open`.", shouldDisplay: false)

  @Argument(help: ArgumentHelp("The archive; none for a bare window.", visibility: .hidden))
  var path: String?

  @Option(help: ArgumentHelp("Run until the heights of so many are exact.", visibility: .hidden))
  var messages: Int?

  @Flag(help: ArgumentHelp("Print the memory at rest, too.", visibility: .hidden))
  var rest = false

  @Flag(help: ArgumentHelp("Close as a reader would, once all is there.", visibility: .hidden))
  var closing = false

  @Flag(help: ArgumentHelp("As `luge open` has it.", visibility: .hidden))
  var startupTimes = false

  @Option(help: ArgumentHelp("Step that is not done ahead of time.", visibility: .hidden))
  var without = ""

  func run() throws {
    defer {
      for line in StartupTimes.lines(StartupTimes.end()) { Terminal.printError(line) }
    }
    // In the order of `luge open`; a bare window needs neither.
    if startupTimes { StartupTimes.begin() }
    let opening =
      (StartAhead.take(path)
      ?? path.map {
        StartAhead(path: $0, isLab: true, tricks: LaunchTricks(arguments: ["--without", without]))
      }).map {
        ($0.opening, $0.warmup)
      }
    _ = try LabRun.inWindow { application in
      let probe = OpenProbe(application, printsRestingMemory: rest, without: without)
      switch (opening, messages) {
      case (let opening?, let messages?):
        try probe.measure(opening.0, opening.1, messages: messages)
      case (let opening?, nil) where closing: try probe.openAndClose(opening.0, opening.1)
      case (let opening?, nil): try probe.open(opening.0, opening.1)
      case (nil, _): probe.openBare()
      }
      return probe
    }
  }
}
