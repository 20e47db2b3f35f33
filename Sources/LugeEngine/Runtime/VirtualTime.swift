import Synchronization

/// Simulated clock with simulated lanes.
///
/// Everything runs on the thread that calls ``advance(to:)``. Work takes the time that is charged
/// for it (``charge(_:)``, called by the tools that measure and draw), and a result is seen only
/// when the work would be done. So a run is the same on every machine and at any load, and a frame
/// is late exactly when its work does not fit.
public final class VirtualTime: Sendable {
  private struct State {
    /// Start of the current frame.
    var frame = 0.0
    /// Seconds charged to the engine's thread since then.
    var mainWork = 0.0
    /// Lane whose job is running; nil when no job is running.
    var running: VirtualLane?
    var timers: [(due: Double, job: @Sendable () -> Void)] = []
    var lanes: [VirtualLane] = []
  }

  // MARK: Mutable State (under the lock, which no job is run under)
  private let state = Mutex(State())

  public init() {}

  /// Seconds since the start as the running code sees them: a lane in the middle of its work, or
  /// the engine's thread in the middle of a frame.
  public var now: Double {
    state.withLock { state in state.running?.time ?? state.frame + state.mainWork }
  }

  /// Time that running work belongs to: the start of the frame, or the lane's time.
  public var workTime: Double { state.withLock { $0.running?.time ?? $0.frame } }

  /// Seconds of the current frame's work so far.
  public var frameWork: Double { state.withLock { $0.mainWork } }

  /// Adds time to the running work: a lane's job or the frame.
  public func charge(_ seconds: Double) {
    state.withLock { state in
      if let lane = state.running { lane.time += seconds } else { state.mainWork += seconds }
    }
  }

  /// Ends the frame and runs lanes and timers until the time of the next one.
  public func advance(to time: Double) {
    while let next = nextStep(before: time) { next() }
    state.withLock { state in
      state.frame = time
      state.mainWork = 0
    }
  }

  /// Suspends for this many simulated seconds, as a slow network would.
  public func sleep(seconds: Double) async {
    await withCheckedContinuation { continuation in
      after(seconds) { continuation.resume() }
    }
  }

  /// Returns the runtime for an engine in this time.
  ///
  /// - Parameter charge: called for work within frames; calls ``charge(_:)`` with its cost.
  public func runtime(charging charge: @escaping @Sendable (FrameWork) -> Void) -> EngineRuntime {
    EngineRuntime(
      makeLane: { _, tools in
        let lane = VirtualLane(clock: self, tools: tools)
        self.state.withLock { $0.lanes.append(lane) }
        return lane
      },
      now: { self.now }, later: { self.after($0, $1) }, due: { self.now }, charge: charge)
  }

  /// Runs a job after this many simulated seconds, on the thread that advances the clock.
  public func after(_ delay: Double, _ job: @escaping @Sendable () -> Void) {
    let due = now + delay
    state.withLock { $0.timers.append((due, job)) }
  }

  /// Returns the earliest step that begins before a time: a timer, or a lane's next job; nil if
  /// there is none.
  private func nextStep(before time: Double) -> (@Sendable () -> Void)? {
    state.withLock { state in
      let timer = state.timers.indices.min { state.timers[$0].due < state.timers[$1].due }
      let lane = state.lanes.filter { $0.nextStart != nil }
        .min { ($0.nextStart ?? 0) < ($1.nextStart ?? 0) }
      let laneStart = lane?.nextStart ?? .infinity
      if let timer, state.timers[timer].due <= min(time, laneStart) {
        let entry = state.timers.remove(at: timer)
        return {
          self.state.withLock { state in
            state.frame = max(state.frame, entry.due)
            state.mainWork = 0
          }
          entry.job()
        }
      }
      guard let lane, laneStart < time else { return nil }
      return { self.runJob(of: lane, at: laneStart) }
    }
  }

  private func runJob(of lane: VirtualLane, at start: Double) {
    guard let job = lane.takeJob() else { return }
    state.withLock { state in
      lane.time = start
      state.running = lane
    }
    job()
    state.withLock { $0.running = nil }
  }
}
