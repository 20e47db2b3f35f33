import Foundation
import LugeCore

/// Styled ranges of a text as compact JSON: `[[0,4,"b"],[5,9,"a","https://example.org"]]`.
package enum SpanCoding {
  /// - Returns: nil for text without styles.
  /// - Complexity: O(spans).
  package static func encode(_ spans: [StyledText.Span], with writer: JSONWriter) -> String? {
    guard !spans.isEmpty else { return nil }
    writer.beginArray()
    for span in spans {
      writer.beginArray()
      writer.integer(Int64(span.range.lowerBound))
      writer.integer(Int64(span.range.upperBound))
      let (code, argument) = code(of: span.attribute)
      writer.string(code)
      if let argument { writer.string(argument) }
      writer.endArray()
    }
    writer.endArray()
    return writer.take()
  }

  /// Decodes styled ranges. Spans outside of the text are omitted, bounds are moved to characters.
  /// JSON of another shape yields text without styles.
  package static func decode(_ json: String?, text: String) -> StyledText {
    guard let json, let entries = try? JSONDecoder().decode([Entry].self, from: Data(json.utf8))
    else { return StyledText(text) }
    return StyledText(text, spans: entries.compactMap(\.span)).normalized()
  }

  private struct Entry: Decodable {
    var span: StyledText.Span?

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      let lower = try values.decode(Int.self)
      let upper = try values.decode(Int.self)
      let code = try values.decode(String.self)
      let argument = values.isAtEnd ? nil : try values.decode(String.self)
      guard 0 <= lower, lower < upper else { return }
      span = .init(lower..<upper, SpanCoding.attribute(code, argument))
    }
  }

  private static func code(of attribute: StyledText.Attribute) -> (String, String?) {
    switch attribute {
    case .bold: ("b", nil)
    case .italic: ("i", nil)
    case .underline: ("u", nil)
    case .strike: ("s", nil)
    case .code: ("c", nil)
    case .preformatted(let language): ("p", language)
    case .spoiler: ("x", nil)
    case .blockquote: ("q", nil)
    case .link(let target): ("a", target)
    case .mention(let id): ("m", id)
    case .hashtag: ("h", nil)
    case .customEmoji(let id): ("e", id)
    case .image(let image):
      ("g", "\(image.width) \(image.height) \(image.descent) \(image.key.source)")
    case .size(let factor): ("z", "\(factor)")
    case .other(let name): ("o", name)
    }
  }

  private static func attribute(_ code: String, _ argument: String?) -> StyledText.Attribute {
    switch code {
    case "b": .bold
    case "i": .italic
    case "u": .underline
    case "s": .strike
    case "c": .code
    case "p": .preformatted(language: argument)
    case "x": .spoiler
    case "q": .blockquote
    case "a": .link(target: argument ?? "")
    case "m": .mention(id: argument)
    case "h": .hashtag
    case "e": .customEmoji(id: argument ?? "")
    case "g": image(argument ?? "").map { .image($0) } ?? .other(name: code)
    case "z": Double(argument ?? "").map { .size($0) } ?? .other(name: code)
    case "o": .other(name: argument ?? "")
    default: .other(name: code)
    }
  }

  private static func image(_ argument: String) -> InlineImage? {
    let parts = argument.split(separator: " ", maxSplits: 3)
    let lengths = parts.prefix(3).compactMap { Double($0) }
    guard parts.count == 4, lengths.count == 3 else { return nil }
    // Sealed, because an archive from somebody else must not be able to name a local file.
    return InlineImage(
      ImageKey(sealed: String(parts[3])), width: lengths[0], height: lengths[1],
      descent: lengths[2])
  }
}
