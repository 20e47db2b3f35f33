import CLibArchive
import Foundation
import LugeArchive
import LugeCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// libarchive's reader of one zip: goes from member to member and streams the current one's bytes.
/// Memory holds only libarchive's own buffers and, for a damaged member, what could be unpacked of
/// the damaged block.
final class ZipHandle {
  private static let blockSize = 1 << 16
  /// Maximum bytes of a member's path: no system opens longer ones, but a compressed tar may hold
  /// many of a megabyte.
  static let longestName = 4096

  let path: String
  private let archive: OpaquePointer
  /// Source of small reads, to which libarchive has a pointer; nil for ordinary reads.
  private let parts: SmallParts?

  // MARK: Mutable State (owned by the one thread that reads)

  private var nextIndex = 0
  /// Unread bytes of the last block, owned by libarchive or ``salvaged``.
  private var unread = UnsafeRawBufferPointer(start: nil, count: 0)
  /// Number of zeros before ``unread``, for a hole in a tar's file.
  private var zeros: Int64 = 0
  /// Number of bytes of the current member up to the end of ``unread``.
  private var position: Int64 = 0
  /// Error to throw after ``unread``.
  private var damage: ArchiveError?
  /// Bytes before the damage.
  private var salvaged: UnsafeMutableRawBufferPointer?
  private var salvages = 0

  /// Maximum number of damaged members whose last bytes are recovered: each takes a pass up to it.
  private static let mostSalvages = 8

  convenience init(path: String) throws(ArchiveError) {
    try self.init(path: path, inSmallParts: false)
  }

  /// - Parameter inSmallParts: whether so few bytes are read at a time that a damage loses few
  ///   bytes before it.
  private init(path: String, inSmallParts: Bool) throws(ArchiveError) {
    var parts: SmallParts?
    if inSmallParts {
      parts = SmallParts(path)
      guard parts != nil else { throw .notReadable(path: path, reason: "it is no regular file") }
    }
    guard let archive = archive_read_new() else {
      throw .notReadable(path: path, reason: "not enough memory")
    }
    self.path = path
    self.archive = archive
    self.parts = parts
    // Only with its list of members, which shows encryption and links before anything is read.
    archive_read_support_format_zip_seekable(archive)
    // Mastodon's archives were tars at first.
    archive_read_support_format_tar(archive)
    archive_read_support_filter_gzip(archive)
    let status =
      parts?.open(archive) ?? archive_read_open_filename(archive, path, Self.blockSize)
    guard status == ARCHIVE_OK else { throw failure(at: "the list of files") }
  }

  deinit {
    archive_read_free(archive)
    salvaged?.deallocate()
  }

  private static let special: [mode_t: String] = [
    S_IFIFO: "a pipe", S_IFCHR: "a device", S_IFBLK: "a device", S_IFSOCK: "a socket",
  ]

  /// Goes to the next member; returns nil after the last.
  ///
  /// - Throws: ``ArchiveError/unsafePath(path:member:)`` if a member is a link or its name leads
  ///   outside; ``ArchiveError/notReadable(path:reason:)`` if it is encrypted.
  func next() throws(ArchiveError) -> (member: ZipMember, isFolder: Bool)? {
    var entry: OpaquePointer?
    (unread, zeros, position) = (UnsafeRawBufferPointer(start: nil, count: 0), 0, 0)
    damage = nil
    let status = withUTF8Locale { archive_read_next_header(archive, &entry) }
    if status == ARCHIVE_EOF { return nil }
    guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else {
      throw failure(at: nextIndex == 0 ? "the list of files" : "file \(nextIndex + 1)")
    }
    let name = name(of: entry)
    guard name.utf8.count <= Self.longestName else {
      throw .tooLarge(
        path: path, place: "the list of files", limit: "\(ByteCount(Self.longestName)) for a name")
    }
    let type = archive_entry_filetype(entry)
    let isFolder = type == S_IFDIR
    if let kind = Self.special[type] {
      throw .notReadable(path: path, reason: "'\(name)' in it is \(kind), not a file")
    }
    guard archive_entry_hardlink(entry) == nil else {
      throw .notReadable(
        path: path, reason: "'\(name)' in it is a link to another file; pack it without links")
    }
    // Some programs omit the type.
    guard isFolder || type == S_IFREG || type == 0, !ZipMember.isUnsafe(path: name),
      archive_entry_symlink(entry) == nil
    else { throw .unsafePath(path: path, member: name) }
    guard archive_entry_is_encrypted(entry) == 0 else {
      throw .notReadable(
        path: path, reason: "'\(name)' in it is protected by a password; unpack it first")
    }
    let size = archive_entry_size_is_set(entry) != 0 ? archive_entry_size(entry) : nil
    defer { nextIndex += 1 }
    return (ZipMember(path: name, size: size, index: nextIndex), isFolder)
  }

  /// Goes to a member that was listed before.
  func go(to member: ZipMember) throws(ArchiveError) {
    // Earlier members were checked when the list of members was made.
    while nextIndex < member.index {
      var entry: OpaquePointer?
      // Needed here, too: the first header decides how all names are decoded.
      let status = withUTF8Locale { archive_read_next_header(archive, &entry) }
      guard status == ARCHIVE_OK || status == ARCHIVE_WARN else { break }
      nextIndex += 1
    }
    if let (found, _) = try next(), found.index == member.index, found.path == member.path {
      return
    }
    throw .malformed(path: path, place: member.path, reason: "no longer in the packed file")
  }

  /// Reads bytes of the current member; 0 at its end. Of a damaged one, first the bytes before the
  /// damage.
  func read(into buffer: UnsafeMutableRawBufferPointer, member: ZipMember) throws(ArchiveError)
    -> Int
  {
    guard !buffer.isEmpty else { return 0 }
    if unread.isEmpty, zeros == 0 {
      if let damage { throw damage }
      unpack(member)
      if unread.isEmpty, zeros == 0, let damage { throw damage }
    }
    if zeros > 0 {
      let count = min(buffer.count, Int(clamping: zeros))
      buffer[..<count].initializeMemory(as: UInt8.self, repeating: 0)
      zeros -= Int64(count)
      return count
    }
    let count = min(buffer.count, unread.count)
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: unread[..<count]))
    unread = UnsafeRawBufferPointer(rebasing: unread[count...])
    return count
  }

  /// Unpacks the next block, empty at the end. libarchive's own function to read a number of bytes
  /// returns none if there is a damage among them.
  private func unpack(_ member: ZipMember) {
    var start: UnsafeRawPointer?
    var count = 0
    var offset: Int64 = 0
    var status = ARCHIVE_RETRY
    while status == ARCHIVE_RETRY || status == ARCHIVE_OK && count == 0 {
      status = archive_read_data_block(archive, &start, &count, &offset)
    }
    if status == ARCHIVE_EOF {
      // A hole at the end of a tar's file.
      zeros = max(0, offset.subtractingClamped(position))
      position = position.addingClamped(zeros)
      return
    }
    // A warning concerns what was read: its checksum or size differs from the list.
    if status != ARCHIVE_OK { damage = failure(at: member.path) }
    guard status == ARCHIVE_OK || status == ARCHIVE_WARN else { return salvage(member) }
    zeros = max(0, offset.subtractingClamped(position))
    unread = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    position = position.addingClamped(zeros).addingClamped(Int64(unread.count))
  }

  /// Unpacks the bytes between the last block and the damage: libarchive returns only whole blocks,
  /// which are as large as its reads.
  private func salvage(_ member: ZipMember) {
    guard parts == nil, salvages < Self.mostSalvages else { return }
    salvages += 1
    guard let handle = try? ZipHandle(path: path, inSmallParts: true),
      (try? handle.go(to: member)) != nil
    else { return }
    let buffer = salvaged ?? .allocate(byteCount: 1 << 19, alignment: 16)
    salvaged = buffer
    var left = position
    var count = 0
    while count < buffer.count {
      let room = left > 0 ? min(Int(clamping: left), buffer.count) : buffer.count - count
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[count..<count + room])
      guard let read = try? handle.read(into: part, member: member), read > 0 else { break }
      if left > 0 { left -= Int64(read) } else { count += read }
    }
    unread = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    position = position.addingClamped(Int64(count))
  }

  /// Translates libarchive's last error.
  private func failure(at place: String) -> ArchiveError {
    let text = archive_error_string(archive).map { String(cString: $0) } ?? "unknown error"
    let lower = text.lowercased()
    if lower.contains("unsupported zip compression method") {
      return .malformed(
        path: path, place: place,
        reason: "it is packed by a method that is not read here; unpack it first (\(text))")
    }
    if lower.contains("passphrase") || lower.contains("encrypt") || lower.contains("decrypt") {
      return .notReadable(path: path, reason: "it is protected by a password; unpack it first")
    }
    if lower.contains("truncated") { return .truncated(path: path, place: place) }
    if lower.contains("unrecognized archive format") {
      return .malformed(
        path: path, place: place,
        reason: "missing, as in a zip whose copy or download stopped early; copy or export it again"
      )
    }
    return .malformed(path: path, place: place, reason: "the packed file is damaged (\(text))")
  }

  private func name(of entry: OpaquePointer) -> String {
    withUTF8Locale {
      if let name = archive_entry_pathname_utf8(entry) { return String(cString: name) }
      guard let name = archive_entry_pathname(entry) else { return "" }
      // A zip without Unicode names: decode whatever the bytes are.
      let bytes = UnsafeRawBufferPointer(start: name, count: strlen(name))
      return LegacyText.decode(bytes.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// Runs a function with a UTF-8 locale. libarchive converts names through the thread's locale,
  /// and in the "C" locale of a program that has not called `setlocale` it cannot convert any
  /// non-ASCII name.
  private func withUTF8Locale<Result>(_ body: () -> Result) -> Result {
    guard let utf8 = Self.utf8 else { return body() }
    let before = uselocale(utf8)
    defer { uselocale(before) }
    return body()
  }

  /// `nonisolated(unsafe)`: created once, and never changed or freed.
  private nonisolated(unsafe) static let utf8 = newlocale(Int32(LC_CTYPE_MASK), "C.UTF-8", nil)
}

/// A file that libarchive reads a few bytes at a time, so that it also unpacks few at a time.
private final class SmallParts {
  private static let count = 256

  private let descriptor: Int32
  private let size: Int64
  private let buffer = UnsafeMutableRawPointer.allocate(
    byteCount: SmallParts.count, alignment: 16)
  private var offset: Int64 = 0

  init?(_ path: String) {
    descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var info = stat()
    guard descriptor >= 0, fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
      if descriptor >= 0 { close(descriptor) }
      buffer.deallocate()
      return nil
    }
    size = Int64(info.st_size)
  }

  deinit {
    close(descriptor)
    buffer.deallocate()
  }

  /// Opens the file. The reader must not outlive this object.
  func open(_ archive: OpaquePointer) -> Int32 {
    archive_read_set_callback_data(archive, Unmanaged.passUnretained(self).toOpaque())
    archive_read_set_read_callback(archive) { _, context, start in
      guard let context, let start else { return -1 }
      return Unmanaged<SmallParts>.fromOpaque(context).takeUnretainedValue().read(start)
    }
    archive_read_set_seek_callback(archive) { _, context, offset, origin in
      guard let context else { return Int64(ARCHIVE_FATAL) }
      return Unmanaged<SmallParts>.fromOpaque(context).takeUnretainedValue()
        .seek(offset, from: origin)
    }
    return archive_read_open1(archive)
  }

  private func read(_ start: UnsafeMutablePointer<UnsafeRawPointer?>) -> Int {
    let read = pread(descriptor, buffer, Self.count, off_t(offset))
    start.pointee = UnsafeRawPointer(buffer)
    if read > 0 { offset = offset.addingClamped(Int64(read)) }
    return read
  }

  private func seek(_ distance: Int64, from origin: Int32) -> Int64 {
    let base = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? offset : size
    let goal = base.addingClamped(distance)
    guard goal >= 0 else { return Int64(ARCHIVE_FATAL) }
    offset = goal
    return goal
  }
}
