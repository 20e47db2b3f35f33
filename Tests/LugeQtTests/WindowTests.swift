import Foundation
import Testing

/// The window on a real X server. Each test has a server of its own.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct WindowTests {
  let display: Display

  init() throws { display = try Display() }

  // MARK: Painting

  @Test(arguments: ["1", "1.5", "2", "1.25"])
  func everyPixelArrivesOnScreen(scale: String) throws {
    let probe = try display.probe("paint", environment: ["QT_SCALE_FACTOR": scale])
    let words = try probe.expect("painted ")
    let width = try #require(Int(words[0]))
    let height = try #require(Int(words[1]))
    #expect(Double(words[2]) == Double(scale))
    try probe.expect("settled")
    let pixels = try display.pixels(width: width, height: height)
    var wrong = 0
    for y in 0..<height {
      for x in 0..<width where pixels[y * width + x] != pattern(x, y) { wrong += 1 }
    }
    #expect(wrong == 0, "of \(width * height) pixels")
  }

  /// The probe's pattern, without its alpha.
  private func pattern(_ x: Int, _ y: Int) -> UInt32 {
    UInt32(x & 0xFF) << 16 | UInt32(y & 0xFF) << 8 | UInt32((x * 7 + y * 13) & 0xFF)
  }

  @Test func paintsGoToTheWindowsOwnMemory() throws {
    let probe = try display.probe("bench")
    let words = try probe.expect("cpu ", seconds: 60)
    let direct = try #require(words.firstIndex(of: "direct").flatMap { Int(words[$0 + 1]) })
    let copied = try #require(words.firstIndex(of: "copied").flatMap { Int(words[$0 + 1]) })
    #expect(direct >= 200)
    #expect(copied <= 1)
  }

  // MARK: The loop

  @Test func theMainActorRunsInTheLoopAndSleepsWhenIdle() throws {
    let probe = try display.probe("hops")
    let hops = try probe.expect("hops ")
    #expect(hops.first == "1000")
    let idle = try probe.expect("idle ").compactMap(Int.init)
    try #require(idle.count == 2)
    #expect(idle[0] <= 5, "rounds of the loop in half a second")
    #expect(idle[1] <= 20, "switches of all threads in half a second")
    #expect(try probe.finish() == 0)
  }

  @Test func framesKeepTheirGrid() throws {
    let probe = try display.probe("clock")
    var ticks: [(time: Double, missed: Int)] = []
    for _ in 0..<50 {
      let words = try probe.expect("tick ")
      ticks.append((try #require(Double(words[0])), try #require(Int(words[1]))))
    }
    for tick in ticks {
      let frames = tick.time / 0.01
      #expect(abs(frames - frames.rounded()) < 0.001, "\(tick.time) is off the grid")
    }
    // The probe's 20th frame takes 35 ms: three deadlines pass, the third one is delivered late.
    #expect(ticks[20].missed >= 2)
    for (earlier, later) in zip(ticks, ticks.dropFirst()) {
      let frames = ((later.time - earlier.time) / 0.01).rounded()
      #expect(Int(frames) == later.missed + 1)
    }
    let rest = try probe.expect("rest ")
    #expect(rest[0] == "false")
    #expect(try #require(Int(rest[1])) <= 5)
  }

  @Test func theClockSleepsUntilAFrameIsDue() throws {
    let probe = try display.probe("alarm")
    for _ in 0..<5 {
      let words = try probe.expect("alarm ")
      // Half a frame early at most, and the machine may be busy.
      let late = try #require(Double(words[0]))
      #expect(late > -0.006 && late < 0.5)
      #expect(try #require(Int(words[1])) <= 4, "rounds of the loop in 150 ms")
    }
    #expect(try probe.finish() == 0)
  }

  // MARK: Without a display

  @Test func aMissingDisplayIsAnError() throws {
    let probe = try display.probe(
      "paint", environment: ["DISPLAY": ":4711", "QT_QPA_PLATFORM": "xcb"])
    #expect(try probe.finish() == 69)
  }

  // MARK: Input

  @Test func inputReachesSwift() throws {
    let probe = try display.probe("paint")
    try probe.expect("settled")
    try display.act("mousemove 100 50 click 5")
    #expect(try probe.expect("wheel ") == ["1.0", "100", "50"])
    try display.act("click 4")
    #expect(try probe.expect("wheel ") == ["-1.0", "100", "50"])
    try display.act("mousedown 1 mousemove 120 60 mouseup 1")
    #expect(try probe.expect("pointer ") == ["press", "1"])
    #expect(try probe.expect("pointer ") == ["release", "1"])
    try display.focus("luge-qt-probe")
    try display.act("key Page_Down")
    #expect(try probe.expect("key ").first == "pageDown")
    try display.act("key shift+a")
    // The Shift key itself comes first.
    while try probe.expect("key other 1 ") != ["A"] {}
  }

  @Test func aResizeReachesSwift() throws {
    let probe = try display.probe("paint")
    try probe.expect("settled")
    try display.act("search --sync --onlyvisible --name luge-qt-probe windowsize 600 500")
    while try probe.expect("geometry ").last != "500" {}
  }

  // MARK: A list

  @Test func aListMovesAsFarAsTheWheelSays() throws {
    let probe = try display.probe("list", "500")
    // The clock rests, too, while the list waits for its first rows.
    let start = try settled(probe) { $0.rest == 0 }
    #expect(start.first > 400, "opens at its end")
    try display.act("mousemove 200 400 click 4")
    // The list is 64 pixels from its end, whatever was measured anew meanwhile.
    #expect(try settled(probe) { $0.rest != 0 }.rest == 64)
    try display.focus("luge-qt-probe")
    try display.act("key Home")
    #expect(try settled(probe) { $0.first == 0 }.offset == 0)
    try display.act("key End")
    #expect(try settled(probe) { $0.rest == 0 }.first > 400)
  }

  @Test func clicksFindTheirRow() throws {
    let probe = try display.probe("list", "500")
    _ = try settled(probe)
    try display.act("mousemove 60 400 click 1")
    let words = try probe.expect("click ")
    let position = try #require(Int(words[0]))
    #expect(position > 400)
    #expect(words[1].contains("https://example.org/\(position)"))
    try display.act("mousemove 60 300 click 3")
    try probe.expect("menu up")
    try display.act("key Down Return")
    #expect(try probe.expect("chosen ").first == "0")
  }

  // MARK: Dialogs

  @Test("A form's suggestion is taken by Return, also when Down has gone to it")
  func suggestions() throws {
    let probe = try display.probe("suggestions")
    try display.focus("Somebody")
    try display.act("type --delay 60 be")
    display.rest(500)
    try display.act("key Down sleep 0.3 key Return sleep 0.3 key Return")
    #expect(try probe.expect("with ").joined(separator: " ") == "Ben (@ben:here)")
  }

  @Test func dialogsAnswerWithoutALoopOfTheirOwn() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "luge-\(UUID().uuidString).txt")
    try Data("x".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let probe = try display.probe("dialogs", file.path)
    // This line comes from the main actor, while the message is up.
    try probe.expect("asked")
    try display.focus("Question")
    try display.act("key Return")
    #expect(try probe.expect("button ") == ["0"])
    try probe.expect("asked")
    try display.focus("Files")
    try display.act("key Return")
    #expect(try probe.expect("files ") == ["1", file.path])
    try display.focus("Dates")
    try display.act("key Return")
    #expect(try probe.expect("date ") == ["2024", "5", "1"])
    #expect(try probe.finish() == 7)
  }

  private struct Place {
    var offset, height, first, viewport: Int
    /// Pixels below the viewport.
    var rest: Int { height - offset - viewport }
  }

  /// Where the list came to rest.
  private func settled(
    _ probe: RunningProgram, where isWanted: (Place) -> Bool = { _ in true }
  ) throws -> Place {
    while true {
      let numbers = try probe.expect("rest ").compactMap(Int.init)
      try #require(numbers.count == 4)
      let place = Place(
        offset: numbers[0], height: numbers[1], first: numbers[2], viewport: numbers[3])
      if isWanted(place) { return place }
    }
  }
}
