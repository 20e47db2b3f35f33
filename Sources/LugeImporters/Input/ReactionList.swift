import LugeArchive

extension [ReactionRecord] {
  /// Emoji of a message at most: an export that lists more is not read further.
  private static var limit: Int { 1000 }

  /// One more of an emoji.
  ///
  /// - Parameter who: nil or empty where the source does not say.
  mutating func add(_ emoji: String, by who: String?) {
    let index = firstIndex { $0.emoji == emoji } ?? count
    if index == count {
      guard count < Self.limit else { return }
      append(ReactionRecord(emoji: emoji, count: 0))
    }
    self[index].count += 1
    if let who, !who.isEmpty { self[index].authors.append(who) }
  }
}
