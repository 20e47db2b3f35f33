import Foundation
import Testing

/// Links and files that are not what they look like, clicked with the mouse; what the desktop gets
/// to open is written down in place of being opened.
@Suite(
  "Links and files ask before they open", .timeLimit(.minutes(5)),
  .enabled(if: Tools.missingForReaders.isEmpty, "not installed: \(Tools.missingForReaders)"))
struct OpeningQuestionTests {
  private let display: Display
  private let folder: URL

  init() throws {
    display = try Display()
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "luge-opening-\(UUID().uuidString)")
    for name in ["bin", "export/files", "run"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    try write("#!/bin/sh\nprintf '%s\\n' \"$1\" >> '\(folder.path)/opened'\n", "bin/xdg-open")
    chmod(folder.appendingPathComponent("bin/xdg-open").path, 0o755)
    try write("#!/bin/sh\nrm -r ~\n", "export/files/Invoice.pdf")
    try write("[Desktop Entry]\nExec=sh\n", "export/files/a.desktop")
    try write("plain words", "export/files/notes.txt")
    let files = ["Invoice.pdf", "a.desktop", "notes.txt"].enumerated().map { index, name in
      """
      {"id": \(index + 2), "type": "message", "date": "2024-06-03T10:0\(index + 1):00", \
      "date_unixtime": "\(1_717_400_060 + index * 60)", "from": "Anna", "from_id": "user1", \
      "file": "files/\(name)", "text": "", "text_entities": []}
      """
    }
    try write(
      """
      {"name": "Anna", "type": "personal_chat", "id": 1, "messages": [
      {"id": 1, "type": "message", "date": "2024-06-03T10:00:00", "date_unixtime": "1717400000", \
      "from": "Anna", "from_id": "user1", "text": "", "text_entities": [{"type": "text_link", \
      "text": "https://bank.example", "href": "https://evil.example/login"}]},
      \(files.joined(separator: ",\n"))]}
      """, "export/result.json")
  }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  private func lines(_ name: String) -> [String] {
    let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }

  /// What the desktop got to open, and what its file manager got to show.
  private var opened: [String] { lines("opened") }
  private var shown: [String] { lines("shown") }

  private func support(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Support/\(name)").standardizedFileURL.path
  }

  /// What a client of AT-SPI finds that does what the lines say; the dialogs among it.
  ///
  /// - Parameter hasManager: whether there is a file manager that shows a file among others.
  private func dialogs(
    _ commands: String, _ arguments: [String], hasManager: Bool = false
  ) throws -> [[String: Any]] {
    let file = folder.appendingPathComponent("commands")
    try Data(commands.utf8).write(to: file)
    var environment = display.environment
    environment["PATH"] = "\(folder.path)/bin:\(environment["PATH"] ?? "/usr/bin:/bin")"
    environment["QT_LINUX_ACCESSIBILITY_ALWAYS_ON"] = "1"
    environment["XDG_RUNTIME_DIR"] = folder.appendingPathComponent("run").path
    environment["XDG_CONFIG_HOME"] = folder.appendingPathComponent("config").path
    environment["XDG_CACHE_HOME"] = folder.appendingPathComponent("cache").path
    for name in ["XDG_CURRENT_DESKTOP", "KDE_FULL_SESSION", "BROWSER"] { environment[name] = nil }
    let program = try RunningProgram(
      try #require(Tools.path(of: "dbus-run-session")),
      [
        "--", "/usr/bin/python3", support("filemanager.py"), folder.path + "/shown",
        hasManager ? "answer" : "refuse", "/usr/bin/python3", support("accessibility.py"),
        file.path, try #require(Tools.probe),
      ] + arguments,
      environment: environment)
    _ = try program.finish(seconds: 120)
    let found = program.lines.compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
    }
    #expect(!found.contains { $0["missing"] != nil }, "\(program.lines)")
    return found.filter { $0["dialog"] != nil }
  }

  /// The list's way of asking is the program's: both are clicked.
  private var windows: [(title: String, arguments: [String])] {
    let files = folder.path + "/export/files"
    return [
      ("Luge", ["viewer", folder.path + "/export/result.json"]),
      (
        "luge-qt-probe",
        ["questions", "\(files)/Invoice.pdf", "\(files)/a.desktop", "\(files)/notes.txt"]
      ),
    ]
  }

  private func texts(_ dialog: [String: Any]) -> String {
    (dialog["texts"] as? [String] ?? []).joined(separator: "\n")
  }

  @Test("A link whose words are another address names the host that it leads to", arguments: 0..<2)
  func link(window: Int) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (title, arguments) = windows[window]
    let asked = try dialogs(
      """
      focus \(title)
      pause 1
      click bank.example
      dialog
      key Escape
      closed
      click bank.example
      dialog
      answer Cancel
      closed
      pause 1
      click bank.example
      dialog
      answer Open evil.example
      closed
      pause 1
      """, arguments)
    #expect(asked.count == 3)
    for dialog in asked {
      #expect(texts(dialog).contains("This link leads to evil.example."), "\(dialog)")
      #expect(texts(dialog).contains("It is shown as “https://bank.example”,"))
      #expect(texts(dialog).contains("https://evil.example/login"))
      #expect(Set(dialog["buttons"] as? [String] ?? []) == ["Cancel", "Open evil.example"])
      // What Return does is harmless.
      #expect((dialog["focused"] as? [String])?.contains("Cancel") == true)
    }
    #expect(opened == ["https://evil.example/login"])
  }

  @Test(
    "Programs, scripts and desktop entries say what they are, and nothing else asks",
    arguments: 0..<2)
  func file(window: Int) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (title, arguments) = windows[window]
    let asked = try dialogs(
      """
      focus \(title)
      pause 1
      click Invoice.pdf
      dialog
      key Return
      closed
      click a.desktop
      dialog
      answer Show in Folder
      closed
      pause 1
      click Invoice.pdf
      dialog
      answer Open Anyway
      closed
      pause 1
      click notes.txt
      pause 2
      """, arguments)
    #expect(asked.count == 3)
    for (dialog, words) in zip(
      asked,
      [
        "“Invoice.pdf” is a script.",
        "“a.desktop” is a desktop entry, which can start any program.",
        "“Invoice.pdf” is a script.",
      ])
    {
      #expect(texts(dialog).contains(words), "\(dialog)")
      #expect(
        Set(dialog["buttons"] as? [String] ?? []) == ["Cancel", "Show in Folder", "Open Anyway"])
      #expect((dialog["focused"] as? [String])?.contains("Cancel") == true)
    }
    let files = folder.path + "/export/files"
    #expect(shown.isEmpty)
    #expect(
      opened.map { $0.hasPrefix("file://") ? String($0.dropFirst(7)) : $0 } == [
        files, "\(files)/Invoice.pdf", "\(files)/notes.txt",
      ])
  }

  @Test("The file manager shows a file among the others where it can", arguments: 0..<2)
  func folder(window: Int) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (title, arguments) = windows[window]
    _ = try dialogs(
      """
      focus \(title)
      pause 1
      click a.desktop
      dialog
      answer Show in Folder
      closed
      pause 2
      """, arguments, hasManager: true)
    #expect(shown == ["file://\(folder.path)/export/files/a.desktop"])
    #expect(opened.isEmpty)
  }
}
