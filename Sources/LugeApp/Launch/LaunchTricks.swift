/// Optimizations of the launch: work done ahead of time, so that an archive's first messages are
/// shown sooner. Each can be left out by itself, to measure what it brings (`luge lab open
/// --without`).
package struct LaunchTricks: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The archive and what the window remembers are read before the arguments are understood; the
  /// list is made before the window is shown.
  package static let earlyArchive = LaunchTricks(rawValue: 1)
  /// The first lane's tools are made, and fonts opened, while the window system is connected to.
  package static let warmTools = LaunchTricks(rawValue: 2)

  package static let all: LaunchTricks = [.earlyArchive, .warmTools]

  package static let names: [(name: String, trick: LaunchTricks)] = [
    ("early-archive", .earlyArchive), ("warm-tools", .warmTools),
  ]

  /// All but those that are named after `--without`, separated by commas.
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
