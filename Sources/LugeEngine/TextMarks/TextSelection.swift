import LugeCore

/// A position in an item's text.
public struct TextPlace: Hashable, Sendable, Comparable {
  /// Position of the item in the list; adapted to updates.
  public var position: Int
  /// UTF-8 offset in the item's whole text, as ``LugeCore/RowText/offset`` counts it.
  public var offset: Int

  public init(position: Int, offset: Int) {
    self.position = position
    self.offset = offset
  }

  public static func < (a: TextPlace, b: TextPlace) -> Bool {
    (a.position, a.offset) < (b.position, b.offset)
  }
}

/// Selected text: from one position to another, over any items, in memory or not.
public struct TextSelection: Hashable, Sendable {
  /// Unit by which the selection is extended.
  public enum Unit: Hashable, Sendable { case character, word, paragraph }

  public var unit: Unit
  /// Start of the selection: a position, or the word or paragraph there.
  var anchor: ClosedRange<TextPlace>
  /// Position to which it was extended.
  var focus: ClosedRange<TextPlace>

  /// Selects from one place to another, in either order.
  public init(from anchor: TextPlace, to focus: TextPlace, by unit: Unit = .character) {
    self.init(unit: unit, anchor: anchor...anchor, focus: focus...focus)
  }

  init(unit: Unit, anchor: ClosedRange<TextPlace>, focus: ClosedRange<TextPlace>) {
    self.unit = unit
    self.anchor = anchor
    self.focus = focus
  }

  public var lower: TextPlace { min(anchor.lowerBound, focus.lowerBound) }
  public var upper: TextPlace { max(anchor.upperBound, focus.upperBound) }
  public var isEmpty: Bool { lower == upper }

  /// Returns the selected part of an item's text, as a range of its offsets; nil if nothing is
  /// selected.
  public func range(in text: Range<Int>, at position: Int) -> Range<Int>? {
    guard position >= lower.position, position <= upper.position else { return nil }
    let from = position == lower.position ? max(lower.offset, text.lowerBound) : text.lowerBound
    let to = position == upper.position ? min(upper.offset, text.upperBound) : text.upperBound
    return from < to ? from..<to : nil
  }

  mutating func shift(by change: ListChange) {
    func moved(_ range: ClosedRange<TextPlace>) -> ClosedRange<TextPlace> {
      var (low, high) = (range.lowerBound, range.upperBound)
      low.position = change.moved(low.position)
      high.position = change.moved(high.position)
      return min(low, high)...max(low, high)
    }
    anchor = moved(anchor)
    focus = moved(focus)
  }
}
