import Synchronization

/// Work done for a list on its lanes, with durations.
public struct LaneWork: Sendable, Hashable {
  /// Number of answers from the source.
  public var answers = 0
  /// Seconds spent waiting for the source. Layout and drawing done meanwhile on the same lane are
  /// not included.
  public var sourceSeconds = 0.0
  /// Number of items that were laid out.
  public var items = 0
  public var layoutSeconds = 0.0
  /// Number of slices of rows that were drawn.
  public var slices = 0
  public var drawSeconds = 0.0

  public init() {}
}

/// Sums up the work of all lanes. Thread-safe.
final class LaneMeter: Sendable {
  private struct State {
    /// Work since the last ``take()``.
    var work = LaneWork()
    /// Seconds since the list was made.
    var layoutAndDrawSeconds = 0.0
  }

  // MARK: Mutable State (under the lock)
  private let state = Mutex(State())

  /// Seconds of layout and drawing since the list was made.
  var layoutAndDrawSeconds: Double { state.withLock { $0.layoutAndDrawSeconds } }

  func addAnswer(seconds: Double) {
    state.withLock { state in
      state.work.answers += 1
      state.work.sourceSeconds += max(0, seconds)
    }
  }

  func addLayout(items: Int, seconds: Double) {
    let seconds = max(0, seconds)
    state.withLock { state in
      state.work.items += items
      state.work.layoutSeconds += seconds
      state.layoutAndDrawSeconds += seconds
    }
  }

  func addDrawing(slices: Int, seconds: Double) {
    let seconds = max(0, seconds)
    state.withLock { state in
      state.work.slices += slices
      state.work.drawSeconds += seconds
      state.layoutAndDrawSeconds += seconds
    }
  }

  /// Returns the work since the last call, and resets it.
  func take() -> LaneWork {
    state.withLock { state in
      defer { state.work = LaneWork() }
      return state.work
    }
  }
}
