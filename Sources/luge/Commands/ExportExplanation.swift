import LugeArchive
import LugeCommandLine
import LugeImporters

/// `luge import --explain`: what each file is taken for, how sure that is and why.
struct ExportExplanation {
  var paths: [String]
  var json: Bool
  var verbose: Bool

  /// What `--json` prints.
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
      let mark = file.fate == .read ? "read as" : "not read;"
      let format = file.format.map { "\($0) (\(file.confidence) of 100)" } ?? "no known format"
      try Terminal.print(
        "\(Terminal.safe(file.path)): \(mark) \(format): \(Terminal.safe(file.reason))")
      for (name, confidence) in file.others.sorted(by: { $0.value > $1.value }) {
        try Terminal.print("  or \(name) (\(confidence) of 100)")
      }
    }
    let others = files.filter { $0.fate == .other }.count
    if others > 0, !verbose {
      try Terminal.print(
        "\(Terminal.safe(path)): \(others) \(others == 1 ? "file is" : "files are") no text")
    }
  }
}
