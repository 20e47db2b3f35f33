import Foundation
import Testing

@Suite(
  "A window wakes up for nothing and waits for nobody",
  .enabled(if: Tools.missing.isEmpty, "needs Xvfb, xdotool, ImageMagick and the probe"))
struct IdleWindowTests {
  let display: Display

  init() throws { display = try Display() }

  @Test("No thread of a window with a list wakes up") func sleeps() throws {
    let probe = try display.probe("list", "500")
    try probe.expect("rest ")
    #expect(try woken(probe).isEmpty)
  }

  /// Its manager looks at the threads of global queues once a second, from the first block there to
  /// the end of the process (`_dispatch_workq_monitor_pools`). In a window with an archive there
  /// always is one: Swift's tasks run there, and GRDB sends one with every connection that it
  /// closes.
  @Test("In a window with an archive none does but libdispatch's own") func sleepsWithArchive()
    throws
  {
    let export = try PictureExport()
    let probe = try display.probe("viewer", export.path, environment: export.environment)
    try probe.expect("state ")
    #expect(try woken(probe, exceptManager: true).isEmpty)
  }

  /// The threads that woke up within four seconds once all is read; reading ahead and keeping
  /// helpers for a while end by themselves, what goes on every second never does.
  private func woken(
    _ probe: RunningProgram, exceptManager: Bool = false
  ) throws -> [String: Int] {
    let deadline = Date(timeIntervalSinceNow: 60)
    while true {
      let before = probe.sleeps
      try #require(!before.isEmpty)
      Thread.sleep(forTimeInterval: 4)
      let woken = probe.sleeps.filter { thread, count in
        let seen = before[thread] ?? 0
        let isManager = exceptManager && thread.hasSuffix("qos.overcommit") && count - seen <= 6
        return count != seen && !isManager
      }
      if woken.isEmpty || Date() > deadline { return woken }
    }
  }

  @Test("A window system that stands still does not hold up the main thread") func late() throws {
    #expect(try held(by: display.probe("late")) <= 1, "of 5 stops")
  }

  /// What this was before: the test would notice.
  @Test("Frames painted without asking do") func lateUnasked() throws {
    #expect(try held(by: display.probe("late", "unasked")) >= 3, "of 5 stops")
  }

  /// How many of five stops, half a second each, the main thread had to wait for. One is forgiven:
  /// a server that stops between its answer and the frame can't be told from one that works.
  private func held(by probe: RunningProgram) throws -> Int {
    for _ in 0..<5 { try probe.expect("pulse ") }
    var held = 0
    for _ in 0..<5 {
      display.stop()
      Thread.sleep(forTimeInterval: 0.5)
      display.goOn()
      // What was said before the stop, during it, and after it.
      var longest = 0.0
      let end = Date(timeIntervalSinceNow: 0.5)
      while Date() < end {
        guard let gap = try probe.expect("pulse ").first.flatMap(Double.init) else { continue }
        longest = max(longest, gap)
      }
      if longest > 250 { held += 1 }
    }
    // Frames go on.
    let frames = try probe.expect("pulse ").last.flatMap(Int.init) ?? 0
    for _ in 0..<5 { try probe.expect("pulse ") }
    #expect(try probe.expect("pulse ").last.flatMap(Int.init) ?? 0 > frames)
    return held
  }
}
