import Foundation
import LugeEngine
import LugePaint
import LugeViewer
import Synchronization

/// What `luge open` begins before anything else: one thread opens the archive and reads the newest
/// messages, another makes the tools that these are laid out and drawn with. Meanwhile this process
/// reads its arguments and connects to the window system.
struct StartAhead: Sendable {
  let opening: ArchiveOpening
  let warmup: ToolsWarmup

  /// - Parameter isLab: remembers nothing where the user's windows do.
  init(path: String, isLab: Bool) {
    opening = ArchiveOpening(
      path: path,
      settings: isLab ? ViewerController.labFolder : ViewerController.settingsFolder,
      screens: isLab ? ViewerController.labScreensFolder : ViewerController.screensFolder)
    warmup = ViewerController.warmup(for: opening)
  }

  private static let begun = Mutex<(path: String, ahead: StartAhead)?>(nil)

  /// Begins when the arguments look as if an archive is going to be opened. Understanding them in
  /// earnest takes several milliseconds; a wrong guess costs a file that is opened and closed.
  static func begin(_ arguments: [String] = CommandLine.arguments) {
    guard let path = path(in: arguments) else { return }
    if arguments.contains("--startup-times") { StartupTimes.begin() }
    // Takes longest of all that begins here.
    ToolsWarmup.listFonts()
    let ahead = StartAhead(path: path, isLab: arguments.dropFirst().first == "lab")
    begun.withLock { $0 = (path, ahead) }
  }

  /// The archive in arguments of a command that opens one in a window; nil when in doubt.
  static func path(in arguments: [String]) -> String? {
    let words = arguments.dropFirst()
    let rest: ArraySlice<String>
    if words.first == "open" {
      rest = words.dropFirst()
    } else if words.prefix(2) == ["lab", "open-probe"] {
      rest = words.dropFirst(2)
    } else {
      return nil
    }
    guard !rest.contains("--help"), !rest.contains("-h") else { return nil }
    // An option's value is no path, unless it ends like one; then nothing is lost but time.
    return rest.first { $0.hasSuffix(".luge") && FileManager.default.fileExists(atPath: $0) }
  }

  /// What was begun for this path, once.
  static func take(_ path: String?) -> StartAhead? {
    begun.withLock { begun in
      guard let known = begun, known.path == path else { return nil }
      begun = nil
      return known.ahead
    }
  }
}
