import Foundation
import LugeApp
import LugeCore
import LugeEngine
import LugePaint
import Testing

@testable import LugeLab

/// A user's machine is a replay with costs of its own; what it recorded is replayed with the usual
/// ones, and what was slow there has to be named.
@Suite("Replays of what was measured")
struct MeasuredReplayTests {
  /// Writes a recording of the user's machine to a file, and reads it again.
  private func record(
    _ trace: Trace, _ costs: ReplayCosts = ReplayCosts()
  ) throws -> (Trace, ReplayReport) {
    var machine = Replay(trace, costs: costs)
    let recorder = machine.makeRecorder()
    let report = machine.run()
    let path = NSTemporaryDirectory() + "trace-\(UInt64.random(in: 0...UInt64.max)).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try recorder.recorded.write(to: path)
    return (try Trace(path: path), report)
  }

  private func fling(speed: Double, at start: Double = 0.5, lasting: Double = 2) -> Trace {
    var event = Trace.Event(at: start)
    event.speed = speed
    event.lasting = lasting
    return Trace(name: "fling", messages: 4000, seconds: start + lasting + 0.5, events: [event])
  }

  private func widened(at time: Double) -> Trace {
    var event = Trace.Event(at: time)
    event.width = 700
    return Trace(name: "widened", messages: 4000, seconds: time + 1, events: [event])
  }

  /// Its causes; and none without what was measured, for then the same motion is in time.
  private func causes(_ recorded: Trace) -> Set<FrameRecord.Cause> {
    var unmeasured = recorded
    unmeasured.costs = nil
    var plain = Replay(unmeasured)
    let report = plain.run()
    #expect(report.missed.isEmpty && !report.isMeasured)
    var replay = Replay(recorded)
    let measured = replay.run()
    #expect(measured.isMeasured)
    return Set(measured.missed.map(\.cause))
  }

  @Test("A source that was slow for a while") func source() throws {
    var trace = fling(speed: -9000)
    var slow = Trace.Event(at: 0.1)
    slow.delayMs = 1500
    trace.events.insert(slow, at: 0)
    let (recorded, report) = try record(trace)
    #expect(!report.missed.isEmpty)
    // The delay is no event of the recording: it was measured.
    #expect(recorded.events.allSatisfy { $0.delayMs == nil })
    #expect(recorded.costs?.contains { ($0.source?.microseconds ?? 0) >= 1_400_000 } == true)
    #expect(causes(recorded) == [.source])
  }

  @Test("A lane whose layouts were slow") func lane() throws {
    var costs = ReplayCosts()
    costs.layoutByte *= 500
    let (recorded, report) = try record(fling(speed: -6000, at: 8), costs)
    #expect(!report.missed.isEmpty)
    #expect(causes(recorded) == [.lane])
  }

  @Test("Rows that were slow to lay out within a frame") func layout() throws {
    var costs = ReplayCosts()
    costs.layoutByte *= 300
    let (recorded, report) = try record(widened(at: 6), costs)
    #expect(report.missed.map(\.cause).contains(.layout))
    #expect(causes(recorded).contains(.layout))
    var replay = Replay(recorded)
    #expect(replay.run().recorded.map(\.cause).contains(.layout))
  }

  @Test("Rows that were suddenly slow to draw within a frame") func draw() throws {
    var trace = widened(at: 3)
    var usual = Trace.Cost(at: 2.9)
    usual.draw = .init(count: 10, microseconds: 1000)
    var slow = Trace.Cost(at: 4)
    slow.spotDraw = .init(count: 1, microseconds: 80_000)
    trace.costs = [usual, slow]
    let (recorded, report) = try record(trace)
    #expect(report.missed.map(\.cause).contains(.draw))
    #expect(causes(recorded).contains(.draw))
    var replay = Replay(recorded)
    #expect(replay.run().recorded.map(\.cause).contains(.draw))
  }

  @Test("Results that took long to be taken in") func drain() throws {
    var costs = ReplayCosts()
    costs.drainResult = 0.02
    let (recorded, report) = try record(fling(speed: -2000), costs)
    #expect(report.missed.contains { $0.cause == .drain })
    #expect(causes(recorded) == [.drain])
    var replay = Replay(recorded)
    let late = replay.run().recorded
    #expect(!late.isEmpty && late.allSatisfy { $0.cause == .drain && $0.workMs >= 16 })
  }

  /// A part of a frame, on a machine where everything else is as the table says.
  private func late(
    _ part: WritableKeyPath<Trace.Cost, Trace.Measure?>
  ) throws -> (replayed: Set<FrameRecord.Cause>, recorded: [FrameRecord.Cause]) {
    var trace = fling(speed: -1000)
    var usual = Trace.Cost(at: 0.9)
    usual[keyPath: part] = .init(count: 1, microseconds: 100)
    var slow = Trace.Cost(at: 1.2)
    slow[keyPath: part] = .init(count: 1, microseconds: 30_000)
    var after = usual
    after.at = 1.3
    trace.costs = [usual, slow, after]
    var replay = Replay(trace)
    let report = replay.run()
    return (Set(report.missed.map(\.cause)), report.recorded.map(\.cause))
  }

  @Test("Frames that were slow to plan, to ask for more and to paint are named so")
  func frameParts() throws {
    for (part, cause) in [
      (\Trace.Cost.plan, FrameRecord.Cause.plan), (\.ask, .ask), (\.paint, .paint),
    ] {
      let found = try late(part)
      #expect(found.replayed == [cause])
      #expect(found.recorded == [cause])
    }
  }

  @Test("A deadline that passed although the frame before was in time is the system's")
  func system() throws {
    var trace = fling(speed: -1000)
    func cost(at time: Double, work: Int, missed: Int?) -> Trace.Cost {
      var cost = Trace.Cost(at: time)
      cost.plan = .init(count: 1, microseconds: work)
      cost.missed = missed
      return cost
    }
    trace.costs = [
      cost(at: 0.9, work: 500, missed: nil), cost(at: 1, work: 500, missed: 2),
      cost(at: 1.1, work: 40_000, missed: nil), cost(at: 1.15, work: 500, missed: 2),
    ]
    var replay = Replay(trace)
    // A delay that the long frame itself caused is its own.
    #expect(replay.run().recorded.map(\.cause) == [.system, .plan])
  }

  @Test("What showing a frame took is recorded of a list that runs by the clock on the wall")
  func realEngine() throws {
    let messages = StudyMessage.messages(count: 40, address: "x")
    let provider = FactoryRowProvider(source: ArraySource(messages) { $0.id }) { [StudyRow($0)] }
    let engine = ListEngine(
      provider: provider, configuration: EngineConfiguration(opensAt: .start),
      tools: PaintTools.factory())
    engine.setViewport(
      PixelSize(width: 400, height: 600), environment: LayoutEnvironment(width: 400))
    let recorder = TraceRecorder(engine, name: "real")
    let start = OffscreenRun.rest(engine)
    engine.scroll(by: 10)
    _ = engine.frame(at: start + 1.0 / 60)
    engine.noteShown(painting: 0.03, missed: 0)
    _ = engine.frame(at: start + 4.0 / 60)
    engine.noteShown(painting: 0.0005, missed: 2)
    _ = engine.frame(at: start + 5.0 / 60)
    engine.noteShown(painting: 0.0005, missed: 0)
    _ = engine.frame(at: start + 9.0 / 60)
    // Nobody has shown it yet, and it is in the recording.
    engine.noteShown(painting: 0.0005, missed: 3)
    _ = engine.frame(at: start + 12.0 / 60)
    engine.noteShown(painting: 0.0005, missed: 2, otherBefore: 0.04)
    let recorded = recorder.recorded
    let costs = try #require(recorded.costs)
    #expect(costs.contains { $0.paint?.microseconds == 30_000 && $0.frames == 1 })
    #expect(costs.contains { $0.missed == 3 })
    #expect(costs.last?.missed == 2)
    var replay = Replay(recorded)
    let causes = replay.run().recorded.map(\.cause)
    #expect(Array(causes.suffix(3)) == [.paint, .system, .other])
  }

  @Test("A machine on which all was well is replayed without a late frame, in few costs")
  func well() throws {
    let (recorded, report) = try record(fling(speed: -1500, lasting: 20))
    #expect(report.missedFrames == 0)
    var replay = Replay(recorded)
    let again = replay.run()
    #expect(again.missedFrames == 0 && again.recorded.isEmpty)
    let costs = try #require(recorded.costs)
    #expect(!costs.isEmpty && costs.count < recorded.events.count / 2)
    // All frames are in them, and in the middle of the motion each kind of work.
    #expect(costs.reduce(0) { $0 + $1.frames } >= report.frames - 1)
    for part in [\Trace.Cost.source, \.layout, \.draw, \.drain, \.update, \.plan, \.ask] {
      #expect(costs.contains { $0[keyPath: part] != nil })
    }
  }

  @Test("Recordings of the first version are read, those of a version to come are not")
  func versions() throws {
    let path = NSTemporaryDirectory() + "trace-\(UInt64.random(in: 0...UInt64.max)).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let old = """
      {"name": "old", "messages": 10, "seed": 1, "width": 400, "height": 800, "opens_at_end": true,
       "seconds": 1, "events": [{"at": 0.5, "scroll": -10}]}
      """
    try Data(old.utf8).write(to: URL(fileURLWithPath: path))
    let trace = try Trace(path: path)
    #expect(trace.version == nil && trace.costs == nil)
    var replay = Replay(trace)
    #expect(!replay.run().isMeasured)
    let new = old.replacingOccurrences(of: "{\"name\"", with: "{\"version\": 3, \"name\"")
    try Data(new.utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: (any Error).self) { try Trace(path: path) }
  }
}
