import LugeCore
import Synchronization

@testable import LugeEngine

/// A lane that runs what it is given when it is told to, on the thread that tells it.
final class SteppedLane: Lane {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var requests: [LaneThread.Job] = []
    var isBusy = false
  }

  private let state = Mutex(State())
  private let makeTools: LaneToolsFactory

  init(tools: @escaping LaneToolsFactory = { TestTools() }) { makeTools = tools }

  var requestCount: Int { state.withLock { $0.requests.count } }
  var backlog: Int { state.withLock { $0.jobs.count + $0.requests.count } }
  var isBusy: Bool { backlog > 0 }

  func submit(_ job: @escaping LaneThread.Job) {
    let makeTools = makeTools
    state.withLock { $0.jobs.append { job(makeTools()) } }
  }

  func replaceRequests(_ jobs: [LaneThread.Job]) -> Int {
    state.withLock { state in
      defer { state.requests = jobs }
      return state.requests.count
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append { job.runSynchronously(on: self.asUnownedTaskExecutor()) } }
  }

  func stop() {}

  /// Runs the first jobs, or as many as there are.
  func run(jobs: Int) {
    for _ in 0..<jobs {
      guard let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) else {
        return run(requests: 8)
      }
      job()
    }
  }

  /// Runs all jobs, those that they bring too, and then so many of the requests.
  func run(requests: Int = .max) {
    while let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) { job() }
    for _ in 0..<requests {
      guard
        let request = state.withLock({ $0.requests.isEmpty ? nil : $0.requests.removeFirst() })
      else { break }
      request(makeTools())
    }
  }
}

/// What a part posts, to be given back to it.
final class Posted<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  var post: @Sendable (Value) -> Void {
    { value in self.values.withLock { $0.append(value) } }
  }

  /// Takes out what came so far.
  func take() -> [Value] {
    values.withLock { values in
      defer { values = [] }
      return values
    }
  }
}

/// Jobs that belong on no lane, until they are run.
final class Later: Sendable {
  private let jobs = Posted<@Sendable () -> Void>()

  func run() { for job in jobs.take() { job() } }

  /// A runtime of one lane whose clock stands still.
  func runtime(_ lane: SteppedLane) -> EngineRuntime {
    let post = jobs.post
    return EngineRuntime(
      makeLane: { _, _ in lane }, now: { 0 }, later: { _, job in post(job) }, due: nil, charge: nil)
  }
}

extension ListState {
  /// A state with rows of tests, of which some are held.
  static func forTests(
    _ all: [TestItem], held: Range<Int>? = nil,
    size: PixelSize = PixelSize(width: 400, height: 300),
    opensAt: EngineConfiguration.Edge = .start
  ) -> ListState {
    let state = ListState(
      provider: provider(all), configuration: EngineConfiguration(opensAt: opensAt)
    ) { item, environment, version in
      let context = LayoutContext(environment: environment, text: TestText())
      return item.laidOutAgain(in: context, layoutVersion: version, now: { 0 })
    }
    _ = state.resize(to: size, environment: LayoutEnvironment(width: size.width))
    let held = held ?? 0..<all.count
    state.realize(realized(Array(all[held]), in: state), at: held.lowerBound)
    state.settle()
    return state
  }
}

/// Items laid out as a lane would for a state.
func realized(_ items: [TestItem], in state: ListState) -> [RealizedItem] {
  let context = LayoutContext(environment: state.environment, text: TestText())
  return items.map { item in
    RealizedItem(
      id: item.id, models: TestFactory().rows(for: item, previous: nil, next: nil),
      context: context, layoutVersion: state.layoutVersion, now: { 0 })
  }
}
