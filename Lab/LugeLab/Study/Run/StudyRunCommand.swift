import ArgumentParser
import Foundation
import LugeCommandLine

/// One configuration, for ``StudyLabCommand``.
struct StudyRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "study-run", abstract: "One run, for `luge lab study`.", shouldDisplay: false)

  @Argument(help: ArgumentHelp("The configuration.", visibility: .hidden)) var number: Int
  @Option(help: .hidden) var mode: StudyMode
  @Option(help: .hidden) var messages: Int
  @Option(help: .hidden) var address: String
  @Option(help: .hidden) var shot: String?
  @Option(help: .hidden) var uncappedSeconds = 3.0
  @Flag(help: .hidden) var opensOnly = false
  @Flag(help: .hidden) var estimatesHeights = false

  func run() throws {
    guard let configuration = StudyConfiguration(rawValue: number) else {
      throw ValidationError("There are configurations 1 to 13.")
    }
    // Helpers are not counted.
    unsetenv("LD_PRELOAD")
    _ = try LabRun.inWindow { application in
      let stage = try StudyStage(
        application,
        .init(
          configuration: configuration, mode: mode, messages: messages, address: address,
          opensOnly: opensOnly, estimatesHeights: estimatesHeights, shot: shot,
          uncappedSeconds: uncappedSeconds))
      stage.start()
      return stage
    }
  }
}
