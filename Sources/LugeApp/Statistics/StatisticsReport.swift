public import LugeArchive
import LugeChat
public import LugeCore

/// Statistics of an archive, a conversation or a person, for output and display.
public struct StatisticsReport: Sendable, Encodable {
  public struct Count: Sendable, Hashable, Encodable {
    public var name: String
    public var count: Int
  }

  public struct Person: Sendable, Hashable, Encodable {
    public var name: String
    public var messages: Int
    public var words: Int
    /// Index of the colour that the person has in chats.
    var colorIndex = 0

    private enum CodingKeys: CodingKey { case name, messages, words }
  }

  public struct Day: Sendable, Hashable, Encodable {
    /// Date in ISO 8601.
    public var day: String
    public var messages: Int
  }

  public struct Silence: Sendable, Hashable, Encodable {
    public var conversation: String
    /// Local time, seconds since 1970.
    public var fromLocal: Int64
    public var toLocal: Int64
    public var days: Double
  }

  public var messages: Int
  public var words: Int
  public var emoji: Int
  public var links: Int
  /// Number of messages with pictures, videos, recordings or files.
  public var withMedia: Int
  /// Number of days with messages.
  public var activeDays: Int
  /// People, the most active first.
  public var people: [Person]
  public var peopleCount: Int
  public var days: [Day]
  public var hours: [Int]
  /// Messages by weekday, Sunday first.
  public var weekdays: [Int]
  public var commonWords: [Count]
  public var commonEmoji: [Count]
  public var commonHosts: [Count]
  public var longestSilence: Silence?

  /// Messages by day, counted since 1970; for charts.
  let dayCounts: [(day: Int, count: Int)]
  /// Whether everything counted is in timelines.
  let isOfPosts: Bool

  private enum CodingKeys: CodingKey {
    case messages, words, emoji, links, withMedia, activeDays, people, peopleCount, days, hours
    case weekdays, commonWords, commonEmoji, commonHosts, longestSilence
  }

  /// Reads the scope's messages. Blocks.
  ///
  /// - Parameters:
  ///   - listed: maximum entries of each list of people, words, emoji and hosts.
  ///   - progress: see ``Archive/statistics(of:localSeconds:progress:)``.
  public init(
    of archive: Archive, scope: StatisticsScope = .init(), zone: ZoneOffsets, listed: Int = 20,
    progress: (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(ArchiveError) {
    let found = try archive.statistics(
      of: scope, localSeconds: { zone.localSeconds(of: $0) }, progress: progress)
    let conversations = try archive.conversations().filter {
      scope.conversations?.contains($0.id) ?? true
    }
    isOfPosts =
      !conversations.isEmpty && conversations.allSatisfy { $0.kind == .timeline }
    messages = found.messages
    words = found.words
    emoji = found.emoji
    links = found.links
    withMedia = found.withMedia
    hours = found.hours
    weekdays = found.weekdays
    func counts(_ list: [(value: String, count: Int)]) -> [Count] {
      list.map { Count(name: $0.value, count: $0.count) }
    }
    commonWords = counts(found.commonWords(listed))
    commonEmoji = counts(found.commonEmoji(listed))
    commonHosts = counts(found.commonHosts(listed))
    dayCounts = found.days.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    activeDays = dayCounts.count
    days = dayCounts.map { Day(day: Self.iso($0.day), messages: $0.count) }
    let everybody = try Self.people(
      found.people, names: archive.names(of: found.people.keys),
      isOne: conversations.count == 1)
    peopleCount = everybody.count
    let shown = everybody.prefix(listed)
    let colors =
      if conversations.count == 1 {
        AuthorColors(of: conversations[0], archive)
      } else {
        AuthorColors(shown.map(\.id.rawValue), keeping: try archive.faceColors())
      }
    people = shown.map { entry in
      var person = entry.person
      person.colorIndex = colors[entry.id.rawValue]
      return person
    }
    if let silence = found.silence {
      let name = try archive.conversation(silence.conversation)?.name ?? ""
      longestSilence = Silence(
        conversation: name, fromLocal: zone.localSeconds(of: silence.from),
        toLocal: zone.localSeconds(of: silence.to),
        days: (Double(silence.seconds) / 8640).rounded() / 10)
    }
  }

  /// People by how much they wrote. A search goes by names: who has one in several conversations is
  /// one person here, too. In a single conversation everybody is somebody else.
  private static func people(
    _ found: [AuthorID: MessageStatistics.Person], names: [AuthorID: String], isOne: Bool
  ) -> [(id: AuthorID, person: Person)] {
    var places: [String: Int] = [:]
    var people: [(id: AuthorID, person: Person)] = []
    for (id, counts) in found.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let name = names[id] ?? ""
      if !isOne, !name.isEmpty, let place = places[name] {
        var known = people[place].person
        known.messages = known.messages.addingClamped(counts.messages)
        known.words = known.words.addingClamped(counts.words)
        people[place].person = known
        continue
      }
      places[name] = people.count
      people.append((id, Person(name: name, messages: counts.messages, words: counts.words)))
    }
    return people.enumerated().sorted {
      $0.element.person.messages != $1.element.person.messages
        ? $0.element.person.messages > $1.element.person.messages : $0.offset < $1.offset
    }.map(\.element)
  }

  private static func iso(_ day: Int) -> String {
    let date = CivilDate(daysSince1970: day)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(date.year)-\(two(date.month))-\(two(date.day))"
  }
}
