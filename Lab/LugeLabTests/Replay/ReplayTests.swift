import CAllocationCount
import Foundation
import LugeApp
import LugeEngine
import LugeLab
import Testing

@Suite("Replays of traces on a virtual clock") struct ReplayTests {
  static let traces: [String] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Traces").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().map { "\(folder)/\($0)" }
  }()

  @Test("There are traces") func exist() { #expect(Self.traces.count >= 10) }

  @Test("No trace exceeds its limits", arguments: traces)
  func limits(path: String) throws {
    let trace = try Trace(path: path)
    var replay = Replay(trace, countingAllocations: { Int(allocation_count()) })
    let report = replay.run()
    let limits = try #require(trace.limits)
    #expect(report.violations(of: limits) == [], "\(report.missed.prefix(3))")
    #expect(Double(report.frames) == (trace.seconds / Replay.interval).rounded())
    // A limit far above what is done would let everything through.
    #expect(limits.layouts <= report.layouts * 5 / 4 + 50)
    #expect(limits.draws <= report.draws * 5 / 4 + 50)
    let allocations = try #require(limits.allocationsPerFrame)
    #expect(Double(allocations) <= (report.allocationsPerFrame ?? 0) * 1.25 + 20)
    #expect(try #require(limits.allocationsP99) <= (report.allocationsP99 ?? 0) * 5 / 4 + 50)
  }

  @Test("The same trace gives the same report") func deterministic() throws {
    let trace = Self.fling(speed: -9000)
    var first = Replay(trace)
    var second = Replay(trace)
    #expect(first.run() == second.run())
  }

  @Test("A network that does not keep up is blamed, and the place is named") func source() throws {
    var trace = Self.fling(speed: -9000)
    var slow = Trace.Event(at: 0.1)
    slow.delayMs = 1500
    trace.events.insert(slow, at: 0)
    var replay = Replay(trace)
    let report = replay.run()
    #expect(report.missedFrames > 0)
    #expect(report.blankPx > 0)
    #expect(report.missed.allSatisfy { $0.cause == .source && $0.position != nil })
  }

  @Test("A lane that cannot keep up is blamed; nothing is blank but what is not laid out")
  func lane() throws {
    var costs = ReplayCosts()
    costs.layoutByte *= 500
    // The first screen alone takes a while.
    var replay = Replay(Self.fling(speed: -6000, at: 8), costs: costs)
    let report = replay.run()
    #expect(!report.missed.isEmpty)
    #expect(report.missed.allSatisfy { $0.cause == .lane })
  }

  @Test("Drawing that is too slow gives skeletons, not late or blank frames") func draw() throws {
    var costs = ReplayCosts()
    costs.drawPixel *= 300
    var replay = Replay(Self.fling(speed: -5000), costs: costs)
    let report = replay.run()
    #expect(report.skeletons > 0)
    #expect(report.blankPx == 0)
  }

  @Test("A frame that takes too long to take in results is blamed on that") func drain() throws {
    var costs = ReplayCosts()
    costs.drainResult = 0.02
    var replay = Replay(Self.fling(speed: -2000), costs: costs)
    let report = replay.run()
    #expect(report.missed.contains { $0.cause == .drain })
  }

  @Test("Changes that take too long to apply are blamed on that") func diff() throws {
    var costs = ReplayCosts()
    costs.applyChange = 0.02
    var trace = Self.fling(speed: -100)
    var event = Trace.Event(at: 1)
    event.insertFront = 3
    trace.events.append(event)
    var replay = Replay(trace, costs: costs)
    #expect(replay.run().missed.map(\.cause) == [.diff])
  }

  @Test("Pictures that are decoded late are counted and cost no frame") func pictures() throws {
    var trace = Self.fling(speed: -1500)
    var slow = Trace.Event(at: 0)
    slow.decodeMs = 400
    trace.events.insert(slow, at: 0)
    var replay = Replay(trace)
    let report = replay.run()
    #expect(report.pictureLateFrames > 0)
    // Who asks why gets the picture's row.
    #expect(!report.latePictures.isEmpty)
    #expect(report.latePictures.allSatisfy { $0.cause == .decode && $0.row != nil })
    #expect(report.latePictures.count <= report.pictureLateFrames)
    #expect(report.missedFrames == 0)
    #expect(report.driftPx == 0)
  }

  @Test("A trace survives being written and read") func coding() throws {
    let path = NSTemporaryDirectory() + "trace-\(UInt64.random(in: 0...UInt64.max)).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let trace = Self.fling(speed: -1234)
    try trace.write(to: path)
    #expect(try Trace(path: path) == trace)
  }

  @Test(
    "A trace with numbers that no list has is refused, whichever they are",
    arguments: [
      #""speed": 1e300, "lasting": 1"#, #""scroll": 9223372036854775807"#,
      #""insert_front": 9000000000000000000"#, #""insert_back": -1"#, #""width": 2000000000"#,
      #""height": 0"#, #""jump": -9223372036854775808"#,
      #""changes": [{"kind": "remove", "at": 9223372036854775807, "count": 1}]"#,
    ])
  func hostile(event: String) throws {
    let path = NSTemporaryDirectory() + "trace-\(UInt64.random(in: 0...UInt64.max)).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    func write(_ event: String) throws {
      try """
      {"name": "t", "messages": 10, "seed": 1, "width": 400, "height": 800, "opens_at_end": true,
       "seconds": 1, "events": [{"at": 0, \(event)}]}
      """.write(toFile: path, atomically: true, encoding: .utf8)
    }
    try write(#""scroll": 10"#)
    _ = try Trace(path: path)
    try write(event)
    #expect(throws: LabError.self) { try Trace(path: path) }
  }

  @Test(
    "What was recorded of a replay replays to the same report",
    arguments: traces.filter { !$0.contains("network") && !$0.contains("jumps") })
  func recording(path: String) throws {
    let trace = try Trace(path: path)
    var first = Replay(trace)
    let recorder = first.makeRecorder()
    let expected = first.run()
    var recorded = recorder.recorded
    recorded.seed = trace.seed
    // By the table again: measurements are means of several frames.
    recorded.costs = nil
    #expect(recorded.messages == trace.messages)
    #expect((recorded.width, recorded.height) == (trace.width, trace.height))
    #expect(recorded.opensAtEnd == trace.opensAtEnd)
    var second = Replay(recorded)
    var report = second.run()
    report.p99Ms = expected.p99Ms
    #expect(report == expected)
  }

  @Test("A recording holds numbers only") func privacy() throws {
    var trace = Self.fling(speed: -800)
    var event = Trace.Event(at: 1)
    event.edit = -3
    event.insertBack = 2
    trace.events.append(event)
    var replay = Replay(trace)
    let recorder = replay.makeRecorder()
    _ = replay.run()
    let path = NSTemporaryDirectory() + "trace-\(UInt64.random(in: 0...UInt64.max)).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try recorder.recorded.write(to: path)
    let object = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: path)))
    var words: Set<String> = []
    func collect(_ value: Any) {
      switch value {
      case let text as String: words.insert(text)
      case let list as [Any]: list.forEach(collect)
      case let fields as [String: Any]: fields.values.forEach(collect)
      default: break
      }
    }
    collect(object)
    #expect(words == ["fling", "insert", "reload"])
  }

  private static func fling(speed: Double, at start: Double = 0.5) -> Trace {
    var event = Trace.Event(at: start)
    event.speed = speed
    event.lasting = 2
    return Trace(name: "fling", messages: 4000, seconds: start + 2.5, events: [event])
  }
}
