import LugeCore

/// The text of a tweet: entities of HTML resolved, shortened addresses replaced by what they lead
/// to, mentions and hashtags marked.
enum TwitterText {
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let sign = rest.firstIndex(of: "&") {
      result += rest[..<sign]
      rest = rest[sign...]
      let known = [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'")]
      if let match = known.first(where: { rest.hasPrefix($0.0) }) {
        result += match.1
        rest = rest.dropFirst(match.0.count)
      } else {
        result += "&"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  /// Offsets in the archive count characters of a text that was escaped since: addresses are looked
  /// for instead.
  static func styled(_ text: String, entities: JSONValue?, media: JSONValue?) -> StyledText {
    var links: [String: (shown: String, target: String)] = [:]
    for url in elements(entities?["urls"]) {
      guard let short = url["url"]?.string, short.count > 8,
        let target = url["expanded_url"]?.string.flatMap(WebAddress.init)
      else { continue }
      links[short] = (url["display_url"]?.string ?? target.text, target.text)
    }
    // The address of a picture that is shown says nothing.
    for medium in elements(media) {
      if let short = medium["url"]?.string, short.count > 8 { links[short] = ("", "") }
    }
    var result = StyledText("")
    for (index, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { result.string += " " }
      for (line, part) in word.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      {
        if line > 0 { result.string += "\n" }
        append(part, links, to: &result)
      }
    }
    while result.string.last?.isWhitespace == true { result.string.removeLast() }
    return result.normalized()
  }

  /// Hostile lists have millions.
  private static func elements(_ list: JSONValue?) -> [JSONValue] {
    list.map { Array($0.elements.prefix(100)) } ?? []
  }

  private static func append(
    _ word: Substring, _ links: [String: (shown: String, target: String)],
    to result: inout StyledText
  ) {
    let start = result.string.utf8.count
    if let link = links[String(word)] {
      result.string += link.shown
      if !link.shown.isEmpty {
        result.spans.append(.init(start..<result.string.utf8.count, .link(target: link.target)))
      }
      return
    }
    result.string += word
    guard let sign = word.first, sign == "@" || sign == "#" else { return }
    let name = word.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard !name.isEmpty else { return }
    let range = start..<start + 1 + name.utf8.count
    result.spans.append(.init(range, sign == "@" ? .mention(id: "@\(name)") : .hashtag))
  }
}
