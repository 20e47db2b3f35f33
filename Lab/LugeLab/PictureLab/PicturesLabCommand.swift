import ArgumentParser
import LugeApp
import LugeCommandLine
import LugeQt

struct PicturesLabCommand: Lab {
  static let configuration = CommandConfiguration(
    commandName: "pictures",
    abstract: "Scrolls messages with pictures from a local HTTP server, in a window.",
    discussion: """
      500 messages as the study's, with smaller animations that stand still; the server answers after 0, 50 and 300 \
      ms. Each is scrolled with nothing in memory and then with pictures cached, and compared with \
      the same messages without pictures, which were scrolled through before as well.

      Examples:
        luge lab pictures --json
        luge lab pictures --seconds 3
      """)

  static let section = LabSection(
    title: "Pictures over the network",
    about: """
      500 messages as the study's, with its photos and smaller animations, which stand still \
      ("animations" plays them), and a server that answers after 0, 50 and 300 ms. The script goes as \
      far as 14 seconds go. Cached pictures are held against none at all in a second pass each.
      """,
    arguments: ["--seconds", "14"], expected: (125, 0),
    expectations: [
      .init("CPU of a second pass, with cached pictures ÷ without pictures", .atMost(1.3)) {
        value in
        value["servers"]?.array.compactMap { $0["cached_to_without"]?.number }.max()
      },
      .noneMissed(),
    ])

  @Option(help: "Seconds of each of the eight runs.")
  var seconds = 8.0

  @Option(help: "Folder of the pictures.", completion: .directory)
  var folder: String?

  @Flag(help: "Report as JSON.")
  var json = false

  func validate() throws {
    try LabRun.check("--seconds", seconds, in: 2...120)
  }

  func run() throws {
    let report = try MainActor.assumeIsolated { () throws -> PicturesLab.Report in
      do {
        let application = try Application(
          .init(name: "luge", displayName: "Luge", version: LugeVersion.text))
        let lab = try PicturesLab(
          application, folder: folder ?? PictureLabFolder.path, seconds: seconds)
        lab.start()
        _ = withExtendedLifetime(lab) { application.run() }
        if let failure = lab.failure { throw failure }
        guard let report = lab.report else { throw ExitCode.failure }
        return report
      } catch let code as ExitCode {
        throw code
      } catch {
        Terminal.printError("luge-lab: \(error)")
        throw ExitCode.failure
      }
    }
    try Terminal.run {
      try LabOutput.print(Self.self, report, json: json) { show(report) }
    }
  }

  private func show(_ report: PicturesLab.Report) {
    for run in report.runs {
      show(run.latencyMs.map { "\($0) ms, \(run.name)" } ?? "\(run.name) pictures", run)
    }
    for result in report.servers {
      print(
        """
        \(result.latencyMs) ms: \(result.cachedToWithout) times the CPU of no pictures; \(result.fetched) fetched over \
        \(result.connections) connections, \(result.decoded) decoded, \(result.failed) failed, \
        \(result.pictureMb) of \(result.pictureLimitMb) MB held
        """)
    }
  }

  private func show(_ name: String, _ run: PicturesLab.Run) {
    print(
      """
      \(name): \(run.frameRate) frames a second, stability \(run.stabilityPercent) %, \
      \(run.missedFrames) missed, \(run.skeletons) skeletons, \
      \(run.framesLackingPictures) with a picture still coming, \(run.cpuMsPerFrame) ms of CPU a frame, \(run.memoryMb) MB
      """)
  }
}
