import Foundation
import GRDB
import LugeCore

extension ArchiveError {
  /// Translates an error of the database layer about the file at `path` for the user.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as ArchiveError: self = error
    case let error as DatabaseError: self = Self.translated(error, path: path)
    default: self = .database(path: path, reason: "\(error)")
    }
  }

  private static func translated(_ error: DatabaseError, path: String) -> ArchiveError {
    let reason = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
    switch error.resultCode {
    case .SQLITE_FULL:
      return .diskFull(path: path)
    case .SQLITE_IOERR where readingCodes.contains(error.extendedResultCode):
      return .notReadable(path: path, reason: "the disk cannot read it (\(reason))")
    case .SQLITE_IOERR where freeBytes(near: path).map({ $0 < 1 << 20 }) == true:
      // Writing the WAL or its index fails with an I/O error if the disk is full.
      return .diskFull(path: path)
    case .SQLITE_READONLY, .SQLITE_PERM:
      return .notWritable(path: path, reason: "the file or its folder is read-only")
    case .SQLITE_CANTOPEN:
      return .notReadable(path: path, reason: reason)
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      return .locked(path: path)
    case .SQLITE_NOTADB:
      return .notAnArchive(path: path)
    case .SQLITE_CORRUPT:
      return .database(path: path, reason: "the file is damaged (\(reason))")
    default:
      return .database(path: path, reason: reason)
    }
  }

  /// Error codes of reading, which a full disk does not cause.
  private static let readingCodes: [ResultCode] = [
    .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_FSTAT, .SQLITE_IOERR_CORRUPTFS,
  ]

  private static func freeBytes(near path: String) -> Int64? {
    let folder = PathNames.folder(of: path)
    let attributes = try? FileManager.default.attributesOfFileSystem(
      forPath: folder.isEmpty ? "." : folder)
    return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
  }
}

/// Runs `body` and throws whatever it throws as an ``ArchiveError``.
func translatingErrors<Result>(
  path: String, _ body: () throws -> Result
) throws(ArchiveError) -> Result {
  do {
    return try body()
  } catch {
    throw ArchiveError(error, path: path)
  }
}
