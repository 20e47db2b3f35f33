import LugeArchive
import LugeCore

/// Text with facets: ranges of bytes that are links, mentions or tags.
/// https://atproto.com/lexicons/app-bsky-richtext
enum BlueskyText {
  private static let mostFacets = 1000

  /// Returns the styled text. Facets outside of the text or within a character are omitted.
  ///
  /// - Complexity: O(bytes + facets).
  static func styled(_ text: String, facets: JSONValue?) -> StyledText {
    var result = StyledText(text)
    guard let facets else { return result }
    let bytes = Array(text.utf8)
    func isBoundary(_ index: Int) -> Bool { index == bytes.count || bytes[index] & 0xC0 != 0x80 }
    for facet in facets.elements.prefix(mostFacets) {
      guard let start = facet["index"]?["byteStart"]?.integer,
        let end = facet["index"]?["byteEnd"]?.integer, start >= 0, start < end,
        end <= Int64(bytes.count), isBoundary(Int(start)), isBoundary(Int(end))
      else { continue }
      let features = facet["features"].map { Array($0.elements.prefix(8)) } ?? []
      guard let attribute = features.lazy.compactMap(Self.attribute).first else { continue }
      result.spans.append(.init(Int(start)..<Int(end), attribute))
    }
    return result.normalized()
  }

  private static func attribute(_ feature: JSONValue) -> StyledText.Attribute? {
    switch feature["$type"]?.string {
    case "app.bsky.richtext.facet#link":
      feature["uri"]?.string.flatMap(WebAddress.init).map { .link(target: $0.text) }
    case "app.bsky.richtext.facet#mention": .mention(id: feature["did"]?.string)
    case "app.bsky.richtext.facet#tag": .hashtag
    default: nil
    }
  }
}
