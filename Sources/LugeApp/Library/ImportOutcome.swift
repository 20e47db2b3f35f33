import LugeArchive
import LugeCore

/// Result of an import started in the window.
struct ImportOutcome: Sendable {
  /// Report; nil if another program has imported the export meanwhile.
  var report: ImportReport?
  /// Reason why media of a zip are missing; nil if they are complete.
  var mediaError: ArchiveError?
  /// Whether the window showed the first messages while the rest was imported.
  var wasShown = false

  /// Whether there is nothing to show: no message was added or changed, no interrupted import was
  /// completed, and no media are missing. False if another program has imported the export, because
  /// its changes are not known here.
  var broughtNothing: Bool {
    guard let report, mediaError == nil else { return false }
    return report.added == 0 && report.updated == 0 && !report.completedInterrupted
  }

  /// The first records and files that were skipped, with exact place and reason.
  var leftOut: [String] {
    guard let report else { return [] }
    return report.unreadable.map { ForeignText.visible("\($0.file): \($0.reasonWords)") }
      + report.skipped.map {
        ForeignText.visible(
          [$0.file, conversation(of: $0), $0.placeWords, $0.reasonWords].filter { !$0.isEmpty }
            .joined(separator: ": "))
      }
  }

  /// Returns the name of a record's conversation; empty where there is one conversation only.
  private func conversation(of record: SkippedRecord) -> String {
    guard let report, report.conversations.count > 1 else { return "" }
    return record.conversation ?? ""
  }

  /// The same lines for a window: files by their names, and no byte offsets.
  var readableLeftOut: [String] {
    guard let report else { return [] }
    return (report.unreadable + report.skipped).map { record in
      // Inside a folder or a zip the relative path distinguishes files of the same name.
      let file = PathNames.isAbsolute(record.file) ? ImportWords.fileName(record.file) : record.file
      let bare = Self.withoutOffset(record.place)
      let place = SkippedRecord(file: file, place: bare, reason: "").placeWords
      return ForeignText.visible(
        [file, conversation(of: record), place, record.reasonWords].filter { !$0.isEmpty }
          .joined(separator: ": "))
    }
  }

  /// Removes byte offsets from a place: `message 5 (byte 1234)` becomes `message 5`, and
  /// `byte 7 of it` becomes empty.
  ///
  /// - Complexity: O(bytes).
  static func withoutOffset(_ place: String) -> String {
    var kept: [Substring] = []
    var rest = place[...]
    let word = "byte "
    while let found = rest.firstRange(of: word) {
      var before = rest[..<found.lowerBound]
      var after = rest[found.upperBound...]
      let digits = after.prefix { $0.isASCII && $0.isNumber }
      if digits.isEmpty {
        kept.append(rest[..<found.upperBound])
      } else {
        if before.last == "(" { before.removeLast() }
        if before.last == " " { before.removeLast() }
        after = after[digits.endIndex...]
        if after.hasPrefix(" of it") { after = after.dropFirst(6) }
        if after.first == ")" { after.removeFirst() }
        kept.append(before)
      }
      rest = after
    }
    return (kept + [rest]).joined()
  }

  var leftOutCount: Int { (report?.unreadable.count ?? 0) + (report?.skippedCount ?? 0) }
}
