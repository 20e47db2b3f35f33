package import LugeCore

/// The find of an item that a reader is led to first.
package enum FindEntry: Sendable {
  case first, last
  /// The one with all the words closest together.
  case best
}

/// The finds of the item that the reader was led to.
package struct ItemFinds: Sendable {
  package let item: FoundItem?
  /// In its text; none where the words are elsewhere, as in a file's name, which is one find then.
  package let stops: [Range<Int>]
  package private(set) var index = 0

  /// - Parameter isWhole: whether the item is one find whatever it says.
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

  /// Goes to a later or an earlier find as far as there is one.
  ///
  /// - Returns: the steps that lead out of the item.
  package mutating func step(by steps: Int) -> Int {
    let wanted = index + steps
    index = min(max(0, wanted), max(0, stops.count - 1))
    return wanted - index
  }
}

/// The places in a list that hold finds, ascending.
package struct FindPlaces: Sendable {
  package let places: [Int]

  package init(places: [Int]) { self.places = places }

  package var count: Int { places.count }
  package var isEmpty: Bool { places.isEmpty }

  /// Where a place is among those with finds, or would be.
  ///
  /// - Complexity: O(log n), like all that follows.
  package func search(_ place: Int) -> (index: Int, isFound: Bool) {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return (low, low < places.count && places[low] == place)
  }

  /// The nearest place at or behind another, or the last of all.
  package func nearest(from place: Int) -> Int? {
    let (index, _) = search(place)
    return places.indices.contains(index) ? places[index] : places.last
  }

  /// The next place behind another, or the one before it; from the last to the first and back.
  package func neighbour(of place: Int, isBehind: Bool) -> Int? {
    guard !isEmpty else { return nil }
    let (at, isFound) = search(place)
    let index = isBehind ? at + (isFound ? 1 : 0) : at - 1
    return places[(index + count) % count]
  }
}
