import LugeArchive
import LugeCore
import LugeQt
import LugeWords

/// The window's texts about an import.
enum ImportWords {
  static func waiting(for process: Int32?, name: String) -> ListArea.State {
    return .init(
      title: localized("Waiting for {name}", ["name": name]),
      detail: process.map {
        localized(
          "Another program (process {number}) is importing it. It is shown here when that has finished.",
          ["number": "\($0)"])
      }
        ?? localized(
          "Another program is importing it. It is shown here when that has finished."),
      buttons: [localized("Cancel")], progress: .unknown)
  }

  /// - Parameter isKnown: whether it was imported before.
  static func state(
    of progress: ImportProgress?, name: String, isKnown: Bool = false
  ) -> ListArea.State {
    var state = ListArea.State(
      title: isKnown
        ? localized("Reading {name} again", ["name": name])
        : localized("Importing {name}", ["name": name]), buttons: [localized("Cancel")],
      progress: .unknown)
    guard let progress else {
      state.detail = localized("Looking at the file")
      return state
    }
    let count = localized(
      one: "{count} message", other: "{count} messages", count: progress.messages)
    switch progress.phase {
    case .reading:
      state.detail = count + (progress.conversation.map { " · \($0)" } ?? "")
      if let total = progress.totalBytes, total > 0 {
        state.progress = .part(Double(progress.bytesRead) / Double(total))
      }
    case .finishing: state.detail = "\(count) · \(localized("putting them in order"))"
    case .undoing: state.detail = localized("Removing what was imported")
    }
    return state
  }

  static func fileName(_ path: String) -> String {
    ForeignText.visible(PathNames.name(of: path))
  }

  /// Describes what an import skipped; nil if nothing.
  static func leftOut(_ report: ImportReport?, _ mediaError: ArchiveError?) -> String? {
    var parts: [String] = []
    if let report, case .truncated(let path, _)? = report.inputError {
      parts.append(
        localized(
          one:
            "“{name}” is cut off: the {count} message before that point was imported. Export or copy it again to get the rest.",
          other:
            "“{name}” is cut off: the {count} messages before that point were imported. Export or copy it again to get the rest.",
          count: report.messages, ["name": fileName(path)]))
    } else if let report, let error = report.inputError {
      parts.append(
        localized(
          one:
            "The {count} message that is complete was imported; the rest is missing. {reason}.",
          other:
            "The {count} messages that are complete were imported; the rest is missing. {reason}.",
          count: report.messages, ["reason": error.windowWords]))
    }
    if let count = report?.skippedCount, count > 0 {
      parts.append(
        localized(
          one: "Left out because it is invalid: {count} record",
          other: "Left out because they are invalid: {count} records", count: count))
    }
    if let unreadable = report?.unreadable, let first = unreadable.first {
      parts.append(
        unreadable.count == 1
          ? localized(
            "Could not be read: {file} ({reason})",
            ["file": fileName(first.file), "reason": ForeignText.visible(first.reasonWords)])
          : localized(
            one: "Could not be read: {file} ({reason}) and {count} more",
            other: "Could not be read: {file} ({reason}) and {count} more",
            count: unreadable.count - 1,
            ["file": fileName(first.file), "reason": ForeignText.visible(first.reasonWords)]))
    }
    if let mediaError {
      parts.append(
        localized("Some media are missing: {reason}", ["reason": mediaError.windowWords]))
    }
    return parts.isEmpty ? nil : parts.joined(separator: "\n")
  }
}

extension ArchiveError {
  /// Whether the operation may succeed later, or after the user has acted.
  var mayPass: Bool {
    switch self {
    case .notFound, .notReadable, .locked, .diskFull, .notWritable: true
    default: false
    }
  }
}
