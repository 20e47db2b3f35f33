import LugeCore
import Synchronization

/// Identifies one request to the source.
struct LoadTicket: Hashable, Sendable { let number: Int }

/// Flag that a load is no longer needed: the lane does not lay out the rest of it and is free for
/// the rows in view.
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

  /// Range in the list's current positions, shifted by updates.
  var range: Range<Int>
  var purpose: Purpose
  let task: Task<Void, Never>
  /// Flag that stops what the task has passed to the lane.
  let stop: LoadStop

  /// Whether the load brings rows that depend on the given items. Loads for a pending update belong
  /// to its newer state and do not count.
  func isOf(_ items: Range<Int>) -> Bool {
    purpose != .update && items.lowerBound <= range.upperBound
      && items.upperBound >= range.lowerBound
  }
}

/// Loaded items, with slices of them drawn at once.
struct LoadedItems: Sendable {
  var items: [RealizedItem] = []
  /// Number of requested items before the first of these; 0 except for jumps, which may deliver a
  /// part of the range.
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
