import LugeCore

/// The data set of a study of message lists: short texts and pictures, evenly mixed.
///
/// Every message is incoming with one probability, and has pictures instead of text with another;
/// the text is one of three (of one, two and three lines), the pictures are 1 to 3 of 100 photos
/// and 10 animations.
public struct ThesisSet: MessageGenerating {
  public struct Configuration: Sendable, Hashable {
    public var count: Int
    public var seed: UInt64
    /// Probability, 0 to 1.
    public var incomingProbability: Double
    /// Probability, 0 to 1.
    public var mediaProbability: Double
    public var photos: Int
    public var animations: Int
    /// Time of the first message, seconds since 1970.
    public var start: Int64

    public init(
      count: Int = 500, seed: UInt64 = 1, incomingProbability: Double = 0.5,
      mediaProbability: Double = 0.25, photos: Int = 100, animations: Int = 10,
      start: Int64 = 1_709_366_520
    ) {
      self.count = Swift.max(0, count)
      self.seed = seed
      self.incomingProbability = incomingProbability
      self.mediaProbability = mediaProbability
      self.photos = Swift.max(0, photos)
      self.animations = Swift.max(0, animations)
      self.start = start
    }
  }

  /// Texts of messages: of one, two and three lines, by their line breaks. Each line is short
  /// enough not to be wrapped in a bubble of a 400 px wide list.
  public static let texts = [
    "See you at the corner in five!",
    "The bakery still had good bread.\nI got two loaves, one is yours.",
    "I walked home along the river,\nbecause the trams had stopped,\nand a brass band was playing.",
  ]

  public let configuration: Configuration
  public let conversation: GeneratedConversation
  public var count: Int { configuration.count }
  public var underestimatedCount: Int { configuration.count }

  public init(_ configuration: Configuration) {
    self.configuration = configuration
    let owner = GeneratedAuthor(id: 1001, name: "Nora")
    conversation = GeneratedConversation(
      id: 5001, name: "Tom", isGroup: false, owner: owner,
      members: [owner, GeneratedAuthor(id: 1002, name: "Tom")])
  }

  public func makeIterator() -> Iterator { Iterator(self) }

  public struct Iterator: IteratorProtocol, Sendable {
    private let set: ThesisSet
    private var random: Xoshiro256
    private var made = 0
    private var nextID: Int64 = 1
    private var time: Int64

    init(_ set: ThesisSet) {
      self.set = set
      random = Xoshiro256(seed: set.configuration.seed, stream: 0x7E515)
      time = set.configuration.start
    }

    public mutating func next() -> GeneratedMessage? {
      let configuration = set.configuration
      guard made < configuration.count else { return nil }
      made += 1
      time += Int64(random.within(5...300))
      let isOutgoing = !random.chance(configuration.incomingProbability)
      var message = GeneratedMessage(
        id: nextID, author: set.conversation.members[isOutgoing ? 0 : 1], isOutgoing: isOutgoing,
        time: time)
      if random.chance(configuration.mediaProbability),
        configuration.photos + configuration.animations > 0
      {
        message.attachments = (0..<random.within(1...3)).map { _ in picture() }
      } else {
        message.text = StyledText(random.pick(ThesisSet.texts) ?? "")
      }
      nextID += Int64(Swift.max(1, message.attachments.count))
      return message
    }

    private mutating func picture() -> GeneratedMessage.Attachment {
      let photos = set.configuration.photos
      let number = random.below(photos + set.configuration.animations)
      return number < photos ? .picture(.number(number)) : .animation(number - photos)
    }
  }
}
