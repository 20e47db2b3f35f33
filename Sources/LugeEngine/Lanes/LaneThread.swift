import CScheduling
import Dispatch
import LugeThreads
import Synchronization

/// A low-priority thread that runs jobs with tools of its own.
///
/// The thread lowers its priority when it is first idle: the user waits for the first screen of a
/// list, and on a busy machine a low-priority thread would take seconds for it.
///
/// A lane is also the executor of the tasks that load items. A source that blocks (a database)
/// blocks its lane, never Swift's shared pool, and items are turned into rows in the order in which
/// they were requested.
final class LaneThread: Lane {
  typealias Job = @Sendable (any LaneTools) -> Void

  private struct Work: Sendable {
    /// Whether the job uses the lane's tools; loading, which may block, does not.
    var usesTools = true
    let run: Job
  }

  private struct State: Sendable {
    /// Jobs that run in order, before ``latest``.
    var jobs: [Work] = []
    var next = 0
    /// Low-priority jobs, requested by the latest frame. They are replaced as a whole, so requests
    /// that are no longer wanted never run.
    var latest: [Job] = []
    var nextLatest = 0
    var isStopped = false
    var isRunning = false
  }

  /// Time slice in nanoseconds; longer than the system's own, which on most machines are 1 to 4 ms.
  static let turn: UInt64 = 20_000_000

  private let state = Mutex(State())
  private let work = DispatchSemaphore(value: 0)
  private let loan = ToolLoan()

  /// Starts the thread.
  ///
  /// - Parameter isNiceAtOnce: whether the priority is low from the start; for lanes that no first
  ///   screen waits for.
  init(
    name: String, niceness: Int32, isNiceAtOnce: Bool = false, tools: @escaping LaneToolsFactory
  ) {
    let start = Start(
      lane: self, niceness: niceness, isNiceAtOnce: isNiceAtOnce, tools: tools)
    // Shaping hostile text recurses deeper than the 512 KiB stacks of some systems.
    BackgroundThread.start(name: name, stackBytes: 4 << 20) { start.run() }
  }

  /// Queues a job after those submitted before.
  func submit(_ job: @escaping Job) {
    let isTaken = state.withLock { state in
      if !state.isStopped { state.jobs.append(Work(run: job)) }
      return !state.isStopped
    }
    if isTaken { work.signal() }
  }

  @discardableResult
  func replaceRequests(_ jobs: [Job]) -> Int {
    let unbegun = state.withLock { state in
      let unbegun = state.latest.count - state.nextLatest
      state.latest = jobs
      state.nextLatest = 0
      return unbegun
    }
    if unbegun <= 0, !jobs.isEmpty { work.signal() }
    return max(0, unbegun)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isTaken = state.withLock { state in
      guard !state.isStopped else { return false }
      state.jobs.append(
        Work(usesTools: false) { _ in job.runSynchronously(on: self.asUnownedTaskExecutor()) })
      return true
    }
    if isTaken {
      work.signal()
    } else {
      // A task that returns to a lane that has ended must still be able to finish.
      BackgroundQueue.shared.async {
        job.runSynchronously(on: self.asUnownedTaskExecutor())
      }
    }
  }

  /// Number of pending jobs, low-priority ones included.
  var backlog: Int {
    state.withLock { $0.jobs.count - $0.next + $0.latest.count - $0.nextLatest }
  }

  var isBusy: Bool {
    state.withLock {
      $0.isRunning || $0.next < $0.jobs.count || $0.nextLatest < $0.latest.count
    }
  }

  /// Ends the thread once the pending jobs are done; low-priority jobs are dropped.
  func stop() {
    state.withLock {
      $0.latest = []
      $0.nextLatest = 0
      $0.isStopped = true
    }
    work.signal()
  }

  func lendTools(within seconds: Double) -> (any LaneTools)? { loan.borrow(within: seconds) }
  func takeToolsBack() { loan.giveBack() }

  private enum Step {
    case run(Work)
    case wait
    case end
  }

  private func step() -> Step {
    state.withLock { state in
      state.isRunning = true
      if state.next < state.jobs.count {
        let job = state.jobs[state.next]
        state.next += 1
        if state.next == state.jobs.count {
          state.jobs.removeAll(keepingCapacity: true)
          state.next = 0
        }
        return .run(job)
      }
      if state.nextLatest < state.latest.count {
        let job = state.latest[state.nextLatest]
        state.nextLatest += 1
        return .run(Work(run: job))
      }
      state.isRunning = false
      return state.isStopped ? .end : .wait
    }
  }

  private final class Start: Sendable {
    let lane: LaneThread
    let niceness: Int32
    let isNiceAtOnce: Bool
    let tools: LaneToolsFactory

    init(
      lane: LaneThread, niceness: Int32, isNiceAtOnce: Bool, tools: @escaping LaneToolsFactory
    ) {
      self.lane = lane
      self.niceness = niceness
      self.isNiceAtOnce = isNiceAtOnce
      self.tools = tools
    }

    func run() {
      if isNiceAtOnce { lower() }
      let tools = tools()
      StartupTimes.mark("a lane has its tools")
      lane.loan.provide(tools)
      defer { lane.loan.end() }
      var hasWorked = false
      var isNice = isNiceAtOnce
      while true {
        switch lane.step() {
        case .run(let work):
          if work.usesTools {
            lane.loan.use { work.run(tools) }
          } else {
            work.run(tools)
          }
          hasWorked = true
        case .wait:
          if hasWorked, !isNice {
            lower()
            isNice = true
          }
          lane.work.wait()
        case .end: return
        }
      }
    }

    private func lower() {
      BackgroundThread.lower(to: niceness)
      // To show a frame, this program and the window system wait for each other several times. With
      // short time slices, a lane on the same processor would use up its slice first each time.
      _ = lsc_set_turn(LaneThread.turn)
    }
  }
}
