import LugeArchive
import LugeCore

/// One file inside a zip, as the zip's list names it.
public struct ZipMember: Sendable, Hashable {
  /// Path with `/` between folders; never leads out of the zip.
  public var path: String
  /// Bytes when unpacked, as the list claims.
  public var size: Int64?
  /// Its place in the zip.
  var index: Int

  /// The last part of the path.
  public var fileName: String { PathNames.name(of: path) }

  /// The folders it is in, without a slash at the end; empty at the top.
  public var folder: String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
  }

  /// Whether a member of this name would, unpacked, come to lie outside the folder it is unpacked
  /// to, on any system.
  static func isUnsafe(path: String) -> Bool {
    let bytes = path.utf8
    if bytes.isEmpty || bytes.contains(0) { return true }
    // Windows separates names by either.
    let parts = bytes.split(
      omittingEmptySubsequences: false,
      whereSeparator: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") })
    if parts.first?.isEmpty ?? true { return true }
    if parts.contains(where: { $0.elementsEqual("..".utf8) }) { return true }
    // A Windows drive: `C:\x`.
    return parts.first?.dropFirst().first == UInt8(ascii: ":")
  }
}
