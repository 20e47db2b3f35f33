public import LugeCore

/// Statistics of messages: who wrote how much, when, and in which words. Service entries and
/// deleted messages do not count.
public struct MessageStatistics: Sendable {
  /// Statistics of one person.
  public struct Person: Sendable, Hashable {
    public var messages = 0
    public var words = 0
  }

  /// The longest time without a message in a conversation.
  public struct Silence: Sendable, Hashable {
    public var conversation: ConversationID
    public var from: Timestamp
    public var to: Timestamp

    public var seconds: Int64 { to.seconds.subtractingClamped(from.seconds) }
  }

  public private(set) var messages = 0
  public private(set) var words = 0
  public private(set) var emoji = 0
  public private(set) var links = 0
  /// Number of messages with pictures, videos, recordings or files; see ``MediaRecord/isListed``.
  public private(set) var withMedia = 0
  /// Number of messages by local day, counted since 1970.
  public private(set) var days: [Int: Int] = [:]
  /// Number of messages by local hour of the day, 24 entries.
  public private(set) var hours = [Int](repeating: 0, count: 24)
  /// Number of messages by weekday, Sunday first, seven entries.
  public private(set) var weekdays = [Int](repeating: 0, count: 7)
  public private(set) var people: [AuthorID: Person] = [:]
  public private(set) var silence: Silence?

  private var wordCounts = BoundedCounts()
  private var emojiCounts = BoundedCounts()
  private var hostCounts = BoundedCounts()
  private var last: (conversation: ConversationID, time: Timestamp)?

  public init() {}

  /// Minimum letters of a word in ``commonWords(_:)``: shorter ones are mostly grammar.
  public static let shortestWord = 4

  /// Returns the most frequent words in lower case, without the stop words of their languages. If
  /// there are very many different words, rare ones are not counted.
  public func commonWords(_ limit: Int) -> [(value: String, count: Int)] {
    let left = StopWords(of: wordCounts.counts)
    return wordCounts.top(limit) { !left.contains($0) }
  }
  public func commonEmoji(_ limit: Int) -> [(value: String, count: Int)] { emojiCounts.top(limit) }
  /// Returns the hosts of most links.
  public func commonHosts(_ limit: Int) -> [(value: String, count: Int)] { hostCounts.top(limit) }

  /// Counts one message.
  ///
  /// - Parameters:
  ///   - time: time of the message; within a conversation, times must ascend.
  ///   - localSeconds: the local time, seconds since 1970.
  ///   - isWritten: whether a person wrote it; otherwise only its media and links count.
  ///   - addresses: targets of its links.
  /// - Complexity: O(bytes of text).
  public mutating func add(
    _ text: String, by author: AuthorID?, at time: Timestamp, localSeconds: Int64,
    in conversation: ConversationID, isWritten: Bool = true, media: Int, addresses: [String]
  ) {
    withMedia += media
    links += addresses.count
    for address in addresses {
      if let host = TextCount.host(Substring(address).utf8) { hostCounts.add(host) }
    }
    guard isWritten else { return }
    messages += 1
    let day = CivilDate.day(ofLocalSeconds: localSeconds)
    days[day, default: 0] += 1
    hours[CivilDate.secondOfDay(ofLocalSeconds: localSeconds) / 3600 % 24] += 1
    weekdays[CivilDate(daysSince1970: day).weekday % 7] += 1
    note(time, in: conversation)
    var found = TextCount()
    found.read(text, word: { wordCounts.add($0) }, emoji: { emojiCounts.add($0) })
    words += found.words
    emoji += found.emoji
    guard let author else { return }
    people[author, default: Person()].messages += 1
    people[author, default: Person()].words += found.words
  }

  private mutating func note(_ time: Timestamp, in conversation: ConversationID) {
    defer { last = (conversation, time) }
    guard let last, last.conversation == conversation else { return }
    let gap = time.seconds.subtractingClamped(last.time.seconds)
    if gap > silence?.seconds ?? 0 {
      silence = Silence(conversation: conversation, from: last.time, to: time)
    }
  }
}

/// Counts of strings. If there are very many different ones, the rarest are dropped to limit
/// memory.
struct BoundedCounts: Sendable {
  private(set) var counts: [String: Int] = [:]
  private static let most = 200_000

  mutating func add(_ value: String) {
    counts[value, default: 0] += 1
    guard counts.count > Self.most else { return }
    var least = 1
    while counts.count > Self.most / 2 {
      counts = counts.filter { $0.value > least }
      least *= 2
    }
  }

  /// Returns the most frequent ones; among equals, the first by spelling.
  func top(
    _ limit: Int, where isWanted: (String) -> Bool = { _ in true }
  ) -> [(value: String, count: Int)] {
    counts.filter { isWanted($0.key) }.sorted {
      $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key
    }
    .prefix(max(0, limit)).map { ($0.key, $0.value) }
  }
}
