import Dispatch
import Synchronization

/// A lane's tools: the lane holds them while it works, and otherwise lends them.
///
/// The lane laid out and drew the rows in view, so its tools have their words and glyphs in their
/// caches. Tools of the engine's own have only cached what was in view when they were made, and may
/// have to wait for fonts that another thread is using.
final class ToolLoan: Sendable {
  /// Semaphore that admits one holder at a time, in the order of requests.
  private let holder = DispatchSemaphore(value: 1)
  /// Tools, read and written only by the holder, or before there are tools. Nil before the lane
  /// starts and after it ended.
  private let tools = Mutex<Handover<any LaneTools>?>(nil)

  /// Makes the tools available.
  func provide(_ made: any LaneTools) {
    let handover = Handover(made)
    tools.withLock { $0 = handover }
  }

  /// Takes the tools away when the lane ends, so that its own thread releases them.
  func end() {
    use { tools.withLock { $0 = nil } }
  }

  /// Runs a closure that uses the tools; called by the lane.
  func use(_ body: () -> Void) {
    holder.wait()
    defer { holder.signal() }
    body()
  }

  /// Returns the tools; nil if the lane needs them for longer than `seconds`. Call ``giveBack()``
  /// afterwards.
  func borrow(within seconds: Double) -> (any LaneTools)? {
    guard holder.wait(timeout: .now() + seconds) == .success else { return nil }
    if let handover = tools.withLock({ $0 }) { return handover.tools }
    holder.signal()
    return nil
  }

  func giveBack() { holder.signal() }
}
