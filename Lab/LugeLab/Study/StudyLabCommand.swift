import ArgumentParser
import Foundation
import LugeCommandLine

struct StudyLabCommand: Lab {
  static let configuration = CommandConfiguration(
    commandName: "study",
    abstract: "The published study repeated: thirteen ways to show the same messages, in a window.",
    discussion: """
      500 messages with pictures from a local HTTP server are scrolled by script: a best case, a worst \
      case, one improvement on top of the other up to the published end result (8), one tried beside \
      them (9), and the steps from there to Luge (12). Each configuration \
      runs in a process of its own, at 60 frames a second, uncapped, and on a slowed processor. \
      Needs a display.

      Examples:
        luge lab study --json
        luge lab study --only 1,2,8,12 --mode uncapped
        xvfb-run -a -s "-screen 0 1400x1100x24" luge lab study --quick
      """)

  static let section = LabSection(
    title: "The study: thirteen ways to show the same messages",
    about: """
      500 messages with pictures from a local HTTP server, scrolled by the study's script in a \
      window (50 in a quick report, and fewer lines). From the worst case to the thesis' end result (8) each \
      line adds one improvement to the line before it; 9 was tried on 7 alone, as the thesis did; \
      10 and 11 are steps from the end result to Luge (12); 13 is the best case's text on Luge.
      """,
    published: """
      The thesis' end result (8) against its worst case: 26.0 to 53.4 frames a second, stability \
      23.6 to 87.1 %, CPU 3.6 times the best case's. The table below has each published figure beside \
      ours. A telephone of that time and this machine differ: what can be compared is the direction and \
      the share of a step. No published figure belongs to Luge's own row.
      """,
    arguments: [], quickArguments: ["--quick"], quickSize: "50 messages, not 500",
    expected: (1800, 80),
    expectations: expectations,
    publishedTable: { published($0) },
    publishedColumns: ["here, 60 Hz", "uncapped", "slowed"],
    plots: { StudyPlots.all($0) })

  @Option(help: "Configurations, by number from 1 to 13, such as 1,2,8,12.")
  var only: ConfigurationList?

  @Option(help: "60hz, uncapped or slow; all three without it.")
  var mode: StudyMode?

  @Flag(
    help:
      "Fewer messages; 1, 2, 8, 12 and 13 at 60 frames a second, 1, 2, 6, 7, 8 and 12 uncapped, none slowed."
  )
  var quick = false

  @Option(
    help: """
      Least number of runs of each, in turns; the median counts, and the spread is reported. What is \
      judged runs three times at least: 1 and 7 to 13 at 60 frames a second, 1 and 7 to 12 uncapped, 7, \
      8, 10, 11 and 12 slowed.
      """)
  var runs = 1

  @Option(help: "Folder of the pictures.", completion: .directory)
  var folder: String?

  @Option(help: "Writes a picture of each window into this folder.", completion: .directory)
  var shots: String?

  @Flag(help: "Report as JSON.")
  var json = false

  struct ConfigurationList: ExpressibleByArgument {
    var configurations: [StudyConfiguration]

    init?(argument: String) {
      let parts = argument.split(separator: ",")
      configurations = parts.compactMap { Int($0).flatMap(StudyConfiguration.init(rawValue:)) }
      guard !parts.isEmpty, configurations.count == parts.count else { return nil }
    }
  }

  func validate() throws {
    try LabRun.check("--runs", runs, in: 1...20)
  }

  func run() throws {
    try LabRun.report {
      try LabRun.needDisplay()
      let lab = StudyLab(
        program: LabRun.program, folder: folder ?? PictureLabFolder.path,
        isQuick: quick, configurations: only?.configurations, modes: mode.map { [$0] },
        runs: runs, shots: shots)
      let report = try lab.run(progress: LabRun.say)
      try LabOutput.print(Self.self, report, json: json) {
        try Terminal.print(StudyTable.text(report))
        for line in report.missing { try Terminal.print("not measured: \(line)") }
      }
    }
  }
}

extension StudyMode: ExpressibleByArgument {}
