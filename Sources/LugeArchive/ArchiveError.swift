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

  public var description: String {
    switch self {
    case .notFound(let path): "\(path): no such file or folder"
    case .notReadable(let path, let reason): "\(path): cannot be read: \(reason)"
    case .notWritable(let path, let reason): "\(path): cannot be written: \(reason)"
    case .diskFull(let path):
      "\(path): no space left on the disk; nothing that was there is lost. Free some space and run the same command again"
    case .empty(let path): "\(path): the file is empty"
    case .unknownFormat(let path, let hint): "\(path): not a chat export that Luge knows. \(hint)"
    case .malformed(let path, let place, let reason): "\(path): \(place): \(reason)"
    case .truncated(let path, let place):
      "\(path): \(place): the file ends in the middle; export or copy it again"
    case .tooLarge(let path, let place, let limit): "\(path): \(place): larger than \(limit)"
    case .unsafePath(let path, let member):
      "\(path): holds a file named '\(member)', which points outside the export; not opened"
    case .notAnArchive(let path): "\(path): not a Luge archive"
    case .newerVersion(let path): "\(path): made by a newer version of Luge; update Luge to open it"
    case .locked(let path, nil):
      "\(path): another program is writing it; try again when that has finished"
    case .locked(let path, let process?):
      "\(path): another program (process \(process)) is writing it; try again when that has finished"
    case .cancelled: "cancelled; run the same import again to complete it"
    case .noSuchConversation(let name, let known):
      "no conversation named '\(name)'. There are: \(known.joined(separator: ", "))"
    case .database(let path, let reason): "\(path): database: \(reason)"
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
