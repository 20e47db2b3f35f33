import LugeCore
import LugeTestSupport
import Synchronization

@testable import LugeEngine

/// What happened to the views of a test, by key.
final class Diary: Sendable {
  struct Entry: Sendable {
    var made = 0
    var drawn = 0
    var overlays = 0
    var events: [HeavyViewEvent] = []
    var alive = 0
  }

  let entries = Mutex<[String: Entry]>([:])

  func note(_ key: String, _ body: (inout Entry) -> Void) {
    entries.withLock { body(&$0[key, default: Entry()]) }
  }
  subscript(key: String) -> Entry { entries.withLock { $0[key] ?? Entry() } }
  var alive: Int { entries.withLock { $0.values.reduce(0) { $0 + $1.alive } } }
}

/// Counts its events, which is all the state it has.
final class CountingView: HeavyView {
  let name: String
  let diary: Diary
  let byteCount: Int
  var count: Int

  init(_ name: String, _ diary: Diary, bytes: Int, count: Int) {
    (self.name, self.diary, byteCount, self.count) = (name, diary, bytes, count)
    diary.note(name) {
      $0.made += 1
      $0.alive += 1
    }
  }
  deinit { diary.note(name) { $0.alive -= 1 } }

  var state: (any Sendable)? { count }
  func draw(in context: HeavyViewContext) -> DrawList {
    diary.note(name) { $0.drawn += 1 }
    return DrawList()
  }
  func drawOverlay(in context: HeavyViewContext) -> DrawList {
    diary.note(name) { $0.overlays += 1 }
    return DrawList()
  }
  func handle(_ event: HeavyViewEvent) -> HeavyViewChange {
    diary.note(name) { $0.events.append(event) }
    switch event {
    case .moved, .left: return .overlay
    case .focus: return .none
    default:
      count += 1
      return .all
    }
  }
}

struct CountingContent: HeavyViewContent {
  let name: String
  let diary: Diary
  var bytes = 1000

  func makeView(restoring state: (any Sendable)?) -> any HeavyView {
    CountingView(name, diary, bytes: bytes, count: state as? Int ?? 0)
  }
  func takes(_ key: HeavyViewKey) -> Bool { key == .left }
}

/// Runs its jobs when it is told to.
final class ManualLane: Lane {
  private let state = Mutex<(jobs: [LaneThread.Job], requests: [LaneThread.Job])>(([], []))

  func submit(_ job: @escaping LaneThread.Job) { state.withLock { $0.jobs.append(job) } }
  func replaceRequests(_ jobs: [LaneThread.Job]) -> Int {
    state.withLock { state in
      defer { state.requests = jobs }
      return state.requests.count
    }
  }
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
  var backlog: Int { state.withLock { $0.jobs.count + $0.requests.count } }
  var isBusy: Bool { backlog > 0 }
  func stop() { state.withLock { $0 = ([], []) } }

  func run(_ tools: any LaneTools, most: Int = .max) {
    for _ in 0..<most {
      let job = state.withLock { state -> LaneThread.Job? in
        if !state.jobs.isEmpty { return state.jobs.removeFirst() }
        return state.requests.isEmpty ? nil : state.requests.removeFirst()
      }
      guard let job else { return }
      job(tools)
    }
  }
}
