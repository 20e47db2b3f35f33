import CPango

/// Paragraphs in one script and font: words and spaces.
extension FastText {
  /// Fills the scratch space with a paragraph.
  ///
  /// - Returns: the paragraph's context; nil when it is not that simple.
  /// - Complexity: O(bytes).
  @inline(__always)
  func simple(_ range: Range<Int>, _ family: FontFamily) -> SegmentContext? {
    // Most often it has the script of the previous paragraph.
    if let context = family.lastSimple, mayHaveLetters(range), write(range, context) {
      return context
    }
    return simpleAnew(range, family)
  }

  /// Whether a range seems to have letters. Numbers, times and emoji alone have no script, so
  /// trying the previous paragraph's script first would shape them in vain.
  ///
  /// A guess by bytes, which only decides in which order scripts are tried.
  @inline(__always)
  func mayHaveLetters(_ range: Range<Int>) -> Bool {
    range.contains { isLetter(scratch.bytes[$0]) }
  }

  /// Whether a byte may begin a letter: not signs and punctuation (U+2000 to U+2FFF), nor
  /// characters beyond the first plane.
  @inline(__always)
  func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte >= 0xC3 && byte < 0xEF && byte != 0xE2
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

  /// Writes the words and spaces of a paragraph into the scratch space.
  ///
  /// - Returns: false when a word is not known to be simple, or not in this context.
  private func write(_ range: Range<Int>, _ context: SegmentContext) -> Bool {
    let bytes = scratch.bytes + range.lowerBound
    let (advances, flags) = (scratch.advances, scratch.flags)
    let count = range.count
    let space = context.spaceAdvance
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
      guard let entry = writeWord(bytes, at: index, x: x, behind: last, context) else {
        return false
      }
      index += Int(entry.count)
      // A character below 0x20 ends the word.
      guard index == count || bytes[index] == 0x20 else { return false }
      hasOwnScript = hasOwnScript || entry.edges.contains(.ownScript)
      x &+= entry.advance
      last = entry.lastClass
      lastEnd = index
    }
    // Without a letter the paragraph has no script, whatever the previous paragraph had.
    guard hasOwnScript || context.key.script == PANGO_SCRIPT_COMMON.rawValue,
      lastEnd > 0 || context.shaper.isMainAlone, x < 1 << 28
    else { return false }
    advances[count] = x
    flags[count] = Segment.characterBreak | Segment.boundary
    scratch.itemCount = 0
    scratch.addItem(
      end: count, typeface: context.main, context: 0, safeDistance: context.typeface.safeDistance)
    if scratch.contexts.first !== context || scratch.contexts.count != 1 {
      scratch.contexts = [context]
    }
    return true
  }
}
