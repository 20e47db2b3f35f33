import LugeArchive
import LugeCore

/// The text of a tweet: HTML entities resolved, shortened addresses replaced by their targets,
/// mentions and hashtags marked.
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

  /// Styled range of a long text, in Unicode scalars.
  struct Style {
    var range: Range<Int>
    var attribute: StyledText.Attribute
  }

  /// Returns the styled text. Offsets in the archive count characters of an escaped text, so
  /// addresses are searched for instead. Styles exist only for texts that are not escaped.
  ///
  /// - Complexity: O(scalars + styles).
  static func styled(_ text: String, links: TwitterLinks, styles: [Style] = []) -> StyledText {
    var scan = Scan(Array(text.unicodeScalars), links, styles)
    return scan.run()
  }

  private struct Scan {
    let scalars: [Unicode.Scalar]
    let links: TwitterLinks
    let styles: [Style]
    var result = StyledText("")
    /// Offset in the result at which each scalar begins, for the styles.
    var offsets: [Int] = []
    var index = 0

    private static let longestAddress = 8192
    /// Prefix of shortened addresses. A text may contain thousands of them without a target and
    /// without spaces between them.
    private static let shortAddress = Array("https://t.co/".unicodeScalars)
    private static let longestShortAddress = 64
    private static let schemes = ["http://", "https://"].map { Array($0.unicodeScalars) }

    init(_ scalars: [Unicode.Scalar], _ links: TwitterLinks, _ styles: [Style]) {
      self.scalars = scalars
      self.links = links
      self.styles = styles
      offsets.reserveCapacity(styles.isEmpty ? 0 : scalars.count + 1)
    }

    mutating func run() -> StyledText {
      while index < scalars.count {
        switch scalars[index] {
        case "h" where isFree: address()
        case "@" where isFree: name(isMention: true)
        case "#" where isFree, "$" where isFree && beginsCashtag: name(isMention: false)
        default: take(1)
        }
      }
      note(upTo: scalars.count)
      offsets.append(result.string.utf8.count)
      for style in styles {
        let range = style.range.clamped(to: 0..<scalars.count)
        guard !range.isEmpty else { continue }
        result.spans.append(
          .init(offsets[range.lowerBound]..<offsets[range.upperBound], style.attribute))
      }
      while result.string.last?.isWhitespace == true { result.string.removeLast() }
      return result.normalized()
    }

    /// Whether nothing precedes the position that it could belong to.
    private var isFree: Bool {
      guard index > 0 else { return true }
      let before = scalars[index - 1]
      return !before.isNameLike && before != "&" && before != "/"
    }

    /// Whether a "$" begins a symbol such as "$TSLA", and not a price.
    private var beginsCashtag: Bool {
      scalars.dropFirst(index + 1).first.map { $0.isASCII && $0.properties.isAlphabetic } ?? false
    }

    private mutating func note(upTo end: Int) {
      guard !styles.isEmpty else { return }
      while offsets.count < end { offsets.append(result.string.utf8.count) }
    }

    private mutating func take(_ count: Int) {
      for _ in 0..<count {
        note(upTo: index + 1)
        result.string.unicodeScalars.append(scalars[index])
        index += 1
      }
    }

    private mutating func address() {
      let isShort = scalars[index...].starts(with: Self.shortAddress)
      let longest = isShort ? Self.longestShortAddress : Self.longestAddress
      guard isShort || Self.schemes.contains(where: { scalars[index...].starts(with: $0) })
      else { return take(1) }
      var end = index
      while end < scalars.count, end - index < longest, !scalars[end].isBlank { end += 1 }
      let word = String(String.UnicodeScalarView(scalars[index..<end]))
      guard let (length, link) = links.link(beginning: word) else { return take(1) }
      let start = result.string.utf8.count
      note(upTo: index + 1)
      result.string += link?.shown ?? ""
      if let link {
        result.spans.append(
          .init(start..<result.string.utf8.count, .link(target: link.target)))
      }
      index += length
      note(upTo: index)
    }

    private mutating func name(isMention: Bool) {
      let start = result.string.utf8.count
      var end = index + 1
      while end < scalars.count, scalars[end].isNameLike { end += 1 }
      let word = String(String.UnicodeScalarView(scalars[index..<end]))
      take(end - index)
      guard word.unicodeScalars.count > 1 else { return }
      result.spans.append(
        .init(start..<result.string.utf8.count, isMention ? .mention(id: word) : .hashtag))
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isNameLike: Bool {
    self == "_" || properties.isAlphabetic || properties.numericType != nil
      || properties.generalCategory == .nonspacingMark
      || properties.generalCategory == .spacingMark
  }

  fileprivate var isBlank: Bool { properties.isWhitespace }
}
