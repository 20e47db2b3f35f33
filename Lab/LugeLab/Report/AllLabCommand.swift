import ArgumentParser
import LugeCommandLine

struct AllLabCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "all",
    abstract: "Runs every lab and writes one page with tables, plots and figures.",
    discussion: """
      The folder gets index.html, which needs no network, and report.json. Labs in windows need a \
      display; plots need gnuplot. A lab that fails is a line of the report, and no error: \
      --json lists failures.

      Examples:
        xvfb-run -a -s "-screen 0 1400x1100x24" luge lab all --report report --quick
        luge lab all --report today --compare yesterday/report.json
        luge lab all --report report --runs 2
        luge lab all --report again --from report/report.json
      """)

  @Option(help: "Folder of the report.", completion: .directory)
  var report: String

  @Option(
    help: "Shows what changed since this report.json.", completion: .file(extensions: ["json"]))
  var compare: String?

  @Option(
    name: .customLong("from"),
    help: "Judges and shows the figures of this report.json again; measures nothing.",
    completion: .file(extensions: ["json"]))
  var measured: String?

  @Option(help: "Runs of each lab; how far their ratios are apart is printed.")
  var runs = 1

  @Option(help: "Labs, by name, such as study,rotate; those without a quick form run in full.")
  var only: String?

  @Flag(
    help:
      "Short runs of most labs, in five minutes; images, pictures, animations and open are left out."
  )
  var quick = false

  @Flag(help: "Report as JSON: failures, spreads and changes.")
  var json = false

  func validate() throws {
    try LabRun.check("--runs", runs, in: 1...20)
    guard measured == nil || (runs == 1 && !quick) else {
      throw ValidationError("--from measures nothing: leave out --runs and --quick.")
    }
    let unknown = names.subtracting(Self.available)
    guard unknown.isEmpty else {
      throw ValidationError("There is no lab called \(unknown.sorted().joined(separator: ", ")).")
    }
  }

  private var names: Set<String> {
    Set((only ?? "").split(separator: ",").map(String.init))
  }

  private static var available: Set<String> {
    Set(Labs.all.map { $0.name })
  }

  func run() throws {
    try LabRun.report {
      let lab = AllLab(
        program: LabRun.program, folder: report, isQuick: quick,
        runs: runs, compared: compare, measured: measured, only: names)
      let made = try lab.run(progress: LabRun.say)
      if json {
        return try JSONOutput.print(
          Summary(
            report: "\(report)/index.html", failures: made.failures, spreads: made.spreadLines,
            changes: made.changeLines))
      }
      for line in made.spreadLines { try Terminal.print("spread: \(line)") }
      for line in made.changeLines.prefix(40) { try Terminal.print("changed: \(line)") }
      for line in made.failures { try Terminal.print("not measured: \(line)") }
      try Terminal.print("\(report)/index.html")
    }
  }

  private struct Summary: Encodable {
    var report: String
    var failures: [String]
    var spreads: [String]
    var changes: [String]
  }
}
