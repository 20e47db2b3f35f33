import LugeCore

/// Finds the messages that two conversations have in common.
///
/// Messages match by key if both are the same chat; otherwise by author, time and text. The steps
/// are: messages of the same moment (the same minute, if a clock has no seconds), in order; files
/// of the same moment of which one side lacks the caption; edited ones of the same second;
/// messages of nearly the same time, between those found before; then service entries, which each
/// program words differently. Two exports of one chat may have different names of people, and
/// clocks that are hours apart: both are learned from texts that occur exactly once on each side.
///
/// Memory: about 110 bytes per message of either side.
struct MergeMatching {
  /// Data of a message on which matching depends.
  struct Entry {
    /// Time according to the source.
    var time: Timestamp
    /// Hash of the text, or of the kind of content if there is no text.
    var words: Int
    /// Whether the text is long enough to identify the message.
    var isTelling: Bool
    /// Hash of the source's message key.
    var key: Int
    /// Index of the author among the people of its side; -1 if there is none.
    var author: Int32
    var file = MessageGist.File.none
    var content = MediaContent()
    /// Whether there is text beside the file.
    var hasText = true
    /// Whether it is a service entry, written by the program.
    var isService = false
    var isEdited = false

    /// Whether both may be the same message, if their texts are equal or one of them lacks it.
    func fits(_ other: Entry) -> Bool {
      guard content.mayBe(other.content) else { return false }
      if words == other.words { return hasText || file.fits(other.file) }
      return file != .none && file.fits(other.file) && hasText != other.hasText
    }

    /// Whether both may be the same message if its text was edited after one of the exports.
    func mayBeEdited(_ other: Entry) -> Bool {
      (isEdited || other.isEdited) && hasText && other.hasText && file == other.file
        && content.mayBe(other.content) && time.hasSeconds && other.time.hasSeconds
        && !isService && !other.isService
    }
  }

  /// For each entry of the second side, its index on the first side; -1 if there is none.
  private(set) var places: [Int]
  /// Seconds by which the second side's clock is ahead of the first's, the most frequent first.
  private(set) var offsets: [Int64]
  /// People of the first side, by those of the second.
  private(set) var people: [Int32: Int32] = [:]
  /// Whether both sides are of one phone, which names each file once.
  private var hasOnePhone = false

  /// Step of clock offsets, seconds: all time zones are multiples of 15 minutes.
  private static let step: Int64 = 900

  /// - Parameters:
  ///   - isPersonal: whether the chat has two people.
  ///   - sameIDs: whether keys are valid on both sides.
  ///   - tolerance: seconds by which the times of one message may differ.
  ///   - names: people of the second side whose names the first side has as well.
  /// - Complexity: O(n log n)
  init(
    _ first: [Entry], _ second: [Entry], sameIDs: Bool, tolerance: Int64, names: [Int32: Int32],
    isPersonal: Bool = false
  ) {
    places = []
    let learned = Self.learned(first, second, tolerance: tolerance, names: names)
    (offsets, people) = (learned.offsets, learned.people)
    match(
      first, second, sameIDs: sameIDs, isPersonal: isPersonal, tolerance: learned.tolerance)
    let shift = shift(first, second, tolerance: learned.tolerance)
    hasOnePhone = sameIDs && hasFewOtherNames(first, second)
    guard shift != 0 || hasOnePhone else { return }
    offsets = offsets.map { $0.addingClamped(shift) }
    match(
      first, second, sameIDs: sameIDs, isPersonal: isPersonal,
      tolerance: learned.tolerance.addingClamped(Int64(clamping: shift.magnitude)))
  }

  /// Matches both sides with the offsets known so far.
  private mutating func match(
    _ first: [Entry], _ second: [Entry], sameIDs: Bool, isPersonal: Bool, tolerance: Int64
  ) {
    places = [Int](repeating: -1, count: second.count)
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
    matchSaid(first, second, sameIDs: sameIDs, tolerance: tolerance, &isTaken)
    matchServices(first, second, &isTaken)
  }

  /// Returns the seconds by which the second side's clock is ahead beyond the offsets: what most of
  /// the common messages show, and at least two.
  private func shift(_ first: [Entry], _ second: [Entry], tolerance: Int64) -> Int64 {
    var counts: [Int64: Int] = [:]
    var total = 0
    for (index, place) in places.enumerated() where place >= 0 && !second[index].isService {
      let (ours, theirs) = (first[place].time, second[index].time)
      guard ours.hasSeconds == theirs.hasSeconds else { continue }
      let difference = theirs.seconds.subtractingClamped(ours.seconds)
      let rest = offsets.lazy.map { difference.subtractingClamped($0) }
        .min { $0.magnitude < $1.magnitude }
      guard let rest, rest.magnitude <= tolerance.magnitude else { continue }
      counts[rest, default: 0] += 1
      total += 1
    }
    return counts.first { $0.value > 1 && $0.value * 2 > total }?.key ?? 0
  }

  /// Number of files of which each side may lack the other's; more with other names show that the
  /// sides name the same files differently.
  private static let fewNames = 2

  /// Whether a few of the common files, and fewer than have the same names, have names that differ.
  private func hasFewOtherNames(_ first: [Entry], _ second: [Entry]) -> Bool {
    var (same, other) = (0, 0)
    for (index, place) in places.enumerated() where place >= 0 {
      switch second[index].content.hasSameMadeName(as: first[place].content) {
      case true?: same += 1
      case false?: other += 1
      case nil: break
      }
    }
    return other > 0 && other <= max(Self.fewNames, same)
  }

  /// Matches by author, time and text.
  private mutating func matchSaid(
    _ first: [Entry], _ second: [Entry], sameIDs: Bool, tolerance: Int64, _ isTaken: inout [Bool]
  ) {
    var said: [Said: Candidates] = [:]
    // All files of a person, whatever their captions.
    var files: [Int32: Candidates] = [:]
    // All texts of a person; nobody asks for them where nothing was edited.
    var texts: [Int32: Candidates] = [:]
    let hasEdits =
      !sameIDs && (first.contains(where: \.isEdited) || second.contains(where: \.isEdited))
    for (index, entry) in first.enumerated() where !isTaken[index] {
      let author = max(-1, entry.author)
      said[Said(words: entry.words, author: author), default: Candidates()].append(index)
      if entry.file != .none { files[author, default: Candidates()].append(index) }
      if hasEdits, entry.hasText { texts[author, default: Candidates()].append(index) }
    }
    for step in Step.allCases {
      let surer = step == .nearlySameTime ? Order(places) : nil
      let saidOnce = step == .nearlySameTime ? saidOnce(first, second) : []
      for (index, entry) in second.enumerated() where places[index] < 0 {
        var entry = entry
        if !hasOnePhone { entry.content = entry.content.withoutMadeName }
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
        case .edited:
          guard hasEdits, entry.hasText else { continue }
          for offset in offsets where found == nil {
            found = texts[author]?.atMoment(of: entry, offset: offset, in: first, isTaken) {
              $0.mayBeEdited(entry)
            }
          }
        case .nearlySameTime:
          // A text that both have once may cross others: it came later on one of the phones.
          let allowed =
            saidOnce.contains(entry.words)
            ? first.indices : surer?.places(for: index, of: first.count)
          guard let allowed, !allowed.isEmpty else { continue }
          var best: (place: Int, distance: UInt64)?
          for offset in offsets {
            said[key]?.look(
              for: entry, offset: offset, within: tolerance, in: first, allowed, isTaken, &best)
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
    case sameMoment, withoutCaption, edited, nearlySameTime
  }

  /// Returns the telling texts of unmatched messages that either side has exactly once.
  private func saidOnce(_ first: [Entry], _ second: [Entry]) -> Set<Int> {
    var counts: [Int: (first: Int, second: Int)] = [:]
    for (index, entry) in second.enumerated() where places[index] < 0 && entry.isTelling {
      counts[entry.words] = (0, 0)
    }
    for entry in first { counts[entry.words]?.first += 1 }
    for entry in second { counts[entry.words]?.second += 1 }
    return Set(counts.lazy.filter { $0.value == (1, 1) }.map(\.key))
  }

  /// Order of the messages that are matched already: most of them, in the same order on both sides.
  private struct Order {
    private var indices: [Int] = []
    private var places: [Int] = []

    /// - Parameter places: see ``MergeMatching/places``.
    /// - Complexity: O(n log n)
    init(_ places: [Int]) {
      // For each length, the ascending matches that end lowest, and before each match the last one.
      var ends: [Int] = []
      var before = [Int](repeating: -1, count: places.count)
      for (index, place) in places.enumerated() where place >= 0 {
        let length = ends.partitioningIndex { places[$0] >= place }
        before[index] = length > 0 ? ends[length - 1] : -1
        if length < ends.count { ends[length] = index } else { ends.append(index) }
      }
      var index = ends.last ?? -1
      while index >= 0 {
        indices.append(index)
        index = before[index]
      }
      indices.reverse()
      self.places = indices.map { places[$0] }
    }

    /// Returns the places of the first side that lie between the matches around a message of the
    /// second one.
    ///
    /// - Complexity: O(log n)
    func places(for index: Int, of count: Int) -> Range<Int> {
      let next = indices.partitioningIndex { $0 > index }
      return (next > 0 ? places[next - 1] + 1 : 0)..<(next < places.count ? places[next] : count)
    }
  }

  /// Whether the second side is the later export, as its newest message or edit tells; nil if they
  /// do not.
  ///
  /// - Parameters:
  ///   - first, second: the entries that the matching was made of.
  ///   - edits: times of the newest edits on each side.
  func isSecondLater(
    _ first: [Entry], _ second: [Entry], edits: (first: Int64?, second: Int64?)
  ) -> Bool? {
    let offset = offsets.first ?? 0
    guard let ours = first.last?.time, let theirs = second.last?.time.moved(by: offset) else {
      return nil
    }
    let endsAlike = ours.isSameMoment(as: theirs) || places.last == first.count - 1
    let newest = (
      max(ours.seconds, edits.first ?? ours.seconds),
      max(
        endsAlike ? ours.seconds : theirs.seconds,
        edits.second?.subtractingClamped(offset) ?? .min)
    )
    return newest.0 == newest.1 ? nil : newest.1 > newest.0
  }

  /// Matches service entries, which each program words differently: if both sides have equally many
  /// in one minute, they are the same.
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

  /// Matches the remaining person in a chat of two, who is known neither by name nor by unique
  /// texts, if both wrote the same at the same moments.
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
        // The first ones at that time suffice.
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

  /// Text and author of a message; the author is an index of the first side, -1 if there is none.
  private struct Said: Hashable {
    var words: Int
    var author: Int32
  }

  /// Messages of the first side with equal text, in the order of their side, which is almost that
  /// of time. Matched ones are skipped in nearly constant time: a chat may have "ok" a hundred
  /// thousand times in one second.
  private struct Candidates {
    private var places: [Int] = []
    /// For each candidate, the next one that may be unmatched (perhaps itself), then the end.
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

    /// Returns the first candidate of the same moment that fits.
    mutating func atMoment(
      of entry: Entry, offset: Int64, in first: [Entry], _ isTaken: [Bool],
      where fits: ((Entry) -> Bool)? = nil
    ) -> Int? {
      let fits = fits ?? { $0.fits(entry) }
      let time = entry.time.moved(by: offset)
      var found: Int?
      // First by the second, then by a clock that has minutes only.
      if time.hasSeconds {
        found = search(from: time.seconds, through: time.seconds, in: first, isTaken) {
          $0.time.isSameMoment(as: time) && fits($0)
        }
      }
      if let found { return found }
      let start = time.minute.multipliedClamped(by: 60)
      return search(
        from: start, through: time.hasSeconds ? start : start.addingClamped(59), in: first, isTaken
      ) { $0.time.isSameMoment(as: time) && fits($0) }
    }

    private mutating func search(
      from start: Int64, through end: Int64, in first: [Entry], _ isTaken: [Bool],
      where isRight: (Entry) -> Bool
    ) -> Int? {
      var number = free(from: places.partitioningIndex { first[$0].time.seconds >= start }, isTaken)
      for _ in 0..<Self.mostCompared where number < places.count {
        let place = places[number]
        guard first[place].time.seconds <= end else { return nil }
        if isRight(first[place]) { return place }
        number = free(from: number + 1, isTaken)
      }
      return nil
    }

    /// Finds the candidate nearest in time.
    ///
    /// - Parameter allowed: places of the candidates that may be taken.
    mutating func look(
      for entry: Entry, offset: Int64, within tolerance: Int64, in first: [Entry],
      _ allowed: Range<Int>, _ isTaken: [Bool], _ best: inout (place: Int, distance: UInt64)?
    ) {
      let time = entry.time.seconds.subtractingClamped(offset)
      let start = time.subtractingClamped(tolerance)
      var number = free(from: places.partitioningIndex { first[$0].time.seconds >= start }, isTaken)
      for _ in 0..<Self.mostCompared where number < places.count {
        let place = places[number]
        let found = first[place].time.seconds
        guard found <= time.addingClamped(tolerance) else { return }
        let distance = found.subtractingClamped(time).magnitude
        if distance < best?.distance ?? .max, allowed.contains(place), first[place].fits(entry) {
          best = (place, distance)
        }
        if best?.distance == 0 { return }
        number = free(from: number + 1, isTaken)
      }
    }
  }

  /// Learns the clock offsets, the pairs of people, and the time tolerance from texts that occur
  /// once on each side.
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
    // A single text that was said on two days would move every time by the hours between them.
    func isAgreed(_ offset: Int64, _ count: Int) -> Bool {
      if count > 1 { return true }
      guard found.count < 10 else { return false }
      return offset == 0
        || steps.contains { $0.key.subtractingClamped(offset).magnitude == summerTime }
    }
    let offsets = steps.filter { $0.value * 50 >= found.count && isAgreed($0.key, $0.value) }
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
    // If enough offsets are known, use the largest remaining difference.
    let farthest = found.lazy.filter { offsets.contains($0.offset) }.map(\.rest.magnitude).max()
    let isKnown = found.count >= leastForTolerance
    return (offsets, people, isKnown ? Int64(clamping: farthest ?? 0) : tolerance)
  }

  /// Minimum number of common messages from which the tolerance is learned.
  private static let leastForTolerance = 10

  /// People of each side who may be the same person.
  fileprivate struct Pair: Hashable {
    var ours: Int32
    var theirs: Int32
  }

  private static let day: Int64 = 86_400
  /// Seconds by which an offset differs where only one of the clocks has summer time.
  private static let summerTime: UInt64 = 3600

  /// Whether this many equal messages prove identity: a third of those that the smaller side could
  /// share.
  fileprivate static func isProof(_ count: Int, of ours: Int, _ theirs: Int) -> Bool {
    count > 0 && count.multipliedClamped(by: 3) >= min(ours, theirs)
  }

  /// Whether the number of common messages proves that both are one chat.
  ///
  /// - Parameters: the entries that the matching was made of.
  func isProven(_ first: [Entry], _ second: [Entry]) -> Bool {
    let theirs = Self.shared(second.indices, of: second, with: first)
    let ours = Self.shared(first.indices, of: first, with: second)
    let found = theirs.filter { places[$0] >= 0 }
    return found.contains { second[$0].isTelling }
      && Self.isProof(found.count, of: ours.count, theirs.count)
  }

  /// Returns the messages with a text that is unique on their side, by that text.
  private static func unique(_ entries: [Entry]) -> [Int: Int] {
    var places: [Int: Int] = [:]
    for (index, entry) in entries.enumerated() where entry.isTelling {
      places[entry.words] = places[entry.words] == nil ? index : -1
    }
    return places.filter { $0.value >= 0 }
  }

  /// Returns the entries in the period that both sides cover, a day more at each end.
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
  /// Adds the most frequent pairs, if they are no coincidence, of people who are not paired yet.
  ///
  /// - Parameters:
  ///   - ours, theirs: authors of the messages that the other side could have as well.
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
  /// Returns the time on a clock that is `offset` seconds behind.
  fileprivate func moved(by offset: Int64) -> Timestamp {
    Timestamp(seconds: seconds.subtractingClamped(offset), certainty: certainty)
  }
}
