import LugeCore

/// Finds the messages that two conversations both have.
///
/// By ids where these are of the same chat, else by author, time and words. Two exports of one chat
/// may call people by different names and have clocks that are hours apart: both are learned from
/// words that stand exactly once in each.
///
/// Memory: about 60 bytes for a message of either side.
struct MergeMatching {
  /// Data of a message on which matching depends.
  struct Entry {
    /// Seconds, as the source tells them.
    var time: Int64
    /// Hash of the text, or of the kind of content if there is no text.
    var words: Int
    /// Long enough to tell one message from all others.
    var isTelling: Bool
    /// Hash of the source's key.
    var key: Int
    /// A number for each person of its side; -1 for nobody.
    var author: Int32
  }

  /// For each entry of the second side its place in the first, -1 for none.
  private(set) var places: [Int]
  /// Seconds that the second side's clock is ahead of the first's, the most frequent first.
  private(set) var offsets: [Int64]
  /// The first side's people for those of the second.
  private(set) var people: [Int32: Int32] = [:]

  /// Clocks that differ by zones differ by quarters of an hour.
  private static let step: Int64 = 900

  /// - Parameters:
  ///   - sameIDs: Keys mean the same on both sides.
  ///   - tolerance: Seconds that times of one message may differ.
  ///   - names: The second side's people whose names are also the first's.
  /// - Complexity: O(n log n)
  init(
    _ first: [Entry], _ second: [Entry], sameIDs: Bool, tolerance: Int64, names: [Int32: Int32]
  ) {
    places = [Int](repeating: -1, count: second.count)
    var byWords: [Int: [Int]] = [:]
    for (index, entry) in first.enumerated() { byWords[entry.words, default: []].append(index) }
    (offsets, people) = Self.learned(first, second, byWords, tolerance: tolerance, names: names)
    var isTaken = [Bool](repeating: false, count: first.count)
    byWords = [:]
    if sameIDs {
      let byKey = Dictionary(
        first.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
      for (index, entry) in second.enumerated() {
        guard let place = byKey[entry.key], !isTaken[place],
          first[place].time.subtractingClamped(entry.time).magnitude <= 1
            || first[place].words == entry.words
        else { continue }
        places[index] = place
        isTaken[place] = true
      }
    }
    var said: [Said: Candidates] = [:]
    for (index, entry) in first.enumerated() where !isTaken[index] {
      said[Said(words: entry.words, author: max(-1, entry.author)), default: Candidates()]
        .append(index)
    }
    for (index, entry) in second.enumerated() where places[index] < 0 {
      guard let author = entry.author < 0 ? -1 : people[entry.author] else { continue }
      let key = Said(words: entry.words, author: author)
      var best: (number: Int, distance: UInt64)?
      for offset in offsets {
        let time = entry.time.subtractingClamped(offset)
        said[key]?.look(for: time, within: tolerance, in: first, &best)
      }
      if let best, let place = said[key]?.take(best.number) { places[index] = place }
    }
  }

  /// Text and author of a message, the author by its index on the first side; -1 for none.
  private struct Said: Hashable {
    var words: Int
    var author: Int32
  }

  /// Messages of the first side that say the same, in the order of their side, which is that of
  /// time but for a few. Those that are taken are passed over, however many they are: a chat may
  /// say "ok" a hundred thousand times in one second.
  private struct Candidates {
    private var places: [Int] = []
    /// For each the next one that is not taken, which may be itself; then the end.
    private var next = [0]

    /// Maximum number of candidates compared with one message. Candidates with equal text and
    /// nearly equal time are interchangeable.
    private static let mostCompared = 1000

    mutating func append(_ place: Int) {
      places.append(place)
      next.append(places.count)
    }

    private mutating func free(from number: Int) -> Int {
      var number = number
      while next[number] != number {
        next[number] = next[next[number]]
        number = next[number]
      }
      return number
    }

    mutating func look(
      for time: Int64, within tolerance: Int64, in first: [Entry],
      _ best: inout (number: Int, distance: UInt64)?
    ) {
      var low = places.startIndex
      var high = places.endIndex
      while low < high {
        let middle = low + (high - low) / 2
        if first[places[middle]].time < time.subtractingClamped(tolerance) {
          low = middle + 1
        } else {
          high = middle
        }
      }
      var number = free(from: low)
      for _ in 0..<Self.mostCompared where number < places.count {
        let found = first[places[number]].time
        guard found <= time.addingClamped(tolerance) else { return }
        let distance = found.subtractingClamped(time).magnitude
        if distance < best?.distance ?? .max { best = (number, distance) }
        if distance == 0 { return }
        number = free(from: number + 1)
      }
    }

    /// - Returns: its place.
    mutating func take(_ number: Int) -> Int {
      next[number] = number + 1
      return places[number]
    }
  }

  /// Learns the offset of clocks and the pairs of names from texts that occur once on each side.
  private static func learned(
    _ first: [Entry], _ second: [Entry], _ byWords: [Int: [Int]], tolerance: Int64,
    names: [Int32: Int32]
  ) -> ([Int64], [Int32: Int32]) {
    var count: [Int: Int] = [:]
    for entry in second where entry.isTelling { count[entry.words, default: 0] += 1 }
    var steps: [Int64: Int] = [:]
    var pairs: [Int32: [Int32: Int]] = [:]
    var total = 0
    for entry in second where entry.isTelling && count[entry.words] == 1 {
      guard let places = byWords[entry.words], places.count == 1 else { continue }
      let other = first[places[0]]
      let difference = entry.time.subtractingClamped(other.time)
      guard difference.magnitude < 86_400 else { continue }
      let half = difference < 0 ? -step / 2 : step / 2
      let offset = (difference + half) / step * step
      guard (difference - offset).magnitude <= tolerance.magnitude else { continue }
      total += 1
      steps[offset, default: 0] += 1
      if entry.author >= 0, other.author >= 0 {
        pairs[entry.author, default: [:]][other.author, default: 0] += 1
      }
    }
    let found = steps.filter { $0.value * 50 >= total && ($0.value > 1 || total < 10) }
      .sorted { ($0.value, $1.key.magnitude) > ($1.value, $0.key.magnitude) }
      .map(\.key)
    var people = names
    for (author, others) in pairs {
      if let best = others.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) {
        people[author] = best.key
      }
    }
    return (found.isEmpty ? [0] : found, people)
  }
}
