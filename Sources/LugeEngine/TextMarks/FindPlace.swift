import LugeCore

/// Current match of a text search.
public struct FindPlace: Sendable, Hashable {
  /// Position of the item.
  public var position: Int
  /// Range in the item's text, UTF-8; nil: all matches of the item.
  public var range: Range<Int>?

  public init(position: Int, range: Range<Int>? = nil) {
    (self.position, self.range) = (position, range)
  }

  /// Whether a match is the current one.
  ///
  /// - Parameter find: range in the item's text; nil for a match outside of it, as in a file's
  ///   name.
  func includes(_ find: Range<Int>?, of position: Int) -> Bool {
    guard position == self.position else { return false }
    guard let range else { return true }
    return find.map(range.overlaps) ?? false
  }
}
