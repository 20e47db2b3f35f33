public import LugeCore

/// A text of which the first lines are shown until the reader asks for the rest.
///
/// It is laid out whole first: most texts are short, and whole ones are measured from remembered
/// words. Few lines more than the limit are shown, for they cost less room than a click costs time.
public struct FoldedText: Sendable {
  /// What a click below the text does.
  public enum Offer: Hashable, Sendable { case more, less }

  public let layout: TextLayout
  /// Nil for a text that is not long.
  public let offer: Offer?
  /// Of the whole text, device pixels: what is unfolded does not become wider.
  public let width: Int

  /// Lines beyond the limit that do not make a text long.
  public static let grace = 3

  /// Whether a place of a text may be below its fold, however wide the list is: to unfold a text
  /// whose place was in view does no harm.
  ///
  /// - Parameter offset: UTF-8.
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

  /// - Parameters:
  ///   - limit: lines of a folded text, at least 1.
  ///   - hasRest: whether this is a part of a text that goes on elsewhere, or began there.
  ///   - layOut: the text in at most so many lines, nil for all.
  /// - Complexity: that of one layout, of two for a long text that is folded.
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
