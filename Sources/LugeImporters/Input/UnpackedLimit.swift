import LugeArchive
import LugeCore

/// Limit of the bytes that the chats in a compressed file unpack to: a small file must not fill the
/// disk. Chats become at most 20 or 30 times smaller by compression, and some are read twice.
enum UnpackedLimit {
  private static let least: Int64 = 256 << 20
  private static let factor: Int64 = 200

  /// - Parameter path: path of the compressed file.
  static func bytes(of path: String) -> Int64 {
    ArchiveFile.byteCount(path).multipliedClamped(by: factor).addingClamped(least)
  }

  /// - Throws: ``ArchiveError/tooLarge(path:place:limit:)`` if it is exceeded.
  static func check(_ bytes: Int64, limit: Int64, path: String) throws(ArchiveError) {
    guard bytes > limit else { return }
    throw .tooLarge(
      path: path, place: "whole file", limit: "\(ByteCount(Int(clamping: limit)))")
  }
}
