import LugeCore

/// Finds the messages that two conversations both have.
///
/// By ids where these are of the same chat, else by author, time and words: first those of one
/// moment (of one minute, where a clock tells no seconds), in order; then files of one moment of
/// which one side lacks the caption; then those of nearly the same time; then what the programs
/// themselves said, each in words of its own. Two exports of one chat may call people by different
/// names and have clocks that are hours apart: both are learned from words that stand exactly once
/// in each.
///
/// Memory: about 80 bytes for a message of either side.
struct MergeMatching {
  /// Data of a message on which matching depends.
  struct Entry {
    /// As the source tells it.
    var time: Timestamp
    /// Hash of the text, or of the kind of content if there is no text.
    var words: Int
    /// Long enough to tell one message from all others.
    var isTelling: Bool
    /// Hash of the source's key.
    var key: Int
    /// A number for each person of its side; -1 for nobody.
    var author: Int32
    var file = MessageGist.File.none
    /// Words stand beside the file.
    var hasText = true
    /// Nobody wrote it: the program itself says it.
    var isService = false

    /// Whether the two may be one where their words are the same, or are not told by one of them.
    func fits(_ other: Entry) -> Bool {
      if words == other.words { return hasText || file.fits(other.file) }
      return file != .none && file.fits(other.file) && hasText != other.hasText
    }
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
  ///   - isPersonal: A chat of two people.
  ///   - sameIDs: Keys mean the same on both sides.
  ///   - tolerance: Seconds that times of one message may differ.
  ///   - names: The second side's people whose names are also the first's.
  /// - Complexity: O(n log n)
  init(
    _ first: [Entry], _ second: [Entry], sameIDs: Bool, tolerance: Int64, names: [Int32: Int32],
    isPersonal: Bool = false
  ) {
    places = [Int](repeating: -1, count: second.count)
    var byWords: [Int: [Int]] = [:]
    for (index, entry) in first.enumerated() { byWords[entry.words, default: []].append(index) }
    (offsets, people) = Self.learned(first, second, byWords, tolerance: tolerance, names: names)
    if isPersonal { learnOtherPerson(first, second, byWords) }
    var isTaken = [Bool](repeating: false, count: first.count)
    byWords = [:]
    if sameIDs {
      let byKey = Dictionary(
        first.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
      for (index, entry) in second.enumerated() {
        guard let place = byKey[entry.key], !isTaken[place],
          first[place].time.seconds.subtractingClamped(entry.time.seconds).magnitude <= 1
            || first[place].words == entry.words
        else { continue }
        places[index] = place
        isTaken[place] = true
      }
    }
    matchSaid(first, second, tolerance: tolerance, &isTaken)
    matchServices(first, second, &isTaken)
  }

  /// By author, time and words.
  private mutating func matchSaid(
    _ first: [Entry], _ second: [Entry], tolerance: Int64, _ isTaken: inout [Bool]
  ) {
    var said: [Said: Candidates] = [:]
    // Words that no message has stand for all files of a person.
    var files: [Int32: Candidates] = [:]
    for (index, entry) in first.enumerated() where !isTaken[index] {
      let author = max(-1, entry.author)
      said[Said(words: entry.words, author: author), default: Candidates()].append(index)
      if entry.file != .none { files[author, default: Candidates()].append(index) }
    }
    for step in Step.allCases {
      for (index, entry) in second.enumerated() where places[index] < 0 {
        guard let author = entry.author < 0 ? -1 : people[entry.author] else { continue }
        let key = Said(words: entry.words, author: author)
        var found: Int?
        switch step {
        case .sameMoment:
          for offset in offsets where found == nil {
            found = said[key]?.atMoment(of: entry, offset: offset, in: first, isTaken)
          }
        case .withoutCaption:
          guard entry.file != .none else { continue }
          for offset in offsets where found == nil {
            found = files[author]?.atMoment(of: entry, offset: offset, in: first, isTaken)
          }
        case .nearlySameTime:
          var best: (place: Int, distance: UInt64)?
          for offset in offsets {
            said[key]?.look(
              for: entry, offset: offset, within: tolerance, in: first, isTaken, &best)
          }
          found = best?.place
        }
        guard let found else { continue }
        places[index] = found
        isTaken[found] = true
      }
    }
  }

  private enum Step: CaseIterable {
    case sameMoment, withoutCaption, nearlySameTime
  }

  /// What the programs themselves say, each in words of its own: where both say as much in one
  /// minute, it is the same.
  private mutating func matchServices(
    _ first: [Entry], _ second: [Entry], _ isTaken: inout [Bool]
  ) {
    var ours: [Int64: [Int]] = [:]
    for (index, entry) in first.enumerated() where entry.isService && !isTaken[index] {
      ours[entry.time.minute, default: []].append(index)
    }
    guard !ours.isEmpty else { return }
    var theirs: [Int64: [Int]] = [:]
    for (index, entry) in second.enumerated() where entry.isService && places[index] < 0 {
      theirs[
        Timestamp.minute(of: entry.time.seconds.subtractingClamped(offsets.first ?? 0)),
        default: []
      ].append(index)
    }
    for (minute, indices) in theirs {
      guard let known = ours[minute], known.count == indices.count else { continue }
      for (index, place) in zip(indices, known) {
        places[index] = place
        isTaken[place] = true
      }
    }
  }

  /// In a chat of two, who is not known by name or words of their own is the other one, if they
  /// said the same at the same moments.
  private mutating func learnOtherPerson(
    _ first: [Entry], _ second: [Entry], _ byWords: [Int: [Int]]
  ) {
    let ours = Set(first.lazy.map(\.author).filter { $0 >= 0 })
    let theirs = Set(second.lazy.map(\.author).filter { $0 >= 0 })
    guard ours.count <= 2, theirs.count <= 2 else { return }
    let unknown = theirs.filter { people[$0] == nil }
    let free = ours.subtracting(people.values)
    guard !unknown.isEmpty, !free.isEmpty else { return }
    var pairs: [Int32: [Int32: Int]] = [:]
    for entry in second where unknown.contains(entry.author) {
      guard let places = byWords[entry.words] else { continue }
      for offset in offsets {
        let moment = entry.time.moved(by: offset)
        // The first ones of that time tell as much as all of them.
        let start = places.lowerBound { first[$0].time.minute < moment.minute }
        let found = places[start...].prefix(4).filter {
          free.contains(first[$0].author) && first[$0].time.isSameMoment(as: moment)
        }
        for place in Set(found.map { first[$0].author }) {
          pairs[entry.author, default: [:]][place, default: 0] += 1
        }
      }
    }
    let choices = pairs.flatMap { author, others in
      others.map { (author: author, other: $0.key, count: $0.value) }
    }.sorted { ($0.count, $1.author, $1.other) > ($1.count, $0.author, $0.other) }
    for choice in choices
    where people[choice.author] == nil && !people.values.contains(choice.other) {
      people[choice.author] = choice.other
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
    /// For each the next one that may be free, which may be itself; then the end.
    private var next = [0]

    /// Maximum number of candidates compared with one message. Candidates with equal text and
    /// nearly equal time are interchangeable.
    private static let mostCompared = 1000

    mutating func append(_ place: Int) {
      places.append(place)
      next.append(places.count)
    }

    private mutating func free(from number: Int, _ isTaken: [Bool]) -> Int {
      var number = number
      while number < places.count {
        if next[number] != number {
          next[number] = next[next[number]]
          number = next[number]
        } else if isTaken[places[number]] {
          next[number] = number + 1
        } else {
          break
        }
      }
      return number
    }

    /// The first one in order that is of the same moment and fits.
    mutating func atMoment(
      of entry: Entry, offset: Int64, in first: [Entry], _ isTaken: [Bool]
    ) -> Int? {
      let time = entry.time.moved(by: offset)
      var found: Int?
      // Of one second, and then of a clock that tells the minute alone.
      if time.hasSeconds {
        found = search(from: time.seconds, through: time.seconds, for: entry, in: first, isTaken) {
          $0.isSameMoment(as: time)
        }
      }
      if let found { return found }
      let start = time.minute.multipliedClamped(by: 60)
      return search(
        from: start, through: time.hasSeconds ? start : start.addingClamped(59), for: entry,
        in: first, isTaken
      ) { $0.isSameMoment(as: time) }
    }

    private mutating func search(
      from start: Int64, through end: Int64, for entry: Entry, in first: [Entry],
      _ isTaken: [Bool], where isRight: (Timestamp) -> Bool
    ) -> Int? {
      var number = free(from: places.lowerBound { first[$0].time.seconds < start }, isTaken)
      for _ in 0..<Self.mostCompared where number < places.count {
        let place = places[number]
        guard first[place].time.seconds <= end else { return nil }
        if isRight(first[place].time), first[place].fits(entry) { return place }
        number = free(from: number + 1, isTaken)
      }
      return nil
    }

    /// The nearest one.
    mutating func look(
      for entry: Entry, offset: Int64, within tolerance: Int64, in first: [Entry],
      _ isTaken: [Bool], _ best: inout (place: Int, distance: UInt64)?
    ) {
      let time = entry.time.seconds.subtractingClamped(offset)
      let start = time.subtractingClamped(tolerance)
      var number = free(from: places.lowerBound { first[$0].time.seconds < start }, isTaken)
      for _ in 0..<Self.mostCompared where number < places.count {
        let place = places[number]
        let found = first[place].time.seconds
        guard found <= time.addingClamped(tolerance) else { return }
        let distance = found.subtractingClamped(time).magnitude
        if distance < best?.distance ?? .max, first[place].fits(entry) {
          best = (place, distance)
        }
        if best?.distance == 0 { return }
        number = free(from: number + 1, isTaken)
      }
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
      let difference = entry.time.seconds.subtractingClamped(other.time.seconds)
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

extension Timestamp {
  /// As a clock says it that is so many seconds behind.
  fileprivate func moved(by offset: Int64) -> Timestamp {
    Timestamp(seconds: seconds.subtractingClamped(offset), certainty: certainty)
  }
}

extension Array {
  /// The first index of which something does not hold, where it holds of all before.
  fileprivate func lowerBound(where isBefore: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
