import Foundation

/// Another program that shows the same chat, and what it takes to have it.
struct PeerProgram: Sendable {
  var name: String
  /// Debian and Ubuntu packages.
  var packages: String
  /// Program that is started; made by `build`.
  var program: String
  /// Arguments after the data.
  var arguments: [String] = []
  /// A shell command that makes the program; nil where there is nothing to make.
  var build: String?
  /// A shell command that succeeds where the libraries are.
  var check: String
  /// Text about where to get the libraries, if they are not packages of the system; otherwise nil.
  var hint: String?
  /// Environment of the program beside the lab's own.
  var environment: [String: String] = [:]

  /// - Parameters:
  ///   - folder: `Lab/Peers` of the sources.
  ///   - cache: folder in which programs are built.
  static func all(folder: String, cache: String) -> [PeerProgram] {
    let quick = PeerProgram(
      name: "qt-quick",
      packages: "g++ qt6-declarative-dev qml6-module-qtquick qml6-module-qtquick-window "
        + "qml6-module-qtqml-workerscript",
      program: "\(cache)/qt-chat", arguments: ["\(folder)/qt/chat.qml"],
      build: "c++ -O2 -std=c++17 -fPIC -o \"$out\" \"$in/qt/main.cpp\" "
        + "$(pkg-config --cflags --libs Qt6Quick)",
      check: "command -v c++ && pkg-config --exists Qt6Quick")
    // The same program with a newer Qt: Qt keeps programs that were built with an older one
    // running.
    var newest = quick
    newest.name = "qt-quick-pypi"
    let pyside = "\(cache)/pyside"
    let qt = "\(pyside)/PySide6/Qt"
    newest.check += " && [ -e '\(qt)/lib/libQt6Quick.so.6' ]"
    newest.hint =
      "apt install \(quick.packages), and the newest Qt by "
      + "python3 -m pip install --target \(pyside) PySide6-Essentials"
    newest.environment = [
      "LD_LIBRARY_PATH": "\(qt)/lib", "QT_PLUGIN_PATH": "\(qt)/plugins",
      "QML_IMPORT_PATH": "\(qt)/qml", "QML2_IMPORT_PATH": "\(qt)/qml",
    ]
    return [
      quick, newest,
      PeerProgram(
        name: "gtk4", packages: "gcc libgtk-4-dev libjson-glib-dev", program: "\(cache)/gtk-chat",
        build: "cc -O2 -o \"$out\" \"$in/gtk/chat.c\" "
          + "$(pkg-config --cflags --libs gtk4 json-glib-1.0) -lm",
        check: "command -v cc && pkg-config --exists gtk4 json-glib-1.0"),
      PeerProgram(
        name: "chromium", packages: "chromium", program: "\(folder)/chromium/run",
        check: "command -v chromium || command -v chromium-browser || command -v google-chrome"),
    ]
  }

  /// Builds it when it is not there or older than its source.
  ///
  /// - Returns: why it can't be started; nil when it can.
  func prepare(folder: String) -> String? {
    guard Self.shell(check, [:]) else {
      return "not installed: \(hint ?? "apt install \(packages)")"
    }
    guard let build else { return nil }
    let made = Self.shell(
      "[ \"$out\" -nt \"$in/script.h\" ] && [ -z \"$(find \"$in\" -newer \"$out\" -type f)\" ] || "
        + build, ["in": folder, "out": program])
    return made ? nil : "could not be built; apt install \(packages)"
  }

  private static func shell(_ command: String, _ variables: [String: String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
