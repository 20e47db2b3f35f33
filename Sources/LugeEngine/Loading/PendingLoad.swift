import LugeCore
import Synchronization

/// Identifies one request to the source.
struct LoadTicket: Hashable, Sendable { let number: Int }

/// Tells a lane that a load is no longer needed: the rest of it is not laid out, so that the lane
/// and its tools are free for the rows in view.
final class LoadStop: Sendable {
  private let flag = Atomic(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}

/// A running request to the source.
struct PendingLoad {
  enum Purpose: Hashable {
    /// Items beside those in memory.
    case extend
    /// Items that a jump will show.
    case jump
    /// Items of an update.
    case update
  }

  /// In the list's current positions, shifted by updates.
  var range: Range<Int>
  var purpose: Purpose
  let task: Task<Void, Never>
  /// Stops what the task has passed to the lane.
  let stop: LoadStop

  /// Whether it brings rows that depend on the given items. Loads for a pending update belong to
  /// its newer state and do not count.
  func isOf(_ items: Range<Int>) -> Bool {
    purpose != .update && items.lowerBound <= range.upperBound
      && items.upperBound >= range.lowerBound
  }
}

/// Loaded items, with slices of them drawn at once.
struct LoadedItems: Sendable {
  var items: [RealizedItem] = []
  /// Number of requested items before the first of them; for jumps, which need not have all.
  var skipped = 0
  var drawn: [DrawnSlice] = []
}

/// Result of a load, delivered by its lane.
enum LoadResult: Sendable {
  case loaded(LoadTicket, LoadedItems)
  case failed(LoadTicket, EngineError)
  /// The delay after a failure has passed.
  case retry
}
