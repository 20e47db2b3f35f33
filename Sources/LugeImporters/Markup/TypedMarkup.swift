import LugeCore

/// Styles as people type them into a field: `**bold**`, `_italic_`, `` `code` ``, `~~struck~~`,
/// `||hidden||`, `> quoted`, `[words](https://…)`.
package enum TypedMarkup {
  private static let markup = MarkupText(
    marks: [
      .init("```", .preformatted(language: nil), isLiteral: true), .init("**", .bold),
      .init("~~", .strike), .init("||", .spoiler), .init("`", .code, isLiteral: true),
      .init("*", .italic, needsWordEdge: true), .init("_", .italic, needsWordEdge: true),
    ])

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
  private static func linked(_ text: StyledText) -> StyledText {
    guard text.string.contains("](http") else { return text }
    let bytes = Array(text.string.utf8)
    let isCode = codeBytes(text.spans, count: bytes.count)
    let links = links(in: bytes).filter { link in
      !bytes.indices[link.whole].contains { isCode[$0] }
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

  /// As it is typed: ``styled(_:)`` makes the same of it.
  package static func source(of text: StyledText) -> String {
    StyleRuns.write(text) { attribute, words in
      switch attribute {
      case .bold: ("**", "**")
      case .italic: ("_", "_")
      case .strike: ("~~", "~~")
      case .spoiler: ("||", "||")
      case .code: ("`", "`")
      case .preformatted: ("```\n", "\n```")
      case .blockquote: ("> ", "")
      case .link(let target) where target != words: ("[", "](\(target))")
      default: nil
      }
    } escaping: { words, around in
      around.contains(.blockquote) ? words.replacing("\n", with: "\n> ") : words
    }
  }
}

/// Writes styled text with a sign before and after each style, properly nested.
package enum StyleRuns {
  /// - Parameters:
  ///   - signs: of a style, for the words that have it; nil for none.
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
