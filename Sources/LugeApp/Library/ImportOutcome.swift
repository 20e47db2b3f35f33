import LugeArchive
import LugeCore

/// What came of an import that the window ran.
struct ImportOutcome: Sendable {
  /// Nil when another program has imported the export meanwhile.
  var report: ImportReport?
  /// Why not all media of a zip are there.
  var mediaError: ArchiveError?
  /// Its beginning was shown while the rest was read.
  var wasShown = false

  /// The first records and files that were left out, with place and reason.
  var leftOut: [String] {
    guard let report else { return [] }
    return report.unreadable.map { ForeignText.visible("\($0.file): \($0.reason)") }
      + report.skipped.map { ForeignText.visible("\($0.file): \($0.place): \($0.reason)") }
  }

  var leftOutCount: Int { (report?.unreadable.count ?? 0) + (report?.skippedCount ?? 0) }
}
