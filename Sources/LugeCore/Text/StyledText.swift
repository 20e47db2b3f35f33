/// Text with styled ranges, independent of fonts and widths.
///
/// Spans may overlap and are ordered by their lower bound. Offsets count UTF-8 bytes, as Pango,
/// SQLite and JSON parsers do; every bound is between two Unicode scalars of `string`, or at one of
/// its ends (``normalized()`` ensures it for text from outside).
public struct StyledText: Sendable, Hashable, Codable {
  /// A styled range.
  public struct Span: Sendable, Hashable, Codable {
    /// Half-open range of UTF-8 offsets into the string.
    public var range: Range<Int>
    public var attribute: Attribute

    public init(_ range: Range<Int>, _ attribute: Attribute) {
      self.range = range
      self.attribute = attribute
    }
  }

  /// The meaning of a range. The cases are those of chat exports.
  public enum Attribute: Sendable, Hashable, Codable {
    case bold
    case italic
    case underline
    case strike
    /// Inline code in a monospaced font.
    case code
    /// A block of code, with the language that its author named.
    case preformatted(language: String?)
    case spoiler
    case blockquote
    /// A link; the target may differ from the visible text.
    case link(target: String)
    /// A mention of a person by name or id.
    case mention(id: String?)
    case hashtag
    /// A custom emoji of the source, which replaces the covered text.
    case customEmoji(id: String)
    /// A picture in place of the covered text; see ``StyledText/imageOccurrences``.
    case image(InlineImage)
    /// A text size relative to the surrounding text; factors of nested spans multiply. The shown
    /// factor is limited to 0.5 to 3.
    case size(Double)
    /// An attribute without a case here; shown as plain text.
    case other(name: String)
  }

  public var string: String
  public var spans: [Span]

  public init(_ string: String, spans: [Span] = []) {
    self.string = string
    self.spans = spans
  }

  public var isEmpty: Bool { string.isEmpty }

  /// Returns the same text with spans clamped to the string, their bounds moved back to the start
  /// of a Unicode scalar, sorted, and without empty ones.
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

  /// The plain string with a dot for each character of its spoilers that is not white space: for
  /// places that show text without styles, such as quotes and lists of conversations.
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

  /// The ranges of spoilers: ascending and disjoint.
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
