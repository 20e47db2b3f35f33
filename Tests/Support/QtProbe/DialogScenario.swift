import LugeCore
import LugeQt

/// Shows a message, a choice of files, then a date, while the main actor keeps running.
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
    // As in a forged file: the last day is before the first, and there is no day 0.
    let date = await window.askForDate(
      title: "Dates", accept: "Go", first: CivilDate(localSeconds: 1_714_608_000),
      last: CivilDate(localSeconds: 1_714_521_600),
      selected: CivilDate(daysSince1970: .min / 4096))
    say("date \(date.map { "\($0.year) \($0.month) \($0.day)" } ?? "-")")
    application.quit(7)
  }
  return withExtendedLifetime(window) { application.run() }
}

/// Asks for somebody, of whom one is suggested.
@MainActor func suggestions(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let window = Window(title: "luge-qt-probe")
  window.main.surface.onPaint = fillPattern
  window.show()
  let form = Form(
    title: "Somebody", accept: "Go", fields: [.init("With", choices: ["Ben (@ben:here)"])])
  Task {
    await window.ask(form) { values in
      say("with \(values.joined(separator: "|"))")
      return nil
    }
    application.quit(0)
  }
  return withExtendedLifetime(window) { application.run() }
}
