import Synchronization

/// What was done for a list apart from the engine's thread, and how long it took.
public struct LaneWork: Sendable, Hashable {
  /// Answers of the source, and the seconds that they took; without those in which the lane, on
  /// which an answer is taken in, laid out and drew.
  public var answers = 0
  public var sourceSeconds = 0.0
  /// Items of which rows were made and laid out.
  public var items = 0
  public var layoutSeconds = 0.0
  /// Slices of rows that were drawn.
  public var slices = 0
  public var drawSeconds = 0.0

  public init() {}
}

/// Adds up what lanes do; told from any thread.
final class LaneMeter: Sendable {
  private struct State {
    /// Since it was last taken.
    var work = LaneWork()
    /// Since the beginning.
    var busySeconds = 0.0
  }

  // MARK: Mutable State (under the lock)
  private let state = Mutex(State())

  /// Seconds in which rows were laid out and drawn, since the beginning.
  var busySeconds: Double { state.withLock { $0.busySeconds } }

  func answered(after seconds: Double) {
    state.withLock { state in
      state.work.answers += 1
      state.work.sourceSeconds += max(0, seconds)
    }
  }

  func laidOut(_ items: Int, in seconds: Double) {
    state.withLock { state in
      state.work.items += items
      state.work.layoutSeconds += seconds
      state.busySeconds += seconds
    }
  }

  func drew(_ slices: Int, in seconds: Double) {
    guard slices > 0 else { return }
    state.withLock { state in
      state.work.slices += slices
      state.work.drawSeconds += seconds
      state.busySeconds += seconds
    }
  }

  /// What was done since this was last asked.
  func take() -> LaneWork {
    state.withLock { state in
      defer { state.work = LaneWork() }
      return state.work
    }
  }
}
