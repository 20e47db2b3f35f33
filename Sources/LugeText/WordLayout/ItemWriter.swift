import CPango
import LugeCore

/// Writer of a paragraph's segments into the scratch space, which finds the items that Pango makes.
///
/// The rules where an item ends and which font spaces take are those of
/// `itemize_state_add_character` in Pango's itemize.c: spaces go with the item before them, unless
/// the next character's font is less of a fallback; those at the beginning of a run go with the
/// item after them.
struct ItemWriter {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Advance of everything written so far.
  private(set) var x: Int32 = 0
  /// Whether segments adjoin without a space, so that breaks between them are not known.
  private(set) var needsBreaks = false

  private var last = BreakPairs.start
  private var lastEnd = 0
  /// Item being written; nil at the beginning of a run and after emoji.
  private var open: (typeface: UInt16, joins: Bool, isIsolated: Bool)?
  private var isItemOpen = false
  private var openTypeface: UInt16 = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Appends a run: one script, direction and style.
  ///
  /// - Returns: false when it has to be left to Pango.
  mutating func append(_ range: Range<Int>, _ context: SegmentContext, to text: FastText) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    let scratch = text.scratch
    guard scratch.contexts.count < Int(UInt16.max), scratch.itemCount < bytes.count + 32 else {
      return false
    }
    scratch.contexts.append(context)
    open = nil
    let splits = SegmentContext.isWrittenWithoutBlanks(context.key.script)
    var index = range.lowerBound
    while index < range.upperBound {
      let blank = index
      while index < range.upperBound, base[index] == 0x20 { index += 1 }
      let blanks = blank..<index
      guard index < range.upperBound else {
        guard close(blanks, before: nil, context, text) else { return false }
        closeItem(range.upperBound, text)
        return true
      }
      var end = index
      while end < range.upperBound, base[end] != 0x20 { end += 1 }
      if splits { end = splitEnd(index, end, context, text) }
      guard end - index <= ParagraphScan.segmentLimit else { return false }
      let entry = text.entry(
        base + index, end - index, WordCache.hash(base + index, end - index, context.id), context
      )
      guard entry.runCount > 0, !entry.edges.contains(.uncut),
        close(blanks, before: entry, context, text)
      else { return false }
      write(entry, at: index, context, text)
      last = entry.lastClass
      lastEnd = end
      index = end
    }
    closeItem(range.upperBound, text)
    return true
  }

  /// Returns the end of the first segment of a range without spaces: after one character that is a
  /// word of its own, or before the next such character.
  private func splitEnd(
    _ start: Int, _ limit: Int, _ context: SegmentContext, _ text: FastText
  ) -> Int {
    guard let base = bytes.baseAddress else { return limit }
    var index = start
    while index < limit {
      var next = index + 1
      while next < limit, Paragraphs.isContinuation(base[next]) { next += 1 }
      // A combining character, or one that joins to the next, stays with its base.
      let entry = text.entry(
        base + index, next - index, WordCache.hash(base + index, next - index, context.id),
        context)
      let isIsolated = entry.runCount == 1 && entry.edges.contains(.isolated)
      if isIsolated, next >= limit || base[next] < 0x80 || !combines(next) {
        return index == start ? next : index
      }
      index = next
      while index < limit, base[index] >= 0x80, combines(index) {
        index += 1
        while index < limit, Paragraphs.isContinuation(base[index]) { index += 1 }
      }
    }
    return limit
  }

  private func combines(_ index: Int) -> Bool {
    let part = UnsafeBufferPointer(rebasing: bytes[index..<min(bytes.count, index + 4)])
    guard let scalar = String(decoding: part, as: UTF8.self).unicodeScalars.first else {
      return true
    }
    let lineClass = BreakPairs.lineBreakClass(scalar)
    return lineClass == BreakPairs.combining || lineClass == BreakPairs.joiner
  }

  /// Adds spaces to the item before or after them.
  private mutating func close(
    _ blanks: Range<Int>, before entry: SegmentEntry?, _ context: SegmentContext, _ text: FastText
  ) -> Bool {
    let scratch = text.scratch
    let main = context.main
    let nextFace = entry.map(\.typeface)
    let nextIsEmoji = entry?.edges.contains(.emojiFirst) ?? true
    guard !blanks.isEmpty else {
      // The segments adjoin, and belong to the same run.
      if let entry {
        if open == nil || nextIsEmoji || open?.typeface != entry.typeface {
          closeItem(lastEnd, text)
          open = nil
        }
      }
      return true
    }
    let next = nextIsEmoji ? nil : nextFace
    let face: UInt16
    switch (open, next) {
    case (nil, nil):
      guard context.shaper.isMainAlone else { return false }
      face = main
    case (nil, let next?):
      guard let entry, next == main || entry.edges.contains(.joinsFirst) else { return false }
      face = next
    case (let previous?, nil):
      guard previous.typeface == main || previous.joins else { return false }
      face = previous.typeface
    case (let previous?, let next?):
      if previous.typeface == next {
        guard next == main || (previous.joins && (entry?.edges.contains(.joinsFirst) ?? false))
        else { return false }
        face = next
      } else if next == main {
        face = main
      } else if previous.typeface == main {
        face = main
      } else {
        return false
      }
    }
    guard let advance = text.typefaces[face].spaceAdvance else { return false }
    if !text.typefaces[face].isSpaceIsolated {
      // Rules that concern the space and another glyph cannot apply next to glyphs that no rule
      // concerns, nor reach beyond the item.
      guard blanks.count == 1, open?.typeface != face || (open?.isIsolated ?? true),
        next != face || (entry.map { $0.edges.leaveBlankBefore } ?? true)
      else { return false }
    }
    if open?.typeface != face || !isItemOpen {
      closeItem(blanks.lowerBound, text)
      begin(face)
    }
    for index in blanks {
      scratch.advances[index] = x
      scratch.flags[index] = Segment.characterBreak | Segment.boundary
      x &+= advance
    }
    if next != face {
      closeItem(blanks.upperBound, text)
      open = nil
    }
    lastEnd = blanks.upperBound
    return true
  }

  /// Whether only the two characters decide if a line may begin between the last one and one of
  /// this class.
  private func isPair(_ first: UInt8) -> Bool {
    BreakPairs.isEastAsian(last) && BreakPairs.isEastAsian(first)
  }

  private mutating func begin(_ face: UInt16) {
    isItemOpen = true
    openTypeface = face
    open = (face, false, false)
  }

  private mutating func closeItem(_ end: Int, _ text: FastText) {
    guard isItemOpen else { return }
    text.scratch.addItem(
      end: end, typeface: openTypeface, context: text.scratch.contexts.count - 1,
      safeDistance: text.typefaces[openTypeface].safeDistance)
    isItemOpen = false
  }

  private mutating func write(
    _ entry: SegmentEntry, at start: Int, _ context: SegmentContext, _ text: FastText
  ) {
    let scratch = text.scratch
    text.cache.young.write(entry, x: x, scratch.advances + start, scratch.flags + start)
    x &+= entry.advance
    let follows = start > 0 && bytes[start - 1] == 0x20
    if start > 0, follows ? BreakPairs.isUnusual(entry.firstClass) : !isPair(entry.firstClass) {
      needsBreaks = true
    }
    if start > 0, !follows, !needsBreaks, let base = bytes.baseAddress {
      let isBreak = text.pairs.canBreakBetween(last, entry.firstClass, in: base, at: start)
      scratch.flags[start] =
        Segment.characterBreak | Segment.boundary | (isBreak ? Segment.lineBreak : 0)
    } else if follows || start == 0 {
      let isBreak = start > 0 && text.breaks(after: last, before: entry.firstClass, bytes, start)
      scratch.flags[start] =
        Segment.characterBreak | Segment.boundary | (isBreak ? Segment.lineBreak : 0)
    } else {
      scratch.flags[start] |= Segment.boundary
    }
    var runStart = start
    for index in 0..<Int(entry.runCount) {
      let run = text.cache.young.run(index, of: entry)
      if index > 0 || !isItemOpen || openTypeface != run.typeface {
        closeItem(runStart, text)
        begin(run.typeface)
      }
      runStart = start + run.end
    }
    let end = start + Int(entry.count)
    if entry.edges.contains(.emojiLast) {
      closeItem(end, text)
      open = nil
    } else {
      open = (
        openTypeface, entry.edges.contains(.joinsLast), entry.edges.leaveBlankBehind
      )
    }
  }
}

extension FastText {
  /// Whether a line may begin at a word after spaces; see `BreakPairs`.
  fileprivate func breaks(
    after last: UInt8, before first: UInt8, _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int
  ) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    return pairs.canBreak(after: last, before: first, in: base, at: start)
  }
}
