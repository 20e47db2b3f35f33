import CPango

/// Layout of whole texts from words and spaces, in one pass over their bytes: words are found,
/// looked up and put into lines one by one, with nothing written per byte.
///
/// Accepted are paragraphs in one script whose words `Segment.markWord` has marked. Advances of
/// words add up exactly, so one of Pango's rules for breaking lines (`process_item`,
/// `process_line`) is enough: a line ends at the last opportunity that fits without its space.
/// Where it is not enough (an opportunity within the word at the end of the line, a word wider than
/// the line, spaces that extend over its end), `FastText.addCutLines`, which applies all rules,
/// adds lines until one ends between words.
extension FastText {
  /// Adds the lines of a text that the scratch space holds.
  ///
  /// - Returns: the number of paragraphs; nil, with the sink unchanged, when the text has to be
  ///   laid out in another way.
  /// - Complexity: O(bytes).
  @inline(__always)
  func addWords<Sink: LineSink>(
    count: Int, family: FontFamily, width: Int32, to sink: inout Sink
  ) -> Int? {
    let first = sink.mark
    var start = 0
    var paragraphs = 1
    while true {
      let mark = sink.mark
      var end = -1
      let isLikeLast = isLetter(scratch.bytes[start]) || mayHaveLetters(from: start, to: count)
      if isLikeLast, let context = family.lastSimple {
        end = addParagraph(from: start, to: count, context, width, &sink)
      }
      if end < 0 {
        sink.reset(to: mark)
        end = addOtherParagraph(
          from: start, to: count, family, width, tried: isLikeLast ? family.lastSimple : nil, &sink)
      }
      guard end >= 0 else {
        sink.reset(to: first)
        return nil
      }
      if end == count { return paragraphs }
      start = end + (scratch.bytes[end] == 0x0D && scratch.bytes[end + 1] == 0x0A ? 2 : 1)
      paragraphs += 1
    }
  }

  @inline(never)
  private func mayHaveLetters(from start: Int, to count: Int) -> Bool {
    var end = start
    while end < count, scratch.bytes[end] != 0x0A, scratch.bytes[end] != 0x0D {
      if isLetter(scratch.bytes[end]) { return true }
      end += 1
    }
    return false
  }

  /// Adds a paragraph that is empty, or of another script than the previous one.
  ///
  /// - Parameter tried: the context that did not accept it.
  @inline(never)
  private func addOtherParagraph<Sink: LineSink>(
    from start: Int, to count: Int, _ family: FontFamily, _ width: Int32,
    tried: SegmentContext?, _ sink: inout Sink
  ) -> Int {
    var end = start
    while end < count, scratch.bytes[end] != 0x0A, scratch.bytes[end] != 0x0D { end += 1 }
    if end == start {
      guard let line = family.knownEmptyLine else { return -1 }
      sink.add(start..<start, ascent: line.ascent, descent: line.descent, width: 0)
      return end
    }
    guard
      let script = WordScript(
        UnsafeBufferPointer(start: scratch.bytes + start, count: end - start)),
      let context = family.context(script.pango, isRightToLeft: false, in: self)
    else { return -1 }
    if context !== tried {
      if script != .common { family.lastSimple = context }
      family.noteSimple(context)
      return addParagraph(from: start, to: count, context, width, &sink)
    }
    return -1
  }

  /// Adds the lines of a paragraph.
  ///
  /// - Returns: the end of the paragraph; -1 when it is not accepted, in which case the sink may
  ///   have received some of its lines.
  @inline(__always)
  private func addParagraph<Sink: LineSink>(
    from start: Int, to count: Int, _ context: SegmentContext, _ width: Int32, _ sink: inout Sink
  ) -> Int {
    // The bytes are readable for 32 bytes after `count`, which are zeros: whole vectors are read up
    // to the first byte below 0x20, which the one at `count` is.
    let bytes = scratch.bytes
    let raw = UnsafeRawPointer(bytes)
    let space = context.spaceAdvance
    let id = context.id
    let seed = WordCache.seed(id)
    var (slots, mask) = (cache.young.slots, cache.young.mask)
    var line = LineState(start: start, context: context)
    var opportunity = Opportunity(start: start)
    var breaksInside = false
    var emoji = 0
    var seen: Segment.Edges = []
    var x: Int32 = 0
    var last = BreakPairs.start
    var index = start
    var isCut = false
    while true {
      if isCut {
        guard emoji == line.firstEmoji else { return -1 }
        let lines = addCutLines(from: line.start, to: count, context, width, &sink)
        guard lines.end >= 0 else { return -1 }
        index = lines.end
        seen.formUnion(lines.seen)
        if bytes[index] < 0x21 {
          return seen.contains(.ownScript) || context.isCommon ? index : -1
        }
        (slots, mask) = (cache.young.slots, cache.young.mask)
        (line.start, line.x, x) = (index, 0, 0)
        opportunity = Opportunity(start: index, firstEmoji: emoji)
        (last, breaksInside, isCut) = (BreakPairs.start, false, false)
      }
      // Find the word's end: the space and all paragraph separators are below 0x21.
      let chunk = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      var found = Self.belowBlank(chunk)
      let head: UInt64
      var headRest: UInt64 = 0
      var length: Int
      var hash: UInt64
      if found != 0 {
        length = found.trailingZeroBitCount &>> 3
        guard length > 0 else { return -1 }
        head = chunk & Self.bytes(before: found)
        hash = WordCache.mix(seed, head)
      } else {
        head = chunk
        hash = WordCache.mix(seed, chunk)
        length = 8
        while true {
          let chunk = raw.loadUnaligned(fromByteOffset: index &+ length, as: UInt64.self)
          found = Self.belowBlank(chunk)
          let part = found == 0 ? chunk : chunk & Self.bytes(before: found)
          if length == 8 { headRest = part }
          if part != 0 { hash = WordCache.mix(hash, part) }
          if found != 0 {
            length &+= found.trailingZeroBitCount &>> 3
            break
          }
          length &+= 8
        }
        guard length <= ParagraphScan.segmentLimit else { return -1 }
      }

      // Look it up.
      var place = Int(truncatingIfNeeded: hash) & mask
      var entry = slots + place
      while entry.pointee.head != head || entry.pointee.hash != hash
        || entry.pointee.headRest != headRest || entry.pointee.context != id
        || (length > 16 && !cache.young.isEqual(bytes + index, length, entry.pointee))
      {
        if entry.pointee.context == 0 {
          entry = learn(bytes + index, length, hash, context)
          (slots, mask) = (cache.young.slots, cache.young.mask)
          break
        }
        place = (place &+ 1) & mask
        entry = slots + place
      }
      let edges = entry.pointee.edges
      guard edges.contains(.word) else { return -1 }
      seen.formUnion(edges)

      // Put it into the line.
      if pairs.canBreak(after: last, before: entry.pointee.firstClass, in: bytes, at: index) {
        guard x &- space &- line.x <= width else {
          isCut = true
          continue
        }
        opportunity = Opportunity(start: index, x: x, firstEmoji: emoji)
        breaksInside = false
      }
      breaksInside = breaksInside || edges.contains(.breaksInside)
      if edges.contains(.hasEmoji) {
        scratch.emoji[emoji] = EmojiWord(
          start: index, end: index &+ length, first: entry.pointee.typeface,
          second: entry.pointee.secondTypeface, hasMain: edges.contains(.hasMain))
        emoji &+= 1
      }
      last = entry.pointee.lastClass
      let end = x &+ entry.pointee.advance
      guard end < 1 << 28 else { return -1 }
      if end &- line.x > width {
        guard opportunity.start > line.start, !breaksInside else {
          isCut = true
          continue
        }
        let advance = opportunity.x &- space &- line.x
        add(line, until: opportunity.start, opportunity.firstEmoji, width: advance, to: &sink)
        line.start = opportunity.start
        line.x = opportunity.x
        line.firstEmoji = opportunity.firstEmoji
        guard end &- line.x <= width else {
          isCut = true
          continue
        }
      }
      x = end
      index &+= length

      // Skip spaces and separators after the word.
      if bytes[index] == 0x20 {
        repeat {
          x &+= space
          index &+= 1
        } while bytes[index] == 0x20
        if bytes[index] > 0x20 { continue }
      }
      let isLast = index == count
      guard isLast || bytes[index] == 0x0A || bytes[index] == 0x0D,
        seen.contains(.ownScript) || context.isCommon
      else { return -1 }
      // Handle spaces at the end of the paragraph.
      let hang = x &- end
      if hang > 0 {
        guard !(isLast && PangoRules.blanksAtTheEndTakeRoom) else { return -1 }
        guard x &- line.x &- (isLast ? space : 0) <= width else {
          isCut = true
          continue
        }
      }
      let whole = x &- line.x
      add(
        line, until: index, emoji,
        width: whole <= width ? whole : max(width, end &- line.x), to: &sink)
      return index
    }
  }

  @inline(never)
  private func learn(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ hash: UInt64, _ context: SegmentContext
  ) -> UnsafeMutablePointer<SegmentEntry> {
    _ = entry(key, count, hash, context)
    // The entry just added is in the young generation: nothing has been added since.
    return cache.young.place(of: hash, context.id, key, count)
  }

  /// Adds a line to the sink.
  ///
  /// - Parameter width: maximum width of a line, Pango units.
  @inline(__always)
  private func add<Sink: LineSink>(
    _ line: LineState, until end: Int, _ emojiEnd: Int, width: Int32, to sink: inout Sink
  ) {
    var (ascent, descent) = line.height
    if emojiEnd > line.firstEmoji {
      (ascent, descent) = height(of: line, until: end, emojiEnd)
    }
    sink.add(
      line.start..<end, ascent: ascent, descent: descent, width: (Int(width) &+ 1023) &>> 10)
  }

  @inline(never)
  private func height(of line: LineState, until end: Int, _ emojiEnd: Int) -> (Int, Int) {
    let main = line.context.main
    let first = scratch.emoji[line.firstEmoji]
    var faces: [UInt16] = [first.start == line.start ? first.first : main]
    // Only a line that is a single word of emoji has no glyph in the typeface of spaces.
    if first.hasMain || first.start > line.start || first.end < end { faces.append(main) }
    for index in line.firstEmoji..<emojiEnd {
      faces.append(scratch.emoji[index].first)
      faces.append(scratch.emoji[index].second)
    }
    return Typeface.lineHeight(
      typefaces[faces[0]], faces.dropFirst().lazy.map { self.typefaces[$0] })
  }

  /// Returns a word that marks the first byte below 0x21; marks after it are unreliable.
  @inline(__always)
  static func belowBlank(_ chunk: UInt64) -> UInt64 {
    (chunk &- 0x2121_2121_2121_2121) & ~chunk & 0x8080_8080_8080_8080
  }

  @inline(__always)
  static func bytes(before found: UInt64) -> UInt64 {
    ((found & (0 &- found)) &>> 7) &- 1
  }
}

/// State of the line that is being filled.
private struct LineState {
  var start: Int
  /// Position of the line's first word, from the start of the paragraph.
  var x: Int32 = 0
  /// Index of the line's first word with emoji, if it has one.
  var firstEmoji = 0
  let context: SegmentContext
  let height: (Int, Int)

  @inline(__always)
  init(start: Int, context: SegmentContext) {
    self.start = start
    self.context = context
    height = context.height
  }
}

/// Position at which a line may begin.
private struct Opportunity {
  var start: Int
  var x: Int32 = 0
  var firstEmoji = 0
}

/// A word with emoji in it.
struct EmojiWord {
  var start: Int
  var end: Int
  var first: UInt16
  var second: UInt16
  var hasMain: Bool
}

/// Guess of a paragraph's script for `WordLines`, by its first letter. It only decides which
/// context to try: each word is then checked against it.
struct WordScript: Equatable {
  let pango: PangoScript.RawValue

  static let common = WordScript(pango: PANGO_SCRIPT_COMMON.rawValue)

  private init(pango: PangoScript.RawValue) { self.pango = pango }

  /// Reads the first letter; nil for scripts whose paragraphs are laid out in another way.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let script = g_unichar_get_script(scalar.value)
      switch script {
      case G_UNICODE_SCRIPT_COMMON, G_UNICODE_SCRIPT_INHERITED: continue
      case G_UNICODE_SCRIPT_LATIN, G_UNICODE_SCRIPT_GREEK, G_UNICODE_SCRIPT_CYRILLIC,
        G_UNICODE_SCRIPT_HANGUL:
        pango = PangoScript.RawValue(clamping: Int(script.rawValue))
        return
      default: return nil
      }
    }
    self = .common
  }
}
