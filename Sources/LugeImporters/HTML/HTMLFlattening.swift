import LugeArchive

/// Removes elements from HTML that is nested too deeply to be parsed, and keeps its lines.
enum HTMLFlattening {
  private static let lineElements: Set<String> = [
    "p", "div", "br", "blockquote", "pre", "ul", "ol", "li", "tr", "table", "section", "article",
    "h1", "h2", "h3", "h4", "h5", "h6", "hr", "details", "summary",
  ]
  /// Elements whose content is not shown as text.
  private static let silentElements: Set<String> = ["script", "style", "title", "template"]

  /// Returns the text with line ends in place of elements that begin lines, and without other
  /// elements.
  ///
  /// - Complexity: O(bytes).
  static func lines(of html: String) -> String {
    let bytes = Array(html.utf8)
    var flat: [UInt8] = []
    flat.reserveCapacity(bytes.count)
    var index = 0
    var silent: String?
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<"), let tag = Tag(bytes, at: index) else {
        if silent == nil { flat.append(bytes[index]) }
        index += 1
        continue
      }
      index = tag.end
      if let open = silent {
        if tag.isClosing, tag.name == open { silent = nil }
      } else if silentElements.contains(tag.name), !tag.isClosing {
        silent = tag.name
      } else if lineElements.contains(tag.name) {
        flat += "<br>".utf8
      }
    }
    return String(decoding: flat, as: UTF8.self)
  }

  private struct Tag {
    /// Name in lower case; empty for comments and declarations.
    let name: String
    let isClosing: Bool
    /// Offset after its last byte.
    let end: Int

    /// Nil if the `<` is plain text.
    init?(_ bytes: [UInt8], at start: Int) {
      var index = start + 1
      guard index < bytes.count else { return nil }
      isClosing = bytes[index] == UInt8(ascii: "/")
      if isClosing { index += 1 }
      let nameStart = index
      while index < bytes.count, Self.isName(bytes[index]) { index += 1 }
      name = String(decoding: bytes[nameStart..<index], as: UTF8.self).lowercased()
      if name.isEmpty {
        guard nameStart < bytes.count, bytes[nameStart] == UInt8(ascii: "!") else { return nil }
      }
      var quote: UInt8?
      while index < bytes.count {
        let byte = bytes[index]
        let before = bytes[index - 1]
        index += 1
        if let open = quote {
          if byte == open { quote = nil }
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          // Elsewhere an apostrophe is a plain character.
          if before == UInt8(ascii: "=") { quote = byte }
        } else if byte == UInt8(ascii: ">") {
          break
        }
      }
      end = index
    }

    private static func isName(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
  }
}
