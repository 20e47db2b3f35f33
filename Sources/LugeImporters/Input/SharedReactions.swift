import LugeArchive
import LugeCore

/// Reactions that a file lists apart from its messages, by the message's id.
///
/// A message that comes several times has them each time, up to an allowance: otherwise a small
/// file with one message's reactions and many messages of that id would fill the disk.
struct SharedReactions<ID: Hashable> {
  private var reactions: [ID: [ReactionRecord]] = [:]
  /// Number of reactions that were added.
  private(set) var count = 0
  /// Number of reactions that messages took.
  private var taken = 0
  private let most: Int
  /// Maximum growth by messages that come several times: reactions per reaction, and reactions for
  /// a file with few.
  private static var mostGrowth: (factor: Int, allowance: Int) { (4, 100_000) }

  /// - Parameter most: maximum number of reactions; further ones are ignored.
  init(most: Int = 1_000_000) { self.most = most }

  mutating func add(_ emoji: String, by who: String?, to message: ID) {
    guard count < most else { return }
    count += 1
    reactions[message, default: []].add(emoji, by: who)
  }

  /// Returns the reactions to a message. All are to be added before.
  ///
  /// - Complexity: O(different emoji).
  mutating func take(_ message: ID) -> [ReactionRecord] {
    let limit = count.multipliedClamped(by: Self.mostGrowth.factor)
      .addingClamped(Self.mostGrowth.allowance)
    guard taken <= limit, let found = reactions[message] else { return [] }
    taken = found.reduce(taken) { $0.addingClamped(1).addingClamped($1.authors.count) }
    return found
  }
}
