import ArgumentParser
import LugeCommandLine

struct JumpLabCommand: Lab {
  static let configuration = CommandConfiguration(
    commandName: "jump", abstract: "Random jumps in a million messages.")

  static let section = LabSection(
    title: "Jumps", about: "Random places of a long conversation, exact at once.",
    arguments: [], quickArguments: ["--messages", "10000", "--jumps", "100"],
    quickSize: "100 jumps in 10,000 messages, not 1,000 in 1,000,000", expected: (60, 8),
    expectations: [
      .init("p99 to an exact frame (ms)", "p99_ms", .atMost(16)),
      .init("inexact jumps", "inexact", .atMost(0)),
    ])

  @OptionGroup var source: LabArchiveOptions

  @Option(help: "How many jumps.")
  var jumps = 1000

  func validate() throws {
    try LabRun.check("--jumps", jumps, in: 1...1_000_000)
  }

  func run() throws {
    try LabRun.report {
      let archive = try source.open(default: 1_000_000)
      let result = JumpLab(jumps: jumps).run(archive.provider)
      try LabOutput.print(Self.self, result, json: source.json) {
        try Terminal.print(
          """
          \(result.jumps) jumps in \(result.messages) messages: p50 \(LabRun.number(result.p50Ms)), \
          p99 \(LabRun.number(result.p99Ms)), longest \(LabRun.number(result.maxMs)) ms; work of a \
          frame p99 \(LabRun.number(result.frameP99Ms)) ms; \(result.inexact) inexact
          """)
      }
    }
  }
}
