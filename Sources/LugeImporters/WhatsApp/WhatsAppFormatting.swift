import LugeArchive
import LugeCore

/// Converts WhatsApp's delimiters in a text (`*bold*`, `_italic_`, `~strike~`, code, quotes,
/// mentions) to spans, and removes them where WhatsApp would.
///
/// A delimiter opens at the beginning of a word and closes at the end of one, on the same line; one
/// that is never closed is a plain character.
///
/// - Complexity: O(bytes).
struct WhatsAppFormatting {
  private let text: UnsafeBufferPointer<UInt8>
  /// Parts of the text that are not shown, in order, without overlap.
  private var removed: [Range<Int>] = []
  /// Spans in offsets of the text with its delimiters.
  private var spans: [StyledText.Span] = []
  private var open: [Open] = []

  private struct Open {
    var mark: UInt8
    var position: Int
  }

  /// Maximum bytes of a text. WhatsApp's messages have at most 65,536 characters, and spans take
  /// more memory than the delimiters they replace.
  private static let longestText = 1 << 20

  private init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  static func styled(_ text: UnsafeBufferPointer<UInt8>) -> StyledText {
    guard text.count <= longestText, text.contains(where: isSpecial) else {
      return StyledText(String(decoding: text, as: UTF8.self))
    }
    var formatting = WhatsAppFormatting(text)
    formatting.scan()
    return formatting.result()
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "`"),
      UInt8(ascii: "@"), UInt8(ascii: ">"):
      true
    default: false
    }
  }

  private mutating func scan() {
    var index = 0
    var isLineStart = true
    // Position up to which there is no closing code delimiter, so that it is searched for only
    // once.
    var noFence = false
    var noTickBefore = 0
    while index < text.count {
      let byte = text[index]
      let atLineStart = isLineStart
      isLineStart = byte == 0x0A
      switch byte {
      case 0x0A:
        open.removeAll(keepingCapacity: true)
        index += 1
      case UInt8(ascii: "`"):
        if !noFence, hasFence(at: index) {
          if let end = fence(after: index + 3) {
            mark(index..<index + 3, end..<end + 3, .preformatted(language: nil))
            index = end + 3
            continue
          }
          noFence = true
        }
        if index >= noTickBefore {
          let end = tick(after: index + 1)
          if end.isTick {
            if end.position > index + 1 {
              mark(index..<index + 1, end.position..<end.position + 1, .code)
              index = end.position + 1
              continue
            }
          } else {
            noTickBefore = end.position
          }
        }
        index += 1
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        style(byte, at: index)
        index += 1
      case UInt8(ascii: "@"):
        index = mention(at: index)
      case UInt8(ascii: ">") where atLineStart && isQuote(at: index):
        let end = text[index...].firstIndex(of: 0x0A) ?? text.count
        removed.append(index..<index + 2)
        spans.append(.init(index + 2..<end, .blockquote))
        index += 2
      default:
        index += 1
      }
    }
  }

  /// Whether `> ` and some text begin here.
  private func isQuote(at index: Int) -> Bool {
    index + 2 < text.count && text[index + 1] == 0x20 && text[index + 2] != 0x0A
  }

  // MARK: Bold, italic, strike

  private mutating func style(_ byte: UInt8, at index: Int) {
    let before = index > 0 ? text[index - 1] : 0x20
    let after = index + 1 < text.count ? text[index + 1] : 0x20
    // Runs such as `**` or `___` are plain text.
    guard before != byte, after != byte else { return }
    if let match = open.lastIndex(where: { $0.mark == byte }), !isSpace(before),
      !isWord(at: index + 1)
    {
      let start = open[match].position
      if index > start + 1 {
        mark(start..<start + 1, index..<index + 1, Self.attribute(byte))
        open.removeSubrange(match...)
        return
      }
    }
    guard !isSpace(after), !isWord(before: index), before != UInt8(ascii: "\\"),
      !open.contains(where: { $0.mark == byte })
    else {
      return
    }
    open.append(Open(mark: byte, position: index))
  }

  private static func attribute(_ mark: UInt8) -> StyledText.Attribute {
    switch mark {
    case UInt8(ascii: "*"): .bold
    case UInt8(ascii: "_"): .italic
    default: .strike
    }
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 }

  private func isWord(at index: Int) -> Bool {
    guard index < text.count else { return false }
    let byte = text[index]
    if byte < 0x80 { return Self.isLetterOrDigit(byte) }
    return Self.isLetter(text.slice(index..<index + 4))
  }

  private func isWord(before index: Int) -> Bool {
    guard index > 0 else { return false }
    let byte = text[index - 1]
    if byte < 0x80 { return Self.isLetterOrDigit(byte) }
    var start = index - 1
    while start > 0, index - start < 4, text[start] & 0xC0 == 0x80 { start -= 1 }
    return Self.isLetter(text.slice(start..<index))
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
  }

  /// Whether the scalar at the beginning of the bytes is a letter or digit.
  private static func isLetter(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first else {
      return false
    }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  // MARK: Code

  private func hasFence(at index: Int) -> Bool {
    let tick = UInt8(ascii: "`")
    return index + 2 < text.count && text[index] == tick && text[index + 1] == tick
      && text[index + 2] == tick
  }

  private func fence(after start: Int) -> Int? {
    var index = start + 1
    while index + 2 < text.count {
      if hasFence(at: index) { return index }
      index += 1
    }
    return nil
  }

  /// Returns the next backtick on the line, or the end of the line if there is none.
  private func tick(after start: Int) -> (position: Int, isTick: Bool) {
    var index = start
    while index < text.count, text[index] != 0x0A {
      if text[index] == UInt8(ascii: "`") { return (index, true) }
      index += 1
    }
    return (index, false)
  }

  // MARK: Mentions

  /// Parses `@` and a name between isolates, or a phone number. Returns where to continue.
  private mutating func mention(at index: Int) -> Int {
    let scanner = ByteScanner(text, from: index + 1)
    if scanner.starts(with: "\u{2068}") {
      let start = index + 4
      var end = start
      // Names are short; without a limit, a text of nothing but openings would take n² steps.
      let limit = min(text.count, start + 256)
      while end < limit, text[end] != 0x0A {
        if ByteScanner(text, from: end).starts(with: "\u{2069}") {
          let name = String(decoding: text.slice(start..<end), as: UTF8.self)
          removed.append(index + 1..<start)
          removed.append(end..<end + 3)
          spans.append(.init(index..<end, .mention(id: name)))
          return end + 3
        }
        end += 1
      }
      return start
    }
    var end = index + 1
    while end < text.count, text[end] &- 0x30 < 10 { end += 1 }
    if (8...15).contains(end - index - 1), !isWord(at: end), !isWord(before: index) {
      let number = String(decoding: text.slice(index + 1..<end), as: UTF8.self)
      spans.append(.init(index..<end, .mention(id: number)))
    }
    return end
  }

  // MARK: Result

  private mutating func mark(
    _ opening: Range<Int>, _ closing: Range<Int>, _ attribute: StyledText.Attribute
  ) {
    removed.append(opening)
    removed.append(closing)
    spans.append(.init(opening.upperBound..<closing.lowerBound, attribute))
  }

  private mutating func result() -> StyledText {
    if spans.isEmpty { return StyledText(String(decoding: text, as: UTF8.self)) }
    removed.sort { $0.lowerBound < $1.lowerBound }
    var shown: [UInt8] = []
    shown.reserveCapacity(text.count)
    /// Beginning of each removed part in the result.
    var cuts: [Int] = []
    var position = 0
    for range in removed {
      shown.append(contentsOf: text[position..<range.lowerBound])
      cuts.append(shown.count)
      position = range.upperBound
    }
    shown.append(contentsOf: text[position...])

    func moved(_ offset: Int) -> Int {
      // Parts before `next` are completely before the offset.
      let next = removed.partitioningIndex { $0.upperBound > offset }
      return next == 0 ? offset : cuts[next - 1] + (offset - removed[next - 1].upperBound)
    }
    // If two spans begin together, the outer one comes first; in the text with its delimiters they
    // can't be equal.
    spans.sort {
      ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
    }
    let shownSpans = spans.map {
      StyledText.Span(moved($0.range.lowerBound)..<moved($0.range.upperBound), $0.attribute)
    }
    return StyledText(
      String(decoding: shown, as: UTF8.self), spans: shownSpans.filter { !$0.range.isEmpty })
  }
}
