import CScheduling
import Foundation
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

  private func turn(of lane: LaneThread) async -> UInt64 {
    await withCheckedContinuation { answer in
      lane.submit { _ in answer.resume(returning: lsc_turn()) }
    }
  }

  @Test(
    "It begins with the system's, and after its first rest takes longer ones than the main thread",
    .enabled(if: areKnown), .timeLimit(.minutes(1)))
  func turns() async throws {
    let lane = LaneThread(name: "luge-test", niceness: 10, tools: { TestTools() })
    let first = await turn(of: lane)
    var later = first
    while later == first {
      try await Task.sleep(for: .milliseconds(1))
      later = await turn(of: lane)
    }
    #expect(later == LaneThread.turn)
    #expect(later > first)
    lane.stop()
  }
}
