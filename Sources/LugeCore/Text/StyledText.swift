/// Text with marked ranges: what a message says, before any font or width is known.
///
/// Spans may overlap and are kept in order of their lower bound. Offsets count UTF-8 bytes, the
/// unit in which Pango, SQLite and JSON parsers count; every bound lies on a character boundary
/// of `string` (``normalized()`` makes sure of it for text from outside).
public struct StyledText: Sendable, Hashable, Codable {
  /// One marked range.
  public struct Span: Sendable, Hashable, Codable {
    /// Half-open range of UTF-8 offsets into the string.
    public var range: Range<Int>
    public var attribute: Attribute

    public init(_ range: Range<Int>, _ attribute: Attribute) {
      self.range = range
      self.attribute = attribute
    }
  }

  /// What a range is. The cases are those that chat exports know.
  public enum Attribute: Sendable, Hashable, Codable {
    case bold
    case italic
    case underline
    case strike
    /// Inline code in a monospaced font.
    case code
    /// A block of code, with the language its author named.
    case preformatted(language: String?)
    case spoiler
    case blockquote
    /// A link; the target may differ from the visible text.
    case link(target: String)
    /// A mention of a person by name or id.
    case mention(id: String?)
    case hashtag
    /// An inline custom emoji; the covered text is its plain stand-in.
    case customEmoji(id: String)
    /// A picture in the place of the covered text; see ``StyledText/imageOccurrences``.
    case image(InlineImage)
    /// Larger or smaller than the rest, as a factor; those of nested spans multiply. What is shown
    /// lies between a half and three.
    case size(Double)
    /// A kind the importer knows no better name for; shown plain.
    case other(name: String)
  }

  public var string: String
  public var spans: [Span]

  public init(_ string: String, spans: [Span] = []) {
    self.string = string
    self.spans = spans
  }

  public var isEmpty: Bool { string.isEmpty }

  /// The same text with spans clamped to the string, moved to character boundaries, emptied of
  /// empty ones and sorted.
  ///
  /// - Complexity: O(spans log spans).
  public func normalized() -> StyledText {
    let utf8 = string.utf8
    let count = utf8.count
    func aligned(_ offset: Int) -> Int {
      let clamped = min(max(offset, 0), count)
      let index = utf8.index(utf8.startIndex, offsetBy: clamped)
      guard let unicode = index.samePosition(in: string.unicodeScalars) else {
        return aligned(clamped - 1)
      }
      return utf8.distance(from: utf8.startIndex, to: unicode)
    }
    let kept = spans.compactMap { span -> Span? in
      let range =
        aligned(
          span.range.lowerBound)..<max(
          aligned(span.range.lowerBound), aligned(span.range.upperBound))
      return range.isEmpty ? nil : Span(range, span.attribute)
    }
    return StyledText(string, spans: kept.sorted { $0.range.lowerBound < $1.range.lowerBound })
  }

  /// The plain string with a dot for each character of its spoilers: for places that show text
  /// without marks, as quotes and lists of conversations do.
  ///
  /// - Complexity: O(characters + spoilers log spoilers); O(spans) without spoilers.
  public var concealed: String {
    var hidden = covers[...]
    guard !hidden.isEmpty else { return string }
    var shown = ""
    var offset = 0
    for character in string {
      let range = offset..<offset + character.utf8.count
      offset = range.upperBound
      while let first = hidden.first, first.upperBound <= range.lowerBound { hidden.removeFirst() }
      let isHidden = !character.isWhitespace && hidden.first?.overlaps(range) == true
      shown.append(isHidden ? "•" : character)
    }
    return shown
  }

  /// What spoilers cover: ascending, and disjoint, whatever the spans are.
  ///
  /// - Complexity: O(spans log spans).
  var covers: [Range<Int>] {
    var covers: [Range<Int>] = []
    let spoilers = spans.filter { $0.attribute == .spoiler && !$0.range.isEmpty }.map(\.range)
    for range in spoilers.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = covers.last, range.lowerBound < last.upperBound {
        covers[covers.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        covers.append(range)
      }
    }
    return covers
  }
}
