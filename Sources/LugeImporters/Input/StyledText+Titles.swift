import LugeCore

extension StyledText {
  /// Returns a text with a title in bold above it.
  static func titled(_ title: String, _ body: StyledText) -> StyledText {
    body.below(title, .bold)
  }

  /// Returns the text below words in a style; unchanged if there are no words.
  func below(_ words: String, _ style: Attribute) -> StyledText {
    guard !words.isEmpty else { return self }
    let text = isEmpty ? words : "\(words)\n\(string)"
    let shift = words.utf8.count + 1
    var all = [Span(0..<words.utf8.count, style)]
    for span in spans {
      all.append(
        .init(span.range.lowerBound + shift..<span.range.upperBound + shift, span.attribute))
    }
    return StyledText(text, spans: all).normalized()
  }
}
