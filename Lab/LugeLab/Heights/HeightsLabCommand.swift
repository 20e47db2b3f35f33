import ArgumentParser
import LugeCommandLine

struct HeightsLabCommand: Lab {
  static let configuration = CommandConfiguration(
    commandName: "heights", abstract: "The height index at a million rows: time and bytes.")

  static let section = LabSection(
    title: "The height index", about: "A million rows of different heights.",
    arguments: [], quickArguments: [], expected: (8, 4),
    expectations: [
      .init("time to build the index, slowest of several (ms)", "build_max_ms", .atMost(50)),
      .init("bytes a row", "bytes_per_row", .atMost(16)),
    ])

  @Option(help: "Rows.")
  var rows = 1_000_000

  @Flag(help: "Report as JSON.")
  var json = false

  func validate() throws {
    try LabRun.check("--rows", rows, in: 40_000...100_000_000)
  }

  func run() throws {
    let result = HeightsLab(rows: rows).run()
    try LabOutput.print(Self.self, result, json: json) {
      try Terminal.print(
        """
        \(LabRun.grouped(result.rows)) rows of different heights: built in \(LabRun.number(result.buildMs)) ms, \
        \(LabRun.number(result.bytesPerRow)) bytes a row, \
        \(LabRun.number(result.bytesPerRowEdited)) after edits
        µs: insert \(LabRun.number(result.insertUs)), remove \(LabRun.number(result.removeUs)), \
        replace \(LabRun.number(result.replaceUs)), offset \(LabRun.number(result.offsetUs)), row at \
        offset \(LabRun.number(result.positionUs)), snapshot \(LabRun.number(result.snapshotUs)); a \
        sum over an array \(LabRun.number(result.arrayOffsetUs))
        """)
    }
  }
}
