import LugeCore

/// Collects a text and its marks as UTF-8. Parts are whole strings, so marks lie on character
/// boundaries.
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

  /// Takes the period off the end, as many people do in chats; an ellipsis stays.
  mutating func dropFinalPeriod() {
    let period = UInt8(ascii: ".")
    guard bytes.last == period, bytes.dropLast().last != period,
      spans.last.map({ $0.range.upperBound < bytes.count }) ?? true
    else { return }
    bytes.removeLast()
  }

  /// "Sounds good" → "sounds good"; "I think" and "OK" stay.
  mutating func lowercaseFirstLetter() {
    guard bytes.count > 2, (0x41...0x5A).contains(bytes[0]), (0x61...0x7A).contains(bytes[1])
    else { return }
    bytes[0] += 0x20
  }

  var styledText: StyledText { StyledText(String(decoding: bytes, as: UTF8.self), spans: spans) }
}
