import LugeArchive
import LugeCore

/// Reads the text of a message: a string, or parts of which some are styled.
enum TelegramText {
  /// - Parameters:
  ///   - text: `text`, a string or an array of strings and objects.
  ///   - entities: `text_entities`, the same in newer exports with all parts as objects.
  static func read(text: JSONValue?, entities: JSONValue?) -> StyledText {
    switch text?.kind {
    case .array:
      let styled = text.map(parts) ?? .init("")
      return styled.isEmpty ? entities.map(parts) ?? styled : styled
    case .string:
      let string = text?.string ?? ""
      // For text without styles the list has one plain part: nothing to look for.
      guard let entities, string.isEmpty || isMarked(entities) else { return StyledText(string) }
      let styled = parts(entities)
      return styled.string == string || string.isEmpty ? styled : StyledText(string)
    default:
      return entities.map(parts) ?? .init("")
    }
  }

  private static func isMarked(_ entities: JSONValue) -> Bool {
    entities.elements.contains { part in part["type"].map { !$0.equals("plain") } ?? false }
  }

  private static func parts(_ list: JSONValue) -> StyledText {
    var string = ""
    var spans: [StyledText.Span] = []
    let newline = UInt8(ascii: "\n")
    // Code and quotations are paragraphs of their own, also where no line break is written.
    var isBehindBlock = false
    /// Returns a text without the spaces that divided it from a block, which a line break does now.
    func behindBlock(_ text: String) -> String {
      isBehindBlock ? String(text.drop { $0 == " " }) : text
    }
    func beginParagraph(before text: String) {
      if !string.isEmpty, string.utf8.last != newline, text.utf8.first != newline {
        string += "\n"
      }
    }
    for part in list.elements {
      if let written = part.string {
        let plain = behindBlock(written)
        if isBehindBlock, !plain.isEmpty { beginParagraph(before: plain) }
        isBehindBlock = isBehindBlock && plain.isEmpty
        string += plain
        continue
      }
      guard let text = part["text"]?.scalarText.map(behindBlock), !text.isEmpty else { continue }
      let isBlock = part["type"].map { $0.equals("pre") || $0.equals("blockquote") } ?? false
      if isBlock || isBehindBlock { beginParagraph(before: text) }
      isBehindBlock = isBlock
      let start = string.utf8.count
      string += text
      if let attribute = attribute(of: part, text: text) {
        spans.append(.init(start..<string.utf8.count, attribute))
      }
    }
    return StyledText(string, spans: spans)
  }

  private static func attribute(of part: JSONValue, text: String) -> StyledText.Attribute? {
    let type = part["type"]?.string ?? "plain"
    switch type {
    case "plain": return nil
    case "bold": return .bold
    case "italic": return .italic
    case "underline": return .underline
    case "strikethrough": return .strike
    case "code": return .code
    case "pre":
      let language = part["language"]?.string ?? ""
      return .preformatted(language: language.isEmpty ? nil : language)
    case "spoiler": return .spoiler
    case "blockquote": return .blockquote
    case "link": return .link(target: text.contains(":") ? text : "https://\(text)")
    case "text_link": return .link(target: part["href"]?.string ?? text)
    case "email": return .link(target: "mailto:\(text)")
    case "phone": return .link(target: "tel:\(text.filter { !$0.isWhitespace })")
    case "mention": return .mention(id: nil)
    case "mention_name": return .mention(id: part["user_id"]?.scalarText.map { "user\($0)" })
    case "hashtag", "cashtag": return .hashtag
    case "custom_emoji":
      // If the picture was omitted, a sentence is in its place: then the text is the emoji.
      let picture = part["document_id"]?.scalarText ?? ""
      return picture.hasSuffix(")") ? nil : .customEmoji(id: picture)
    default: return .other(name: type)
    }
  }
}
