import LugeArchive
import LugeCommandLine
import LugeImporters
import LugeWords

/// Output of `luge import --explain`: the recognised format of each file, the confidence and the
/// reason.
struct ExportExplanation {
  var paths: [String]
  var json: Bool
  var verbose: Bool

  /// Output of `--json`.
  private struct File: Encodable {
    var path: String
    var fate: String
    var format: String?
    var confidence: Int
    var needed: Int
    var reason: String
    var others: [String: Int]
  }

  private struct Report: Encodable {
    var files: [File]
  }

  func run() throws {
    try Terminal.run { try explain() }
  }

  private func explain() throws {
    var files: [FileExplanation] = []
    for path in paths {
      let found = try ExportOpener().explain(path: path)
      files += found
      if !json { try show(found, of: path) }
    }
    guard json else { return }
    try JSONOutput.print(
      Report(
        files: files.map {
          File(
            path: $0.path, fate: $0.fate.rawValue, format: $0.format, confidence: $0.confidence,
            needed: $0.needed, reason: $0.reason, others: $0.others)
        }))
  }

  private func show(_ files: [FileExplanation], of path: String) throws {
    for file in files where file.fate != .other || verbose {
      let format =
        file.format.map {
          localized(
            "{format} ({count} of 100)", context: "how sure a format is",
            ["format": $0, "count": Words.formats.number(file.confidence)])
        } ?? localized("no known format")
      let values = ["file": file.path, "format": format, "reason": file.reason]
      try Terminal.print(
        Terminal.safe(
          file.fate == .read
            ? localized("{file}: read as {format}: {reason}", values)
            : localized("{file}: not read; {format}: {reason}", values)))
      for (name, confidence) in file.others.sorted(by: { $0.value > $1.value }) {
        try Terminal.print(
          "  "
            + localized(
              "or {format} ({count} of 100)",
              ["format": name, "count": Words.formats.number(confidence)]))
      }
    }
    let others = files.filter { $0.fate == .other }.count
    if others > 0, !verbose {
      try Terminal.print(
        Terminal.safe(path) + ": "
          + localized(
            one: "{count} file is no text", other: "{count} files are no text", count: others))
    }
  }
}
