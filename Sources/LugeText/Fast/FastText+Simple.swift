import CPango

/// Paragraphs in one script and font: words and blanks.
extension FastText {
  /// Fills the scratch space with a paragraph.
  ///
  /// - Returns: the paragraph's context; nil when it is not that simple.
  /// - Complexity: O(bytes).
  @inline(__always)
  func simple(_ range: Range<Int>, _ family: FontFamily) -> SegmentContext? {
    // Most often it has the script of the one before.
    if let context = family.lastSimple, write(range, context) { return context }
    return simpleAnew(range, family)
  }

  @inline(never)
  private func simpleAnew(_ range: Range<Int>, _ family: FontFamily) -> SegmentContext? {
    guard
      let script = ParagraphScan.script(
        of: UnsafeBufferPointer(start: scratch.bytes + range.lowerBound, count: range.count)),
      let context = family.context(script.pango, isRightToLeft: false, in: self),
      write(range, context)
    else { return nil }
    if script != .common { family.lastSimple = context }
    family.noteSimple(context)
    return context
  }

  /// - Returns: false when a word is not known to be simple, or not in this context.
  private func write(_ range: Range<Int>, _ context: SegmentContext) -> Bool {
    let bytes = scratch.bytes + range.lowerBound
    let raw = UnsafeRawPointer(bytes)
    let (advances, flags) = (scratch.advances, scratch.flags)
    let count = range.count
    let space = context.spaceAdvance
    let main = context.main
    let seed = SegmentCache.seed(context.id)
    var x: Int32 = 0
    var index = 0
    var last = BreakPairs.start
    var lastEnd = 0
    var hasOwnScript = false
    while index < count {
      if bytes[index] == 0x20 {
        advances[index] = x
        flags[index] = Segment.characterBreak | Segment.boundary
        x &+= space
        index += 1
        continue
      }
      let start = index
      var hash = seed
      while true {
        let chunk = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        // The first byte below 0x21; what is found behind it may not be one.
        let found =
          (chunk &- 0x2121_2121_2121_2121) & ~chunk & 0x8080_8080_8080_8080
        if found == 0 {
          hash = SegmentCache.mix(hash, chunk)
          index += 8
        } else {
          let length = found.trailingZeroBitCount >> 3
          if length > 0 {
            hash = SegmentCache.mix(hash, chunk & (~0 >> UInt64(64 - 8 * length)))
          }
          index += length
          break
        }
      }
      // Some other character below the blank, or the word is very long.
      guard index == count || (index < count && bytes[index] == 0x20), index > start,
        index - start <= ParagraphScan.segmentLimit
      else { return false }
      let length = index - start
      let entry = entry(bytes + start, length, hash, context)
      guard entry.runCount == 1, entry.typeface == main, entry.edges.contains(.simple),
        !entry.edges.contains(.uncut)
      else {
        return false
      }
      hasOwnScript = hasOwnScript || entry.edges.contains(.ownScript)
      cache.young.write(entry, x: x, advances + start, flags + start)
      x &+= entry.advance
      let canBreak = pairs.canBreak(after: last, before: entry.firstClass, in: bytes, at: start)
      flags[start] =
        Segment.characterBreak | Segment.boundary
        | (start > 0 && canBreak ? Segment.lineBreak : 0)
      last = entry.lastClass
      lastEnd = index
    }
    // Without a letter the paragraph has no script, whatever the one before had.
    guard hasOwnScript || context.key.script == PANGO_SCRIPT_COMMON.rawValue,
      lastEnd > 0 || context.shaper.isMainAlone, x < 1 << 28
    else { return false }
    advances[count] = x
    flags[count] = Segment.characterBreak | Segment.boundary
    scratch.itemCount = 0
    scratch.addItem(
      end: count, typeface: main, context: 0, safeDistance: context.typeface.safeDistance)
    if scratch.contexts.first !== context || scratch.contexts.count != 1 {
      scratch.contexts = [context]
    }
    return true
  }
}
