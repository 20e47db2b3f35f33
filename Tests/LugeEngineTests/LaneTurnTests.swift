import CScheduling
import Foundation
import Synchronization
import Testing

@testable import LugeEngine

@Suite("A lane's turns") struct LaneTurnTests {
  /// A system that knows turns tells what a thread has asked for.
  private static let areKnown: Bool = {
    let asked = DispatchQueue(label: "luge.turn.test")
    // On a thread of the pool, whose turns are put back.
    return asked.sync {
      let own = lsc_turn()
      guard own > 0, lsc_set_turn(own + 1_000_000) else { return false }
      defer { _ = lsc_set_turn(own) }
      return lsc_turn() == own + 1_000_000
    }
  }()

  /// Blocks.
  private static func turn(of lane: LaneThread) -> UInt64 {
    let answer = Mutex<UInt64>(0)
    let isThere = DispatchSemaphore(value: 0)
    lane.submit { _ in
      answer.withLock { $0 = lsc_turn() }
      isThere.signal()
    }
    isThere.wait()
    return answer.withLock { $0 }
  }

  /// The first turn, and the first that is another.
  private static func turns(of lane: LaneThread) -> (first: UInt64, later: UInt64) {
    let first = turn(of: lane)
    while true {
      usleep(1000)
      let later = turn(of: lane)
      if later != first { return (first, later) }
    }
  }

  @Test(
    "It begins with the system's, and after its first rest takes longer ones than the main thread",
    .enabled(if: areKnown), .timeLimit(.minutes(15)))
  func turns() async {
    let lane = LaneThread(name: "luge-test", niceness: 10, tools: { TestTools() })
    // A lane of low priority is waited for on a thread of its own: Swift's pool has other tests,
    // too.
    let (first, later) = await withCheckedContinuation { answer in
      DispatchQueue(label: "luge.turn.test").async {
        answer.resume(returning: Self.turns(of: lane))
      }
    }
    #expect(later == LaneThread.turn)
    #expect(later > first)
    lane.stop()
  }
}
