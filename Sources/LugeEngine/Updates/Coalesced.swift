/// Values of a live row, or of a program's own view, with one update a frame (the `setNeedsLayout`
/// pattern): setting a property only records the future value.
///
///     let badge = Coalesced(Badge(), scheduler: engine.updateScheduler) { badge, update in
///       show(badge)
///       update.completion()
///     }
///     badge.count += 1      // recorded
///     badge.color = .red    // recorded; one update at the next frame
///
/// Belongs to the scheduler's thread.
@dynamicMemberLookup
public final class Coalesced<Value>: FrameUpdating {
  /// Passed to the closure that shows the values.
  public struct Update {
    public let isAnimated: Bool
    /// Call it when the values are shown, animations included.
    public let completion: () -> Void
  }

  public private(set) var value: Value
  private let scheduler: UpdateScheduler
  private let apply: (Value, Update) -> Void
  private var batchDepth = 0
  private var setsInBatch = 0

  public init(
    _ value: Value, scheduler: UpdateScheduler, apply: @escaping (Value, Update) -> Void
  ) {
    self.value = value
    self.scheduler = scheduler
    self.apply = apply
  }

  public subscript<T>(dynamicMember path: WritableKeyPath<Value, T>) -> T {
    get { value[keyPath: path] }
    set {
      value[keyPath: path] = newValue
      if batchDepth > 0 { setsInBatch += 1 } else { scheduler.setNeedsUpdate(self) }
    }
  }

  public func performUpdate() { apply(value, Update(isAnimated: false) {}) }

  /// Sets several values and shows them with one update, at once.
  ///
  /// Nested batches join the outermost one.
  ///
  /// - Parameter completion: runs when everything is shown, animations included.
  public func performBatchUpdates(
    isAnimated: Bool, _ changes: (Coalesced<Value>) -> Void, completion: @escaping () -> Void = {}
  ) {
    batchDepth += 1
    changes(self)
    batchDepth -= 1
    guard batchDepth == 0 else {
      innerCompletions.append(completion)
      return
    }
    let completions = innerCompletions + [completion]
    let sets = setsInBatch
    innerCompletions = []
    setsInBatch = 0
    scheduler.performNow(self, requests: sets) {
      apply(value, Update(isAnimated: isAnimated) { for run in completions { run() } })
    }
  }

  private var innerCompletions: [() -> Void] = []
}
