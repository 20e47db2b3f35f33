import LugeArchive
import LugeCore

/// The find of a message that a reader is led to first.
enum FindEntry: Sendable {
  case first, last
  /// The one with all the words closest together.
  case best
}

/// The finds of the message that the reader was led to.
struct MessageFinds: Sendable {
  let message: StoredMessage?
  /// In its text; none where the words are elsewhere, as in a file's name, which is one find then.
  let stops: [Range<Int>]
  private(set) var index = 0

  /// - Parameter isWhole: whether the message is one find whatever it says.
  /// - Complexity: O(bytes of the message).
  init(_ message: StoredMessage?, of query: TextQuery, isWhole: Bool, entry: FindEntry) {
    self.message = message
    stops = isWhole ? [] : message?.text.stops(of: query) ?? []
    index =
      switch entry {
      case .first: 0
      case .last: max(0, stops.count - 1)
      case .best: stops.indices.min { stops[$0].count < stops[$1].count } ?? 0
      }
  }

  var range: Range<Int>? { stops.indices.contains(index) ? stops[index] : nil }

  /// Goes to a later or an earlier find as far as there is one.
  ///
  /// - Returns: the steps that lead out of the message.
  mutating func step(by steps: Int) -> Int {
    let wanted = index + steps
    index = min(max(0, wanted), max(0, stops.count - 1))
    return wanted - index
  }
}

/// The places in a list that hold finds, ascending.
struct FindPlaces: Sendable {
  let places: [Int]

  var count: Int { places.count }
  var isEmpty: Bool { places.isEmpty }

  /// Where a place is among those with finds, or would be.
  ///
  /// - Complexity: O(log n), like all that follows.
  func search(_ place: Int) -> (index: Int, isFound: Bool) {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return (low, low < places.count && places[low] == place)
  }

  /// The nearest place at or behind another, or the last of all.
  func nearest(from place: Int) -> Int? {
    let (index, _) = search(place)
    return places.indices.contains(index) ? places[index] : places.last
  }

  /// The next place behind another, or the one before it; from the last to the first and back.
  func neighbour(of place: Int, isBehind: Bool) -> Int? {
    guard !isEmpty else { return nil }
    let (at, isFound) = search(place)
    let index = isBehind ? at + (isFound ? 1 : 0) : at - 1
    return places[(index + count) % count]
  }
}
