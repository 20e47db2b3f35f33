import LugeEngine
import Testing

@Suite("Times of a start")
struct StartupTimesTests {
  @Test("Lines say milliseconds since the first mark, and which thread it was if another")
  func lines() {
    let lines = StartupTimes.lines([
      .init(name: "main", seconds: 100, thread: 7), .init(name: "a", seconds: 100.0012, thread: 7),
      .init(name: "b", seconds: 100.01, thread: 0x12),
    ])
    #expect(lines == ["0.0 ms  main", "1.2 ms  a", "10.0 ms  b  (thread 12)"])
    #expect(StartupTimes.lines([]).isEmpty)
  }
}
