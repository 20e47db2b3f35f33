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
    return withoutLineEndsAroundBlocks(html)
  }

  private static let lineEnd = Array("<br>".utf8)
  private static let blockStarts = ["<blockquote>", "<pre>"].map { Array($0.utf8) }
  private static let blockEnds = ["</blockquote>", "</pre>"].map { Array($0.utf8) }

  /// A block begins and ends a line by itself.
  ///
  /// - Complexity: O(bytes).
  private static func withoutLineEndsAroundBlocks(_ html: String) -> String {
    var rest = Array(html.utf8)[...]
    var result: [UInt8] = []
    result.reserveCapacity(rest.count)
    /// Line ends that are not written yet.
    var waiting = 0
    var isAfterBlock = false
    func writeLineEnds() {
      if !isAfterBlock { for _ in 0..<waiting { result += lineEnd } }
      (waiting, isAfterBlock) = (0, false)
    }
    while let first = rest.first {
      // Within words there is no such sign.
      if first != UInt8(ascii: "<") {
        writeLineEnds()
        result.append(first)
        rest.removeFirst()
      } else if rest.starts(with: lineEnd) {
        waiting += 1
        rest.removeFirst(lineEnd.count)
      } else {
        if blockStarts.contains(where: { rest.starts(with: $0) }) { waiting = 0 }
        writeLineEnds()
        isAfterBlock = blockEnds.contains { rest.starts(with: $0) }
        let end = rest.firstIndex(of: UInt8(ascii: ">")) ?? rest.endIndex - 1
        result += rest[...end]
        rest = rest[(end + 1)...]
      }
    }
    writeLineEnds()
    return String(decoding: result, as: UTF8.self)
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
    case .preformatted(.some(let language)):
      ("<pre><code class=\"language-\(escaped(language))\">", "</code></pre>")
    case .preformatted(nil): ("<pre><code>", "</code></pre>")
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

  private static func escaped(_ text: String) -> String { HTMLExport.escaped(text) }

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
    var known: Set<String> = []
    for case .mention(.some(let person)) in text.spans.map(\.attribute)
    where person.hasPrefix("@") && known.insert(person).inserted {
      people.append(person)
    }
    return people
  }
}
