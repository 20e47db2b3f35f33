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
    let learned = Self.learned(first, second, tolerance: tolerance, names: names)
    (offsets, people) = (learned.offsets, learned.people)
    if isPersonal { learnOtherPerson(first, second) }
    var isTaken = [Bool](repeating: false, count: first.count)
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
    matchSaid(first, second, tolerance: learned.tolerance, &isTaken)
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
  private mutating func learnOtherPerson(_ first: [Entry], _ second: [Entry]) {
    let ours = Set(first.lazy.map(\.author).filter { $0 >= 0 })
    let theirs = Set(second.lazy.map(\.author).filter { $0 >= 0 })
    guard ours.count <= 2, theirs.count <= 2 else { return }
    let unknown = theirs.filter { people[$0] == nil }
    let free = ours.subtracting(people.values)
    guard !unknown.isEmpty, !free.isEmpty else { return }
    let byWords = Dictionary(grouping: first.indices) { first[$0].words }
    var pairs: [Pair: Int] = [:]
    for entry in second where unknown.contains(entry.author) {
      guard let places = byWords[entry.words] else { continue }
      for offset in offsets {
        let moment = entry.time.moved(by: offset)
        // The first ones of that time tell as much as all of them.
        let start = places.partitioningIndex {
          first[$0].time.minute >= moment.minute
        }
        let found = places[start...].prefix(4).filter {
          free.contains(first[$0].author) && first[$0].time.isSameMoment(as: moment)
        }
        for author in Set(found.map { first[$0].author }) {
          pairs[Pair(ours: author, theirs: entry.author), default: 0] += 1
        }
      }
    }
    people.take(
      pairs,
      of: Self.shared(first.indices, of: first, with: second).map { first[$0].author },
      Self.shared(second.indices, of: second, with: first).map { second[$0].author })
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
      var number = free(from: places.partitioningIndex { first[$0].time.seconds >= start }, isTaken)
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
      var number = free(from: places.partitioningIndex { first[$0].time.seconds >= start }, isTaken)
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

  /// Learns from texts that occur once on each side the offset of clocks, the pairs of names, and
  /// the seconds by which times of one message differ.
  private static func learned(
    _ first: [Entry], _ second: [Entry], tolerance: Int64, names: [Int32: Int32]
  ) -> (offsets: [Int64], people: [Int32: Int32], tolerance: Int64) {
    let (ours, theirs) = (unique(first), unique(second))
    var found: [(ours: Int, theirs: Int, offset: Int64, rest: Int64)] = []
    for (words, index) in theirs {
      guard let place = ours[words] else { continue }
      let difference = second[index].time.seconds.subtractingClamped(first[place].time.seconds)
      guard difference.magnitude < day else { continue }
      let half = difference < 0 ? -step / 2 : step / 2
      let offset = (difference + half) / step * step
      guard (difference - offset).magnitude <= tolerance.magnitude else { continue }
      found.append((place, index, offset, difference - offset))
    }
    let (our, their) = (
      shared(ours.values, of: first, with: second), shared(theirs.values, of: second, with: first)
    )
    guard isProof(found.count, of: our.count, their.count) else { return ([0], names, tolerance) }
    let steps = found.reduce(into: [Int64: Int]()) { $0[$1.offset, default: 0] += 1 }
    let offsets = steps.filter {
      $0.value * 50 >= found.count && ($0.value > 1 || found.count < 10)
    }
    .sorted { ($0.value, $1.key.magnitude) > ($1.value, $0.key.magnitude) }
    .map(\.key)
    guard !offsets.isEmpty else { return ([0], names, tolerance) }
    var pairs: [Pair: Int] = [:]
    for one in found where offsets.contains(one.offset) {
      let pair = Pair(ours: first[one.ours].author, theirs: second[one.theirs].author)
      if pair.ours >= 0, pair.theirs >= 0 { pairs[pair, default: 0] += 1 }
    }
    var people = names
    people.take(pairs, of: our.map { first[$0].author }, their.map { second[$0].author })
    // As far as clocks were apart where that is known.
    let farthest = found.lazy.filter { offsets.contains($0.offset) }.map(\.rest.magnitude).max()
    let isKnown = found.count >= leastForTolerance
    return (offsets, people, isKnown ? Int64(clamping: farthest ?? 0) : tolerance)
  }

  /// Messages of both sides that have to be the same before their clocks are known.
  private static let leastForTolerance = 10

  /// One of each side who may be the same person.
  fileprivate struct Pair: Hashable {
    var ours: Int32
    var theirs: Int32
  }

  private static let day: Int64 = 86_400

  /// Whether so many equal messages are no coincidence: a third of those that the side with fewer
  /// could share.
  fileprivate static func isProof(_ count: Int, of ours: Int, _ theirs: Int) -> Bool {
    count > 0 && count.multipliedClamped(by: 3) >= min(ours, theirs)
  }

  /// Whether as many messages were found on both sides as no coincidence explains.
  ///
  /// - Parameters: those that it was made of.
  func isProven(_ first: [Entry], _ second: [Entry]) -> Bool {
    let theirs = Self.shared(second.indices, of: second, with: first)
    let ours = Self.shared(first.indices, of: first, with: second)
    let found = theirs.filter { places[$0] >= 0 }
    return found.contains { second[$0].isTelling }
      && Self.isProof(found.count, of: ours.count, theirs.count)
  }

  /// The messages whose words tell them from all others of their side, by these words.
  private static func unique(_ entries: [Entry]) -> [Int: Int] {
    var places: [Int: Int] = [:]
    for (index, entry) in entries.enumerated() where entry.isTelling {
      places[entry.words] = places[entry.words] == nil ? index : -1
    }
    return places.filter { $0.value >= 0 }
  }

  /// Those of the span of time that both sides tell of, a day more at each end.
  private static func shared(
    _ indices: some Sequence<Int>, of entries: [Entry], with others: [Entry]
  ) -> [Int] {
    guard let first = others.lazy.map(\.time.seconds).min(),
      let last = others.lazy.map(\.time.seconds).max()
    else { return [] }
    let span = first.subtractingClamped(day)...last.addingClamped(day)
    return indices.filter { span.contains(entries[$0].time.seconds) }
  }
}

extension [Int32: Int32] {
  /// Takes the most frequent pairs, of those that are no coincidence, of people who are nobody
  /// else.
  ///
  /// - Parameters:
  ///   - ours, theirs: Who wrote the messages that the other side could have as well.
  fileprivate mutating func take(
    _ pairs: [MergeMatching.Pair: Int], of ours: [Int32], _ theirs: [Int32]
  ) {
    func counted(_ authors: [Int32]) -> [Int32: Int] {
      authors.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    let (ourCounts, theirCounts) = (counted(ours), counted(theirs))
    var known = Set(values)
    let order = pairs.filter {
      MergeMatching.isProof(
        $0.value, of: ourCounts[$0.key.ours] ?? 0, theirCounts[$0.key.theirs] ?? 0)
    }.sorted {
      ($0.value, $1.key.theirs, $1.key.ours) > ($1.value, $0.key.theirs, $0.key.ours)
    }
    for (pair, _) in order where self[pair.theirs] == nil && !known.contains(pair.ours) {
      self[pair.theirs] = pair.ours
      known.insert(pair.ours)
    }
  }
}

extension Timestamp {
  /// As a clock says it that is so many seconds behind.
  fileprivate func moved(by offset: Int64) -> Timestamp {
    Timestamp(seconds: seconds.subtractingClamped(offset), certainty: certainty)
  }
}
