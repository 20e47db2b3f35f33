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
    var bytes = Array(text.string.utf8)
    var spans = text.spans
    let lineEnd = UInt8(ascii: "\n")
    func insert(_ count: Int, at place: Int) {
      guard count > 0 else { return }
      bytes.insert(contentsOf: repeatElement(lineEnd, count: count), at: place)
      for index in spans.indices {
        let range = spans[index].range
        let lower = range.lowerBound + (range.lowerBound >= place ? count : 0)
        spans[index].range = lower..<range.upperBound + (range.upperBound > place ? count : 0)
      }
    }
    // From the end, so that what comes before stays where it is.
    for block in blocks.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      let (start, end) = (block.range.lowerBound, block.range.upperBound)
      let after = bytes[end...].prefix { $0 == lineEnd }.count
      if end + after < bytes.count { insert(2 - after, at: end) }
      let before = bytes[..<start].reversed().prefix { $0 == lineEnd }.count
      if before < start { insert(2 - before, at: start) }
    }
    return StyledText(String(decoding: bytes, as: UTF8.self), spans: spans).normalized()
  }

  /// Words in brackets before an address in parentheses lead there; not within code.
  private static func linked(_ text: StyledText) -> StyledText {
    guard text.string.contains("](http") else { return text }
    let link = /\[([^\[\]\n]+)\]\((https?:\/\/[^\s()<>"]+)\)/
    var result = text
    // From the end, so that what comes before stays where it is.
    for match in text.string.matches(of: link).reversed() {
      let whole = offsets(match.range, in: text.string)
      let isCode = text.spans.contains { span in
        switch span.attribute {
        case .code, .preformatted: span.range.overlaps(whole)
        default: false
        }
      }
      if isCode { continue }
      let words = String(match.output.1)
      let end = whole.lowerBound + 1 + words.utf8.count
      result.string.replaceSubrange(match.range, with: words)
      /// Where an offset into the text before is now.
      func place(_ offset: Int) -> Int {
        if offset <= whole.lowerBound { return offset }
        if offset <= end { return offset - 1 }
        return max(offset, whole.upperBound) - whole.count + words.utf8.count
      }
      result.spans = result.spans.map {
        .init(place($0.range.lowerBound)..<place($0.range.upperBound), $0.attribute)
      }
      result.spans.append(
        .init(
          whole.lowerBound..<whole.lowerBound + words.utf8.count,
          .link(target: String(match.output.2))))
    }
    return result.normalized()
  }

  private static func offsets(_ range: Range<String.Index>, in string: String) -> Range<Int> {
    let utf8 = string.utf8
    return utf8.distance(
      from: utf8.startIndex, to: range.lowerBound)..<utf8.distance(
        from: utf8.startIndex, to: range.upperBound)
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
