import Glibc

// luge-image-fuzz [SECONDS [SEED [FOLDER]]]: mutates valid pictures (made here, and those of a
// folder), and decodes them through the helper, as luge does. Each must yield a picture or an error
// within the limits; otherwise the exit code is 1. luge-image-fuzz --look FILE...: prints the
// results of files at three sizes and as animations; the exit code is 1 if one of them ended a
// helper.

let arguments = CommandLine.arguments.dropFirst().map { $0 }
if arguments.first == "--look" { exit(look(at: arguments.dropFirst()) ? 0 : 1) }
let seconds = arguments.first.flatMap { Double($0) } ?? 10
let seed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? 1
var seeds = Seeds.made()
if arguments.count > 2 { seeds += Seeds.files(in: arguments[2]) }
guard !seeds.isEmpty else {
  print("no seeds could be made")
  exit(2)
}
var fuzzer = Fuzzer(seeds: seeds, seed: seed)
let isGood = fuzzer.run(seconds: seconds)
print(fuzzer.report)
exit(isGood ? 0 : 1)
