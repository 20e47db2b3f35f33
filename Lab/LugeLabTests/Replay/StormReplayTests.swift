import LugeLab
import Testing

/// The promise of the engine, over many seeds: everything changes, lanes are late, and the reading
/// line stays. `luge lab storm --seeds N` goes on from where these stop.
@Suite("Stress tests on a virtual clock") struct StormReplayTests {
  @Test(
    "The reading line stays", arguments: StormLab.Motion.allCases, UInt64(0)..<UInt64(6))
  func stays(motion: StormLab.Motion, seed: UInt64) {
    let result = StormReplay(seed: seed, motion: motion, frames: 120).run()
    #expect(result.driftPx == 0, "\(result)")
    #expect(result.wrongItems == 0, "\(result)")
    #expect(result.updates > 5)
    // A judge that looks away proves nothing.
    #expect(result.judgedFrames >= 115, "\(result)")
  }

  @Test("A seed gives the same run") func deterministic() {
    let replay = StormReplay(seed: 3, motion: .fling, frames: 120)
    #expect(replay.run() == replay.run())
  }
}
