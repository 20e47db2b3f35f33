import ArgumentParser

@main struct Luge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "luge", abstract: "Opens chat archives.",
    subcommands: [ImportCommand.self, InfoCommand.self, SearchCommand.self])
}
