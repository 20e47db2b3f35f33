import ArgumentParser

@main struct Luge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "luge", abstract: "Opens real chat archives, and scrolls.",
    version: "0.1.0",
    subcommands: [
      OpenCommand.self, ImportCommand.self, InfoCommand.self, SearchCommand.self,
      RenderCommand.self, DriveCommand.self,
    ])
}
