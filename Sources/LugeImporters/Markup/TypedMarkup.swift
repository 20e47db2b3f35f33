import LugeCore

/// Styles as people type them into a field: `**bold**`, `_italic_`, `` `code` ``, `~~struck~~`,
/// `||hidden||`, `> quoted`, `[words](https://…)`. A backslash before a sign makes it plain, and
/// signs within words are.
package enum TypedMarkup {
  private static let markup = MarkupText(
    marks: [
      .init("```", .preformatted(language: nil), isLiteral: true),
      .init("**", .bold, needsWordEdge: true), .init("~~", .strike, needsWordEdge: true),
      .init("||", .spoiler, needsWordEdge: true), .init("`", .code, isLiteral: true),
      .init("*", .italic, needsWordEdge: true), .init("_", .italic, needsWordEdge: true),
    ], isTyped: true, isMarkdown: true)

  package static func styled(_ typed: String) -> StyledText {
    separated(linked(markup.styled(typed)))
  }

  /// Quotations and code stand apart by an empty line, as they do where HTML is shown.
  private static func separated(_ text: StyledText) -> StyledText {
    let blocks = text.spans.filter { span in
      switch span.attribute {
      case .blockquote, .preformatted: true
      default: false
      }
    }
    guard !blocks.isEmpty else { return text }
    let bytes = Array(text.string.utf8)
    let lineEnd = UInt8(ascii: "\n")
    /// Line ends to insert, by place; the last place first.
    var gaps: [(place: Int, count: Int)] = []
    func insert(_ count: Int, at place: Int) {
      if count > 0 { gaps.append((place, count)) }
    }
    // From the end, so that a line end before a block counts for the block above it.
    for block in blocks.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      let (start, end) = (block.range.lowerBound, block.range.upperBound)
      let following = bytes[end...].prefix { $0 == lineEnd }.count
      if end + following < bytes.count {
        let known = gaps.last.flatMap { $0.place == end + following ? $0.count : nil } ?? 0
        insert(2 - following - known, at: end)
      }
      let before = bytes[..<start].reversed().prefix { $0 == lineEnd }.count
      if before < start { insert(2 - before, at: start) }
    }
    return inserted(gaps, lineEnd, into: bytes, text.spans)
  }

  /// - Parameter gaps: number of bytes to insert at each place.
  /// - Complexity: O(bytes + spans · log gaps).
  private static func inserted(
    _ gaps: [(place: Int, count: Int)], _ byte: UInt8, into bytes: [UInt8],
    _ spans: [StyledText.Span]
  ) -> StyledText {
    let gaps = gaps.sorted { $0.place < $1.place }
    var result: [UInt8] = []
    var sums = [0]
    var end = 0
    for gap in gaps {
      result += bytes[end..<gap.place]
      result += repeatElement(byte, count: gap.count)
      sums.append(sums[sums.count - 1] + gap.count)
      end = gap.place
    }
    result += bytes[end...]
    // What begins at a place comes after the gap, what ends there before it.
    let moved = spans.map { span in
      let (lower, upper) = (span.range.lowerBound, span.range.upperBound)
      let start = lower + sums[gaps.partitioningIndex { $0.place > lower }]
      let end = upper + sums[gaps.partitioningIndex { $0.place >= upper }]
      return StyledText.Span(start..<max(start, end), span.attribute)
    }
    return StyledText(String(decoding: result, as: UTF8.self), spans: moved).normalized()
  }

  /// Words in brackets before an address in parentheses lead there; not within code.
  ///
  /// - Complexity: O(bytes + spans · log links).
  private static func linked(_ marked: StyledText) -> StyledText {
    var text = marked
    text.spans.removeAll { $0.attribute == MarkupText.escaped }
    guard text.string.contains("](http") else { return text }
    // A bracket after a backslash opens nothing.
    let plain = Set(
      marked.spans.filter { $0.attribute == MarkupText.escaped }.map(\.range.lowerBound))
    let bytes = Array(text.string.utf8)
    let isCode = codeBytes(text.spans, count: bytes.count)
    let links = links(in: bytes).filter { link in
      !plain.contains(link.whole.lowerBound)
        && !bytes.indices[link.whole].contains { isCode[$0] }
    }
    guard !links.isEmpty else { return text }
    var kept: [UInt8] = []
    var spans: [StyledText.Span] = []
    /// Number of bytes that the links before each one have lost.
    var lost: [Int] = []
    var end = 0
    for link in links {
      kept += bytes[end..<link.whole.lowerBound]
      lost.append(link.whole.lowerBound - kept.count)
      let start = kept.count
      kept += bytes[link.words]
      let target = String(decoding: bytes[link.target], as: UTF8.self)
      spans.append(.init(start..<kept.count, .link(target: target)))
      end = link.whole.upperBound
    }
    kept += bytes[end...]
    /// Returns where an offset into the text is after the change.
    func place(_ offset: Int) -> Int {
      let index = links.partitioningIndex { $0.whole.lowerBound >= offset } - 1
      guard index >= 0 else { return offset }
      let link = links[index]
      if offset <= link.words.upperBound { return offset - 1 - lost[index] }
      let lostHere = link.whole.count - link.words.count
      return max(offset, link.whole.upperBound) - lostHere - lost[index]
    }
    let moved = text.spans.map {
      StyledText.Span(
        place($0.range.lowerBound)..<place($0.range.upperBound), $0.attribute)
    }
    return StyledText(String(decoding: kept, as: UTF8.self), spans: moved + spans).normalized()
  }

  private struct Link {
    var whole: Range<Int>
    var words: Range<Int>
    var target: Range<Int>
  }

  /// Returns `[words](https://…)`, each from the last bracket that opens before it. Neither part is
  /// empty, the words have no brackets and no line ends, the address has no spaces.
  ///
  /// - Complexity: O(bytes).
  private static func links(in bytes: [UInt8]) -> [Link] {
    let schemes = ["](https://", "](http://"].map { Array($0.utf8) }
    let closers = Set("()<>\"".utf8)
    var links: [Link] = []
    var open: Int?
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "["): open = index
      case UInt8(ascii: "\n"): open = nil
      case UInt8(ascii: "]"):
        defer { open = nil }
        guard let start = open, start + 1 < index,
          let scheme = schemes.first(where: { bytes[index...].starts(with: $0) })
        else { break }
        let address = index + scheme.count
        var end = address
        while end < bytes.count, bytes[end] > 0x20, !closers.contains(bytes[end]) { end += 1 }
        let target = index + 2..<end
        guard end > address, end < bytes.count, bytes[end] == UInt8(ascii: ")"),
          !String(decoding: bytes[target], as: UTF8.self).contains(where: \.isWhitespace)
        else { break }
        links.append(Link(whole: start..<end + 1, words: start + 1..<index, target: target))
        index = end
      default: break
      }
      index += 1
    }
    return links
  }

  /// Returns which bytes are of code.
  private static func codeBytes(_ spans: [StyledText.Span], count: Int) -> [Bool] {
    var changes = [Int](repeating: 0, count: count + 1)
    for span in spans {
      switch span.attribute {
      case .code, .preformatted:
        changes[min(span.range.lowerBound, count)] += 1
        changes[min(span.range.upperBound, count)] -= 1
      default: break
      }
    }
    var depth = 0
    return changes.dropLast().map { change in
      depth += change
      return depth > 0
    }
  }

  /// Returns a text for programs that show no styles.
  package static func plain(_ text: StyledText) -> String { written(text, escapes: false) }

  /// Returns a text as it is typed: ``styled(_:)`` makes the same text of that, with the styles
  /// that can be typed.
  ///
  /// - Parameter typed: the text as it was typed; nil if that is not known.
  package static func source(of text: StyledText, typed: String? = nil) -> String {
    let wanted = typable(text)
    if let typed, isSame(typable(styled(typed)), wanted) { return typed }
    let plain = written(wanted, escapes: false)
    if isSame(typable(styled(plain)), wanted) { return plain }
    let escaped = written(wanted, escapes: true)
    let back = typable(styled(escaped))
    if isSame(back, wanted) { return escaped }
    // Some styles cannot be typed where they are, such as those of a part of a word.
    var rest = wanted
    let kept = back.string == wanted.string ? Set(back.spans) : []
    rest.spans.removeAll { !kept.contains($0) }
    let shorter = written(rest, escapes: true)
    if styled(shorter).string == text.string { return shorter }
    return written(StyledText(text.string), escapes: true)
  }

  /// Returns the text that is typed in place of another one. Mentions of people in that, and styles
  /// that cannot be typed, stay where the words are the same.
  ///
  /// - Parameter before: the other text as it was typed; nil if that is not known.
  package static func edited(
    _ typed: String, from former: StyledText, typed before: String? = nil
  ) -> StyledText {
    let text = styled(typed)
    let shown = Set(typable(styled(source(of: former, typed: before))).spans)
    let (old, new) = (Array(former.string.utf8), Array(text.string.utf8))
    let lost = former.normalized().spans.filter { span in
      typable(span, in: old).map { !shown.contains($0) } ?? true
    }
    guard !lost.isEmpty else { return text }
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    var result = text
    for span in lost {
      let range = span.range
      var moved: Range<Int>?
      if range.upperBound <= start {
        moved = range
      } else if range.lowerBound >= old.count - end {
        let shift = new.count - old.count
        moved = range.lowerBound + shift..<range.upperBound + shift
      } else if case .mention = span.attribute {
        let reach = max(0, start - range.count)..<min(new.count, new.count - end + range.count)
        moved = new[reach].firstRange(of: old[range])
      } else if range.lowerBound <= start, range.upperBound >= old.count - end {
        moved = range.lowerBound..<range.upperBound + new.count - old.count
      }
      guard let moved else { continue }
      if case .mention = span.attribute {
        // A name that became part of another one is nobody's.
        let isLonger =
          moved.upperBound < new.count && isOfWord(new[moved.upperBound])
          && (range.upperBound == old.count || !isOfWord(old[range.upperBound]))
        if isLonger || text.spans.contains(where: { isLiteral($0, over: moved) }) { continue }
      }
      result.spans.append(.init(moved, span.attribute))
    }
    return result.normalized()
  }

  /// Whether a span is code, or a link, that overlaps a range: nobody is named there.
  package static func isLiteral(_ span: StyledText.Span, over range: Range<Int>) -> Bool {
    switch span.attribute {
    case .code, .preformatted, .link: span.range.overlaps(range)
    default: false
    }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }

  private static func isSame(_ text: StyledText, _ other: StyledText) -> Bool {
    text.string == other.string && Set(text.spans) == Set(other.spans)
  }

  /// The text with those of its styles that can be typed, each from its first word to its last.
  private static func typable(_ text: StyledText) -> StyledText {
    let bytes = Array(text.string.utf8)
    var result = text.normalized()
    result.spans = result.spans.compactMap { typable($0, in: bytes) }
    return result
  }

  private static func typable(_ span: StyledText.Span, in text: [UInt8]) -> StyledText.Span? {
    let words = text[span.range]
    switch span.attribute {
    case .code, .blockquote: return span
    case .preformatted(let language):
      let isName =
        language?.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "`") } ?? true
      return isName ? span : .init(span.range, .preformatted(language: nil))
    case .link(let target):
      let isTypable =
        (target.hasPrefix("https://") || target.hasPrefix("http://"))
        && !target.contains { $0.isWhitespace || "()<>\"".contains($0) }
        && !words.contains { "[]\n".utf8.contains($0) } && !words.elementsEqual(target.utf8)
      return isTypable ? span : nil
    case .bold, .italic, .strike, .spoiler:
      guard let first = words.firstIndex(where: { $0 > 0x20 }),
        let last = words.lastIndex(where: { $0 > 0x20 })
      else { return nil }
      return .init(first..<last + 1, span.attribute)
    default: return nil
    }
  }

  private static func written(_ text: StyledText, escapes: Bool) -> String {
    let result = StyleRuns.write(text) { attribute, words in
      switch attribute {
      case .bold: ("**", "**")
      case .italic: ("_", "_")
      case .strike: ("~~", "~~")
      case .spoiler: ("||", "||")
      case .code: ("`", "`")
      case .preformatted(let language): ("```\(language ?? "")\n", "\n```")
      case .blockquote: ("> ", "")
      case .link(let target) where target != words: ("[", "](\(target))")
      default: nil
      }
    } escaping: { words, around in
      let isCode = around.contains { attribute in
        switch attribute {
        case .code, .preformatted: true
        default: false
        }
      }
      let words = escapes && !isCode ? escaped(words) : words
      return around.contains(.blockquote) ? words.replacing("\n", with: "\n> ") : words
    }
    // No sign follows those at the end.
    let doubled = escapes ? result.utf8.reversed().prefix { $0 == UInt8(ascii: "\\") }.count : 0
    return String(result.dropLast(doubled / 2))
  }

  /// Makes all signs of a text plain, but those in web addresses.
  private static func escaped(_ words: String) -> String {
    let bytes = Array(words.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if let end = MarkupText.endOfAddress(bytes, from: index) {
        result += bytes[index..<end]
        index = end
        continue
      }
      // Backslashes before a sign, or before one that is written behind the words.
      let rest = bytes[index...].drop { $0 == UInt8(ascii: "\\") }
      let count = rest.startIndex - index
      let isSign = rest.first.map { "*_~|`[>".utf8.contains($0) } ?? true
      result += repeatElement(UInt8(ascii: "\\"), count: isSign ? 2 * count : count)
      index += count
      guard let next = rest.first else { break }
      if isSign { result.append(UInt8(ascii: "\\")) }
      if isSign || count == 0 {
        result.append(next)
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// Writes styled text with a sign before and after each style, properly nested.
package enum StyleRuns {
  /// - Parameters:
  ///   - signs: returns the signs before and after words with a style; nil: none.
  ///   - escaping: what becomes of words within some styles.
  /// - Complexity: O(bytes + spans²).
  package static func write(
    _ text: StyledText,
    signs: (StyledText.Attribute, String) -> (before: String, after: String)?,
    escaping: (String, [StyledText.Attribute]) -> String
  ) -> String {
    let bytes = Array(text.string.utf8)
    func words(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let spans = text.spans.compactMap { span -> Run? in
      signs(span.attribute, words(span.range)).map { Run(span: span, signs: $0) }
    }.sorted { $0.rank < $1.rank }
    var ends: Set<Int> = [0, bytes.count]
    for run in spans { ends.formUnion([run.span.range.lowerBound, run.span.range.upperBound]) }
    let places = ends.sorted()
    var result = ""
    var open: [Run] = []
    // Spans by where they begin, and those around the current place in the order of `spans`.
    let beginnings = spans.indices.sorted {
      spans[$0].span.range.lowerBound < spans[$1].span.range.lowerBound
    }
    var next = 0
    var active: [Int] = []
    for (start, end) in zip(places, places.dropFirst()) {
      active.removeAll { spans[$0].span.range.upperBound <= start }
      while next < beginnings.count, spans[beginnings[next]].span.range.lowerBound <= start {
        let run = beginnings[next]
        next += 1
        guard spans[run].span.range.upperBound >= end else { continue }
        active.insert(run, at: active.firstIndex { $0 > run } ?? active.endIndex)
      }
      let around = active.map { spans[$0] }
      let kept = zip(open, around).prefix { $0.span == $1.span }.count
      for run in open[kept...].reversed() { result += run.signs.after }
      for run in around[kept...] { result += run.signs.before }
      open = around
      result += escaping(words(start..<end), around.map(\.span.attribute))
    }
    for run in open.reversed() { result += run.signs.after }
    return result
  }

  private struct Run {
    let span: StyledText.Span
    let signs: (before: String, after: String)

    /// Blocks are around everything, code is around nothing, and what is longer is around what is
    /// shorter.
    var rank: (Int, Int, Int) {
      let order =
        switch span.attribute {
        case .blockquote: 0
        case .preformatted: 1
        case .code: 3
        default: 2
        }
      return (order, -span.range.count, span.range.lowerBound)
    }
  }
}
