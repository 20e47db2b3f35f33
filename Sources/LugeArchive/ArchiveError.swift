import Foundation
import LugeCore
import LugeWords

/// Errors of archives and imports, with descriptions for the user.
public enum ArchiveError: Error, Sendable, Hashable, CustomStringConvertible {
  case notFound(path: String)
  case notReadable(path: String, reason: String)
  case notWritable(path: String, reason: String)
  case diskFull(path: String)
  case empty(path: String)
  case unknownFormat(path: String, hint: String)
  /// The input is invalid at a place, for a reason.
  case malformed(path: String, place: String, reason: String)
  case truncated(path: String, place: String)
  case tooLarge(path: String, place: String, limit: String)
  case unsafePath(path: String, member: String)
  case notAnArchive(path: String)
  case newerVersion(path: String)
  /// Another process is writing the archive; nil if it is unknown which.
  case locked(path: String, process: Int32? = nil)
  /// The archive was renamed or removed while it was being written.
  case moved(path: String, to: String?)
  case cancelled
  case noSuchConversation(name: String, known: [String])
  case database(path: String, reason: String)

  /// Description in English, for logs and JSON.
  public var description: String { said { text, values in text.filled(values) } }

  /// Description in the user's language.
  public var words: String {
    said { text, values in
      var values = values
      for name in ["place", "reason"] { values[name] = values[name].map(ReasonWords.said) }
      return LugeWords.localized(text, values)
    }
  }

  /// Description in the user's language, for a window. Errors in a file's content name only the
  /// file, without its folder and the place in it, which mean nothing to most users.
  public var windowWords: String {
    func name(_ path: String) -> String {
      PathNames.name(of: path)
    }
    return switch self {
    case .truncated(let path, _):
      LugeWords.localized(
        "“{name}” ends in the middle: its end is missing, so export or copy it again",
        ["name": name(path)])
    case .malformed(let path, _, let reason):
      LugeWords.localized(
        "“{name}” cannot be read from some place in it on: {reason}",
        ["name": name(path), "reason": ReasonWords.said(reason)])
    case .tooLarge(let path, _, let limit):
      LugeWords.localized(
        "a part of “{name}” is larger than {limit}", ["name": name(path), "limit": limit])
    case .empty(let path): Self.empty(path: name(path)).words
    case .unknownFormat(let path, let hint):
      Self.unknownFormat(path: name(path), hint: hint).words
    case .unsafePath(let path, let member): Self.unsafePath(path: name(path), member: member).words
    case .notAnArchive(let path): Self.notAnArchive(path: name(path)).words
    case .newerVersion(let path): Self.newerVersion(path: name(path)).words
    case .database(let path, let reason): Self.database(path: name(path), reason: reason).words
    case .notFound, .notReadable, .notWritable, .diskFull, .locked, .moved, .cancelled,
      .noSuchConversation:
      words
    }
  }

  private func said(_ localized: (String, [String: String]) -> String) -> String {
    switch self {
    case .notFound(let path):
      localized("{path}: no such file or folder", ["path": path])
    case .notReadable(let path, let reason):
      localized("{path}: cannot be read: {reason}", ["path": path, "reason": reason])
    case .notWritable(let path, let reason):
      localized("{path}: cannot be written: {reason}", ["path": path, "reason": reason])
    case .diskFull(let path):
      localized(
        "{path}: no space left on the disk; nothing that was there is lost. Free some space and run the same command again",
        ["path": path])
    case .empty(let path): localized("{path}: the file is empty", ["path": path])
    case .unknownFormat(let path, let hint):
      localized(
        "{path}: not a chat export that Luge knows. {hint}", ["path": path, "hint": hint])
    case .malformed(let path, let place, let reason): "\(path): \(place): \(reason)"
    case .truncated(let path, let place):
      localized(
        "{path}: {place}: the file ends in the middle; export or copy it again",
        ["path": path, "place": place])
    case .tooLarge(let path, let place, let limit):
      localized(
        "{path}: {place}: larger than {limit}", ["path": path, "place": place, "limit": limit])
    case .unsafePath(let path, let member):
      localized(
        "{path}: holds a file named '{member}', which points outside the export; not opened",
        ["path": path, "member": member])
    case .notAnArchive(let path): localized("{path}: not a Luge archive", ["path": path])
    case .newerVersion(let path):
      localized(
        "{path}: made by a newer version of Luge; update Luge to open it", ["path": path])
    case .locked(let path, nil):
      localized(
        "{path}: another program is writing it; try again when that has finished", ["path": path])
    case .locked(let path, let process?):
      localized(
        "{path}: another program (process {number}) is writing it; try again when that has finished",
        ["path": path, "number": "\(process)"])
    case .moved(let path, nil):
      localized(
        "{path}: was removed while it was imported; import it again", ["path": path])
    case .moved(let path, let place?):
      localized(
        "{path}: was moved while it was imported, and is now {place}. Its messages are there; import into that file once more for the rest",
        ["path": path, "place": place])
    case .cancelled: localized("cancelled; run the same import again to complete it", [:])
    case .noSuchConversation(let name, let known):
      localized(
        "no conversation named '{name}'. There are: {names}",
        ["name": name, "names": known.joined(separator: ", ")])
    case .database(let path, let reason):
      localized("{path}: database: {reason}", ["path": path, "reason": reason])
    }
  }

  /// Whether the archive file itself is bad, so that making it again would help.
  package var isOfContent: Bool {
    switch self {
    case .notAnArchive, .newerVersion, .database: true
    default: false
    }
  }

  /// Reason why an existing file cannot be read; nil if it is missing or empty.
  package var reasonNotReadable: String? {
    switch self {
    case .notFound, .empty: nil
    case .notReadable(_, let reason): reason
    default: description
    }
  }

  /// Translates Foundation's error about writing a file or folder.
  package init(writing path: String, _ error: any Error) {
    switch SystemError.code(of: error) {
    case ENOSPC, EDQUOT: self = .diskFull(path: path)
    default: self = .notWritable(path: path, reason: SystemError.reason(of: error))
    }
  }

  /// The error, of a file that was to come into the place of another.
  package func naming(_ path: String, insteadOf other: String) -> ArchiveError {
    switch self {
    case .notReadable(other, let reason): .notReadable(path: path, reason: reason)
    case .notWritable(other, let reason): .notWritable(path: path, reason: reason)
    case .diskFull(other): .diskFull(path: path)
    case .database(other, let reason): .database(path: path, reason: reason)
    default: self
    }
  }

  /// The error without advice for a command, for texts that give advice of their own.
  package var plain: ArchiveError {
    guard case .diskFull(let path) = self else { return self }
    return .notWritable(path: path, reason: String(cString: strerror(ENOSPC)))
  }
}
