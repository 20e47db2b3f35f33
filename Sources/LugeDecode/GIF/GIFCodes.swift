/// Unpacks the pixels of a GIF's frame: Welch's variant of LZ78 (GIF89a specification, appendix F).
///
/// A code stands for a string of pixels, which is the string of the code before it and one more: both stand
/// in what has been unpacked already, one after the other. So an entry of the table is a place and a length
/// there, and unpacking a code is copying. giflib follows a chain back, a pixel at a time, onto a stack,
/// which took four times as long.
enum GIFCodes {
  /// Numbers that stand before the pixels: a code of a single one is a place among them.
  static let roots = 256
  /// Bytes that stand after the pixels and may be written.
  static let slack = 8
  /// Bytes that stand after the codes and may be read.
  static let codeSlack = 8

  private static let longestCode: UInt64 = 12
  private static let tableCount = 1 << 12
  /// Codes between two looks at whether to stop.
  private static let stretch = 8192

  private struct Entry {
    var start: Int32
    var length: Int32
  }

  /// - Parameters:
  ///   - codes: with ``codeSlack`` more bytes behind them than `byteCount`.
  ///   - bits: of a pixel, as the file says it before its codes.
  ///   - room: of ``roots``, pixels and ``slack``; the first are written too.
  ///   - count: of the pixels.
  /// - Returns: false when there are codes that cannot be, or too few, or it was to stop.
  /// - Complexity: O(codes + pixels).
  static func unpack(
    _ codes: UnsafePointer<UInt8>, byteCount: Int, bits: Int,
    into room: UnsafeMutablePointer<UInt8>, count: Int, _ shouldStop: () -> Bool
  ) -> Bool {
    guard (1...8).contains(bits), count <= Int(Int32.max) - roots else { return false }
    for root in 0..<roots { room[root] = UInt8(truncatingIfNeeded: root) }
    return withUnsafeTemporaryAllocation(of: Entry.self, capacity: tableCount + 1) { table in
      guard let table = table.baseAddress else { return false }
      for code in 0...tableCount {
        (table + code).initialize(
          to: Entry(start: Int32(truncatingIfNeeded: code & 0xFF), length: 1))
      }
      var reader = GIFBits(codes, count: byteCount)
      let clear = 1 << bits
      var width = UInt64(bits + 1)
      var next = clear + 2
      // The string before; none after the table was cleared.
      var previous = Entry(start: 0, length: 0)
      var place = roots
      let end = roots + count
      while true {
        guard !shouldStop() else { return false }
        for _ in 0..<stretch {
          let code = reader.take(width)
          // What the code that comes next to be defined stands for, should it be this one.
          table[next] = Entry(start: previous.start, length: previous.length + 1)
          if code == clear {
            width = UInt64(bits + 1)
            next = clear + 2
            previous.length = 0
            continue
          }
          let isFirst = previous.length == 0
          guard code != clear + 1, code < next || code == next && !isFirst else { return false }
          let entry = table[code]
          let length = min(Int(entry.length), end - place)
          copy(room + Int(entry.start), to: room + place, length)
          previous = Entry(start: Int32(truncatingIfNeeded: place), length: entry.length)
          place += length
          if place == end { return !reader.isOverrun }
          if !isFirst, next < tableCount {
            next += 1
            if next == 1 << width, width < longestCode { width += 1 }
          }
        }
        guard !reader.isOverrun else { return false }
      }
    }
  }

  /// Eight at a time, beyond the end as well: what stands there is written later.
  @inline(__always)
  private static func copy(
    _ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, _ length: Int
  ) {
    if source + 8 <= UnsafePointer(target) {
      var done = 0
      repeat {
        let eight = UnsafeRawPointer(source + done).loadUnaligned(as: UInt64.self)
        UnsafeMutableRawPointer(target + done).storeBytes(of: eight, as: UInt64.self)
        done += 8
      } while done < length
    } else {
      // A string that may overlap with itself.
      for index in 0..<length { target[index] = source[index] }
    }
  }
}

/// Bits of bytes, the lowest first.
private struct GIFBits {
  private let end: UnsafePointer<UInt8>
  private var next: UnsafePointer<UInt8>
  private var bits: UInt64 = 0
  private var count: UInt64 = 0

  init(_ bytes: UnsafePointer<UInt8>, count: Int) {
    next = bytes
    end = bytes + count
  }

  /// The next bits as a number, 12 at most; zeros after the end.
  @inline(__always)
  mutating func take(_ length: UInt64) -> Int {
    // As `BitReader` does it.
    if count < length {
      if next < end {
        bits |= UnsafeRawPointer(next).loadUnaligned(as: UInt64.self).littleEndian &<< count
      }
      next += Int(truncatingIfNeeded: (63 &- count) &>> 3)
      count |= 56
    }
    let value = bits & ((1 &<< length) &- 1)
    bits = bits &>> length
    count = count &- length
    return Int(truncatingIfNeeded: value)
  }

  /// Whether more was read than there is.
  var isOverrun: Bool { next - Int(truncatingIfNeeded: count &>> 3) > end }
}
