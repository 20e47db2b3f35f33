/// Values of a live row, or of a program's own view, with one update per frame (the
/// `setNeedsLayout` pattern): setting a property only records the future value.
///
///     let badge = Coalesced(Badge(), scheduler: engine.updateScheduler) { badge in show(badge) }
///     badge.count += 1      // recorded
///     badge.color = .red    // recorded; one update at the next frame
///
/// Belongs to the scheduler's thread.
@dynamicMemberLookup
public final class Coalesced<Value>: FrameUpdating {
  public private(set) var value: Value
  private let scheduler: UpdateScheduler
  private let apply: (Value) -> Void

  public init(
    _ value: Value, scheduler: UpdateScheduler, apply: @escaping (Value) -> Void
  ) {
    self.value = value
    self.scheduler = scheduler
    self.apply = apply
  }

  public subscript<T>(dynamicMember path: WritableKeyPath<Value, T>) -> T {
    get { value[keyPath: path] }
    set {
      value[keyPath: path] = newValue
      scheduler.setNeedsUpdate(self)
    }
  }

  public func performUpdate() { apply(value) }
}
