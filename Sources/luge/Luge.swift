import ArgumentParser

@main struct Luge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "luge", abstract: "Opens real chat archives, and scrolls.",
    subcommands: [GenerateCommand.self])
}
