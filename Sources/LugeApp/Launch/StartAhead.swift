import Foundation
import LugeEngine
public import LugePaint
import Synchronization

/// The work that `luge open` starts before everything else: one thread opens the archive and reads
/// the newest messages, another prepares fonts and painter. Meanwhile the main thread parses the
/// arguments and connects to the window system.
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

  private static let pending = Mutex<(path: String, ahead: StartAhead)?>(nil)

  /// Starts the work if the arguments look as if an archive will be opened. Parsing them properly
  /// takes too long here; a wrong guess only opens a file for nothing.
  ///
  /// - Parameter command: name of the command that opens an archive in a window.
  package static func begin(
    _ arguments: [String] = CommandLine.arguments, command: String = "open", isLab: Bool = false
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

  /// Returns the path of the archive in the arguments; nil unless one will certainly be opened.
  static func path(in arguments: [String], command: String = "open") -> String? {
    let words = arguments.dropFirst()
    guard words.first == command else { return nil }
    let rest = words.dropFirst()
    // With --media, the media folder must be stored before the archive is read: do not start early.
    guard !rest.contains(where: { $0 == "--media" || $0.hasPrefix("--media=") }) else { return nil }
    guard !rest.contains("--help"), !rest.contains("-h") else { return nil }
    // This may be an option's value that ends in .luge, which only costs time.
    return rest.first { $0.hasSuffix(".luge") && FileManager.default.fileExists(atPath: $0) }
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
