public import LugeCore

/// The find that a reader was led to.
public struct FindPlace: Sendable, Hashable {
  /// Of the item.
  public var position: Int
  /// In what the item says, UTF-8; nil for all of its finds.
  public var range: Range<Int>?

  public init(position: Int, range: Range<Int>? = nil) {
    (self.position, self.range) = (position, range)
  }

  fileprivate func includes(_ find: Range<Int>, of position: Int) -> Bool {
    position == self.position && range?.overlaps(find) != false
  }
}

/// What a search found: named for whoever lays it over the frame, and brought into view.
extension ListEngine {
  /// Where ``textQuery`` was found in view, but for ``currentFind``.
  public var findRectangles: [Rect] { findRectangles { currentFind?.includes($1, of: $0) != true } }

  /// Where ``currentFind`` stands, as far as it is in view.
  public var currentFindRectangles: [Rect] {
    guard let currentFind else { return [] }
    return findRectangles { currentFind.includes($1, of: $0) }
  }

  private func findRectangles(where isWanted: (Int, Range<Int>) -> Bool) -> [Rect] {
    guard textQuery != nil else { return [] }
    var result: [Rect] = []
    forEachVisibleRow { position, row, y in
      guard let known = geometry(of: row) else { return }
      for find in known.finds where isWanted(position, find.range) {
        result += find.rects.map { $0.offsetBy(x: 0, y: Double(y)) }
      }
    }
    return result
  }

  /// Brings a place of what an item says into view: its line in the middle, or the whole item when
  /// it is low. A place that is in view already moves nothing.
  ///
  /// - Parameters:
  ///   - top: pixels of the viewport's upper edge that something covers.
  ///   - highlighting: lets the item stand out for a moment.
  /// - Returns: whether the list goes there.
  @discardableResult
  public func reveal(_ place: TextPlace, below top: Int = 0, highlighting: Bool = false) -> Bool {
    guard !isInView(place, below: top) else { return false }
    onInput?(.jumped(place.position))
    jump(
      to: place.position, alignment: .text(offset: place.offset), highlighting: highlighting)
    return true
  }

  /// Whether the line with a place is wholly in view.
  private func isInView(_ place: TextPlace, below top: Int) -> Bool {
    guard pendingJump == nil else { return false }
    guard let found = state.line(at: place.offset, of: place.position) else { return false }
    return found.lowerBound >= top && found.upperBound <= viewport.height
  }
}
