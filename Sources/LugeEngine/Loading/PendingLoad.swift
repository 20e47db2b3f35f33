import LugeCore
import Synchronization

/// Names one request to the source.
struct LoadTicket: Hashable, Sendable { let number: Int }

/// Says to a lane that a load is not wanted any more: what is left of it is not laid out, so that
/// the lane and its tools are there for the rows in view.
final class LoadStop: Sendable {
  private let flag = Atomic(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}

/// A request to the source that is under way.
struct PendingLoad {
  enum Purpose: Hashable {
    /// Items beside those that are held.
    case extend
    /// What a jump will show.
    case jump
    /// What an update brings.
    case update
  }

  /// In the list's present positions, shifted as updates come in.
  var range: Range<Int>
  var purpose: Purpose
  let task: Task<Void, Never>
  /// For what the task has handed to the lane.
  let stop: LoadStop

  /// Whether it brings rows whose content or neighbours are among the given items. What an update
  /// itself waits for is of its own, newer state.
  func isOf(_ items: Range<Int>) -> Bool {
    purpose != .update && items.lowerBound <= range.upperBound
      && items.upperBound >= range.lowerBound
  }
}

/// Items, and what has been drawn of them at once.
struct LoadedItems: Sendable {
  var items: [RealizedItem] = []
  /// How many of what was asked for come before the first of them; for jumps, which need not have
  /// all.
  var skipped = 0
  var drawn: [DrawnSlice] = []
}

/// What comes back from a load, on its lane.
enum LoadResult: Sendable {
  case loaded(LoadTicket, LoadedItems)
  case failed(LoadTicket, EngineError)
  /// Enough time has passed since a failure.
  case retry
}
