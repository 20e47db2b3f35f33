/// Styles of the text along a paragraph.
struct StyleStretches {
  private let styles: [StyleRun]
  private let origin: Int
  private var index = 0

  init(_ styles: [StyleRun], from origin: Int) {
    self.styles = styles
    self.origin = origin
  }

  /// Returns the end of the range of equal traits that begins at a byte of the paragraph, and its
  /// traits.
  mutating func next(from start: Int, limit: Int) -> (end: Int, traits: Traits) {
    while index < styles.count, styles[index].range.upperBound - origin <= start { index += 1 }
    guard index < styles.count else { return (limit, []) }
    let range = styles[index].range
    if range.lowerBound - origin > start { return (min(limit, range.lowerBound - origin), []) }
    return (min(limit, range.upperBound - origin), styles[index].traits)
  }
}
