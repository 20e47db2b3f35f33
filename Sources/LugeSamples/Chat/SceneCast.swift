/// The members who play the speakers of a scene, and the words chosen for its slots.
struct SceneCast: TemplateFilling {
  let speakers: [ChatMember]
  private var chosen: [String: Template] = [:]

  init(_ speakers: [ChatMember]) { self.speakers = speakers }

  mutating func words(for slot: String, random: inout Xoshiro256) -> Template? {
    if let words = chosen[slot] { return words }
    let words = English.slots[slot].flatMap { random.pick($0) }
    chosen[slot] = words
    return words
  }

  /// Returns the member who plays a speaker. A scene may have more speakers than the conversation
  /// has members.
  func member(_ speaker: Int) -> ChatMember { speakers[speaker % speakers.count] }

  func name(of speaker: Int) -> String { member(speaker).author.name }

  func mention(of speaker: Int) -> (text: String, id: String) {
    let author = member(speaker).author
    return (author.name, "user\(author.id)")
  }
}

/// A list that returns all its items in random order before any is repeated.
struct Deck<Item: Sendable>: Sendable {
  private var items: [Item]
  private var remaining = 0

  init(_ items: [Item]) { self.items = items }

  mutating func draw(_ random: inout Xoshiro256) -> Item? {
    guard !items.isEmpty else { return nil }
    if remaining == 0 { remaining = items.count }
    let index = random.below(remaining)
    remaining -= 1
    items.swapAt(index, remaining)
    return items[remaining]
  }
}
