import Synchronization

/// Simulated lane: its jobs run on the thread that advances the clock.
final class VirtualLane: Lane {
  private struct Entry: Sendable {
    var readyAt: Double
    var job: @Sendable (VirtualLane) -> Void
  }

  private struct State {
    var jobs: [Entry] = []
    var requests: [Entry] = []
    /// Time until which the lane is busy.
    var time = 0.0
    var isStopped = false
    var tools: Handover<any LaneTools>?
  }

  private let state = Mutex(State())
  /// Clock, which the runtime of the lane's engine keeps alive.
  private unowned let clock: VirtualTime
  private let makeTools: LaneToolsFactory

  init(clock: VirtualTime, tools: @escaping LaneToolsFactory) {
    self.clock = clock
    makeTools = tools
  }

  var time: Double {
    get { state.withLock { $0.time } }
    set { state.withLock { $0.time = newValue } }
  }

  var backlog: Int { state.withLock { $0.jobs.count + $0.requests.count } }

  /// Whether a job is pending, or a finished one has not reached the time at which it would be
  /// done.
  var isBusy: Bool { backlog > 0 || time > clock.now }

  /// Time at which the next job would begin; nil when none is pending.
  var nextStart: Double? {
    state.withLock { state in
      (state.jobs.first ?? state.requests.first).map { max(state.time, $0.readyAt) }
    }
  }

  func takeJob() -> (@Sendable () -> Void)? {
    let entry = state.withLock { state -> Entry? in
      if !state.jobs.isEmpty { return state.jobs.removeFirst() }
      return state.requests.isEmpty ? nil : state.requests.removeFirst()
    }
    guard let entry else { return nil }
    return { entry.job(self) }
  }

  func submit(_ job: @escaping LaneThread.Job) {
    let now = clock.now
    state.withLock { state in
      guard !state.isStopped else { return }
      state.jobs.append(Entry(readyAt: now) { job($0.tools) })
    }
  }

  @discardableResult
  func replaceRequests(_ jobs: [LaneThread.Job]) -> Int {
    let now = clock.now
    return state.withLock { state in
      let unbegun = state.requests.count
      state.requests = jobs.map { job in Entry(readyAt: now) { job($0.tools) } }
      return unbegun
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let now = clock.now
    let isStopped = state.withLock { state in
      if !state.isStopped {
        state.jobs.append(
          Entry(readyAt: now) { job.runSynchronously(on: $0.asUnownedTaskExecutor()) })
      }
      return state.isStopped
    }
    // A task that returns to a lane that has ended must still be able to finish.
    if isStopped { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  func stop() {
    let rest = state.withLock { state in
      state.isStopped = true
      state.requests = []
      defer { state.jobs = [] }
      return state.jobs
    }
    for entry in rest { entry.job(self) }
  }

  /// Tools, made at first use by the only thread.
  private var tools: any LaneTools {
    if let made = state.withLock({ $0.tools }) { return made.tools }
    let made = Handover(makeTools())
    state.withLock { $0.tools = made }
    return made.tools
  }
}
