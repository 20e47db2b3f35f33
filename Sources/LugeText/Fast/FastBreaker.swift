/// Breaks one paragraph into lines as Pango 1.50 does (`process_item` in pango-layout.c), over
/// integers.
///
/// Indices are bytes of the paragraph. The names follow Pango's where it has one.
struct FastBreaker {
  /// `advances[i]`: advance of the characters that begin before byte `i`; one more than bytes.
  let advances: UnsafePointer<Int32>
  /// `Segment.lineBreak` and `.characterBreak` of each byte, and of the end.
  let flags: UnsafePointer<UInt8>
  let bytes: UnsafeBufferPointer<UInt8>
  /// Pango units.
  let width: Int32
  let safeDistance: Int32
  let spaceAdvance: Int32
  /// Whether the text ends here, which is a break opportunity; the end of another paragraph is not.
  let isLast: Bool

  struct Line {
    var end: Int
    /// Advance of the line with its last blank if it was broken behind it, without.
    var advance: Int32
    /// Advance up to the blanks that end the line.
    var inkAdvance: Int32
  }

  /// The line that begins at a byte.
  ///
  /// - Parameter shaped: the advance of a range that is shaped on its own, as Pango does with lines
  ///   that it cuts inside of words; nil when it has to be left to Pango.
  /// - Returns: nil when the paragraph has to be left to Pango.
  /// - Complexity: O(log rest + bytes near the end of the line).
  @inline(__always)
  func line(from start: Int, shaped: (Range<Int>) -> Int32?) -> Line? {
    let count = bytes.count
    let origin = advances[start]

    // The rest as a whole.
    let restExtra = isLast && bytes[count - 1] == 0x20 ? -spaceAdvance : 0
    var rest = advances[count] - origin
    let isOneCharacter = nextCharacter(start) == count
    if rest + restExtra <= width || isOneCharacter {
      guard let measured = measure(start..<count, shaped) else { return nil }
      rest = measured
      if rest + restExtra <= width || isOneCharacter {
        return finish(start..<count, advance: rest, wrapped: false)
      }
    }

    var mask = Segment.lineBreak
    while true {
      var (breakAt, breakWidth, breakExtra) = (count, rest, restExtra)
      // Up to here every opportunity is taken without weighing it, so the last one counts.
      var index = firstByte(from: start, reaching: width - safeDistance)
      var earlier = index - 1
      while earlier > start {
        if flags[earlier] & mask != 0 {
          breakAt = earlier
          breakWidth = advances[earlier] - origin
          breakExtra = extra(earlier)
          break
        }
        earlier -= 1
      }
      while index <= count {
        let soFar = advances[index] - origin
        let extraHere = index > start ? extra(index) : 0
        if min(soFar + extraHere, soFar) > width + safeDistance, breakAt < count { break }
        let canBreak =
          index == count ? isLast || flags[count] & mask != 0 : flags[index] & mask != 0
        if canBreak, index > start {
          if soFar + extraHere < width - safeDistance {
            (breakAt, breakWidth, breakExtra) = (index, soFar, extraHere)
          } else {
            guard let measured = measure(start..<index, shaped) else { return nil }
            let extraMeasured = index < count ? extraHere : 0
            if breakAt == count || measured + extraMeasured <= width
              || measured + extraMeasured < breakWidth + breakExtra
            {
              (breakAt, breakWidth, breakExtra) = (index, measured, extraMeasured)
            }
          }
        }
        index += 1
      }
      if mask == Segment.lineBreak, breakWidth + breakExtra > width {
        mask = Segment.characterBreak
        continue
      }
      guard let advance = measure(start..<breakAt, shaped) else { return nil }
      return finish(start..<breakAt, advance: advance, wrapped: breakAt < count)
    }
  }

  /// - Returns: nil for a wrapped line of blanks, whose height Pango takes from elsewhere.
  @inline(__always)
  private func finish(_ range: Range<Int>, advance: Int32, wrapped: Bool) -> Line? {
    var end = range.upperBound
    while end > range.lowerBound, bytes[end - 1] == 0x20 { end -= 1 }
    if end == range.lowerBound { return nil }
    let blanks = Int32(range.upperBound - end)
    return Line(
      end: range.upperBound, advance: wrapped && blanks > 0 ? advance - spaceAdvance : advance,
      inkAdvance: advance - blanks * spaceAdvance)
  }

  /// What a break at a byte saves: the blank before it.
  @inline(__always)
  private func extra(_ index: Int) -> Int32 { bytes[index - 1] == 0x20 ? -spaceAdvance : 0 }

  /// First byte whose characters before it, from `start` on, are at least so wide.
  @inline(__always)
  private func firstByte(from start: Int, reaching goal: Int32) -> Int {
    var (low, high) = (start, bytes.count)
    let wanted = advances[start] + goal
    while low < high {
      let middle = (low + high) / 2
      if advances[middle] >= wanted { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func nextCharacter(_ index: Int) -> Int {
    var next = index + 1
    while next < bytes.count, bytes[next] & 0xC0 == 0x80 { next += 1 }
    return next
  }

  /// The advance of a range shaped on its own: the words in it as they are, the ends of it shaped
  /// when they cut a word.
  @inline(__always)
  private func measure(_ range: Range<Int>, _ shaped: (Range<Int>) -> Int32?) -> Int32? {
    let (start, end) = (range.lowerBound, range.upperBound)
    let startsWhole = start == 0 || bytes[start - 1] == 0x20 || bytes[start] == 0x20
    let endsWhole = end == bytes.count || bytes[end] == 0x20 || bytes[end - 1] == 0x20
    if startsWhole && endsWhole { return advances[end] - advances[start] }
    return measureCut(range, startsWhole, endsWhole, shaped)
  }

  @inline(never)
  private func measureCut(
    _ range: Range<Int>, _ startsWhole: Bool, _ endsWhole: Bool,
    _ shaped: (Range<Int>) -> Int32?
  ) -> Int32? {
    var (low, high) = (range.lowerBound, range.upperBound)
    if !startsWhole { while low < range.upperBound, bytes[low] != 0x20 { low += 1 } }
    if low == range.upperBound { return shaped(range) }
    if !endsWhole { while high > low, bytes[high - 1] != 0x20 { high -= 1 } }
    var sum = advances[high] - advances[low]
    if low > range.lowerBound {
      guard let head = shaped(range.lowerBound..<low) else { return nil }
      sum += head
    }
    if high < range.upperBound {
      guard let tail = shaped(high..<range.upperBound) else { return nil }
      sum += tail
    }
    return sum
  }
}
