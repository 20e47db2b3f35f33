import LugeCore

/// Collects a text and its styles as UTF-8. Parts are whole strings, so that styles begin and end
/// at characters.
struct TextBuilder {
  private(set) var bytes: [UInt8] = []
  private(set) var spans: [StyledText.Span] = []
  private var open: [(start: Int, attribute: StyledText.Attribute)] = []

  var isEmpty: Bool { bytes.isEmpty }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    spans.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
  }

  mutating func append(_ text: some Sequence<UInt8>) { bytes.append(contentsOf: text) }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func append(_ text: String, _ attribute: StyledText.Attribute) {
    begin(attribute)
    append(text)
    end()
  }

  mutating func begin(_ attribute: StyledText.Attribute) { open.append((bytes.count, attribute)) }

  mutating func end() {
    guard let (start, attribute) = open.popLast(), start < bytes.count else { return }
    spans.append(.init(start..<bytes.count, attribute))
  }

  /// Removes the period at the end, as many people do in chats; an ellipsis stays.
  mutating func dropFinalPeriod() {
    let period = UInt8(ascii: ".")
    guard bytes.last == period, bytes.dropLast().last != period,
      spans.last.map({ $0.range.upperBound < bytes.count }) ?? true
    else { return }
    bytes.removeLast()
  }

  /// Changes "Sounds good" to "sounds good"; "I think" and "OK" stay.
  mutating func lowercaseFirstLetter() {
    guard bytes.count > 2, (0x41...0x5A).contains(bytes[0]), (0x61...0x7A).contains(bytes[1])
    else { return }
    bytes[0] += 0x20
  }

  var styledText: StyledText { StyledText(String(decoding: bytes, as: UTF8.self), spans: spans) }

  /// Number of words; in scripts without spaces between words, an estimate from the number of
  /// characters.
  ///
  /// - Complexity: O(bytes).
  var wordCount: Int {
    var spaces = 0
    var wide = 0
    for byte in bytes {
      if byte == 0x20 || byte == 0x0A { spaces += 1 }
      // First bytes of Thai, kana, Han and hangul, with three bytes each.
      if byte >= 0xE3 && byte <= 0xED || byte == 0xE0 { wide += 1 }
    }
    return bytes.isEmpty ? 0 : max(spaces + 1, wide / 3)
  }

  var endsInLink: Bool {
    guard let last = spans.last, last.range.upperBound == bytes.count,
      case .link = last.attribute
    else { return false }
    return true
  }

  /// Whether the text ends in an emoji: a character outside of the first plane, or a variation
  /// selector.
  var endsInEmoji: Bool {
    let isVariant = bytes.suffix(3).elementsEqual([0xEF, 0xB8, 0x8F])
    return isVariant || bytes.suffix(4).first.map { $0 >= 0xF0 } ?? false
  }

  /// Adds a full stop to a sentence without an end.
  mutating func finishSentence(in language: Language) {
    guard let last = bytes.last, !endsInEmoji else { return }
    switch last {
    case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ":"),
      UInt8(ascii: ";"), UInt8(ascii: "\""), UInt8(ascii: ")"):
      return
    default: break
    }
    let endings = ["。", "！", "？", "।", "…", "؟", "”"].map { Array($0.utf8) }
    guard !endings.contains(where: { bytes.suffix($0.count).elementsEqual($0) }) else { return }
    append(language.sentenceEnd)
  }
}
