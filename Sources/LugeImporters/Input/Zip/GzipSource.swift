import CLibArchive
import LugeArchive

/// A single compressed file, unpacked while it is read: `#ubuntu.log.gz`.
///
/// Memory holds only libarchive's own buffers, whatever the unpacked size.
final class GzipSource: ByteSource {
  let context: SourceContext
  /// Nil: the unpacked size is unknown before the end.
  var size: Int64? { nil }
  var name: String { path }

  private static let blockSize = 1 << 16
  private let path: String

  // MARK: Mutable State (owned by the one thread that reads)

  private var archive: OpaquePointer?
  private var isFinished = false
  /// Unread bytes of the last block, which libarchive owns until the next one is requested.
  private var unread = UnsafeRawBufferPointer(start: nil, count: 0)

  init(path: String, context: SourceContext = SourceContext()) {
    self.path = path
    self.context = context
  }

  deinit { close() }

  /// Returns the name of the file inside: without the extension of the compression.
  static func innerName(_ name: String) -> String {
    name.lowercased().hasSuffix(".gz") ? String(name.dropLast(3)) : name
  }

  static func isCompressed(_ prefix: [UInt8]) -> Bool { prefix.starts(with: [0x1F, 0x8B]) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
    guard !buffer.isEmpty, !isFinished else { return 0 }
    if unread.isEmpty { try unpack() }
    let count = min(buffer.count, unread.count)
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: unread[..<count]))
    unread = UnsafeRawBufferPointer(rebasing: unread[count...])
    return count
  }

  /// Unpacks the next block, empty at the end. One block at a time: a request for more bytes than
  /// precede a truncated end would return nothing at all.
  private func unpack() throws(ArchiveError) {
    let archive = try opened()
    var start: UnsafeRawPointer?
    var count = 0
    var offset: Int64 = 0
    var result = ARCHIVE_RETRY
    while result == ARCHIVE_RETRY || result == ARCHIVE_OK && count == 0 {
      result = archive_read_data_block(archive, &start, &count, &offset)
    }
    if result == ARCHIVE_OK || result == ARCHIVE_WARN {
      unread = UnsafeRawBufferPointer(start: start, count: count)
      return
    }
    isFinished = true
    defer { close() }
    if result != ARCHIVE_EOF { throw failure(of: archive) }
  }

  /// Returns the first bytes; of a truncated file, those that exist.
  ///
  /// - Throws: the error of ``read(into:)`` if not even one byte can be read.
  static func beginning(of path: String, _ length: Int) throws(ArchiveError) -> [UInt8] {
    let source = GzipSource(path: path)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 1)
    defer { buffer.deallocate() }
    var count = 0
    while count < length {
      do throws(ArchiveError) {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
        let read = try source.read(into: rest)
        if read == 0 { break }
        count += read
      } catch {
        if count == 0 { throw error }
        break
      }
    }
    return Array(buffer.prefix(count))
  }

  func reopened() -> (any ByteSource)? { GzipSource(path: path, context: context) }

  private func opened() throws(ArchiveError) -> OpaquePointer {
    if let archive { return archive }
    guard let archive = archive_read_new() else {
      throw .notReadable(path: path, reason: "not enough memory")
    }
    self.archive = archive
    archive_read_support_filter_gzip(archive)
    archive_read_support_format_raw(archive)
    var entry: OpaquePointer?
    guard archive_read_open_filename(archive, path, Self.blockSize) == ARCHIVE_OK,
      archive_read_next_header(archive, &entry) == ARCHIVE_OK
    else {
      isFinished = true
      throw failure(of: archive)
    }
    return archive
  }

  private func failure(of archive: OpaquePointer) -> ArchiveError {
    let text = archive_error_string(archive).map { String(cString: $0) } ?? "unknown error"
    if text.lowercased().contains("truncated") {
      return .truncated(path: path, place: "the compressed file")
    }
    return .malformed(
      path: path, place: "the compressed file", reason: "it is damaged (\(text))")
  }

  private func close() {
    if let archive { archive_read_free(archive) }
    archive = nil
  }
}
