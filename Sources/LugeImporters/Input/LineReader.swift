import LugeArchive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Splits a source into lines that end in LF, CR LF or CR, in any mixture.
///
/// Its buffer grows to the longest line, at most to the limit; of a longer line only the beginning
/// is kept.
///
/// - Complexity: O(bytes) for a whole source, whatever its line ends.
final class LineReader {
  /// A line without its line end.
  struct Line {
    /// Bytes of the line, valid until the next call of ``LineReader/next()``.
    var bytes: UnsafeBufferPointer<UInt8>
    /// Number of the line, from 1.
    var number: Int
    /// Whether it is longer than the limit, and ``bytes`` are only its beginning.
    var isCut = false
    /// Whether it has a line end; only the last line may have none.
    var isTerminated = true
  }

  /// Maximum bytes of a line. No program writes messages near this long (WhatsApp's limit is 65,536
  /// characters); it limits memory for other files.
  static let defaultLimit = 16 << 20

  /// Returns the bytes of memory that a line takes as one of the strings of a message: an empty one
  /// takes some, too, so that messages of empty lines are limited as well.
  static func memory(ofLine bytes: Int) -> Int { bytes.addingClamped(MemoryLayout<String>.size) }

  private let source: any ByteSource
  private let limit: Int

  // MARK: Mutable State (owned by the one thread that reads)

  private var buffer: UnsafeMutableRawBufferPointer
  /// Range of the unread bytes in the buffer.
  private var start = 0
  private var end = 0
  private var reachedEnd = false
  /// Number of dropped bytes of the current line, which is over the limit.
  private var dropped: Int64 = 0
  private var lineFeed = Search(byte: 0x0A)
  private var carriageReturn = Search(byte: 0x0D)
  private(set) var lineNumber = 0
  /// Number of bytes of the lines returned so far, with their line ends.
  private(set) var bytesRead: Int64 = 0

  /// The position up to which a byte was searched for, so that no byte is searched twice.
  private struct Search {
    let byte: Int32
    var found: Int?
    var searched = 0

    mutating func first(in buffer: UnsafeMutableRawBufferPointer, from start: Int, to end: Int)
      -> Int?
    {
      if let found, found >= start { return found }
      found = nil
      let from = max(start, searched)
      guard from < end, let base = buffer.baseAddress else { return nil }
      searched = end
      if let hit = memchr(base + from, byte, end - from) {
        let position = UnsafeRawPointer(hit) - UnsafeRawPointer(base)
        found = position
        searched = position + 1
        return position
      }
      return nil
    }

    mutating func shift(by distance: Int) {
      searched = max(0, searched - distance)
      found = found.map { $0 - distance }
    }

    /// Continues the search at a position.
    mutating func restart(at place: Int, found: Int? = nil) {
      searched = place
      self.found = found
    }
  }

  /// - Parameter limit: maximum bytes of a line.
  init(_ source: any ByteSource, limit: Int = LineReader.defaultLimit, chunk: Int = 1 << 18) {
    self.source = source
    self.limit = limit
    buffer = .allocate(byteCount: max(16, chunk), alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Returns the next line; nil at the end. A line end at the very end begins no further line.
  func next() throws(ArchiveError) -> Line? {
    while true {
      let lf = lineFeed.first(in: buffer, from: start, to: end)
      let cr = carriageReturn.first(in: buffer, from: start, to: lf ?? end)
      if let cr, cr < lf ?? end {
        // Before the line is returned, it must be known whether a line feed follows.
        if cr + 1 < end {
          return try line(to: cr, terminator: buffer[cr + 1] == 0x0A ? 2 : 1)
        }
        if reachedEnd { return try line(to: cr, terminator: 1) }
      } else if let lf {
        return try line(to: lf, terminator: 1)
      } else if reachedEnd {
        return start < end ? try line(to: end, terminator: 0) : nil
      }
      try fill()
    }
  }

  private func line(to position: Int, terminator: Int) throws(ArchiveError) -> Line {
    let isCut = dropped > 0 || position - start > limit
    let last = isCut ? min(position, start + min(Self.kept, limit)) : position
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[start..<last])
      .assumingMemoryBound(to: UInt8.self)
    lineNumber += 1
    bytesRead += Int64(position + terminator - start) + dropped
    start = position + terminator
    dropped = 0
    return Line(bytes: bytes, number: lineNumber, isCut: isCut, isTerminated: terminator > 0)
  }

  /// Number of bytes that are kept of a line over the limit.
  private static let kept = 4096

  /// Drops all but the beginning of a line that is over the limit and whose end was not found yet.
  private func drop() {
    let kept = min(Self.kept, limit)
    guard let base = buffer.baseAddress, end - start > kept else { return }
    // It is not known yet whether a line feed follows this one.
    let endsInReturn = carriageReturn.found == end - 1
    if start > 0 { memmove(base, base + start, kept) }
    dropped += Int64(end - start - kept - (endsInReturn ? 1 : 0))
    start = 0
    end = kept
    if endsInReturn {
      buffer[end] = 0x0D
      end += 1
    }
    lineFeed.restart(at: end)
    carriageReturn.restart(at: end, found: endsInReturn ? kept : nil)
  }

  private func fill() throws(ArchiveError) {
    if end - start > limit || dropped > 0 { drop() }
    if start > 0 {
      if start < end, let base = buffer.baseAddress { memmove(base, base + start, end - start) }
      lineFeed.shift(by: start)
      carriageReturn.shift(by: start)
      end -= start
      start = 0
    }
    if end == buffer.count {
      // Space for one byte over the limit distinguishes a line at the limit from a longer one.
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: min(buffer.count * 2, max(limit, buffer.count) + 2), alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<end]))
      buffer.deallocate()
      buffer = larger
    }
    let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
    if count == 0 { reachedEnd = true } else { end += min(count, buffer.count - end) }
  }
}
