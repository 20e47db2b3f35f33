import LugeArchive
import LugeCore

extension [ReactionRecord] {
  /// Maximum number of different emoji per message; further ones are ignored.
  private static var limit: Int { 1000 }

  /// Adds one reaction, or several of the same emoji.
  ///
  /// - Parameter who: name of the person; nil or empty if the source does not contain it.
  mutating func add(_ emoji: String, by who: String?, times: Int = 1) {
    let index = firstIndex { $0.emoji == emoji } ?? count
    if index == count {
      guard count < Self.limit else { return }
      append(ReactionRecord(emoji: emoji, count: 0))
    }
    self[index].count = self[index].count.addingClamped(times)
    if let who, !who.isEmpty { self[index].authors.append(who) }
  }
}
