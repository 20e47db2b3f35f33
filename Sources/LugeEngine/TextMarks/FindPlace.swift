import LugeCore

/// A match of a text search that is current.
public struct FindPlace: Sendable, Hashable {
  /// Position of the item.
  public var position: Int
  /// Range in the item's text, UTF-8; nil: all its matches.
  public var range: Range<Int>?

  public init(position: Int, range: Range<Int>? = nil) {
    (self.position, self.range) = (position, range)
  }

  func includes(_ find: Range<Int>, of position: Int) -> Bool {
    position == self.position && range?.overlaps(find) != false
  }
}
