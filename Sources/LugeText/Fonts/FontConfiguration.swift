import CPango
import Glibc

/// The system's fonts and font rules, on which measured sizes depend.
public enum FontConfiguration {
  /// Reads the system's list of fonts, once. Without it, threads that need the list at the same
  /// time would each read it, and all but one would discard it.
  ///
  /// - Complexity: O(fonts) the first time, otherwise O(1).
  public static func load() { _ = isLoaded }

  private static let isLoaded = FcInit()

  /// Returns texts that change whenever measured sizes might: versions of the libraries, font
  /// configuration files and font folders with their modification times, and the families behind
  /// the generic names.
  ///
  /// - Complexity: a system call for each file and folder; loads the font configuration if
  ///   necessary.
  public static func fingerprint() -> [String] {
    var words = [
      "pango \(pango_version())", "harfbuzz \(String(cString: hb_version_string()))",
      "fontconfig \(FcGetVersion())",
    ]
    let names = FontFamilies.current
    words += [names.text, names.monospaced, names.language]
    load()
    guard let configuration = FcConfigReference(nil) else { return words }
    defer { FcConfigDestroy(configuration) }
    for list in [FcConfigGetConfigFiles(configuration), FcConfigGetFontDirs(configuration)] {
      guard let list else { continue }
      while let path = FcStrListNext(list) {
        path.withMemoryRebound(to: CChar.self, capacity: 1) { path in
          var status = stat()
          let isThere = stat(path, &status) == 0
          words.append(
            "\(String(cString: path)) \(isThere ? status.st_mtim.tv_sec : -1).\(status.st_mtim.tv_nsec)"
          )
        }
      }
      FcStrListDone(list)
    }
    return words
  }
}
