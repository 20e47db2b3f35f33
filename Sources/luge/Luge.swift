import ArgumentParser
import LugeViewer

@main struct Luge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "luge", abstract: "Opens real chat archives, and scrolls.",
    version: LugeVersion.text,
    subcommands: [
      OpenCommand.self, ImportCommand.self, InfoCommand.self, SearchCommand.self,
      RenderCommand.self, GenerateCommand.self, DriveCommand.self, LabCommand.self,
    ])
}
