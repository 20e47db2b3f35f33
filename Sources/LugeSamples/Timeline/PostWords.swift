import LugeCore

/// Makes the texts of posts from the messages of a generated conversation.
struct PostWords: Sendable {
  private var chat: RealisticChat.Iterator
  private static let tags = [
    "gardening", "hiking", "books", "nowreading", "sourdough", "photography", "choir", "sea",
    "weekend", "film",
  ]
  private static let sites: [(host: String, title: String, summary: String)] = [
    ("www.example.org", "How to keep a garden through a dry summer", "Mulch, shade and patience."),
    ("news.example.net", "The old tram line is to come back", "The council has decided."),
    ("example.com", "A field guide to clouds", "Ten kinds, and what they say of tomorrow."),
    (
      "blog.example.org", "What I learned from baking bread every day for a year",
      "It is mostly about waiting."
    ),
  ]

  init(seed: UInt64) {
    // Endless; one exchange in ten is in another language than English.
    chat = RealisticChat(.init(count: .max, seed: seed, mixing: 0.1)).makeIterator()
  }

  /// Returns 1 to 4 consecutive chat messages, sometimes 6 to 14, sometimes with hashtags; never
  /// empty.
  mutating func text(_ random: inout Xoshiro256) -> StyledText {
    let parts = random.chance(0.08) ? random.within(6...14) : random.within(1...4)
    var text = StyledText("")
    for _ in 0..<parts { append(message(), to: &text) }
    if random.chance(0.25) {
      for _ in 0..<random.within(1...3) {
        let tag = "#" + (random.pick(Self.tags) ?? "books")
        append(StyledText(tag, spans: [.init(0..<tag.utf8.count, .hashtag)]), to: &text)
      }
    }
    return text
  }

  mutating func link(_ random: inout Xoshiro256) -> GeneratedPost.Link {
    let site = random.pick(Self.sites) ?? Self.sites[0]
    return .init(
      url: "https://\(site.host)/\(random.below(9000) + 1000)", title: site.title,
      summary: site.summary)
  }

  func poll(_ random: inout Xoshiro256) -> GeneratedMessage.Poll {
    let answers =
      random.chance(0.5)
      ? ["Yes", "No", "Show me the results"] : ["Tea", "Coffee", "Cocoa", "Water"]
    return .init(
      question: "", answers: answers.map { .init(text: $0, votes: random.below(120)) })
  }

  private mutating func message() -> StyledText {
    // Pictures and events have no text.
    while let message = chat.next() {
      if !message.text.isEmpty { return message.text }
    }
    return StyledText("…")
  }

  private func append(_ part: StyledText, to text: inout StyledText) {
    if !text.isEmpty { text.string += " " }
    let start = text.string.utf8.count
    text.string += part.string
    for span in part.spans {
      // Drop mentions: their targets are members of the chat.
      if case .mention = span.attribute { continue }
      text.spans.append(
        .init(span.range.lowerBound + start..<span.range.upperBound + start, span.attribute))
    }
  }
}
