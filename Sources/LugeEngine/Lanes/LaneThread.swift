import CScheduling
import Dispatch
import LugeThreads
import Synchronization

/// A thread of low priority that runs jobs with tools of its own.
///
/// The thread lowers itself when it first comes to rest. The screen that a list opens with is what
/// the reader waits for, and on a busy machine a nice thread would take seconds for it.
///
/// A lane is also the executor of the tasks that fetch items: a source that blocks (a database)
/// blocks its lane, never the shared pool of Swift's tasks, and items are turned into rows in the
/// order in which they were asked for.
final class LaneThread: Lane {
  typealias Job = @Sendable (any LaneTools) -> Void

  private struct Work: Sendable {
    /// Whether the lane keeps its tools to itself for it; fetching, which may block, does not.
    var usesTools = true
    let run: Job
  }

  private struct State: Sendable {
    /// Run in order, before ``latest``.
    var jobs: [Work] = []
    var next = 0
    /// The wishes of the latest frame: replaced as a whole, so what is no longer wanted never runs.
    var latest: [Job] = []
    var nextLatest = 0
    var isStopped = false
    var isRunning = false
  }

  /// Nanoseconds; longer than the system's own turns, which on most machines last 1 to 4 ms.
  static let turn: UInt64 = 20_000_000

  private let state = Mutex(State())
  private let work = DispatchSemaphore(value: 0)
  private let loan = ToolLoan()

  /// - Parameter isNiceAtOnce: for lanes that nobody waits for, not even when a list opens.
  init(
    name: String, niceness: Int32, isNiceAtOnce: Bool = false, tools: @escaping LaneToolsFactory
  ) {
    let start = Start(
      lane: self, niceness: niceness, isNiceAtOnce: isNiceAtOnce, tools: tools)
    // Text shaping of hostile input recurses deeper than the 512 KiB some systems give.
    BackgroundThread.start(name: name, stackBytes: 4 << 20) { start.run() }
  }

  /// Runs after the jobs submitted before it.
  func submit(_ job: @escaping Job) {
    let isTaken = state.withLock { state in
      if !state.isStopped { state.jobs.append(Work(run: job)) }
      return !state.isStopped
    }
    if isTaken { work.signal() }
  }

  @discardableResult
  func replaceWishes(_ jobs: [Job]) -> Int {
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
      // A task that comes back to a lane that has ended still has to end itself.
      BackgroundQueue.shared.async {
        job.runSynchronously(on: self.asUnownedTaskExecutor())
      }
    }
  }

  /// Number of jobs and wishes that wait.
  var backlog: Int {
    state.withLock { $0.jobs.count - $0.next + $0.latest.count - $0.nextLatest }
  }

  var isBusy: Bool {
    state.withLock {
      $0.isRunning || $0.next < $0.jobs.count || $0.nextLatest < $0.latest.count
    }
  }

  /// Ends the thread once the jobs that wait are done; wishes are dropped.
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
      // Frames are made in a few steps between which this program and the window system's wait
      // for each other; at each, a lane on their processor would finish its turn first.
      _ = lsc_set_turn(LaneThread.turn)
    }
  }
}
