import Dispatch
import Glibc
import LugeThreads

/// The threads and the clock of an engine.
///
/// ``live`` uses real threads and the monotonic clock. A ``VirtualTime`` runs the same engine
/// without threads and deterministically: lanes, timers and clock are simulated, so that a recorded
/// scroll can be replayed and every late frame explained.
public struct EngineRuntime: Sendable {
  let makeLane: @Sendable (_ name: String, _ tools: @escaping LaneToolsFactory) -> any Lane
  /// Seconds; only differences count.
  let now: @Sendable () -> Double
  /// Runs a job after a delay in seconds, on no lane.
  let later: @Sendable (_ delay: Double, _ job: @escaping @Sendable () -> Void) -> Void
  /// When a result that is posted now may be seen, on the simulated clock; nil: at once.
  let due: (@Sendable () -> Double)?
  /// Called for work within a frame, so that a simulated clock can add its time.
  let charge: (@Sendable (FrameWork) -> Void)?
  /// Makes lanes for work that no frame waits for; nil: as all others.
  var makeHelper: (@Sendable (_ name: String, _ tools: @escaping LaneToolsFactory) -> any Lane)?
  /// Number of lanes that help to measure a long list; 0 in simulated time, where the order of one
  /// lane is kept.
  var surveyHelpers = 0
  /// Returns the number of memory allocations of the calling thread so far; nil: not counted.
  /// Allocations are a cost of a frame that is the same on every machine.
  public var allocations: (@Sendable () -> Int)?

  /// Low-priority threads and the monotonic clock.
  public static let live = threads(niceness: lowPriority)

  /// Niceness of lanes on Linux, where 0 is the usual and 19 the lowest priority.
  package static let lowPriority: Int32 = 10

  /// ``live`` with another priority of lanes, to measure the effect.
  package static func threads(niceness: Int32) -> EngineRuntime {
    var runtime = EngineRuntime(
      makeLane: { LaneThread(name: $0, niceness: niceness, tools: $1) },
      now: { MonotonicClock.seconds },
      later: { delay, job in
        guard delay > 0 else { return BackgroundQueue.shared.async { job() } }
        BackgroundQueue.shared.asyncAfter(deadline: .now() + delay) { job() }
      },
      due: nil, charge: nil)
    // Low from the start, because they are hardly ever idle. Not lower than the lists' own lanes:
    // while a busy machine gives them no processor, frames may wait for fonts or memory that they
    // hold.
    runtime.makeHelper = {
      LaneThread(name: $0, niceness: niceness, isNiceAtOnce: true, tools: $1)
    }
    runtime.surveyHelpers = min(3, max(0, sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1))
    return runtime
  }
}

/// Work that a frame does on the engine's thread.
public enum FrameWork: Hashable, Sendable {
  /// Number of results taken from lanes.
  case drained(results: Int)
  /// Number of changes applied.
  case applied(changes: Int)
  /// Number of pieces placed and composed.
  case planned(pieces: Int)
}
