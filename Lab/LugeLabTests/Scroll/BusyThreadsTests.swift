import Testing

@testable import LugeLab
@testable import LugeText

@Suite("The load beside which lanes are compared")
struct BusyThreadsTests {
  @Test("lays out text while another thread holds the lock that lists wait for")
  func holdsNothing() {
    let load = BusyThreads(count: 2, niceness: 0)
    let before = load.layouts
    ShapingGate.exclusive {
      // Ends as soon as they go on; the bound ends a test in which they cannot.
      let limit = Timing.now + 20
      while load.layouts < before + 1000, Timing.now < limit {
        Timing.sleep(until: Timing.now + 0.01)
      }
      #expect(load.layouts >= before + 1000)
    }
    let work = load.stop()
    #expect(work.layouts >= before + 1000)
    #expect(work.shapings == 0)
  }
}
