import ArgumentParser
import Foundation
import LugeApp
import LugeCommandLine
import LugeEngine
import LugeLab
import LugeQt

struct JumpLabCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jump", abstract: "Random jumps in a million messages.")

  @OptionGroup var source: LabArchiveOptions

  @Option(help: "How many jumps.")
  var jumps = 1000

  func validate() throws {
    guard (1...1_000_000).contains(jumps) else {
      throw ValidationError("--jumps has to be between 1 and 1000000.")
    }
  }

  func run() throws {
    try LabRun.report {
      let archive = try source.open(default: 1_000_000)
      let result = JumpLab(jumps: jumps).run(archive.provider)
      try LabOutput.print("jump", result, json: source.json) {
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

struct RewidthLabCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rewidth",
    abstract: "A window pulled from 400 to 700 points and back: drift, frames, exact heights.",
    discussion: "Without --archive and --messages, 10,000 and 1,000,000 messages.")

  @OptionGroup var source: LabArchiveOptions

  @Option(help: "Steps of the width.")
  var steps = 30

  @Option(help: "Seconds that exact heights are waited for.")
  var exactLimit = 60.0

  func validate() throws {
    guard (2...10_000).contains(steps) else {
      throw ValidationError("--steps has to be between 2 and 10000.")
    }
    guard (0...3600).contains(exactLimit) else {
      throw ValidationError("--exact-limit has to be between 0 and 3600.")
    }
  }

  func run() throws {
    try LabRun.report {
      let lab = RewidthLab(steps: steps, exactLimit: exactLimit)
      let isSingle = source.archive != nil || source.messages != nil
      var results: [RewidthLab.Result] = []
      for count in isSingle ? [10_000] : [10_000, 1_000_000] {
        results.append(lab.run(try source.open(default: count).provider))
      }
      try LabOutput.print("rewidth", Report(runs: results), json: source.json) {
        for result in results {
          let exact =
            result.exactMs.map { "\(LabRun.number($0)) ms" } ?? "not within \(exactLimit) s"
          try Terminal.print(
            """
            \(result.messages) messages: drift \(result.driftPx) px, p99 \
            \(LabRun.number(result.p99Ms)) ms, \(result.missedFrames) frames missed, \
            \(result.blankPx) px blank, \(result.outlines) outlines; all heights exact after: \(exact)
            """)
        }
      }
    }
  }

  /// The first run's figures, and those of all.
  private struct Report: Encodable {
    var runs: [RewidthLab.Result]

    enum CodingKeys: CodingKey { case runs }

    func encode(to encoder: any Encoder) throws {
      try runs.first?.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(runs, forKey: .runs)
    }
  }
}

struct OpenLabCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "From process start to the first frame with messages, against a bare window.",
    discussion: """
      Archives of 500, 10,000, 100,000 and 1,000,000 messages that were opened and closed before, with \
      the archive and what was kept of its last screen in the page cache (warm) and dropped from it \
      (cold), and without such a screen (new). Each start is paired with one of a bare window; medians \
      and quartiles are printed, and the median of the pairs' differences. Needs a display.
      """)

  @Option(help: "Starts of each kind; the median counts.")
  var repetitions = 5

  @Option(
    help: ArgumentHelp(
      "Measure these lengths alone: 500, 10k, 100k, 1m, separated by commas.", valueName: "lengths")
  )
  var only: String?

  @Option(
    help: """
      Also opens the longest of the archives with no more messages than this until all heights are \
      exact, with none kept and with those that the first one kept.
      """)
  var exactLimit = 100_000

  @Flag(help: "Report as JSON.")
  var json = false

  func validate() throws {
    guard (1...1000).contains(repetitions) else {
      throw ValidationError("--repetitions has to be between 1 and 1000.")
    }
    let known = Set(OpenLab.lengths.map(\.name))
    guard names?.allSatisfy(known.contains) != false else {
      throw ValidationError("--only takes names of 500, 10k, 100k and 1m.")
    }
  }

  private var names: [String]? { only?.split(separator: ",").map(String.init) }

  func run() throws {
    try LabRun.report {
      var lab = OpenLab(
        program: LabRun.program, repetitions: repetitions, exactLimit: exactLimit)
      if let names { lab.lengths.removeAll { !names.contains($0.name) } }
      let result = try lab.run(progress: LabRun.say)
      try LabOutput.print("open", result, json: json) {
        for line in OpenLab.sentences(result) { try Terminal.print(line) }
      }
    }
  }
}

struct OpenProbeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open-probe", abstract: "One start, for `luge lab open`.", shouldDisplay: false)

  @Argument(help: ArgumentHelp("The archive; none for a bare window.", visibility: .hidden))
  var path: String?

  @Option(help: ArgumentHelp("Run until the heights of so many are exact.", visibility: .hidden))
  var messages: Int?

  @Flag(help: ArgumentHelp("Print the memory at rest, too.", visibility: .hidden))
  var rest = false

  @Flag(help: ArgumentHelp("Close as a reader would, once all is there.", visibility: .hidden))
  var closing = false

  @Flag(help: ArgumentHelp("As `luge open` has it.", visibility: .hidden))
  var startupTimes = false

  func run() throws {
    defer {
      for line in StartupTimes.lines(StartupTimes.end()) { Terminal.printError(line) }
    }
    // In the order of `luge open`; a bare window needs neither.
    if startupTimes { StartupTimes.begin() }
    let opening = (StartAhead.take(path) ?? path.map { StartAhead(path: $0, isLab: true) }).map {
      ($0.opening, $0.warmup)
    }
    _ = try LabRun.inWindow { application in
      let probe = OpenProbe(application, rests: rest)
      switch (opening, messages) {
      case (let opening?, let messages?):
        try probe.measure(opening.0, opening.1, messages: messages)
      case (let opening?, nil) where closing: try probe.openAndClose(opening.0, opening.1)
      case (let opening?, nil): try probe.open(opening.0, opening.1)
      case (nil, _): probe.openBare()
      }
      return probe
    }
  }
}
