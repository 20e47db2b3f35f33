import LugeCore
import LugeEngine
import LugeListKit
public import LugePaint

extension ViewerController {
  nonisolated static let fontFamily = "Noto Sans"

  /// Where the screens are that archives open with.
  public nonisolated static var screensFolder: String { ScreenFolder.ofProgram.path }

  /// Where settings are, without a connection to the window system: as Qt has it, for a program
  /// named `luge` without an organisation.
  public nonisolated static var settingsFolder: String { "\(UserFolders.config())/luge" }

  /// Settings and screens of windows that `luge lab` opens: the user's own, and what was opened
  /// recently, stay as they are.
  public nonisolated static var labFolder: String { "\(UserFolders.cache())/luge/lab-open" }
  public nonisolated static var labScreensFolder: String { ScreenFolder.ofLab.path }

  /// Begins to make the first list's tools; worth calling before anything else but the opening.
  public nonisolated static func warmup(for opening: ArchiveOpening? = nil) -> ToolsWarmup {
    ToolsWarmup(
      environment: LayoutEnvironment(width: 400, fontFamily: fontFamily),
      rows: { opening?.firstRows() ?? [] },
      hold: { opening?.waitForScreen() },
      first: { opening?.drawScreen(with: $0) ?? false })
  }
}
