import Dispatch
import Glibc
import LugeThreads

/// Where an engine's background work runs, and which clock times it.
///
/// ``live`` is threads and the monotonic clock. A ``VirtualTime`` runs the same engine headless and
/// deterministic: lanes, timers and clock are its own, so that a recorded scroll can be replayed
/// and every late frame explained.
public struct EngineRuntime: Sendable {
  let makeLane: @Sendable (_ name: String, _ tools: @escaping LaneToolsFactory) -> any Lane
  /// Seconds; only differences count.
  let now: @Sendable () -> Double
  /// Runs a job that belongs on no lane, after so many seconds.
  let later: @Sendable (_ delay: Double, _ job: @escaping @Sendable () -> Void) -> Void
  /// When a result that is posted now may be seen; nil: at once.
  let due: (@Sendable () -> Double)?
  /// Told of work within a frame, so that a virtual clock can charge for it.
  let charge: (@Sendable (FrameWork) -> Void)?
  /// Makes lanes that nobody waits for; nil: as all others.
  var makeHelper: (@Sendable (_ name: String, _ tools: @escaping LaneToolsFactory) -> any Lane)?
  /// Lanes that help to measure a long list. In virtual time there are none: one lane's order is
  /// kept.
  var surveyHelpers = 0
  /// How many memory allocations the calling thread has made so far, where something counts them:
  /// then the frame log has each frame's. Allocations are what of a frame's cost is the same on
  /// every machine.
  public var allocations: (@Sendable () -> Int)?

  /// Threads of low priority and the monotonic clock.
  public static let live = threads(niceness: lowPriority)

  /// What lanes have on Linux, where 0 is a thread's usual priority and 19 the lowest.
  package static let lowPriority: Int32 = 10

  /// ``live`` with lanes of another priority, for who wants to see what that changes.
  package static func threads(niceness: Int32) -> EngineRuntime {
    var runtime = EngineRuntime(
      makeLane: { LaneThread(name: $0, niceness: niceness, tools: $1) },
      now: { MonotonicClock.seconds },
      later: { delay, job in
        guard delay > 0 else { return BackgroundQueue.shared.async { job() } }
        BackgroundQueue.shared.asyncAfter(deadline: .now() + delay) { job() }
      },
      due: nil, charge: nil)
    // Low from the beginning: they hardly ever come to rest. No lower than the lists' own lanes:
    // what they hold (fonts, memory) while a busy machine has no processor for them, frames may
    // have to wait for.
    runtime.makeHelper = {
      LaneThread(name: $0, niceness: niceness, isNiceAtOnce: true, tools: $1)
    }
    runtime.surveyHelpers = min(3, max(0, sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1))
    return runtime
  }
}

/// Work that a frame does on the engine's thread.
public enum FrameWork: Hashable, Sendable {
  /// So many results of lanes taken in.
  case drained(results: Int)
  /// So many changes of the list applied.
  case applied(changes: Int)
  /// So many pieces placed and composed.
  case planned(pieces: Int)
}
