import Foundation

/// The user's folders (XDG Base Directory Specification).
///
/// As in Qt's settings, `$HOME` counts, not the system's list of users: a program that runs with
/// another home folder finds everything there.
public enum UserFolders {
  public static func cache(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    folder("XDG_CACHE_HOME", ".cache", environment)
  }

  public static func config(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    folder("XDG_CONFIG_HOME", ".config", environment)
  }

  public static func data(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    folder("XDG_DATA_HOME", ".local/share", environment)
  }

  /// Returns the folder in a variable, or the default one. Relative paths are ignored, as the
  /// specification says.
  private static func folder(
    _ variable: String, _ name: String, _ environment: [String: String]
  ) -> String {
    if let folder = environment[variable], folder.hasPrefix("/") { return folder }
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return "\(home ?? NSHomeDirectory())/\(name)"
  }
}
