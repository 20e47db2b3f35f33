import Foundation
import LugeCore
import LugeImporters

/// Styled text in the HTML that Matrix allows.
enum OutgoingHTML {
  /// Address of somebody, as links to people have it.
  static let personAddress = "https://matrix.to/#/"

  /// Nil for text without styles.
  static func html(of text: StyledText) -> String? {
    guard text.spans.contains(where: { tags($0.attribute) != nil }) else { return nil }
    let html = StyleRuns.write(text) { attribute, _ in
      tags(attribute)
    } escaping: { words, around in
      let isBlock = around.contains { if case .preformatted = $0 { true } else { false } }
      let escaped = escaped(words)
      return isBlock ? escaped : escaped.replacing("\n", with: "<br>")
    }
    // A block begins and ends a line by itself.
    return withoutBreaks(html)
  }

  /// Returns HTML without the line breaks right before and after blocks.
  ///
  /// - Complexity: O(bytes).
  private static func withoutBreaks(_ html: String) -> String {
    let bytes = Array(html.utf8)
    let lineBreak = Array("<br>".utf8)
    let beginnings = ["<blockquote>", "<pre>"].map { Array($0.utf8) }
    let ends = ["</blockquote>", "</pre>"].map { Array($0.utf8) }
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var index = 0
    var isAfterBlock = false
    while index < bytes.count {
      var end = index
      while bytes[end...].starts(with: lineBreak) { end += lineBreak.count }
      let isBeforeBlock = beginnings.contains { bytes[end...].starts(with: $0) }
      if !isAfterBlock, !isBeforeBlock { kept += bytes[index..<end] }
      index = end
      guard index < bytes.count else { break }
      let closed = ends.first { bytes[index...].starts(with: $0) }
      isAfterBlock = closed != nil
      let count = closed?.count ?? 1
      kept += bytes[index..<index + count]
      index += count
    }
    return String(decoding: kept, as: UTF8.self)
  }

  private static func tags(
    _ attribute: StyledText.Attribute
  ) -> (before: String, after: String)? {
    switch attribute {
    case .bold: ("<strong>", "</strong>")
    case .italic: ("<em>", "</em>")
    case .underline: ("<u>", "</u>")
    case .strike: ("<del>", "</del>")
    case .code: ("<code>", "</code>")
    case .preformatted: ("<pre><code>", "</code></pre>")
    case .blockquote: ("<blockquote>", "</blockquote>")
    case .spoiler: ("<span data-mx-spoiler>", "</span>")
    case .link(let target) where target.hasPrefix("https://") || target.hasPrefix("http://"):
      ("<a href=\"\(escaped(target))\">", "</a>")
    case .mention(.some(let person)) where person.hasPrefix("@"):
      ("<a href=\"\(personAddress)\(escaped(addressed(person)))\">", "</a>")
    default: nil
    }
  }

  private static func addressed(_ person: String) -> String {
    person.addingPercentEncoding(withAllowedCharacters: personCharacters) ?? ""
  }

  private static let personCharacters = CharacterSet.urlFragmentAllowed.subtracting(
    CharacterSet(charactersIn: "?&'"))

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }

  /// Links to people are mentions of them.
  static func withMentions(_ text: StyledText) -> StyledText {
    var text = text
    for index in text.spans.indices {
      guard case .link(let target) = text.spans[index].attribute,
        target.hasPrefix(personAddress + "@") || target.hasPrefix(personAddress + "%40"),
        let person = target.dropFirst(personAddress.count).prefix(while: { $0 != "?" })
          .removingPercentEncoding
      else { continue }
      text.spans[index].attribute = .mention(id: Clipping.prefix(person, bytes: 255))
    }
    return text
  }

  /// Whom a text names, each once.
  static func people(in text: StyledText) -> [String] {
    var people: [String] = []
    for case .mention(.some(let person)) in text.spans.map(\.attribute)
    where person.hasPrefix("@") && !people.contains(person) {
      people.append(person)
    }
    return people
  }
}
