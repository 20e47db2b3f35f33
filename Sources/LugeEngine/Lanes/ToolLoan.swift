import Dispatch
import Synchronization

/// A lane's tools: held by the lane while it works with them, otherwise lent to whoever asks.
///
/// What is in view was laid out and drawn by the lane, so its tools know each word and glyph of it;
/// tools of the engine's own know what was in view when they were made, and may have to wait for
/// fonts that another thread is using.
final class ToolLoan: Sendable {
  /// One holder at a time; it hands over in the order of asking, so who waits is next.
  private let holder = DispatchSemaphore(value: 1)
  /// Read and written by the holder alone, or before there are tools. Nil before and after the
  /// lane's life.
  private let tools = Mutex<Handover<any LaneTools>?>(nil)

  /// The tools are there from now on.
  func provide(_ made: any LaneTools) {
    let handover = Handover(made)
    tools.withLock { $0 = handover }
  }

  /// The lane ends: its own thread lets go of its tools.
  func end() {
    use { tools.withLock { $0 = nil } }
  }

  /// For the lane.
  func use(_ body: () -> Void) {
    holder.wait()
    defer { holder.signal() }
    body()
  }

  /// The tools, unless the lane needs them longer than so many seconds; ``giveBack()`` has to
  /// follow.
  func borrow(within seconds: Double) -> (any LaneTools)? {
    guard holder.wait(timeout: .now() + seconds) == .success else { return nil }
    if let handover = tools.withLock({ $0 }) { return handover.tools }
    holder.signal()
    return nil
  }

  func giveBack() { holder.signal() }
}
