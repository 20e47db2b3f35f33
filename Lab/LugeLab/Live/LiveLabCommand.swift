import ArgumentParser
import Foundation
import LugeCommandLine

struct LiveLabCommand: Lab {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "A room of a live account: its first message, its pages, a flood of messages.",
    discussion: """
      The server is in the same process and answers at once, so that Luge's own part is measured: \
      from the answer until the messages are stored and shown.

      Example:
        luge lab live --messages 20000
      """)

  static let section = LabSection(
    title: "A live room",
    about: """
      A room of an account, behind a server in the same process that answers at once: the time \
      until its first message is in view, the cost of a page of older messages, and how soon the \
      last message of a flood is in view.
      """,
    arguments: [], quickArguments: ["--messages", "5000", "--seconds", "2", "--flood", "1000"],
    quickSize: "5,000 messages, not 100,000", expected: (120, 20),
    expectations: [
      // Without a figure the expectation counts as not met, so a run that read nothing fails it.
      .init("messages passed in a second while reading back", .atLeast(100)) { value in
        guard let count = value["read_messages"]?.number,
          let seconds = value["read_seconds"]?.number,
          seconds > 0
        else { return nil }
        return count / seconds
      }.noting { value in
        // At 25 screens a second Luge shows skeletons on purpose: docs/LAB.md.
        value["skeletons"]?.number.map {
          "rows shown as skeletons in these frames: \(ReportTable.number($0))"
        }
      },
      .init("messages held beside those drawn", "most_held", .atMost(500)),
      LabExpectation("drift (px)", "drift_px", .atMost(0)).noting(LabExpectation.judged),
      .noneMissed("missed frames while reading back"),
      .init("time of a page, last tenth ÷ first tenth of them", "page_growth", .atMost(1.5)),
      .init("more memory after all pages than after a tenth of them (MB)", .atMost(8)) { value in
        guard let begin = value["pss_start_mb"]?.number, let end = value["pss_end_mb"]?.number
        else { return nil }
        return end - begin
      },
      .init(
        "messages a second in a flood, until the last is in view", "flood_per_second",
        .atLeast(1000)),
      .init("missed frames during a flood", "flood_missed_frames", .atMost(0)).noting { value in
        [
          value["flood_frames"]?.number.map { "of \(ReportTable.number($0)) frames" },
          value["flood_skeletons"]?.number.map {
            "rows shown as skeletons in these frames: \(ReportTable.number($0))"
          },
        ].compactMap(\.self).joined(separator: "; ")
      }.because { value in
        guard let own = value["flood_missed_by_frames"]?.number,
          let longest = value["flood_longest_frame_ms"]?.number,
          let missed = value["flood_missed_frames"]?.number
        else { return nil }
        let number = ReportTable.number
        return "\(number(own)) by frames that worked too long (at most \(number(longest)) ms), "
          + "\(number(missed - own)) by what the main thread did between frames: "
          + "it takes in the batches that come from the archive"
      },
    ])

  @Option(help: "Messages of the room.")
  var messages = 100_000

  @Option(help: "Seconds of reading back in the window.")
  var seconds = 10.0

  @Option(help: "Messages that others write at once.")
  var flood = 5_000

  @Flag(
    help: """
      Also beside Quaternion, another client of Matrix, with a server of Synapse: by scripts/live-peer \
      in the folder of the sources.
      """)
  var peer = false

  @Flag(help: "Report as JSON.")
  var json = false

  func validate() throws {
    try LabRun.check("--messages", messages, in: 100...1_000_000)
    try LabRun.check("--seconds", seconds, in: 0.5...600)
    try LabRun.check("--flood", flood, in: 1...100_000)
  }

  func run() throws {
    try LabRun.report {
      try LabRun.needDisplay()
      // Before the folders are replaced, because Synapse is installed in the user's cache folder.
      let peers = peer ? try compare() : nil
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("luge-lab-live-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      // Windows restore their size and the reading place: with folders of its own, the lab neither
      // reads nor changes those of the user.
      for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"] {
        setenv(name, folder.appendingPathComponent(name).path, 1)
      }
      let lab = try LabRun.inWindow { application in
        let lab = LiveLab(
          application, messages: messages, seconds: seconds, flood: flood, folder: folder.path)
        lab.start()
        return lab
      }
      var (result, failure) = MainActor.assumeIsolated { (lab.result, lab.failure) }
      result.peers = peers
      if let failure { throw failure }
      try LabOutput.print(Self.self, result, json: json) {
        let memory = [result.pssStartMb, result.pssEndMb, result.pssReadMb]
          .map { $0.map(LabRun.number) ?? "?" }
        try Terminal.print(
          """
          first message in view \(words(result.firstMessageNetworkMs)) ms after the start \
          of a room never seen, \(words(result.firstMessageStoreMs)) ms of one in the archive
          \(LabRun.count(result.pages, "page", "pages")) of \
          \(LabRun.count(result.messages, "message", "messages")): p50 \
          \(words(result.pageP50Ms)) ms, p99 \(words(result.pageP99Ms)) ms, the last \
          tenth \(words(result.pageGrowth)) times the first; positions \
          \(words(result.placingMs)) ms; PSS \(memory[0]) MB after a tenth, \(memory[1]) MB \
          after all
          read back for \(words(result.readSeconds)) s: \
          \(words(result.readMessages)) messages, at most \(words(result.mostHeld)) \
          held, drift \(words(result.driftPx)) px, \(words(result.missedFrames)) frames missed, \
          \(words(result.skeletons)) skeletons, PSS \(memory[2]) MB
          \(LabRun.count(result.flood, "message", "messages")) at once: \
          \(words(result.floodPerSecond)) a second until the last is in view, \
          \(words(result.floodMissedFrames)) frames missed
          """)
        if let peers { try Terminal.print(Self.words(ofPeers: peers)) }
      }
    }
  }

  /// Runs Luge and another client on the same room, each in a window of its own, and returns their
  /// times and memory.
  private func compare() throws -> JSONValue {
    let script = "scripts/live-peer"
    guard FileManager.default.isExecutableFile(atPath: script) else {
      throw LabError.failed(program: script, reason: "run it in the folder of the sources")
    }
    let program = URL(fileURLWithPath: LabRun.program).deletingLastPathComponent()
      .appendingPathComponent("luge").path
    if FileManager.default.isExecutableFile(atPath: program) { setenv("LUGE_PROGRAM", program, 0) }
    return try LabProcess(program: script, arguments: [], limit: 900).run()
  }

  private static func words(ofPeers peers: JSONValue) -> String {
    if case .text(let reason)? = peers["skipped"] {
      return "### SKIPPED: \(reason); NOT compared with another client"
    }
    return ["luge", "quaternion"].map { name in
      func figure(_ key: String) -> String {
        peers[name]?[key]?.number.map(LabRun.number) ?? "?"
      }
      return """
        \(name): a room never seen at rest \(figure("room_ms")) ms after the start; messages seen \
        \(figure("seen_ms")) ms after the server's answer (at most \(figure("seen_longest_ms")) ms); \
        \(figure("pss_mb")) MB
        """
    }.joined(separator: "\n")
  }

  /// Returns a figure as text; "?" if it was not measured.
  private func words(_ value: Double?) -> String { value.map(LabRun.number) ?? "?" }
  private func words(_ value: Int?) -> String { value.map(LabRun.grouped) ?? "?" }
}
