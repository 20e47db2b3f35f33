import LugeArchive
import LugeCore

/// Writes styled text in the form of Telegram's exports: a list of parts with one type each.
enum TelegramEntities {
  /// Writes the fields `text` and `text_entities`.
  ///
  /// - Complexity: O(bytes of text).
  static func write(_ text: StyledText, to json: JSONWriter) {
    var string = text.string
    string.withUTF8 { bytes in
      json.key("text")
      if text.spans.isEmpty {
        json.string(bytes)
      } else {
        json.beginArray()
        parts(of: text, bytes) { range, attribute in
          writePart(bytes.part(range), attribute, plainAsString: true, to: json)
        }
        json.endArray()
      }
      json.key("text_entities")
      json.beginArray()
      parts(of: text, bytes) { range, attribute in
        writePart(bytes.part(range), attribute, plainAsString: false, to: json)
      }
      json.endArray()
    }
  }

  /// Passes on the styled parts and those between them; generated styles do not overlap.
  private static func parts(
    of text: StyledText, _ bytes: UnsafeBufferPointer<UInt8>,
    _ body: (Range<Int>, StyledText.Attribute?) -> Void
  ) {
    var position = 0
    for span in text.spans where span.range.lowerBound >= position {
      if span.range.lowerBound > position { body(position..<span.range.lowerBound, nil) }
      body(span.range, span.attribute)
      position = span.range.upperBound
    }
    if position < bytes.count { body(position..<bytes.count, nil) }
  }

  private static func writePart(
    _ bytes: UnsafeBufferPointer<UInt8>, _ attribute: StyledText.Attribute?, plainAsString: Bool,
    to json: JSONWriter
  ) {
    if attribute == nil, plainAsString { return json.string(bytes) }
    json.beginObject()
    switch attribute {
    case .link(let target) where bytes.elementsEqual(target.utf8): json.field("type", "link")
    default: json.field("type", name(of: attribute))
    }
    json.key("text")
    json.string(bytes)
    switch attribute {
    case .link(let target) where !bytes.elementsEqual(target.utf8): json.field("href", target)
    case .mention(let id?):
      json.key("user_id")
      json.integer(Int64(id.drop { !$0.isNumber }) ?? 0)
    default: break
    }
    json.endObject()
  }

  private static func name(of attribute: StyledText.Attribute?) -> String {
    switch attribute {
    case nil, .size, .other: "plain"
    case .bold: "bold"
    case .italic: "italic"
    case .underline: "underline"
    case .strike: "strikethrough"
    case .code: "code"
    case .preformatted: "pre"
    case .spoiler: "spoiler"
    case .blockquote: "blockquote"
    case .link: "text_link"
    case .mention(let id): id == nil ? "mention" : "mention_name"
    case .hashtag: "hashtag"
    case .customEmoji, .image: "custom_emoji"
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: self[range])
  }
}
