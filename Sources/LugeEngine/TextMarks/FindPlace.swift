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

  /// - Parameter find: in the item's text; nil for what is found beside it.
  func includes(_ find: Range<Int>?, of position: Int) -> Bool {
    guard position == self.position else { return false }
    guard let range else { return true }
    return find.map(range.overlaps) ?? false
  }
}
