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

  /// In English, for logs and JSON.
  public var description: String {
    let reason = said { text, values in text.filled(values) }
    return path.map { "\($0): \(reason)" } ?? reason
  }

  /// Description in the user's language.
  public var words: String {
    path.map {
      LugeWords.localized("{path}: {reason}", ["path": $0, "reason": reason])
    } ?? reason
  }

  /// Description in the user's language without the path, for a list that already names it.
  package var reason: String {
    said { text, values in
      var values = values
      for name in ["place", "reason"] { values[name] = values[name].map(ReasonWords.said) }
      return LugeWords.localized(text, values)
    }
  }

  /// Description in the user's language, for a window. Errors in a file's content name only the
  /// file, without its folder and the place in it, which mean nothing to most users. Names are made
  /// safe and are shortened, so that the explanation has room.
  public var windowWords: String {
    windowWords(naming: { ForeignText.isolated(Clipping.middle($0, limit: $1)) })
  }

  /// Description for a window.
  ///
  /// - Parameter shown: returns a name as it is shown, of about this number of characters.
  package func windowWords(naming shown: (String, _ limit: Int) -> String) -> String {
    func name(_ path: String) -> String { shown(PathNames.name(of: path), 60) }
    return switch self {
    case .truncated(let path, _):
      LugeWords.localized(
        "“{name}” ends in the middle: its end is missing, so export or copy it again",
        ["name": name(path)])
    case .malformed(let path, _, let reason):
      LugeWords.localized(
        "“{name}” cannot be read from some place in it on: {reason}",
        ["name": name(path), "reason": ForeignText.visible(ReasonWords.said(reason))])
    case .tooLarge(let path, _, let limit):
      LugeWords.localized(
        "a part of “{name}” is larger than {limit}", ["name": name(path), "limit": limit])
    case .empty(let path): Self.empty(path: name(path)).words
    case .unknownFormat(let path, let hint):
      Self.unknownFormat(path: name(path), hint: hint).words
    case .unsafePath(let path, let member):
      Self.unsafePath(path: name(path), member: shown(member, 60)).words
    case .notAnArchive(let path): Self.notAnArchive(path: name(path)).words
    case .newerVersion(let path): Self.newerVersion(path: name(path)).words
    case .database(let path, let reason):
      Self.database(path: name(path), reason: ForeignText.visible(reason)).words
    case .notFound, .notReadable, .notWritable, .diskFull, .locked, .moved, .cancelled,
      .noSuchConversation:
      path.map { path in
        LugeWords.localized(
          "{path}: {reason}",
          ["path": shown(path, 120), "reason": ForeignText.visible(reason)])
      } ?? ForeignText.visible(reason)
    }
  }

  /// The file or folder that it is about.
  private var path: String? {
    switch self {
    case .notFound(let path), .notReadable(let path, _), .notWritable(let path, _),
      .diskFull(let path), .empty(let path), .unknownFormat(let path, _),
      .malformed(let path, _, _),
      .truncated(let path, _), .tooLarge(let path, _, _), .unsafePath(let path, _),
      .notAnArchive(let path), .newerVersion(let path), .locked(let path, _), .moved(let path, _),
      .database(let path, _):
      path
    case .cancelled, .noSuchConversation: nil
    }
  }

  /// Without the path.
  private func said(_ localized: (String, [String: String]) -> String) -> String {
    switch self {
    case .notFound:
      localized("no such file or folder", [:])
    case .notReadable(_, let reason):
      localized("cannot be read: {reason}", ["reason": reason])
    case .notWritable(_, let reason):
      localized("cannot be written: {reason}", ["reason": reason])
    case .diskFull:
      localized(
        "no space left on the disk; nothing that was there is lost. Free some space and run the same command again",
        [:])
    case .empty: localized("the file is empty", [:])
    case .unknownFormat(_, let hint):
      localized(
        "not a chat export that Luge knows. {hint}", ["hint": hint])
    case .malformed(_, let place, let reason): "\(place): \(reason)"
    case .truncated(_, let place):
      localized(
        "{place}: the file ends in the middle; export or copy it again",
        ["place": place])
    case .tooLarge(_, let place, let limit):
      localized(
        "{place}: larger than {limit}", ["place": place, "limit": limit])
    case .unsafePath(_, let member):
      localized(
        "holds a file named '{member}', which points outside the export; not opened",
        ["member": member])
    case .notAnArchive: localized("not a Luge archive", [:])
    case .newerVersion:
      localized(
        "made by a newer version of Luge; update Luge to open it", [:])
    case .locked(_, nil):
      localized(
        "another program is writing it; try again when that has finished", [:])
    case .locked(_, let process?):
      localized(
        "another program (process {number}) is writing it; try again when that has finished",
        ["number": "\(process)"])
    case .moved(_, nil):
      localized(
        "was removed while it was imported; import it again", [:])
    case .moved(_, let place?):
      localized(
        "was moved while it was imported, and is now {place}. Its messages are there; import into that file once more for the rest",
        ["place": place])
    case .cancelled: localized("cancelled; run the same import again to complete it", [:])
    case .noSuchConversation(let name, let known):
      localized(
        "no conversation named '{name}'. There are: {names}",
        ["name": name, "names": known.joined(separator: ", ")])
    case .database(_, let reason):
      localized("database: {reason}", ["reason": reason])
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
