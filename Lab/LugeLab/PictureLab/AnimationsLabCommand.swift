import ArgumentParser
import LugeCommandLine

struct AnimationsLabCommand: Lab {
  static let configuration = CommandConfiguration(
    commandName: "animations",
    abstract: "Plays animated pictures, then takes them out of view and counts wake-ups.",
    discussion: """
      Examples:
        luge lab animations --json
        luge lab animations --seconds 10
      """)

  static let section = LabSection(
    title: "Animated pictures",
    about: "Thirty animations, then none in view: nothing may run.",
    arguments: ["--seconds", "20"],
    expected: (42, 0),
    expectations: [
      // Of an animation that stands still no frame is late.
      .init("frames shown, % of those due", .atLeast(98)) { value in
        guard let shown = value["frames_shown"]?.number,
          let due = value["frames_expected"]?.number, due > 0
        else { return nil }
        return shown * 100 / due
      },
      // A tick of the player, at whose multiples frames are due.
      .init("frames shown more than 10 ms late", "frames_late", .atMost(0)),
      .init("more memory at the end than at the beginning (MB)", .atMost(4)) { value in
        // Until then the frames ahead are still being filled up.
        guard let seconds = value["seconds"]?.number, seconds >= 20,
          let begin = value["memory_begin_mb"]?.number,
          let end = value["memory_end_mb"]?.number
        else { return nil }
        return end - begin
      },
      .init("animations still running with none in view", .atMost(0)) { value in
        guard case .bool(let isRunning)? = value["away_is_running"] else { return nil }
        return isRunning ? 1 : 0
      },
      .init("wake-ups of its threads with none in view", "away_thread_wake_ups", .atMost(0)),
      .init("animations moved with none in view", "away_player_wake_ups", .atMost(0)),
    ])

  @Option(help: "How many animated pictures of 320 x 240.")
  var count = 30

  @Option(help: "Seconds that they play.")
  var seconds = 60.0

  @Option(help: "Folder of the pictures.", completion: .directory)
  var folder: String?

  @Flag(help: "Report as JSON.")
  var json = false

  func validate() throws {
    try LabRun.check("--count", count, in: 1...60)
    try LabRun.check("--seconds", seconds, in: 2...600)
  }

  func run() throws {
    try Terminal.run {
      let report = try AnimationsLab(count: count, seconds: seconds)
        .run(folder: folder ?? PictureLabFolder.path)
      try LabOutput.print(Self.self, report, json: json) { show(report) }
    }
  }

  private func show(_ report: AnimationsLab.Report) {
    print(
      """
      \(report.animations) animations for \(report.seconds) s: \(report.cpuPercent) % of a core, \
      \(report.memoryBeginMb) MB at the beginning, \(report.memoryEndMb) MB at the end
      \(report.framesShown) frames of \(report.framesExpected), \(report.framesLate) late, 99 % \
      within \(report.frameErrorP99Ms) ms; \(report.wakeUpsPerS) wake-ups a second
      out of view: \(report.awayPlayerWakeUps) wake-ups of the player, \(report.awayThreadWakeUps) \
      of all threads, \(report.awayCpuMs) ms of CPU, \(report.awayMemoryMb) MB
      """)
  }
}
