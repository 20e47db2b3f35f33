import Foundation

// luge-kill MODE COUNT [SEED [LUGE]]: kills the program COUNT times at random moments and before
// random changes of files, or lets two of them race, and compares what the next import makes of it
// with an import that nobody disturbed. Prints what it found; exits with 1 when anything differed.
//
//   import     `luge import` is killed        race-imports   two imports into one new archive
//   window     `luge open EXPORT` is killed   race-windows   two windows on one export
//   both       both at work, one or two killed

let arguments = Array(CommandLine.arguments.dropFirst())
let modes = ["import", "window", "both", "race-imports", "race-windows"]
guard arguments.count >= 2, modes.contains(arguments[0]), let count = Int(arguments[1]), count > 0
else {
  print("luge-kill \(modes.joined(separator: "|")) COUNT [SEED [LUGE]]")
  exit(64)
}
let seed = arguments.dropFirst(2).first.flatMap { UInt64($0) } ?? UInt64(time(nil))
let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  .path

/// Starts an X server for this program.
func display() throws -> (Child, [String: String]) {
  let name = FileManager.default.temporaryDirectory.path + "/luge-kill-\(getpid()).display"
  let server = try Child(
    "/bin/sh",
    ["-c", "exec Xvfb -displayfd 3 -screen 0 1000x900x24 -noreset -nolisten tcp 3>'\(name)'"])
  defer { unlink(name) }
  func number() -> String { (try? String(contentsOfFile: name, encoding: .utf8)) ?? "" }
  guard wait(30, until: { number().hasSuffix("\n") }) else { throw Trouble("Xvfb does not start") }
  return (
    server, ["DISPLAY": ":" + number().dropLast(), "QT_QPA_PLATFORM": "xcb", "WAYLAND_DISPLAY": ""]
  )
}

/// - Returns: the exit status; all programs that it started have ended by then.
func run() throws -> Int32 {
  let server = try ["import", "race-imports"].contains(arguments[0]) ? nil : display()
  defer { server?.0.kill() }
  let trials = try Trials(
    Programs(
      luge: arguments.dropFirst(3).first ?? "\(folder)/luge",
      steps: "\(folder)/libluge-kill-steps.so", display: server?.1 ?? [:]), seed: seed)
  let start = ContinuousClock.now
  for index in 1...count {
    switch arguments[0] {
    case "race-imports": try trials.raceImports()
    case "race-windows": try trials.raceWindows()
    default: try trials.kill(Victim(rawValue: arguments[0]) ?? .importer)
    }
    if index.isMultiple(of: 50) { say("\(index) of \(count)") }
  }
  let seconds = Int(start.duration(to: .now) / .seconds(1))
  print(
    "\(arguments[0]): \(count) runs in \(seconds) s, seed \(seed): \(trials.kills) killed, "
      + "\(trials.tooLate) had ended; \(trials.problems.count) problems")
  for (words, times) in trials.found.sorted(by: { $0.key < $1.key }) {
    print("  \(words): \(times)")
  }
  return trials.problems.isEmpty ? 0 : 1
}

do {
  exit(try run())
} catch {
  print("luge-kill: \(error)")
  exit(2)
}
