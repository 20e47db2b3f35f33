package import LugeCore

/// Match of an item that becomes current first.
package enum FindEntry: Sendable {
  case first, last
  /// The one with all words closest together.
  case best
}

/// The matches of the item with the current match.
package struct ItemFinds: Sendable {
  package let item: FoundItem?
  /// Ranges in its text; empty when the match is elsewhere, as in a file's name, which counts as
  /// one.
  package let stops: [Range<Int>]
  package private(set) var index = 0

  /// - Parameter isWhole: whether the item counts as one match.
  /// - Complexity: O(bytes of the text).
  package init(_ item: FoundItem?, of query: TextQuery, isWhole: Bool, entry: FindEntry) {
    self.item = item
    stops = isWhole ? [] : item?.text.stops(of: query) ?? []
    index =
      switch entry {
      case .first: 0
      case .last: max(0, stops.count - 1)
      case .best: stops.indices.min { stops[$0].count < stops[$1].count } ?? 0
      }
  }

  package var range: Range<Int>? { stops.indices.contains(index) ? stops[index] : nil }

  /// Goes to a later or an earlier match in the item.
  ///
  /// - Returns: the remaining steps, which lead out of the item.
  package mutating func step(by steps: Int) -> Int {
    let wanted = index + steps
    index = min(max(0, wanted), max(0, stops.count - 1))
    return wanted - index
  }
}

/// The positions of a list with matches, ascending.
package struct FindPlaces: Sendable {
  package let places: [Int]

  package init(places: [Int]) { self.places = places }

  package var count: Int { places.count }
  package var isEmpty: Bool { places.isEmpty }

  /// Index of a position among those with matches, or where it would be.
  ///
  /// - Complexity: O(log n), as of the following functions.
  package func search(_ place: Int) -> (index: Int, isFound: Bool) {
    let index = places.partitioningIndex { $0 >= place }
    return (index, index < places.count && places[index] == place)
  }

  /// The nearest position at or after another, or the last of all.
  package func nearest(from place: Int) -> Int? {
    let (index, _) = search(place)
    return places.indices.contains(index) ? places[index] : places.last
  }

  /// The next or previous position, wrapping around at the ends.
  package func neighbour(of place: Int, isBehind: Bool) -> Int? {
    guard !isEmpty else { return nil }
    let (at, isFound) = search(place)
    let index = isBehind ? at + (isFound ? 1 : 0) : at - 1
    return places[(index + count) % count]
  }
}
