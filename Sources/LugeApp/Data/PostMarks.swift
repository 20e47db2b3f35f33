import LugeCore
import LugeFeed
import Synchronization

/// Posts and messages that the user has expanded or revealed; the archive itself is not changed.
final class PostMarks: Sendable {
  private struct Marks {
    var isExpanded = false
    var isRevealed = false
  }

  // MARK: Mutable State (under the lock)

  private let marks = Mutex<[ItemID: Marks]>([:])

  /// - Returns: whether the action is possible in an archive.
  func perform(_ action: FeedAction, on id: ItemID) -> Bool {
    marks.withLock { marks in
      switch action {
      case .fold: marks[id, default: Marks()].isExpanded.toggle()
      case .disclose: marks[id, default: Marks()].isRevealed.toggle()
      default: return false
      }
      return true
    }
  }

  func isExpanded(_ id: ItemID) -> Bool { marks.withLock { $0[id]?.isExpanded ?? false } }

  /// Whether the user has expanded any of them.
  var hasExpanded: Bool { marks.withLock { $0.values.contains(where: \.isExpanded) } }

  func apply(to post: inout Post) {
    guard let known = marks.withLock({ $0[post.id] }) else { return }
    post.reader.isExpanded = known.isExpanded
    post.reader.isRevealed = known.isRevealed
  }
}
