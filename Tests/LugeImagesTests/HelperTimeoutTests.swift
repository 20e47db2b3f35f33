import Testing

@testable import LugeImages

@Suite("How long a helper is waited for, on virtual clocks")
struct HelperTimeoutTests {
  private static let second: UInt64 = 1_000_000_000

  private func start() -> Waiting {
    Waiting(HelperTimeout(HelperProcess.startLimits, worked: 5, now: 1_000))
  }

  private final class Waiting {
    private var timeout: HelperTimeout
    init(_ timeout: HelperTimeout) { self.timeout = timeout }
    func isOver(worked: UInt64, now: UInt64) -> Bool { timeout.isOver(worked: worked, now: now) }
  }

  @Test("On a busy machine it may start for minutes, as long as it gets on")
  func busy() {
    let starting = start()
    // A thousandth of a processor: 0.3 s of work take five minutes.
    for second in 1...300 as ClosedRange<UInt64> {
      let now = 1_000 + second * Self.second
      #expect(!starting.isOver(worked: 5 + second * 1_000_000, now: now))
    }
  }

  @Test("One that works without end, one that does nothing, and one that is at it for too long")
  func over() {
    let working = start()
    #expect(!working.isOver(worked: 9 * Self.second, now: 10 * Self.second))
    #expect(working.isOver(worked: 11 * Self.second, now: 12 * Self.second))
    let silent = start()
    #expect(!silent.isOver(worked: 5, now: 29 * Self.second))
    #expect(silent.isOver(worked: 5, now: 31 * Self.second))
    let late = Waiting(
      HelperTimeout(
        .init(work: 10 * Self.second, silence: 5 * Self.second, total: 20 * Self.second),
        worked: 0, now: 0))
    for second in 1...20 as ClosedRange<UInt64> {
      #expect(!late.isOver(worked: second, now: second * Self.second))
    }
    #expect(late.isOver(worked: 21, now: 21 * Self.second))
  }
}
