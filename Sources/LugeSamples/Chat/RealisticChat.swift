import LugeCore

/// A generated conversation that resembles a real one: friends who plan walks, lend each other
/// books and tell stories, in one or several languages.
///
/// Messages are made during iteration; only the current exchange is kept, so that memory does not
/// depend on ``Configuration/count``. The same configuration yields the same messages on every
/// machine. A shorter conversation is a prefix of a longer one with an otherwise equal
/// configuration.
public struct RealisticChat: MessageGenerating {
  public struct Configuration: Sendable, Hashable {
    /// Number of messages, including events.
    public var count: Int
    public var seed: UInt64
    /// Index of the conversation among several of one seed, from 0. Even ones are groups, odd ones
    /// are between two people.
    public var index: Int
    /// Languages; English if empty.
    public var languages: [Language]
    /// Share of exchanges in languages other than English, 0 to 1, if English is among them.
    public var mixing: Double
    /// Approximate number of messages per day.
    public var messagesPerDay: Double
    /// Time of the beginning, seconds since 1970; should be a morning.
    public var start: Int64

    public init(
      count: Int, seed: UInt64 = 1, index: Int = 0, languages: [Language] = Language.allCases,
      mixing: Double = 0.15, messagesPerDay: Double = 150,
      start: Int64 = 1_709_366_520
    ) {
      self.count = Swift.max(0, count)
      self.seed = seed
      self.index = Swift.max(0, index)
      self.languages = languages.isEmpty ? [.english] : languages
      self.mixing = mixing
      self.messagesPerDay = messagesPerDay
      self.start = start
    }
  }

  public let configuration: Configuration
  public let conversation: GeneratedConversation
  public var count: Int { configuration.count }
  public var underestimatedCount: Int { configuration.count }

  let members: [ChatMember]

  public init(_ configuration: Configuration) {
    self.configuration = configuration
    // People are the same in all conversations of a seed.
    var random = Xoshiro256(seed: configuration.seed, stream: 0)
    var people = ChatMember.group(configuration.languages, random: &random)
    let index = configuration.index
    let isGroup = index.isMultiple(of: 2)
    if !isGroup, people.count > 1 {
      people = [people[0], people[1 + (index / 2) % (people.count - 1)]]
      people[0].activity = 1
    }
    members = people
    let names = Self.groupNames
    let group = index / 2
    let round = group / names.count
    let groupName = names[group % names.count] + (round == 0 ? "" : " \(round + 1)")
    let authors = people.map(\.author)
    conversation = GeneratedConversation(
      id: Int64(index).addingClamped(5001),
      name: isGroup ? groupName : people.last?.author.name ?? groupName,
      isGroup: isGroup, owner: authors[0], members: authors)
  }

  private static let groupNames = [
    "Sunday Walkers 🥾", "Kitchen Table", "Book Club", "House 14", "Choir & Cake", "Language Café",
  ]

  public func makeIterator() -> Iterator { Iterator(self) }

  public struct Iterator: IteratorProtocol, Sendable {
    private var remaining: Int
    private var director: SceneDirector
    private var queue: [GeneratedMessage] = []
    private var position = 0

    init(_ chat: RealisticChat) {
      remaining = chat.configuration.count
      director = SceneDirector(chat)
    }

    public mutating func next() -> GeneratedMessage? {
      guard remaining > 0 else { return nil }
      while position == queue.count {
        queue.removeAll(keepingCapacity: true)
        position = 0
        director.play(into: &queue)
      }
      remaining -= 1
      position += 1
      return queue[position - 1]
    }
  }
}
