import Foundation
import LugeCore

extension ArchiveError {
  /// Describes why Foundation could not write a file or folder.
  package init(writing path: String, _ error: any Error) {
    switch SystemError.code(of: error) {
    case ENOSPC, EDQUOT: self = .diskFull(path: path)
    default: self = .notWritable(path: path, reason: SystemError.reason(of: error))
    }
  }

  /// Error without advice for a command: for texts that give advice of their own.
  package var plain: ArchiveError {
    guard case .diskFull(let path) = self else { return self }
    return .notWritable(path: path, reason: String(cString: strerror(ENOSPC)))
  }
}
