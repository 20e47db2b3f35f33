import CPango

/// Lines of words and spaces that may end within a word.
extension FastText {
  /// Adds lines until one of them ends before a word, or with the paragraph.
  ///
  /// The break of a line depends only on text up to a little after its end (`FastBreaker` compares
  /// opportunities up to the font's safe distance), so no more of the paragraph is written out.
  ///
  /// - Parameter start: start of the line, before a word.
  /// - Returns: the position of the next word or of the paragraph's end, and the kinds of the
  ///   examined words; -1 when the text has to be laid out in another way, in which case the sink
  ///   may have received some of the lines.
  /// - Complexity: O(bytes of these lines).
  @inline(never)
  func addCutLines<Sink: LineSink>(
    from start: Int, to count: Int, _ context: SegmentContext, _ width: Int32,
    _ sink: inout Sink
  ) -> (end: Int, seen: Segment.Edges) {
    let bytes = scratch.bytes + start
    let safe = context.typeface.safeDistance
    scratch.itemCount = 0
    scratch.addItem(end: 0, typeface: context.main, context: 0, safeDistance: safe)
    if scratch.contexts.first !== context || scratch.contexts.count != 1 {
      scratch.contexts = [context]
    }
    var words = WrittenWords(limit: count - start, reach: width &+ safe &+ context.spaceAdvance)
    var lineStart = 0
    while true {
      guard write(&words, from: bytes, lineStart: lineStart, context) else { return (-1, []) }
      let isLast = words.isAll && start + words.end == count
      if isLast, PangoRules.blanksAtTheEndTakeRoom, bytes[words.end - 1] == 0x20 { return (-1, []) }
      scratch.items[0].end = Int32(words.end)
      var breaker = FastBreaker(
        advances: scratch.advances, flags: scratch.flags, bytes: bytes, count: words.end,
        items: scratch.items, itemCount: 1, width: width, isLast: isLast, start: lineStart)
      let line = breaker.line {
        self.advance(bytes + $0.lowerBound, $0.count, item: self.scratch.items[$1])
      }
      guard let line else { return (-1, []) }
      let (ascent, descent) = context.height
      sink.add(
        start + lineStart..<start + line.end, ascent: ascent, descent: descent,
        width: line.pixels(in: width))
      lineStart = line.end
      let isBetweenWords =
        scratch.flags[lineStart] & Segment.boundary != 0 && bytes[lineStart] > 0x20
      if isBetweenWords || (lineStart == words.end && words.isAll) {
        return (start + lineStart, words.seen)
      }
    }
  }

  /// Writes words and spaces out until they are wider than a line.
  ///
  /// - Returns: false when one of them is not simple.
  private func write(
    _ words: inout WrittenWords, from bytes: UnsafePointer<UInt8>, lineStart: Int,
    _ context: SegmentContext
  ) -> Bool {
    let (advances, flags) = (scratch.advances, scratch.flags)
    let origin = lineStart < words.end ? advances[lineStart] : words.x
    // Write at least 8 bytes: the breaker must see that a single character is left only where that
    // is true of the whole paragraph.
    while words.x &- origin <= words.reach || words.end &- lineStart < 8, !words.isAll {
      let index = words.end
      if bytes[index] == 0x20 {
        advances[index] = words.x
        flags[index] = Segment.characterBreak | Segment.boundary
        words.x &+= context.spaceAdvance
        words.end &+= 1
        continue
      }
      if index == words.limit || bytes[index] == 0x0A || bytes[index] == 0x0D {
        words.isAll = true
        break
      }
      guard let written = writeWord(bytes, at: index, x: words.x, behind: words.last, context)
      else { return false }
      words.seen.formUnion(written.edges)
      words.last = written.lastClass
      words.x &+= written.advance
      words.end &+= Int(written.count)
    }
    advances[words.end] = words.x
    flags[words.end] = Segment.characterBreak | Segment.boundary
    return words.x < 1 << 28
  }

  /// Writes the advances and flags of a word.
  ///
  /// - Parameters:
  ///   - index: index of its first byte, and of the first value written.
  ///   - last: class of the last character before it that is no space.
  /// - Returns: nil when the word is not known to be simple, or not in this context.
  @inline(__always)
  func writeWord(
    _ bytes: UnsafePointer<UInt8>, at index: Int, x: Int32, behind last: UInt8,
    _ context: SegmentContext
  ) -> SegmentEntry? {
    let raw = UnsafeRawPointer(bytes + index)
    var hash = WordCache.seed(context.id)
    var length = 0
    while true {
      let chunk = raw.loadUnaligned(fromByteOffset: length, as: UInt64.self)
      // Find the first byte below 0x21; marks after it are unreliable.
      let found = Self.belowBlank(chunk)
      if found == 0 {
        hash = WordCache.mix(hash, chunk)
        length &+= 8
      } else {
        let rest = found.trailingZeroBitCount &>> 3
        if rest > 0 { hash = WordCache.mix(hash, chunk & Self.bytes(before: found)) }
        length &+= rest
        break
      }
    }
    guard length > 0, length <= ParagraphScan.segmentLimit else { return nil }
    let entry = entry(bytes + index, length, hash, context)
    guard entry.runCount == 1, entry.typeface == context.main, entry.edges.contains(.simple),
      !entry.edges.contains(.uncut)
    else { return nil }
    cache.young.write(entry, x: x, scratch.advances + index, scratch.flags + index)
    let canBreak = pairs.canBreak(after: last, before: entry.firstClass, in: bytes, at: index)
    scratch.flags[index] =
      Segment.characterBreak | Segment.boundary
      | (index > 0 && canBreak ? Segment.lineBreak : 0)
    return entry
  }
}

/// The part of a paragraph that is written out.
private struct WrittenWords {
  /// Maximum bytes of the text.
  let limit: Int
  /// Width in Pango units within which text can influence a line's break.
  let reach: Int32
  var end = 0
  var x: Int32 = 0
  /// Class of the last character that is no space.
  var last = BreakPairs.start
  var seen: Segment.Edges = []
  /// Whether the written part ends with the paragraph.
  var isAll = false
}
