#if canImport(Glibc)
  import Glibc
#endif

/// Set of catalogues, one per language, as gettext calls it: `luge`, or a program's own.
public struct Domain: Hashable, Sendable {
  /// Name of the file without `.mo`.
  public var name: String
  /// Folders that are searched from the first to the last: for `FOLDER/de/LC_MESSAGES/NAME.mo`, as
  /// catalogues are installed, and for `FOLDER/de.mo`, as a package has them in its resources.
  public var folders: [String]

  /// Makes a domain.
  ///
  /// - Parameter folders: folders such as `/usr/share/locale`.
  public init(_ name: String, folders: [String]) {
    self.name = name
    self.folders = folders
  }

  /// Domain of Luge: installed beside the program, or in the build's folder.
  public static var luge: Domain { Domain("luge", folders: installedFolders + [builtFolder]) }

  /// Folders of installed catalogues: `share/locale` beside the program's own folder, then the
  /// system's.
  public static var installedFolders: [String] {
    var folders = ["/usr/local/share/locale", "/usr/share/locale"]
    if let folder = programFolder { folders.insert(folder + "/../share/locale", at: 0) }
    return folders
  }

  /// Folder into which SwiftPM puts this target's resources.
  private static var builtFolder: String {
    (programFolder ?? ".") + "/luge_LugeWords.resources/Catalogues"
  }

  /// Folder of the running program.
  private static var programFolder: String? {
    guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(resolved) }
    let path = String(cString: resolved)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }

  /// Returns the catalogue of exactly this language.
  func catalogue(_ tag: String) -> MessageCatalogue? {
    // Language tags come from the environment and must not lead to files elsewhere.
    guard !tag.contains("/"), !tag.hasPrefix(".") else { return nil }
    for folder in folders {
      for path in ["\(folder)/\(tag)/LC_MESSAGES/\(name).mo", "\(folder)/\(tag).mo"] {
        if let found = MessageCatalogue(path: path) { return found }
      }
    }
    return nil
  }
}
