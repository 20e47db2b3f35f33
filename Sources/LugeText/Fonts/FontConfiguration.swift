import CPango
import Glibc

/// Which fonts and which rules this system measures with.
public enum FontConfiguration {
  /// Reads the system's list of fonts, unless that was done. Threads that need it at the same time
  /// would each read it otherwise, and all but one throw theirs away.
  ///
  /// - Complexity: some milliseconds the first time.
  public static func load() { _ = isLoaded }

  private static let isLoaded = FcInit()

  /// Words that differ whenever measured sizes might: versions of the libraries, the files that
  /// configure fonts and the folders that hold them with their times of change, and the families
  /// that stand for the general names.
  ///
  /// - Complexity: a system call for each file and folder, well below a millisecond; loads the font
  ///   configuration if nothing has.
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
