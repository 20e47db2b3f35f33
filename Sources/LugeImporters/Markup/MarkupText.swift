import LugeArchive
import LugeCore

/// Converts text with delimiters as in chat programs: `**bold**`, `*bold*`, `` `code` ``, and
/// tokens in angle brackets for people, channels and links.
///
/// A delimiter is plain text if it is not closed, if there is a space inside of it at its beginning
/// or end, if it stands among more of its signs than it has (`f*** you`), and, where it needs the
/// edge of a word, behind a backslash (`¯\_(ツ)_/¯`).
struct MarkupText: Sendable {
  struct Mark: Sendable {
    let delimiter: [UInt8]
    fileprivate(set) var attribute: StyledText.Attribute
    /// Whether its contents are not parsed.
    var isLiteral = false
    /// Whether it opens and closes only at the edges of words, so that `snake_case_name` has none.
    var needsWordEdge = false

    /// Whether the first line of a code block may name its language.
    var namesLanguage = true

    /// Whether it is a code block: its first line may name a language, and the line ends beside the
    /// delimiters do not belong to it.
    fileprivate var isBlock: Bool { if case .preformatted = attribute { true } else { false } }

    init(
      _ delimiter: StaticString, _ attribute: StyledText.Attribute, isLiteral: Bool = false,
      needsWordEdge: Bool = false, namesLanguage: Bool = true
    ) {
      self.delimiter = Array("\(delimiter)".utf8)
      self.attribute = attribute
      self.isLiteral = isLiteral
      self.needsWordEdge = needsWordEdge
      self.namesLanguage = namesLanguage
    }
  }

  /// Text and style that replace a token in angle brackets.
  struct Token: Sendable {
    var text: String
    var attribute: StyledText.Attribute?
  }

  /// Delimiters, the longer ones first.
  var marks: [Mark]
  /// Returns the meaning of a token between `<` and `>`; nil if it is plain text.
  var token: @Sendable (String) -> Token? = { _ in nil }
  /// Whether `&amp;`, `&lt;` and `&gt;` are characters.
  var hasEntities = false
  /// Whether a line that begins with `> ` is a quotation.
  var hasQuotes = true
  /// Whether a line that begins with one to three `#` and a space is a heading.
  var hasHeadings = false
  /// Whether `:+1:` is an emoji.
  var hasEmojiNames = false
  /// Whether people type it here: only scripts with spaces have words at whose edges signs have to
  /// stand, and `**` within words is plain. Backslashes and addresses are as in Markdown.
  var isTyped = false
  /// Whether a backslash before a sign makes it plain, and web addresses have no signs in them.
  var isMarkdown = false

  /// Attribute of a sign that a backslash made plain.
  static let escaped = StyledText.Attribute.other(name: "escaped")

  private static let longestToken = 2048
  /// Maximum growth of a text by its tokens, whose replacements may be long names: bytes per byte,
  /// and bytes for a short text. Tokens beyond it stay as they are.
  private static let mostGrowth = (factor: 16, allowance: 1 << 16)

  /// - Complexity: O(bytes × delimiters²): a delimiter is never within itself, and an unclosed one
  ///   is searched for once per open one around it.
  func styled(_ string: String) -> StyledText {
    let bytes = Array(string.utf8)
    guard bytes.contains(where: isSpecial) else { return StyledText(string) }
    var run = Run(bytes: bytes)
    while run.index < bytes.count { step(&run) }
    run.endQuote()
    run.endHeading(at: run.text.count)
    if !isTyped { run.spans.removeAll { $0.attribute == Self.escaped } }
    return StyledText(String(decoding: run.text, as: UTF8.self), spans: run.spans).normalized()
  }

  private func isSpecial(_ byte: UInt8) -> Bool {
    byte == 0x3C || byte == 0x3E || byte == 0x23 && hasHeadings
      || byte == Self.backslash && isMarkdown || byte == 0x26 && hasEntities
      || byte == 0x3A && hasEmojiNames
      || marks.contains { $0.delimiter[0] == byte }
  }

  private struct Run {
    let bytes: [UInt8]
    var index = 0
    var text: [UInt8] = []
    var spans: [StyledText.Span] = []
    /// Open delimiters, with the positions of their closing ones.
    var open: [(mark: Mark, start: Int, close: Int)] = []
    /// Ranges without a closing delimiter, by delimiter.
    var exhausted: [[UInt8]: Range<Int>] = [:]
    var quoteStart: Int?
    var headingStart: Int?
    /// Offset after the last emoji.
    var emojiEnd = 0

    mutating func endHeading(at end: Int) {
      guard let start = headingStart else { return }
      headingStart = nil
      if start < end { spans.append(.init(start..<end, .bold)) }
    }

    mutating func endQuote() {
      guard let start = quoteStart else { return }
      quoteStart = nil
      if start < text.count { spans.append(.init(start..<text.count, .blockquote)) }
    }
  }

  private func step(_ run: inout Run) {
    if let last = run.open.last, last.close == run.index {
      run.open.removeLast()
      if last.mark.isBlock, last.start < run.text.count, run.text.last == 0x0A {
        run.text.removeLast()
      }
      if last.start < run.text.count {
        run.spans.append(.init(last.start..<run.text.count, last.mark.attribute))
      }
      run.index += last.mark.delimiter.count
      return
    }
    let isLiteral = run.open.last?.mark.isLiteral == true
    if !isLiteral {
      let isLineStart = run.index == 0 || run.bytes[run.index - 1] == 0x0A
      // The line end before this line does not belong to the heading above.
      if hasHeadings, isLineStart { run.endHeading(at: max(0, run.text.count - 1)) }
      if hasQuotes, takeQuote(&run) { return }
      if hasHeadings, isLineStart, takeHeading(&run) { return }
      if isMarkdown, takeEscape(&run) || takeAddress(&run) { return }
      if run.bytes[run.index] == 0x3C, takeToken(&run) { return }
      if hasEmojiNames, run.bytes[run.index] == 0x3A, takeEmoji(&run) { return }
      if takeMark(&run) { return }
    }
    if hasEntities, run.bytes[run.index] == 0x26, takeEntity(&run) { return }
    run.text.append(run.bytes[run.index])
    run.index += 1
  }

  private func takeQuote(_ run: inout Run) -> Bool {
    guard run.index == 0 || run.bytes[run.index - 1] == 0x0A else { return false }
    let rest = run.bytes[run.index...]
    for sign in hasEntities ? ["&gt; ", "> "] : ["> "] where rest.starts(with: sign.utf8) {
      if run.quoteStart == nil { run.quoteStart = run.text.count }
      run.index += sign.utf8.count
      return true
    }
    if run.quoteStart != nil {
      // The line end before this line does not belong to the quotation.
      let end = run.text.count - 1
      if let start = run.quoteStart, start < end {
        run.spans.append(.init(start..<end, .blockquote))
      }
      run.quoteStart = nil
    }
    return false
  }

  /// Takes the signs before a heading; the line is bold.
  private func takeHeading(_ run: inout Run) -> Bool {
    let signs = run.bytes[run.index...].prefix(4).prefix { $0 == UInt8(ascii: "#") }.count
    let end = run.index + signs
    guard (1...3).contains(signs), end + 1 < run.bytes.count, run.bytes[end] == 0x20,
      run.bytes[end + 1] > 0x20
    else { return false }
    run.index = end + 1
    run.headingStart = run.text.count
    return true
  }

  private static let backslash = UInt8(ascii: "\\")

  /// Whether a backslash before a byte makes it plain.
  private func isSign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "[") || byte == UInt8(ascii: ">")
      || marks.contains { $0.delimiter[0] == byte }
  }

  /// Takes backslashes. Only before a sign they mean something: two of them one, and a single one
  /// that the sign is plain.
  private func takeEscape(_ run: inout Run) -> Bool {
    let count = run.bytes[run.index...].prefix { $0 == Self.backslash }.count
    guard count > 0 else { return false }
    let end = run.index + count
    let isEscape = end < run.bytes.count && isSign(run.bytes[end])
    run.text += repeatElement(Self.backslash, count: isEscape ? count / 2 : count)
    run.index = end
    guard isEscape, !count.isMultiple(of: 2) else { return true }
    run.spans.append(.init(run.text.count..<run.text.count + 1, Self.escaped))
    run.text.append(run.bytes[end])
    run.index = end + 1
    return true
  }

  /// Takes a web address up to its end, or to that of a style around it.
  private func takeAddress(_ run: inout Run) -> Bool {
    guard let end = Self.endOfAddress(run.bytes, from: run.index) else { return false }
    let limit = min(end, run.open.last?.close ?? end)
    run.text += run.bytes[run.index..<limit]
    run.index = limit
    return true
  }

  /// Returns the end of the web address that begins at a place; nil where none begins.
  static func endOfAddress(_ bytes: [UInt8], from start: Int) -> Int? {
    let rest = bytes[start...]
    guard rest.first == UInt8(ascii: "h"),
      rest.starts(with: "https://".utf8) || rest.starts(with: "http://".utf8)
    else { return nil }
    return rest.firstIndex { $0 <= 0x20 || addressEnds.contains($0) } ?? bytes.count
  }

  private static let addressEnds = Array("<>\"|`)]".utf8)

  private func takeToken(_ run: inout Run) -> Bool {
    let limit = min(run.bytes.count, run.index + Self.longestToken)
    // Another `<` inside ends the token, and is parsed next.
    let rest = run.bytes[(run.index + 1)..<max(run.index + 1, limit)]
    guard let end = rest.firstIndex(where: { $0 == 0x3E || $0 == 0x3C }), run.bytes[end] == 0x3E
    else { return false }
    let inside = String(decoding: run.bytes[run.index + 1..<end], as: UTF8.self)
    let start = run.text.count
    let most = run.bytes.count.multipliedClamped(by: Self.mostGrowth.factor)
      .addingClamped(Self.mostGrowth.allowance)
    guard start < most, let token = token(inside) else { return false }
    run.text += token.text.utf8
    if let attribute = token.attribute, start < run.text.count {
      run.spans.append(.init(start..<run.text.count, attribute))
    }
    run.index = end + 1
    return true
  }

  private func takeEmoji(_ run: inout Run) -> Bool {
    guard let end = endOfName(run.bytes, from: run.index) else { return false }
    let name = run.bytes[run.index + 1..<end]
    // `std::move::x` has no emoji.
    let isBehindColon = run.index > 0 && run.bytes[run.index - 1] == 0x3A
    if isBehindColon, run.emojiEnd != run.index { return false }
    // Within a word, numbers and letters alone are not a name: `10:30:00`, `a:b:c`.
    let mayBeOfWord = name.count == 1 || name.allSatisfy { $0 &- 0x30 < 10 }
    if mayBeOfWord, isWord(run.bytes, run.index - 1) { return false }
    guard var emoji = EmojiNames.emoji(String(decoding: name, as: UTF8.self)) else { return false }
    run.index = end + 1
    if run.index < run.bytes.count, run.bytes[run.index] == 0x3A,
      let end = endOfName(run.bytes, from: run.index)
    {
      let name = String(decoding: run.bytes[run.index + 1..<end], as: UTF8.self)
      if let tone = EmojiNames.tone(name[...]) {
        emoji = EmojiNames.toned(emoji, tone)
        run.index = end + 1
      }
    }
    run.text += emoji.utf8
    run.emojiEnd = run.index
    return true
  }

  /// Returns the colon after the name that begins after the one at `start`.
  private func endOfName(_ bytes: [UInt8], from start: Int) -> Int? {
    let limit = min(bytes.count, start + EmojiNames.longest + 2)
    var end = start + 1
    while end < limit {
      let byte = bytes[end]
      if byte == 0x3A { return end > start + 1 ? end : nil }
      let isOfName =
        byte &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x5F || byte == 0x2B || byte == 0x2D
      guard isOfName else { return nil }
      end += 1
    }
    return nil
  }

  private func takeEntity(_ run: inout Run) -> Bool {
    for (name, byte) in [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")]
    where run.bytes[run.index...].starts(with: name.utf8) {
      run.text += byte.utf8
      run.index += name.utf8.count
      return true
    }
    return false
  }

  private func takeMark(_ run: inout Run) -> Bool {
    for mark in marks where run.bytes[run.index...].starts(with: mark.delimiter) {
      let length = mark.delimiter.count
      let first = run.index + length
      guard first < run.bytes.count,
        !mark.needsWordEdge
          || !isWord(run.bytes, before: run.index)
            && (isMarkdown || run.index == 0 || run.bytes[run.index - 1] != Self.backslash),
        mark.isLiteral || hasWords(after: first, mark, run.bytes),
        standsAlone(mark, run.bytes, at: run.index)
      else { continue }
      let limit = run.open.last?.close ?? run.bytes.count
      if let known = run.exhausted[mark.delimiter], known.contains(run.index),
        limit <= known.upperBound
      {
        continue
      }
      // What is between the two is more than further signs of the first.
      var close = first + run.bytes[first...].prefix { $0 == mark.delimiter[0] }.count
      while close + length <= limit {
        if isMarkdown, !mark.isLiteral, run.bytes[close] == Self.backslash, close + 1 < limit,
          run.bytes[close + 1] == Self.backslash || isSign(run.bytes[close + 1])
        {
          close += 2
          continue
        }
        if run.bytes[close...].starts(with: mark.delimiter), close > first,
          mark.isLiteral || run.bytes[close - 1] > 0x20,
          !mark.needsWordEdge || !isWord(run.bytes, after: close + length),
          standsAlone(mark, run.bytes, at: close)
        {
          // Of three signs at both ends, the outer two belong together.
          let isOfThree =
            length == 2 && run.bytes[first] == mark.delimiter[0] && close + length < limit
            && run.bytes[close + length] == mark.delimiter[0]
          if isOfThree { close += 1 }
          var mark = mark
          run.index = mark.isBlock ? code(of: &mark, run.bytes[first..<close]) : first
          run.open.append((mark, run.text.count, close))
          return true
        }
        close += 1
      }
      run.exhausted[mark.delimiter] = run.index..<limit
    }
    return false
  }

  /// Whether something else than a space follows a delimiter and the same signs behind it.
  private func hasWords(after first: Int, _ mark: Mark, _ bytes: [UInt8]) -> Bool {
    // Behind more than two of them there is no style.
    let next = bytes[first...].prefix(3).first { $0 != mark.delimiter[0] }
    return next.map { $0 > 0x20 } ?? false
  }

  /// Whether a delimiter of one sign is not part of a longer one: it is alone, or one of three, the
  /// others of which are a delimiter of two. `__name__` and `2**3**4` have no styles where people
  /// type.
  private func standsAlone(_ mark: Mark, _ bytes: [UInt8], at index: Int) -> Bool {
    guard mark.delimiter.count == 1 else { return true }
    let sign = mark.delimiter[0]
    let before = bytes[..<index].suffix(3).reversed().prefix { $0 == sign }.count
    let count = before + bytes[index...].prefix(4).prefix { $0 == sign }.count
    let isSingle = mark.isLiteral || isTyped && sign == UInt8(ascii: "_")
    return count == 1 || count == 3 && !isSingle && marks.contains { $0.delimiter == [sign, sign] }
  }

  private func isWord(_ bytes: [UInt8], before index: Int) -> Bool {
    guard isTyped else { return isWord(bytes, index - 1) }
    var start = index - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return start >= 0 && isSpacedWord(bytes[start..<index])
  }

  private func isWord(_ bytes: [UInt8], after index: Int) -> Bool {
    guard isTyped else { return isWord(bytes, index) }
    guard index < bytes.count else { return false }
    let rest = bytes[(index + 1)...].prefix { $0 & 0xC0 == 0x80 }
    return isSpacedWord(bytes[index..<rest.endIndex])
  }

  /// Whether a character is of a word, in a script that has spaces between words. Of others, any
  /// part of a text may be marked.
  private func isSpacedWord(_ character: ArraySlice<UInt8>) -> Bool {
    guard let scalar = String(decoding: character, as: UTF8.self).unicodeScalars.first else {
      return false
    }
    let isSpaced = scalar.value < 0x0E00 || (0x1E00...0x1FFF).contains(scalar.value)
    return isSpaced && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
  }

  /// Returns the start of a block's code: after the name of its language, if its first line is one.
  private func code(of mark: inout Mark, _ inside: ArraySlice<UInt8>) -> Int {
    let line = inside.prefix(33).prefix { $0 != 0x0A }
    guard line.endIndex < inside.endIndex, inside[line.endIndex] == 0x0A,
      mark.namesLanguage || line.isEmpty,
      line.allSatisfy({ isWord([$0], 0) && $0 < 0x80 || Self.languageSigns.contains($0) })
    else { return inside.startIndex }
    if !line.isEmpty {
      mark.attribute = .preformatted(language: String(decoding: line, as: UTF8.self))
    }
    return line.endIndex + 1
  }

  /// Characters in names such as `c++`, `c#`, `objective-c`.
  private static let languageSigns = Array("+#-._".utf8)

  private func isWord(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard bytes.indices.contains(index) else { return false }
    let byte = bytes[index]
    return byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }
}
