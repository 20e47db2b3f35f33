import LugeArchive
import LugeCore

/// One file inside a zip, according to the zip's list.
public struct ZipMember: Sendable, Hashable {
  /// Path with `/` between folders; never leads out of the zip.
  public var path: String
  /// Bytes when unpacked, according to the list.
  public var size: Int64?
  /// Index in the zip.
  var index: Int

  /// The last part of the path.
  public var fileName: String { PathNames.name(of: path) }

  /// The folders around it, without a slash at the end; empty at the top.
  public var folder: String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
  }

  /// Whether a member of this name, when unpacked, would be outside of the target folder, on any
  /// system.
  static func isUnsafe(path: String) -> Bool {
    let bytes = path.utf8
    if bytes.isEmpty || bytes.contains(0) { return true }
    // On Windows either character separates names.
    let parts = bytes.split(
      omittingEmptySubsequences: false,
      whereSeparator: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") })
    if parts.first?.isEmpty ?? true { return true }
    if parts.contains(where: { $0.elementsEqual("..".utf8) }) { return true }
    // A Windows drive: `C:\x`.
    return parts.first?.dropFirst().first == UInt8(ascii: ":")
  }
}
