import Foundation

/// Whether the desktop's settings ask for reduced motion.
///
/// Read from the desktops' own settings, because Qt passes on none of them: KDE's `kdeglobals`,
/// GTK's `settings.ini` (written by KDE, Xfce and users), and GNOME's settings, by its command.
public struct ReducedMotion: Sendable {
  /// The folder of the user's settings; nil: unknown.
  let folder: String?
  /// Values of GNOME's interface settings by name; nil when there are none.
  let gnome: @Sendable (_ name: String) -> String?

  public init(
    folder: String? = UserFolders.config(),
    gnome: @escaping @Sendable (String) -> String? = ReducedMotion.gnomeSetting
  ) {
    self.folder = folder
    self.gnome = gnome
  }

  /// Reads small files and may start a program: not for the main thread.
  public var isWanted: Bool {
    if let factor = value("AnimationDurationFactor", "KDE", "kdeglobals").flatMap(Double.init) {
      if factor == 0 { return true }
    }
    for version in ["gtk-4.0", "gtk-3.0"] {
      let name = "gtk-enable-animations"
      if let word = value(name, "Settings", "\(version)/settings.ini")?.lowercased() {
        if word == "false" || word == "0" { return true }
      }
    }
    return gnome("enable-animations") == "false"
  }

  /// The value of a key in a group of an INI file.
  private func value(_ key: String, _ group: String, _ file: String) -> String? {
    guard let folder, let data = FileManager.default.contents(atPath: "\(folder)/\(file)"),
      data.count <= 1 << 20
    else { return nil }
    var isInGroup = false
    for line in String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("[") {
        isInGroup = line == "[\(group)]"
      } else if isInGroup, let sign = line.firstIndex(of: "="),
        line[..<sign].trimmingCharacters(in: .whitespaces) == key
      {
        return line[line.index(after: sign)...].trimmingCharacters(in: .whitespaces)
      }
    }
    return nil
  }

  /// Runs the `gsettings` command, on desktops that use it.
  /// One of GNOME's interface settings.
  @Sendable public static func gnomeSetting(_ name: String) -> String? {
    let environment = ProcessInfo.processInfo.environment
    let desktops = (environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":")
    guard desktops.contains(where: { ["GNOME", "Unity", "Budgie", "Pantheon"].contains($0) }),
      let path = (environment["PATH"] ?? "").split(separator: ":").filter({ $0.hasPrefix("/") })
        .map({ "\($0)/gsettings" }).first(where: FileManager.default.isExecutableFile)
    else { return nil }
    let program = Process()
    let output = Pipe()
    program.executableURL = URL(fileURLWithPath: path)
    program.arguments = ["get", "org.gnome.desktop.interface", name]
    program.standardOutput = output
    program.standardError = nil
    guard (try? program.run()) != nil else { return nil }
    let words = output.fileHandleForReading.readDataToEndOfFile()
    program.waitUntilExit()
    return String(decoding: words.prefix(64), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
