import LugeCore

/// The find that a reader was led to.
public struct FindPlace: Sendable, Hashable {
  /// Of the item.
  public var position: Int
  /// In what the item says, UTF-8; nil for all of its finds.
  public var range: Range<Int>?

  public init(position: Int, range: Range<Int>? = nil) {
    (self.position, self.range) = (position, range)
  }

  func includes(_ find: Range<Int>, of position: Int) -> Bool {
    position == self.position && range?.overlaps(find) != false
  }
}
