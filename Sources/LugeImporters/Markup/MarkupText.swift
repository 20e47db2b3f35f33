import LugeArchive
import LugeCore

/// Converts text with delimiters as in chat programs: `**bold**`, `*bold*`, `` `code` ``, and
/// tokens in angle brackets for people, channels and links.
///
/// A delimiter is plain text if it is not closed, or if there is a space inside of it at its
/// beginning or end.
struct MarkupText: Sendable {
  struct Mark: Sendable {
    let delimiter: [UInt8]
    fileprivate(set) var attribute: StyledText.Attribute
    /// Whether its contents are not parsed.
    var isLiteral = false
    /// Whether it opens and closes only at the edges of words, so that `snake_case_name` has none.
    var needsWordEdge = false

    /// Whether it is a code block: its first line may name a language, and the line ends beside the
    /// delimiters do not belong to it.
    fileprivate var isBlock: Bool { if case .preformatted = attribute { true } else { false } }

    init(
      _ delimiter: StaticString, _ attribute: StyledText.Attribute, isLiteral: Bool = false,
      needsWordEdge: Bool = false
    ) {
      self.delimiter = Array("\(delimiter)".utf8)
      self.attribute = attribute
      self.isLiteral = isLiteral
      self.needsWordEdge = needsWordEdge
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
  /// Whether `:+1:` is an emoji.
  var hasEmojiNames = false

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
    return StyledText(String(decoding: run.text, as: UTF8.self), spans: run.spans).normalized()
  }

  private func isSpecial(_ byte: UInt8) -> Bool {
    byte == 0x3C || byte == 0x3E || byte == 0x26 && hasEntities || byte == 0x3A && hasEmojiNames
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
    /// Offset after the last emoji.
    var emojiEnd = 0

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
      if hasQuotes, takeQuote(&run) { return }
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
      guard first < run.bytes.count, !mark.needsWordEdge || !isWord(run.bytes, run.index - 1),
        mark.isLiteral || run.bytes[first] > 0x20
      else { continue }
      let limit = run.open.last?.close ?? run.bytes.count
      if let known = run.exhausted[mark.delimiter], known.contains(run.index),
        limit <= known.upperBound
      {
        continue
      }
      var close = first
      while close + length <= limit {
        if run.bytes[close...].starts(with: mark.delimiter), close > first,
          mark.isLiteral || run.bytes[close - 1] > 0x20,
          !mark.needsWordEdge || !isWord(run.bytes, close + length)
        {
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

  /// Returns the start of a block's code: after the name of its language, if its first line is one.
  private func code(of mark: inout Mark, _ inside: ArraySlice<UInt8>) -> Int {
    let line = inside.prefix(33).prefix { $0 != 0x0A }
    guard line.endIndex < inside.endIndex, inside[line.endIndex] == 0x0A,
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
