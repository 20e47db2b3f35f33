import Synchronization

/// File of the settings, shared by all windows.
final class SettingsFile: Sendable {
  private let file: SharedFile<ViewerSettings>
  /// Settings as this program wrote or read them last: a difference from these is a change made
  /// here.
  private let base = Mutex<ViewerSettings?>(nil)

  /// - Parameter folder: folder of the file; nil: nothing is stored.
  init(folder: String?, retryAfter: Double = 15) {
    file = SharedFile("settings.json", folder: folder, retryAfter: retryAfter)
  }

  /// Sets the function of ``SharedFile/onFailure(_:)``.
  func onFailure(_ tell: @escaping @Sendable (_ path: String, any Error) -> Void) {
    file.onFailure(tell)
  }

  func read() -> ViewerSettings {
    let settings = file.read() ?? ViewerSettings()
    base.withLock { $0 = settings }
    return settings
  }

  /// Writes the settings that changed here since the last call; other windows' changes stay.
  func write(_ settings: ViewerSettings) {
    let before = base.withLock { base in
      defer { base = settings }
      return base ?? ViewerSettings()
    }
    file.update { settings.merged(into: $0 ?? before, since: before) }
  }

  /// Waits until everything is written. Call it before the program ends.
  func flush() { file.flush() }
}
