import LugeCore

/// Splits a text too long for one row into parts that together are exactly the text.
enum TextSplitter {
  struct Part {
    /// UTF-8 offset of the part in the whole text.
    var offset: Int
    /// The part with its share of the spans.
    var text: StyledText
  }

  /// Maximum length of the text in a row, UTF-8 bytes.
  static let byteLimit = 8192
  /// Maximum number of line breaks in a row: a thousand empty lines have few bytes but many pixels.
  static let breakLimit = 240

  /// Returns the parts in order; one when the text is short enough.
  ///
  /// - Parameter limit: maximum number of parts to make.
  /// - Complexity: O(bytes + spans · (log parts + parts they touch)), bytes of the parts made.
  static func parts(of text: StyledText, limit: Int = .max) -> [Part] {
    // A text with fewer bytes than the allowed line breaks is short enough.
    guard text.string.utf8.count > breakLimit else { return [Part(offset: 0, text: text)] }
    var string = text.string
    let bounds = string.withUTF8 { cuts(in: $0, limit: limit) }
    guard bounds.count > 2 || bounds.last != string.utf8.count else {
      return [Part(offset: 0, text: text)]
    }
    var parts: [Part] = []
    parts.reserveCapacity(bounds.count - 1)
    let utf8 = string.utf8
    for (start, end) in zip(bounds, bounds.dropFirst()) {
      let from = utf8.index(utf8.startIndex, offsetBy: start)
      let to = utf8.index(from, offsetBy: end - start)
      parts.append(Part(offset: start, text: StyledText(String(string[from..<to]))))
    }
    for span in text.spans { distribute(span, over: &parts, bounds: bounds) }
    return parts
  }

  /// Returns the text without one line break at its end; spans are clamped.
  static func withoutFinalBreak(_ text: StyledText) -> StyledText {
    guard text.string.utf8.last == 0x0A else { return text }
    var shorter = text
    shorter.string.removeLast()
    let count = shorter.string.utf8.count
    shorter.spans = text.spans.compactMap { span in
      let range = span.range.clamped(to: 0..<max(0, count))
      return range.isEmpty ? nil : StyledText.Span(range, span.attribute)
    }
    return shorter
  }

  /// Returns the offsets of the cuts, from 0 to the end of the last part.
  private static func cuts(in bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> [Int] {
    var bounds = [0]
    var start = 0
    while start < bytes.count, bounds.count <= limit {
      var end = min(start + byteLimit, bytes.count)
      var breaks = 0
      for index in start..<end where isBreak(bytes, at: index) {
        breaks += 1
        if breaks == breakLimit {
          end = index + 1
          break
        }
      }
      if end < bytes.count, breaks < breakLimit { end = cut(in: bytes, from: start, before: end) }
      bounds.append(end)
      start = end
    }
    return bounds
  }

  /// Whether a line break ends at an index: a line feed, a carriage return alone, U+2028 or U+2029.
  private static func isBreak(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    switch bytes[index] {
    case 0x0A: true
    case 0x0D: index + 1 >= bytes.count || bytes[index + 1] != 0x0A
    case 0xA8, 0xA9: index >= 2 && bytes[index - 1] == 0x80 && bytes[index - 2] == 0xE2
    default: false
    }
  }

  /// Returns the best position to cut in the second half of the range: after a paragraph, a line, a
  /// word, or else a character.
  private static func cut(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, before end: Int)
    -> Int
  {
    let earliest = start + (end - start) / 2
    var line: Int?
    var word: Int?
    var index = end - 1
    while index > earliest {
      let byte = bytes[index]
      if byte == 0x0A {
        if bytes[index - 1] == 0x0A { return index + 1 }
        if line == nil { line = index + 1 }
      } else if word == nil, byte == 0x20 || byte == 0x09 {
        word = index + 1
      }
      index -= 1
    }
    return line ?? word ?? characterBoundary(in: bytes, before: end, after: start)
  }

  /// Returns the last boundary between characters, searched within a limited range: a character of
  /// thousands of scalars is cut between two of them.
  private static func characterBoundary(
    in bytes: UnsafeBufferPointer<UInt8>, before end: Int, after start: Int
  ) -> Int {
    func scalarBoundary(_ position: Int) -> Int {
      var position = position
      while position > start + 1, position < bytes.count, bytes[position] & 0xC0 == 0x80 {
        position -= 1
      }
      return position
    }
    let cut = scalarBoundary(end)
    let from = scalarBoundary(max(start, cut - 64))
    let to = scalarBoundary(min(bytes.count, cut + 32))
    guard from < cut, cut < to else { return cut }
    let window = String(decoding: bytes[from..<to], as: UTF8.self)
    var boundary = from
    var position = from
    for character in window {
      if position <= cut { boundary = position }
      position += character.utf8.count
    }
    return boundary > from ? boundary : cut
  }

  private static func distribute(
    _ span: StyledText.Span, over parts: inout [Part], bounds: [Int]
  ) {
    var index = parts.indices.partitioningIndex { bounds[$0 + 1] > span.range.lowerBound }
    while index < parts.count, bounds[index] < span.range.upperBound {
      let range = span.range.clamped(to: bounds[index]..<bounds[index + 1])
      if !range.isEmpty {
        let offset = bounds[index]
        parts[index].text.spans.append(
          StyledText.Span(
            range.lowerBound - offset..<range.upperBound - offset, span.attribute))
      }
      index += 1
    }
  }
}
