import LugeArchive
import LugeCore

/// A server's custom emoji: a note's text has their names between colons, its tags have the
/// addresses of their pictures.
struct MastodonEmoji {
  /// Path in the archive, or address, by the name with its colons.
  private var pictures: [String: String] = [:]

  private static let most = 256
  private static let longestName = 64

  init(_ tags: JSONValue?) {
    for tag in tags.map({ Array($0.elements.prefix(Self.most)) }) ?? [] {
      guard tag["type"]?.string == "Emoji", let name = tag["name"]?.string,
        (3...Self.longestName).contains(name.utf8.count), name.first == ":", name.last == ":",
        let picture = tag["icon"]?["url"]?.string
      else { continue }
      if picture.contains("://") {
        pictures[name] = picture
      } else if let path = MastodonOutbox.relative(picture) {
        pictures[name] = path
      }
    }
  }

  /// Returns the text with a span on each known name.
  ///
  /// - Complexity: O(bytes).
  func marked(_ text: StyledText) -> StyledText {
    guard !pictures.isEmpty else { return text }
    var text = text
    let bytes = Array(text.string.utf8)
    var start: Int?
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: ":") {
      if let from = start, index - from < Self.longestName,
        let id = pictures[String(decoding: bytes[from...index], as: UTF8.self)]
      {
        text.spans.append(.init(from..<index + 1, .customEmoji(id: id)))
        start = nil
      } else {
        start = index
      }
    }
    return text.normalized()
  }
}
