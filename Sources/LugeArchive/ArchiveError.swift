import LugeWords

/// Everything that can go wrong with archives and imports, in words for the person who sees it.
public enum ArchiveError: Error, Sendable, Hashable, CustomStringConvertible {
  case notFound(path: String)
  case notReadable(path: String, reason: String)
  case notWritable(path: String, reason: String)
  case diskFull(path: String)
  case empty(path: String)
  case unknownFormat(path: String, hint: String)
  /// The input stops making sense: what was expected, and where.
  case malformed(path: String, place: String, reason: String)
  case truncated(path: String, place: String)
  case tooLarge(path: String, place: String, limit: String)
  case unsafePath(path: String, member: String)
  case notAnArchive(path: String)
  case newerVersion(path: String)
  /// Somebody else writes it; which process, where that is known.
  case locked(path: String, process: Int32? = nil)
  case cancelled
  case noSuchConversation(name: String, known: [String])
  case database(path: String, reason: String)

  /// In English, for logs and JSON.
  public var description: String { said { text, values in text.filled(values) } }

  /// In the user's language.
  public var words: String { said { text, values in LugeWords.localized(text, values) } }

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
    case .cancelled: localized("cancelled; run the same import again to complete it", [:])
    case .noSuchConversation(let name, let known):
      localized(
        "no conversation named '{name}'. There are: {names}",
        ["name": name, "names": known.joined(separator: ", ")])
    case .database(let path, let reason):
      localized("{path}: database: {reason}", ["path": path, "reason": reason])
    }
  }

  /// The file itself is what is wrong: made anew, it could be read.
  package var isOfContent: Bool {
    switch self {
    case .notAnArchive, .newerVersion, .database: true
    default: false
    }
  }

  /// Why a file that is there cannot be looked at; nil for one that is gone or holds nothing.
  package var reasonNotReadable: String? {
    switch self {
    case .notFound, .empty: nil
    case .notReadable(_, let reason): reason
    default: description
    }
  }
}
