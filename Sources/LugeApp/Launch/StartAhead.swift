import Foundation
import LugeEngine
public import LugePaint
import Synchronization

/// The work that `luge open` starts before everything else, also without the word `open`: one
/// thread opens the archive and reads the newest messages, another prepares fonts and painter.
/// Meanwhile the main thread parses the arguments and connects to the window system.
package struct StartAhead: Sendable {
  package let opening: ArchiveOpening
  /// The fonts and painter that are being prepared; nil if they are not.
  package let warmup: ToolsWarmup?

  /// - Parameter isLab: whether to use the lab's settings folder instead of the user's.
  package init(path: String, isLab: Bool = false, tricks: LaunchTricks = .all) {
    opening = ArchiveOpening(
      path: path,
      settings: isLab ? ProgramFolders.lab : ProgramFolders.settings,
      tricks: tricks)
    warmup = tricks.contains(.warmTools) ? Launch.warmup(for: opening) : nil
  }

  /// The command that `luge` runs when none is named.
  package static let defaultCommand = "open"

  private static let pending = Mutex<(path: String, ahead: StartAhead)?>(nil)

  /// Starts the work if the arguments look as if an archive will be opened. Parsing them properly
  /// takes too long here; a wrong guess only opens a file for nothing.
  ///
  /// - Parameter command: name of the command that opens an archive in a window.
  package static func begin(
    _ arguments: [String] = CommandLine.arguments, command: String = Self.defaultCommand,
    isLab: Bool = false
  ) {
    guard let path = path(in: arguments, command: command) else { return }
    if arguments.contains("--startup-times") { StartupTimes.begin() }
    let tricks = isLab ? LaunchTricks(arguments: arguments) : .all
    guard tricks.contains(.earlyArchive) else { return }
    // First, because listing fonts takes longest.
    if tricks.contains(.warmTools) { ToolsWarmup.listFonts() }
    let ahead = StartAhead(path: path, isLab: isLab, tricks: tricks)
    pending.withLock { $0 = (path, ahead) }
  }

  /// Returns the path of the archive that the arguments will probably open; nil if there is none,
  /// or if it must not be opened yet.
  static func path(in arguments: [String], command: String = Self.defaultCommand) -> String? {
    let words = arguments.dropFirst()
    let isNamed = words.first == command
    // No command's name ends in .luge, so such a first word is the default command's archive.
    guard isNamed || command == defaultCommand && words.first.map(isArchive) == true else {
      return nil
    }
    let rest = isNamed ? words.dropFirst() : words
    // With --media, the media folder must be stored before the archive is read: do not start early.
    guard !rest.contains(where: { $0 == "--media" || $0.hasPrefix("--media=") }) else { return nil }
    guard !rest.contains("--help"), !rest.contains("-h") else { return nil }
    // This may be an option's value that ends in .luge, which only costs time.
    return rest.first(where: isArchive)
  }

  private static func isArchive(_ word: String) -> Bool {
    word.hasSuffix(".luge") && FileManager.default.fileExists(atPath: word)
  }

  /// Returns the work started for this path, once; nil if there is none.
  package static func take(_ path: String?) -> StartAhead? {
    pending.withLock { pending in
      guard let known = pending, known.path == path else { return nil }
      pending = nil
      return known.ahead
    }
  }
}
