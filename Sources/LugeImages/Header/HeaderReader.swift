/// Reads small parts of a file at any offset. Bytes outside of the file read as missing, and after
/// a maximum number of reads all bytes do, so that a file made to send its parser in circles ends.
struct HeaderReader {
  private enum Source {
    case file(PictureFile)
    case bytes([UInt8])
  }

  private let source: Source
  private var looks = 0
  /// Bytes read last, because headers are read in small steps that lie close together.
  private var window: [UInt8] = []
  private var windowStart = 0

  private static let lookLimit = 4096
  private static let windowCount = 4096

  init(file: PictureFile) { source = .file(file) }
  init(bytes: [UInt8]) { source = .bytes(bytes) }

  /// Number of bytes of the file.
  var count: Int {
    switch source {
    case .file(let file): file.byteCount
    case .bytes(let bytes): bytes.count
    }
  }

  /// Returns this many bytes, or fewer at the end of the file.
  mutating func bytes(at offset: Int, count wanted: Int) -> [UInt8] {
    looks += 1
    guard looks <= Self.lookLimit, offset >= 0, offset < count, wanted > 0 else { return [] }
    let end = min(count, offset + wanted)
    switch source {
    case .bytes(let bytes): return Array(bytes[offset..<end])
    case .file(let file):
      if offset < windowStart || end > windowStart + window.count {
        windowStart = offset
        window = file.read(at: offset, count: max(Self.windowCount, wanted))
      }
      let low = offset - windowStart
      guard low < window.count else { return [] }
      return Array(window[low..<min(window.count, low + end - offset)])
    }
  }

  /// Returns a big-endian number of up to four bytes; nil at the end of the file.
  mutating func number(at offset: Int, bytes count: Int) -> Int? {
    let found = bytes(at: offset, count: count)
    guard found.count == count else { return nil }
    return found.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns a little-endian number of up to four bytes; nil at the end of the file.
  mutating func littleNumber(at offset: Int, bytes count: Int) -> Int? {
    let found = bytes(at: offset, count: count)
    guard found.count == count else { return nil }
    return found.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  mutating func text(at offset: Int, count: Int = 4) -> String {
    String(decoding: bytes(at: offset, count: count), as: UTF8.self)
  }
}

/// The orientation in an EXIF block (a small TIFF file).
package enum ExifOrientation {
  /// Returns the orientation in a block in memory, from its TIFF header on; nil if it has none.
  package static func value(of block: [UInt8]) -> Int? {
    var reader = HeaderReader(bytes: block)
    return value(&reader, at: 0)
  }

  /// Whether the orientation exchanges width and height.
  ///
  /// - Parameter start: offset of the TIFF header.
  static func isTurned(_ reader: inout HeaderReader, at start: Int) -> Bool {
    (5...8).contains(value(&reader, at: start) ?? 1)
  }

  /// Returns the block's value, even an invalid one; nil if it has none.
  static func value(_ reader: inout HeaderReader, at start: Int) -> Int? {
    TIFFDirectory.values(&reader, at: start, of: [0x0112])?[0x0112]
  }
}

/// The first directory of a TIFF file, or of an EXIF block, which is a TIFF file, too (TIFF 6.0,
/// section 2).
enum TIFFDirectory {
  private static let entryLimit = 64

  /// Returns the numbers of the tags that the directory has; nil for a file that is no TIFF.
  ///
  /// - Parameter start: offset of the TIFF header.
  static func values(
    _ reader: inout HeaderReader, at start: Int, of tags: Set<Int>
  ) -> [Int: Int]? {
    let order = reader.text(at: start, count: 2)
    guard order == "II" || order == "MM" else { return nil }
    func number(_ offset: Int, _ count: Int, _ reader: inout HeaderReader) -> Int {
      (order == "II"
        ? reader.littleNumber(at: start + offset, bytes: count)
        : reader.number(at: start + offset, bytes: count)) ?? 0
    }
    let directory = number(4, 4, &reader)
    var found: [Int: Int] = [:]
    for entry in 0..<min(entryLimit, number(directory, 2, &reader)) {
      let offset = directory + 2 + entry * 12
      let tag = number(offset, 2, &reader)
      guard tags.contains(tag), found[tag] == nil else { continue }
      // A 16-bit number is in the first half of its field; type 4 is a number of 32 bits.
      found[tag] = number(offset + 8, number(offset + 2, 2, &reader) == 4 ? 4 : 2, &reader)
    }
    return found
  }
}
