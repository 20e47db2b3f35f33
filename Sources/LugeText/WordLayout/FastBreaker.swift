/// Breaks one paragraph into lines as Pango 1.50 does (`process_line` and `process_item` in
/// pango-layout.c), over integers.
///
/// Indices are bytes of the paragraph. Names follow Pango's where it has one.
struct FastBreaker {
  /// A range that Pango shapes as a whole: one font, script and direction.
  struct Item {
    var end: Int32
    var typeface: UInt16
    var context: UInt16
    var safeDistance: Int32
  }

  struct Line {
    var end: Int
    /// Advance of the line, without the last space if the line was broken after it.
    var advance: Int32
    /// Advance up to the spaces that end the line.
    var inkAdvance: Int32
    var items: ClosedRange<Int>

    /// Returns the width of the line as Pango reports it, whole pixels.
    @inline(__always)
    func pixels(in width: Int32) -> Int {
      let (whole, room) = ((Int(advance) + 1023) >> 10, Int(width) >> 10)
      return whole <= room ? whole : max(room, (Int(inkAdvance) + 1023) >> 10)
    }
  }

  private enum Fit { case all, some, empty, none }

  /// Sum of the advances of the characters that begin before byte `i`; it has one element more than
  /// there are bytes.
  let advances: UnsafePointer<Int32>
  /// `Segment`'s flags of each byte, and of the end.
  let flags: UnsafePointer<UInt8>
  let bytes: UnsafePointer<UInt8>
  let count: Int
  /// Items in logical order, at least one.
  let items: UnsafePointer<Item>
  let itemCount: Int
  /// Width of a line, Pango units.
  let width: Int32
  /// Whether the text ends here, which is a break opportunity; the end of another paragraph is not.
  let isLast: Bool

  // MARK: Mutable State

  /// Start of the next line, and the item that it is in.
  private(set) var start: Int
  private var current = 0
  private var remaining: Int32 = 0
  private var hasRuns = false

  init(
    advances: UnsafePointer<Int32>, flags: UnsafePointer<UInt8>, bytes: UnsafePointer<UInt8>,
    count: Int, items: UnsafePointer<Item>, itemCount: Int, width: Int32, isLast: Bool,
    start: Int = 0
  ) {
    (self.advances, self.flags, self.bytes, self.count) = (advances, flags, bytes, count)
    (self.items, self.itemCount, self.width, self.isLast) = (items, itemCount, width, isLast)
    self.start = start
  }

  /// Returns the next line.
  ///
  /// - Parameter shaped: returns the advance of a range within an item that is shaped on its own,
  ///   as Pango does with lines that it cuts inside of words; nil when it has to be left to Pango.
  /// - Returns: nil when the paragraph has to be left to Pango.
  /// - Complexity: O(log paragraph + bytes near the end of the line + items).
  @inline(__always)
  mutating func line(_ shaped: (Range<Int>, Int) -> Int32?) -> Line? {
    let lineStart = start
    let firstItem = current
    var haveBreak = false
    var (breakItem, breakStart, breakRemaining) = (0, 0, 0 as Int32)
    var wrapped = false
    remaining = width
    hasRuns = false
    while current < itemCount {
      let before = (current, start, remaining, hasRuns)
      guard let fit = process(force: !haveBreak, breaksAtEnd: true, shaped) else { return nil }
      switch fit {
      case .all:
        if current + 1 < itemCount,
          canBreak(in: before.1..<start, atStart: before.3)
        {
          haveBreak = true
          (breakItem, breakStart, breakRemaining) = (before.0, before.1, before.2)
        }
        current += 1
        hasRuns = true
        continue
      case .none:
        // Go back to the last item in which a line can be broken.
        (current, start, remaining) = (breakItem, breakStart, breakRemaining)
        hasRuns = breakStart > lineStart
        // Pango shapes the rest of this item again; the cached advances are those of the whole
        // word.
        guard flags[start] & Segment.boundary != 0,
          let fit = process(force: true, breaksAtEnd: false, shaped), fit == .some || fit == .empty
        else { return nil }
        wrapped = true
      case .some, .empty: wrapped = true
      }
      break
    }
    guard start > lineStart else { return nil }
    let lastItem =
      current > firstItem && (current == itemCount || itemStart(current) == start)
      ? current - 1 : current
    return finish(lineStart..<start, items: firstItem...lastItem, wrapped: wrapped, shaped)
  }

  @inline(__always)
  private func itemStart(_ index: Int) -> Int { index == 0 ? 0 : Int(items[index - 1].end) }

  /// Takes as much as possible of the rest of the current item.
  @inline(__always)
  private mutating func process(
    force: Bool, breaksAtEnd: Bool, _ shaped: (Range<Int>, Int) -> Int32?
  ) -> Fit? {
    let item = items[current]
    let end = Int(item.end)
    let start = start
    let origin = advances[start]
    let isLastItem = current == itemCount - 1
    let canBreakAtEnd =
      end == count && isLast || flags[end] & Segment.lineBreak != 0

    // Try the rest as a whole.
    let restExtra = breaksAtEnd && canBreakAtEnd ? extra(end, start) : 0
    var rest = advances[end] - origin
    if breaksAtEnd {
      let isOneCharacter = !hasRuns && nextCharacter(start) == end
      if rest + restExtra <= remaining || isOneCharacter {
        guard let measured = measure(start..<end, shaped) else { return nil }
        rest = measured
        if rest + restExtra <= remaining || isOneCharacter {
          remaining = max(0, remaining - rest)
          self.start = end
          return .all
        }
      }
    }
    return split(
      force: force, breaksAtEnd: breaksAtEnd, item, end, rest, restExtra, isLastItem, shaped)
  }

  @inline(__always)
  private mutating func split(
    force: Bool, breaksAtEnd: Bool, _ item: Item, _ end: Int, _ rest: Int32, _ restExtra: Int32,
    _ isLastItem: Bool, _ shaped: (Range<Int>, Int) -> Int32?
  ) -> Fit? {
    let start = start
    let origin = advances[start]
    let safe = item.safeDistance
    let last = breaksAtEnd ? end : end - 1
    var mask = Segment.lineBreak
    while true {
      var (breakAt, breakWidth, breakExtra) = (end, rest, restExtra)
      // Before this byte all opportunities fit, so only the last of them is considered.
      var index = firstByte(from: start, to: end, reaching: remaining - safe)
      var earlier = index - 1
      let lowest = hasRuns ? start : start + 1
      while earlier >= lowest {
        if flags[earlier] & mask != 0 {
          breakAt = earlier
          breakWidth = advances[earlier] - origin
          breakExtra = extra(earlier, start)
          break
        }
        earlier -= 1
      }
      while index <= last {
        let soFar = advances[index] - origin
        let extraHere = extra(index, start)
        if min(soFar + extraHere, soFar) > remaining + safe, breakAt < end { break }
        let canBreak =
          index == count && isLast || flags[index] & mask != 0
        if canBreak, index > start || hasRuns {
          if index == start || soFar + extraHere < remaining - safe {
            (breakAt, breakWidth, breakExtra) = (index, soFar, extraHere)
          } else {
            guard let measured = measure(start..<index, shaped) else { return nil }
            let extraMeasured = index < end || !isLastItem ? extraHere : 0
            if breakAt == end || measured + extraMeasured <= remaining
              || measured + extraMeasured < breakWidth + breakExtra
            {
              (breakAt, breakWidth, breakExtra) = (index, measured, extraMeasured)
            }
          }
        }
        index += 1
      }
      if mask == Segment.lineBreak, force, breakWidth + breakExtra > remaining {
        mask = Segment.characterBreak
        continue
      }
      guard force || breakWidth + breakExtra <= remaining else { return Fit.none }
      remaining = max(0, remaining - (breakWidth + breakExtra))
      self.start = breakAt
      return breakAt == end ? .all : breakAt == start ? .empty : .some
    }
  }

  /// Returns the finished line.
  ///
  /// - Returns: nil for a line of spaces, whose height Pango takes from elsewhere.
  @inline(__always)
  private func finish(
    _ range: Range<Int>, items: ClosedRange<Int>, wrapped: Bool,
    _ shaped: (Range<Int>, Int) -> Int32?
  ) -> Line? {
    var end = range.upperBound
    while end > range.lowerBound, bytes[end - 1] == 0x20 { end -= 1 }
    if end == range.lowerBound { return nil }
    guard let advance = measure(range, shaped) else { return nil }
    let last = range.upperBound
    let blanks = advances[last] - advances[end]
    return Line(
      end: last,
      advance: wrapped && end < last ? advance - (advances[last] - advances[last - 1]) : advance,
      inkAdvance: advance - blanks, items: items)
  }

  /// Returns the width that a break at a byte saves: that of the space before it, if it belongs to
  /// the rest of the item.
  @inline(__always)
  private func extra(_ index: Int, _ start: Int) -> Int32 {
    index > start && bytes[index - 1] == 0x20 ? advances[index - 1] - advances[index] : 0
  }

  private func canBreak(in range: Range<Int>, atStart: Bool) -> Bool {
    var index = range.upperBound - 1
    let lowest = atStart ? range.lowerBound : range.lowerBound + 1
    while index >= lowest {
      if flags[index] & Segment.lineBreak != 0 { return true }
      index -= 1
    }
    return false
  }

  /// Returns the first byte up to which the characters from `start` on have at least a given width.
  @inline(__always)
  private func firstByte(from start: Int, to end: Int, reaching goal: Int32) -> Int {
    var (low, high) = (start, end)
    let wanted = advances[start] + goal
    while low < high {
      let middle = (low + high) / 2
      if advances[middle] >= wanted { high = middle } else { low = middle + 1 }
    }
    return low
  }

  @inline(__always)
  private func nextCharacter(_ index: Int) -> Int {
    var next = index + 1
    while next < count, bytes[next] & 0xC0 == 0x80 { next += 1 }
    return next
  }

  /// Returns the advance of a range shaped on its own. Whole words in it have their cached advance;
  /// its ends are shaped when they cut a word.
  @inline(__always)
  private func measure(_ range: Range<Int>, _ shaped: (Range<Int>, Int) -> Int32?) -> Int32? {
    if isBoundary(range.lowerBound), isBoundary(range.upperBound) {
      return advances[range.upperBound] - advances[range.lowerBound]
    }
    return measureCut(range, shaped)
  }

  @inline(__always)
  private func isBoundary(_ index: Int) -> Bool {
    index == count || flags[index] & Segment.boundary != 0
  }

  @inline(never)
  private func measureCut(_ range: Range<Int>, _ shaped: (Range<Int>, Int) -> Int32?) -> Int32? {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < range.upperBound, !isBoundary(low) { low += 1 }
    if low == range.upperBound, !isBoundary(low) {
      return shaped(range, item(at: range.lowerBound))
    }
    while high > low, !isBoundary(high) { high -= 1 }
    var sum = advances[high] - advances[low]
    if low > range.lowerBound {
      guard let head = shaped(range.lowerBound..<low, item(at: range.lowerBound)) else {
        return nil
      }
      sum += head
    }
    if high < range.upperBound {
      guard let tail = shaped(high..<range.upperBound, item(at: high)) else { return nil }
      sum += tail
    }
    return sum
  }

  private func item(at index: Int) -> Int {
    var (low, high) = (0, itemCount - 1)
    while low < high {
      let middle = (low + high) / 2
      if Int(items[middle].end) > index { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
