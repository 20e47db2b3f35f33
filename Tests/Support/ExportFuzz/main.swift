import Foundation

// luge-fuzz [SECONDS [SEED [FOLDER]]]: mutates valid exports and archives, and does with each what
// a user does: imports, opens, draws at three widths in two time zones, searches, selects, copies,
// `luge info`. Each must succeed or fail with an error, soon. Inputs that end a program or take too
// long are kept in the folder and printed; the exit code is then 1. `luge-fuzz --look PATH` repeats
// one.

let arguments = CommandLine.arguments.dropFirst().map { $0 }
if arguments.first == "--look" {
  // Reads paths of inputs on standard input, one per line; prints a line when one has begun and one
  // when it is done.
  let named = arguments.dropFirst().first
  let scratch = FileManager.default.temporaryDirectory.path
  let inputs = named.map { [$0] }
  func look(_ path: String) async {
    say("begin \(path)")
    let outcome = await Look.run(path, scratch: scratch)
    say("end \(outcome)")
  }
  if let inputs {
    for path in inputs { await look(path) }
  } else {
    while let path = readLine() { await look(path) }
  }
  exit(0)
}
let time = arguments.isEmpty ? 60 : Double(arguments[0])
let start = arguments.count < 2 ? UInt64.random(in: 0..<1_000_000_000) : UInt64(arguments[1])
guard let seconds = time, (0...1e9).contains(seconds), let seed = start, arguments.count <= 3,
  arguments.last?.isEmpty != true
else {
  say("usage: luge-fuzz [SECONDS [SEED [FOLDER]]], or luge-fuzz --look [PATH]")
  exit(64)
}
let folder =
  arguments.count > 2
  ? arguments[2] : FileManager.default.temporaryDirectory.path + "/luge-fuzz-\(seed)"
say("luge-fuzz: \(Int(seconds)) s, seed \(seed), folder \(folder)")
do {
  var fuzz = try ExportFuzz(seed: seed, folder: folder)
  let isGood = try fuzz.run(seconds: seconds)
  say(fuzz.report)
  exit(isGood ? 0 : 1)
} catch {
  say("luge-fuzz: \(error)")
  exit(2)
}
