import LugeArchive
import LugeCore

/// Authors of a chat's messages by message id, so that a second message with the same id but
/// another author does not replace the first one.
///
/// Memory: 12 bytes per message, because ids ascend in an export; more for ids that do not.
struct MessageAuthors {
  private var ids: [Int64] = []
  private var authors: [UInt32] = []
  private var unordered: [Int64: UInt32] = [:]
  private let most: Int
  private let mostUnordered: Int
  /// Number of ids that are kept.
  var count: Int { ids.count + unordered.count }

  /// - Parameters:
  ///   - most: maximum ids that ascend; of messages behind them nothing is known.
  ///   - mostUnordered: the same for ids that do not.
  init(most: Int = 20_000_000, mostUnordered: Int = 2_000_000) {
    self.most = most
    self.mostUnordered = mostUnordered
  }

  /// Adds a message.
  ///
  /// - Returns: whether the id is that of another person's message.
  /// - Complexity: O(log messages); O(1) for ids that ascend.
  mutating func isTaken(_ id: String, by author: AuthorRecord?) -> Bool {
    let number = Int64(id) ?? Int64(bitPattern: Self.hash(id).low)
    let author = UInt32(truncatingIfNeeded: author.map { Self.hash($0.key).low } ?? 0)
    guard let last = ids.last else {
      append(number, author)
      return false
    }
    guard number <= last else {
      append(number, author)
      return unordered[number].map { $0 != author } ?? false
    }
    if let known = self.author(of: number) ?? unordered[number] { return known != author }
    if unordered.count < mostUnordered { unordered[number] = author }
    return false
  }

  private mutating func append(_ id: Int64, _ author: UInt32) {
    guard ids.count < most else { return }
    ids.append(id)
    authors.append(author)
  }

  private func author(of id: Int64) -> UInt32? {
    let place = ids.partitioningIndex { $0 >= id }
    return place < ids.count && ids[place] == id ? authors[place] : nil
  }

  private static func hash(_ text: String) -> StableHash {
    var hash = StableHash()
    hash.combine(text.utf8)
    return hash
  }
}
