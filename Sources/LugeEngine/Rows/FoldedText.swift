public import LugeCore

/// A long text of which only the first lines are shown until the user expands it.
///
/// The whole text is laid out first: most texts are short, and measuring cached words is cheap. A
/// text with only ``grace`` lines more than the limit is shown whole.
public struct FoldedText: Sendable {
  /// Action that a click below the text performs.
  public enum Offer: Hashable, Sendable { case more, less }

  public let layout: TextLayout
  /// Action offered below the text; nil for a text that is not long.
  public let offer: Offer?
  /// Width of the whole text, device pixels, so that expanding does not make it wider.
  public let width: Int

  /// Number of lines above the limit up to which a text is shown whole.
  public static let grace = 3

  /// Whether a position in a text may be below its fold, at any width of the list. May be true for
  /// a position above the fold: expanding the text is then harmless.
  ///
  /// - Parameter offset: a UTF-8 offset.
  /// - Complexity: O(bytes).
  public static func mayHide(_ offset: Int, in text: String, lines: Int) -> Bool {
    let fewestBytes = 12
    var (breaks, breaksBefore) = (0, 0)
    for (index, byte) in text.utf8.enumerated() where byte == 0x0A {
      breaks += 1
      if index < offset { breaksBefore += 1 }
    }
    let bytes = text.utf8.count
    return (breaks >= lines || bytes / fewestBytes >= lines)
      && (breaksBefore + 2 >= lines || offset / fewestBytes + 2 >= lines)
  }

  /// Lays out a text.
  ///
  /// - Parameters:
  ///   - limit: lines of a folded text, at least 1.
  ///   - hasRest: whether this text is a part of a longer one that continues, or began, elsewhere.
  ///   - layOut: lays the text out in at most this many lines; nil: all.
  /// - Complexity: that of one layout; two for a long text that is folded.
  public init(
    isUnfolded: Bool, lines limit: Int, hasRest: Bool = false,
    layOut: (_ maxLines: Int?) -> TextLayout
  ) {
    let limit = max(1, limit)
    let whole = layOut(nil)
    width = whole.size.width
    guard hasRest || whole.lines.count > limit + Self.grace else {
      (layout, offer) = (whole, nil)
      return
    }
    guard !isUnfolded else {
      (layout, offer) = (whole, .less)
      return
    }
    layout = whole.lines.count > limit ? layOut(limit) : whole
    offer = .more
  }
}
