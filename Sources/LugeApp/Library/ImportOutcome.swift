import LugeArchive
import LugeCore

/// Result of an import that the window ran.
struct ImportOutcome: Sendable {
  /// Nil when another program has imported the export meanwhile.
  var report: ImportReport?
  /// Why not all media of a zip are there.
  var mediaError: ArchiveError?
  /// Its beginning was shown while the rest was read.
  var wasShown = false

  /// Whether the archive has what it had before.
  var broughtNothing: Bool {
    guard let report, mediaError == nil else { return false }
    return report.added == 0 && report.updated == 0 && !report.completedInterrupted
  }

  /// The first records and files that were left out, with exact place and reason.
  var leftOut: [String] {
    guard let report else { return [] }
    return report.unreadable.map { ForeignText.visible("\($0.file): \($0.reasonWords)") }
      + report.skipped.map {
        ForeignText.visible("\($0.file): \($0.placeWords): \($0.reasonWords)")
      }
  }

  /// The same to be read in a window: files by their names, and no counts of bytes.
  var readableLeftOut: [String] {
    guard let report else { return [] }
    return (report.unreadable + report.skipped).map { record in
      // In a folder or a zip it is the way from there, which tells files of one name apart.
      let file = PathNames.isAbsolute(record.file) ? ImportWords.fileName(record.file) : record.file
      let bare = record.place.replacing(/\ ?\(?byte \d+( of it)?\)?/, with: "")
      let place = SkippedRecord(file: file, place: bare, reason: "").placeWords
      return ForeignText.visible(
        [file, place, record.reasonWords].filter { !$0.isEmpty }.joined(separator: ": "))
    }
  }

  var leftOutCount: Int { (report?.unreadable.count ?? 0) + (report?.skippedCount ?? 0) }
}
