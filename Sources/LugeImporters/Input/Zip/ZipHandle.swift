import CLibArchive
import Foundation
import LugeArchive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// libarchive's reader over one zip: goes from member to member and streams the current one's
/// bytes. Nothing is held but libarchive's own buffers.
final class ZipHandle {
  private static let blockSize = 1 << 16

  let path: String
  private let archive: OpaquePointer

  // MARK: Mutable State (owned by the one thread that reads)

  private var nextIndex = 0

  init(path: String) throws(ArchiveError) {
    guard let archive = archive_read_new() else {
      throw .notReadable(path: path, reason: "not enough memory")
    }
    self.path = path
    self.archive = archive
    // Only with its list of members: it is what tells encryption and links before anything is read.
    archive_read_support_format_zip_seekable(archive)
    // Mastodon's archives were tars at first.
    archive_read_support_format_tar(archive)
    archive_read_support_filter_gzip(archive)
    guard archive_read_open_filename(archive, path, Self.blockSize) == ARCHIVE_OK else {
      throw failure(at: "the list of files")
    }
  }

  deinit { archive_read_free(archive) }

  private static let special: [mode_t: String] = [
    S_IFIFO: "a pipe", S_IFCHR: "a device", S_IFBLK: "a device", S_IFSOCK: "a socket",
  ]

  /// Goes to the next member; nil after the last.
  ///
  /// - Throws: ``ArchiveError/unsafePath(path:member:)`` for a member that is a link or whose name
  ///   leads outside; ``ArchiveError/notReadable(path:reason:)`` for an encrypted one.
  func next() throws(ArchiveError) -> (member: ZipMember, isFolder: Bool)? {
    var entry: OpaquePointer?
    let status = withUTF8Locale { archive_read_next_header(archive, &entry) }
    if status == ARCHIVE_EOF { return nil }
    guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else {
      throw failure(at: nextIndex == 0 ? "the list of files" : "file \(nextIndex + 1)")
    }
    let name = name(of: entry)
    let type = archive_entry_filetype(entry)
    let isFolder = type == S_IFDIR
    if let kind = Self.special[type] {
      throw .notReadable(path: path, reason: "'\(name)' in it is \(kind), not a file")
    }
    guard archive_entry_hardlink(entry) == nil else {
      throw .notReadable(
        path: path, reason: "'\(name)' in it is a link to another file; pack it without links")
    }
    // Some programs leave the type out.
    guard isFolder || type == S_IFREG || type == 0, !ZipMember.isUnsafe(path: name),
      archive_entry_symlink(entry) == nil
    else { throw .unsafePath(path: path, member: name) }
    guard archive_entry_is_encrypted(entry) == 0 else {
      throw .notReadable(
        path: path, reason: "'\(name)' in it is protected by a password; unpack the zip first")
    }
    let size = archive_entry_size_is_set(entry) != 0 ? archive_entry_size(entry) : nil
    defer { nextIndex += 1 }
    return (ZipMember(path: name, size: size, index: nextIndex), isFolder)
  }

  /// Goes to a member that was listed before.
  func go(to member: ZipMember) throws(ArchiveError) {
    // Earlier members were looked at when the list of members was made.
    while nextIndex < member.index {
      var entry: OpaquePointer?
      // Here, too: the first header decides how the names of all are read.
      let status = withUTF8Locale { archive_read_next_header(archive, &entry) }
      guard status == ARCHIVE_OK || status == ARCHIVE_WARN else { break }
      nextIndex += 1
    }
    if let (found, _) = try next(), found.index == member.index, found.path == member.path {
      return
    }
    throw .malformed(path: path, place: member.path, reason: "no longer in the zip")
  }

  /// Bytes of the current member; 0 at its end.
  func read(into buffer: UnsafeMutableRawBufferPointer, member: ZipMember) throws(ArchiveError)
    -> Int
  {
    while true {
      let count = archive_read_data(archive, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if count == Int(ARCHIVE_RETRY) { continue }
      throw failure(at: member.path)
    }
  }

  /// libarchive's last error in our words.
  private func failure(at place: String) -> ArchiveError {
    let text = archive_error_string(archive).map { String(cString: $0) } ?? "unknown error"
    let lower = text.lowercased()
    if lower.contains("passphrase") || lower.contains("encrypt") {
      return .notReadable(path: path, reason: "it is protected by a password; unpack the zip first")
    }
    if lower.contains("truncated") { return .truncated(path: path, place: place) }
    if lower.contains("unrecognized archive format") {
      return .malformed(
        path: path, place: place,
        reason: "missing, as in a zip whose copy or download stopped early; copy or export it again"
      )
    }
    return .malformed(path: path, place: place, reason: "the zip is damaged (\(text))")
  }

  private func name(of entry: OpaquePointer) -> String {
    withUTF8Locale {
      if let name = archive_entry_pathname_utf8(entry) { return String(cString: name) }
      guard let name = archive_entry_pathname(entry) else { return "" }
      // A zip without Unicode names: whatever the bytes are, they make some name.
      let bytes = UnsafeRawBufferPointer(start: name, count: strlen(name))
      return LegacyText.decode(bytes.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// libarchive converts names through the thread's locale, and in the "C" locale of a program that
  /// never called `setlocale` it can't convert any that is not ASCII.
  private func withUTF8Locale<Result>(_ body: () -> Result) -> Result {
    guard let utf8 = Self.utf8 else { return body() }
    let before = uselocale(utf8)
    defer { uselocale(before) }
    return body()
  }

  /// `nonisolated(unsafe)`: made once, and neither changed nor freed after.
  private nonisolated(unsafe) static let utf8 = newlocale(Int32(LC_CTYPE_MASK), "C.UTF-8", nil)
}
