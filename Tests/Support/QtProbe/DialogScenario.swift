import LugeQt

/// A message, then a choice of files, while the main actor keeps running.
@MainActor func dialogs(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let window = Window(title: "luge-qt-probe")
  window.main.surface.onPaint = fillPattern
  window.show()
  Task {
    try await Task.sleep(for: .milliseconds(100))
    Task {
      try await Task.sleep(for: .milliseconds(200))
      say("asked")
    }
    let button = await window.showMessage(
      .warning, title: "Question", text: "Go on?", detail: "<b>plain</b>",
      buttons: ["Yes", "No"])
    say("button \(button.map(String.init) ?? "-")")
    Task {
      try await Task.sleep(for: .milliseconds(500))
      say("asked")
    }
    let paths = await window.askForFiles(.openFiles, title: "Files", path: arguments.first)
    say("files \(paths.count) \(paths.first ?? "")")
    application.quit(7)
  }
  return withExtendedLifetime(window) { application.run() }
}
