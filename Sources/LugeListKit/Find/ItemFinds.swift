package import LugeCore

/// The match within an item that becomes current first.
package enum FindEntry: Sendable {
  case first, last
  /// The match with all words closest together.
  case best
}

/// The matches within one item, and the current one.
package struct ItemFinds: Sendable {
  package let item: FoundItem?
  /// Ranges in the item's text; empty if the match is elsewhere, as in a file's name, which counts
  /// as one.
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
  /// - Returns: the steps that are left beyond the item's first or last match.
  package mutating func step(by steps: Int) -> Int {
    let wanted = index + steps
    index = min(max(0, wanted), max(0, stops.count - 1))
    return wanted - index
  }
}

/// The places of a list with matches, ascending.
package struct FindPlaces: Sendable {
  package let places: [Int]

  package init(places: [Int]) { self.places = places }

  package var count: Int { places.count }
  package var isEmpty: Bool { places.isEmpty }

  /// Returns the index of a place among those with matches, or where it would be inserted.
  ///
  /// - Complexity: O(log n), as for the following functions.
  package func search(_ place: Int) -> (index: Int, isFound: Bool) {
    let index = places.partitioningIndex { $0 >= place }
    return (index, index < places.count && places[index] == place)
  }

  /// Returns the nearest place at or after another, or the last one of all.
  package func nearest(from place: Int) -> Int? {
    let (index, _) = search(place)
    return places.indices.contains(index) ? places[index] : places.last
  }

  /// Whether no place is before another.
  package func isNone(before place: Int) -> Bool { search(place).index == 0 }

  /// Whether a place is the only one.
  package func isOnly(_ place: Int) -> Bool { places.count == 1 && places[0] == place }

  /// Returns the next or previous place, wrapping around at the ends.
  package func neighbour(of place: Int, isBehind: Bool) -> Int? {
    guard !isEmpty else { return nil }
    let (at, isFound) = search(place)
    let index = isBehind ? at + (isFound ? 1 : 0) : at - 1
    return places[(index + count) % count]
  }
}
