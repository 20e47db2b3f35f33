/// Optimizations of the launch: work done in advance, so that an archive's first messages are shown
/// sooner. Each can be disabled, to measure its effect (`luge lab open --without`).
package struct LaunchTricks: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Reads the archive and the window's saved state before the arguments are parsed, and creates
  /// the list before the window is shown.
  package static let earlyArchive = LaunchTricks(rawValue: 1)
  /// Creates the first lane's tools, and opens fonts, while the program connects to the window
  /// system.
  package static let warmTools = LaunchTricks(rawValue: 2)

  package static let all: LaunchTricks = [.earlyArchive, .warmTools]

  package static let names: [(name: String, trick: LaunchTricks)] = [
    ("early-archive", .earlyArchive), ("warm-tools", .warmTools),
  ]

  /// Enables all except those named after `--without`, separated by commas.
  package init(arguments: [String]) {
    self = .all
    guard let option = arguments.firstIndex(of: "--without"),
      arguments.indices.contains(option + 1)
    else { return }
    for name in arguments[option + 1].split(separator: ",") {
      if let known = Self.names.first(where: { $0.name == name }) { remove(known.trick) }
    }
  }
}
