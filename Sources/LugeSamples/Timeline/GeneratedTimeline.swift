import LugeCore

/// A generated timeline: people who post, answer, quote and boost. The texts are those of the
/// generated conversations.
///
/// Posts are made during iteration; only the last few hundred are kept, to be answered and quoted.
/// The same configuration yields the same posts on every machine.
public struct GeneratedTimeline: Sequence, Sendable {
  public static let host = "example.social"

  public let count: Int
  public let seed: UInt64
  /// Time of the first post, seconds since 1970.
  public let start: Int64
  public var underestimatedCount: Int { count }

  public init(count: Int, seed: UInt64 = 1, start: Int64 = 1_704_096_000) {
    self.count = Swift.max(0, count)
    self.seed = seed
    self.start = start
  }

  /// The person whose timeline it is.
  public var owner: GeneratedAuthor {
    RealisticChat(.init(count: 0, seed: seed)).conversation.owner
  }

  public func makeIterator() -> Iterator { Iterator(self) }

  public struct Iterator: IteratorProtocol, Sendable {
    private static let memory = 256

    private var remaining: Int
    private var random: Xoshiro256
    private var words: PostWords
    private var people: [GeneratedAuthor]
    private var recent: [GeneratedPost.Reference] = []
    private var time: Int64
    private var id: Int64 = 0

    init(_ timeline: GeneratedTimeline) {
      remaining = timeline.count
      random = Xoshiro256(seed: timeline.seed, stream: 77)
      words = PostWords(seed: timeline.seed)
      people = RealisticChat(.init(count: 0, seed: timeline.seed)).conversation.members
      time = timeline.start
    }

    public mutating func next() -> GeneratedPost? {
      guard remaining > 0 else { return nil }
      remaining -= 1
      id += 1
      time += Int64(random.exponential(mean: 1500)) + 1
      let author = random.pick(people) ?? GeneratedAuthor(id: 1, name: "Nora")
      var post = GeneratedPost(id: id, author: author, time: time)
      if random.chance(0.1), let target = recent(notBy: author) {
        post.boosts = target
      } else {
        write(&post)
        remember(post)
      }
      post.likes = Swift.max(0, Int(random.logNormal(median: 4, sigma: 1.6)) - 1)
      post.boostCount = random.below(Swift.max(1, post.likes / 2 + 1))
      post.replies = random.below(Swift.max(1, post.likes / 3 + 2))
      return post
    }

    private mutating func write(_ post: inout GeneratedPost) {
      post.text = words.text(&random)
      if random.chance(0.16), let target = recent(notBy: nil) { post.replyTo = target }
      switch random.below(100) {
      case ..<24:
        let count = random.chance(0.6) ? 1 : random.within(2...5)
        let motif = random.pick(Motif.allCases) ?? .sea
        post.pictures = (0..<count).map { .showing(motif, variant: Int(post.id) + $0) }
        if random.chance(0.15) { post.text = StyledText("") }
      case ..<32: post.link = words.link(&random)
      case ..<38 where post.replyTo == nil: post.quote = recent(notBy: post.author)
      case ..<42: post.poll = words.poll(&random)
      default: break
      }
      if random.chance(0.03) {
        post.warning = random.pick(["Spoilers", "Food", "Politics", "A long one"])
      }
      post.isUnlisted = random.chance(0.04)
    }

    private mutating func recent(notBy author: GeneratedAuthor?) -> GeneratedPost.Reference? {
      random.pick(recent.suffix(60).filter { $0.author != author })
    }

    private mutating func remember(_ post: GeneratedPost) {
      recent.append(post.reference)
      if recent.count > Self.memory { recent.removeFirst(Self.memory / 2) }
    }
  }
}
