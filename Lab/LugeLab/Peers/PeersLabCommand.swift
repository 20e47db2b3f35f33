import ArgumentParser
import Foundation
import LugeCommandLine

struct PeersLabCommand: Lab {
  static let configuration = CommandConfiguration(
    commandName: "peers",
    abstract: "The same chat in Qt Quick, GTK 4 and Chromium, moved by the same script.",
    discussion: """
      Builds the programs of Lab/Peers whose libraries are installed, and names the packages \
      of the others. Needs a display. Run it in the folder of the sources, or name Lab/Peers with \
      --peers.

      Examples:
        luge lab peers --json
        luge lab peers --quick --only luge,gtk4
      """)

  static let section = LabSection(
    title: "What users would take instead",
    about: "The same chat in other toolkits, moved by the same script in the same run.",
    arguments: [], quickArguments: ["--quick"],
    quickSize: "only fast scrolling (W3, 20,000 px/s), where Luge may show skeletons; no pictures",
    expected: (880, 60),
    expectations: expectations,
    plots: { [plot($0)].compactMap(\.self) })

  @Option(help: "The folder Lab/Peers of the sources.", completion: .directory)
  var peers = "Lab/Peers"

  @Option(help: "Programs, by name, such as luge,qt-quick,gtk4,chromium.")
  var only: String?

  @Option(help: "Folder of the pictures.", completion: .directory)
  var folder: String?

  @Flag(help: "One workload: W3, 20,000 pixels a second.")
  var quick = false

  @Flag(help: "Report as JSON.")
  var json = false

  func validate() throws {
    let unknown = names.subtracting(PeersLab.names)
    guard unknown.isEmpty else {
      throw ValidationError(
        "There is no program called \(unknown.sorted().joined(separator: ", ")): "
          + "\(PeersLab.names.joined(separator: ", ")).")
    }
  }

  private var names: Set<String> { Set((only ?? "").split(separator: ",").map(String.init)) }

  func run() throws {
    try LabRun.report {
      try LabRun.needDisplay()
      let lab = PeersLab(
        folder: URL(fileURLWithPath: peers).path, program: LabRun.program,
        pictures: folder ?? PictureLabFolder.path, isQuick: quick,
        only: names)
      let report = try lab.run(progress: LabRun.say)
      try LabOutput.print(Self.self, report, json: json) {
        for run in report.runs {
          let ratio = run.cpuRatio.map { ", \(LabRun.number($0)) times Luge's" } ?? ""
          try Terminal.print(
            """
            \(run.workload) \(run.peer): \(LabRun.number(run.cpuMsPerFrame)) ms of CPU a frame\(ratio); \
            \(LabRun.number(run.frameRateFps)) frames a second, p99 \(LabRun.number(run.intervalP99Ms)) \
            ms apart; open \(run.openMs.map(LabRun.number) ?? "-") ms, \
            \(run.memoryOpenMb.map(LabRun.number) ?? "-") MB, after scrolling \
            \(run.memoryScrollMb.map(LabRun.number) ?? "-") MB
            """)
        }
        for line in report.verdicts { try Terminal.print(line) }
        for line in [report.quickNote, report.skeletonNote].compactMap(\.self) {
          try Terminal.print(line)
        }
        for line in report.missing { try Terminal.print(line) }
        try Terminal.print(report.note)
      }
    }
  }
}
