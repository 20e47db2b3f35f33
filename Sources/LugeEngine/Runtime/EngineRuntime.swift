import Dispatch
import Glibc
import LugeThreads

/// Threads and clock of an engine.
///
/// ``live`` uses real threads and the monotonic clock. A ``VirtualTime`` runs the same engine
/// without threads and deterministically: lanes, timers and clock are simulated, so that a recorded
/// scroll can be replayed and every late frame explained.
public struct EngineRuntime: Sendable {
  let makeLane: @Sendable (_ name: String, _ tools: @escaping LaneToolsFactory) -> any Lane
  /// Closure that returns the time in seconds; only differences count.
  let now: @Sendable () -> Double
  /// Closure that runs a job after a delay in seconds, on no lane.
  let later: @Sendable (_ delay: Double, _ job: @escaping @Sendable () -> Void) -> Void
  /// Closure that returns when a result posted now may be seen, on the simulated clock; nil: at
  /// once.
  let due: (@Sendable () -> Double)?
  /// Closure called for work within a frame, so that a simulated clock can add its time.
  let charge: (@Sendable (FrameWork) -> Void)?
  /// Closure that makes lanes for work that no frame waits for; nil: they are made like all others.
  var makeHelper: (@Sendable (_ name: String, _ tools: @escaping LaneToolsFactory) -> any Lane)?
  /// Number of lanes that help to measure a long list; 0 in simulated time, where the order of one
  /// lane is kept.
  var surveyHelpers = 0
  /// Closure that returns the number of memory allocations of the calling thread so far; nil: not
  /// counted. Allocations are a cost of a frame that is the same on every machine.
  public var allocations: (@Sendable () -> Int)?

  /// Runtime with low-priority threads and the monotonic clock.
  public static let live = threads(niceness: lowPriority)

  /// Niceness of lanes on Linux, where 0 is the usual and 19 the lowest priority.
  package static let lowPriority: Int32 = 10

  /// Returns ``live`` with another priority of lanes, to measure the effect.
  package static func threads(niceness: Int32) -> EngineRuntime {
    var runtime = EngineRuntime(
      makeLane: { LaneThread(name: $0, niceness: niceness, tools: $1) },
      now: { MonotonicClock.seconds },
      later: { delay, job in
        guard delay > 0 else { return BackgroundQueue.shared.async { job() } }
        BackgroundQueue.shared.asyncAfter(deadline: .now() + delay) { job() }
      },
      due: nil, charge: nil)
    // The priority is low from the start, because these lanes are hardly ever idle. It is not lower
    // than that of the lists' own lanes: while a busy machine gives them no processor, frames may
    // wait for fonts or memory that they hold.
    runtime.makeHelper = {
      LaneThread(name: $0, niceness: niceness, isNiceAtOnce: true, tools: $1)
    }
    runtime.surveyHelpers = min(3, max(0, sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1))
    return runtime
  }
}

/// Work that a frame does on the engine's thread.
public enum FrameWork: Hashable, Sendable {
  /// Taking results from lanes; the value is their number.
  case drained(results: Int)
  /// Applying changes; the value is their number.
  case applied(changes: Int)
  /// Placing and composing pieces; the value is their number.
  case planned(pieces: Int)
}
