import Foundation
import LugeEngine
public import LugePaint
import Synchronization

/// What `luge open` begins before anything else: one thread opens the archive and reads the newest
/// messages, another makes the tools that these are laid out and drawn with. Meanwhile this process
/// reads its arguments and connects to the window system.
package struct StartAhead: Sendable {
  package let opening: ArchiveOpening
  /// Nil where tools are not made ahead.
  package let warmup: ToolsWarmup?

  /// - Parameter isLab: remembers nothing where the user's windows do.
  package init(path: String, isLab: Bool = false, tricks: LaunchTricks = .all) {
    opening = ArchiveOpening(
      path: path,
      settings: isLab ? ProgramFolders.lab : ProgramFolders.settings,
      screens: (isLab ? ScreenFolder.ofLab : ScreenFolder.ofProgram).path,
      tricks: tricks)
    warmup = tricks.contains(.warmTools) ? Launch.warmup(for: opening) : nil
  }

  private static let begun = Mutex<(path: String, ahead: StartAhead)?>(nil)

  /// Begins when the arguments look as if an archive is going to be opened. Understanding them in
  /// earnest takes several milliseconds; a wrong guess costs a file that is opened and closed.
  ///
  /// - Parameter command: that opens one in a window.
  package static func begin(
    _ arguments: [String] = CommandLine.arguments, command: String = "open", isLab: Bool = false
  ) {
    guard let path = path(in: arguments, command: command) else { return }
    if arguments.contains("--startup-times") { StartupTimes.begin() }
    let tricks = isLab ? LaunchTricks(arguments: arguments) : .all
    guard tricks.contains(.earlyArchive) else { return }
    // Takes longest of all that begins here.
    if tricks.contains(.warmTools) { ToolsWarmup.listFonts() }
    let ahead = StartAhead(path: path, isLab: isLab, tricks: tricks)
    begun.withLock { $0 = (path, ahead) }
  }

  /// The archive in arguments of a command that opens one in a window; nil when in doubt.
  static func path(in arguments: [String], command: String = "open") -> String? {
    let words = arguments.dropFirst()
    guard words.first == command else { return nil }
    let rest = words.dropFirst()
    // What --media says has to be noted first.
    guard !rest.contains(where: { $0 == "--media" || $0.hasPrefix("--media=") }) else { return nil }
    guard !rest.contains("--help"), !rest.contains("-h") else { return nil }
    // An option's value is no path, unless it ends like one; then nothing is lost but time.
    return rest.first { $0.hasSuffix(".luge") && FileManager.default.fileExists(atPath: $0) }
  }

  /// What was begun for this path, once.
  package static func take(_ path: String?) -> StartAhead? {
    begun.withLock { begun in
      guard let known = begun, known.path == path else { return nil }
      begun = nil
      return known.ahead
    }
  }
}
