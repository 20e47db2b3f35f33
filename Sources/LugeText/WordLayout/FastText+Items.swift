import CPango
import LugeCore

/// Direction of a paragraph.
struct ParagraphDirection {
  /// Whether the paragraph as a whole is right-to-left.
  var isRightToLeft = false
  /// Whether some of its characters are.
  var hasRightToLeft = false
}

/// Paragraphs in several scripts, fonts or directions, item by item.
extension FastText {
  /// Fills the scratch space with a paragraph.
  ///
  /// - Returns: its directions; nil when it has to be left to Pango.
  /// - Complexity: O(bytes).
  func itemize(
    _ range: Range<Int>, family: FontFamily, styles: [StyleRun], origin: Int,
    isNeutralLeftToRight: Bool
  ) -> ParagraphDirection? {
    let bytes = UnsafeBufferPointer(start: scratch.bytes + range.lowerBound, count: range.count)
    guard let scripts = ScriptRuns(bytes, isNeutralLeftToRight: isNeutralLeftToRight) else {
      return nil
    }
    scratch.itemCount = 0
    scratch.contexts.removeAll(keepingCapacity: true)
    var writer = ItemWriter(bytes: bytes)
    var stretches = StyleStretches(styles, from: origin + range.lowerBound)
    var start = 0
    for run in scripts.runs {
      while start < run.end {
        let (end, traits) = stretches.next(from: start, limit: run.end)
        let styled = traits.isEmpty ? family : self.family(family.font, traits: traits)
        guard
          let context = styled.context(
            run.script, isRightToLeft: run.level & 1 == 1, in: self),
          // Pango shapes a part of a word with the letters that join to it.
          !isCut(bytes, end) || (context.canCut && !cutsSequence(bytes, end)),
          writer.append(start..<end, context, to: self)
        else { return nil }
        start = end
      }
    }
    scratch.advances[range.count] = writer.x
    scratch.flags[range.count] = Segment.characterBreak | Segment.boundary
    guard writer.x < 1 << 28 else { return nil }
    if writer.needsBreaks
      || scripts.runs.contains(where: {
        SegmentContext.isTailored($0.script, hasJoiner: scripts.hasJoiner)
      })
    {
      guard findBreaks(bytes, scripts) else { return nil }
    }
    return ParagraphDirection(
      isRightToLeft: scripts.isRightToLeft, hasRightToLeft: scripts.hasRightToLeft)
  }

  /// Whether a byte offset lies within a word.
  private func isCut(_ bytes: UnsafeBufferPointer<UInt8>, _ end: Int) -> Bool {
    end < bytes.count && bytes[end - 1] != 0x20 && bytes[end] != 0x20
  }

  /// Whether a byte offset lies within characters that are shown as one: before a mark or a skin
  /// tone, between the halves of a flag, or on either side of a joiner.
  private func cutsSequence(_ bytes: UnsafeBufferPointer<UInt8>, _ end: Int) -> Bool {
    let before = String(decoding: bytes[max(0, end - 4)..<end], as: UTF8.self).unicodeScalars.last
    let behind = String(decoding: bytes[end..<min(bytes.count, end + 4)], as: UTF8.self)
      .unicodeScalars.first
    return behind.map { BreakPairs.isUnusual(BreakPairs.lineBreakClass($0)) } ?? false
      || before.map { BreakPairs.lineBreakClass($0) == BreakPairs.joiner } ?? false
  }

  /// Asks Pango where lines may be broken.
  private func findBreaks(_ bytes: UnsafeBufferPointer<UInt8>, _ scripts: ScriptRuns) -> Bool {
    guard let base = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self) else {
      return false
    }
    var characters = 0
    for byte in bytes where !Paragraphs.isContinuation(byte) { characters += 1 }
    return withUnsafeTemporaryAllocation(of: PangoLogAttr.self, capacity: characters + 1) {
      attributes in
      attributes.initialize(repeating: PangoLogAttr())
      guard let first = attributes.baseAddress else { return false }
      pango_default_break(base, Int32(bytes.count), nil, first, Int32(characters + 1))
      tailor(base, bytes, first)
      var character = 0
      for index in bytes.indices where !Paragraphs.isContinuation(bytes[index]) {
        let attribute = attributes[character]
        character += 1
        scratch.flags[index] =
          (attribute.is_char_break != 0 ? Segment.characterBreak : 0)
          | (attribute.is_line_break != 0 && index > 0 ? Segment.lineBreak : 0)
          | (scratch.flags[index] & Segment.boundary)
      }
      return true
    }
  }

  /// Applies Pango's rules for single scripts to each item, as Pango does.
  private func tailor(
    _ base: UnsafePointer<CChar>, _ bytes: UnsafeBufferPointer<UInt8>,
    _ attributes: UnsafeMutablePointer<PangoLogAttr>
  ) {
    var (start, character) = (0, 0)
    for index in 0..<scratch.itemCount {
      let item = scratch.items[index]
      let end = Int(item.end)
      var count = 0
      for index in start..<end where !Paragraphs.isContinuation(bytes[index]) { count += 1 }
      let script = scratch.contexts[Int(item.context)].key.script
      if SegmentContext.isTailored(script, hasJoiner: true) {
        var analysis = PangoAnalysis()
        analysis.script = UInt8(clamping: script)
        analysis.language = typefaces[item.typeface].language
        pango_tailor_break(
          base + start, Int32(end - start), &analysis, -1, attributes + character, Int32(count + 1))
      }
      start = end
      character += count
    }
  }
}
