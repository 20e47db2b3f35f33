import LugeCore
import LugeQt
import Testing

@testable import LugeEngine
@testable import LugeLab

/// CPU of a frame is CPU in the number of frames: whoever counts more of them looks better.
@Suite("Frames of a workload are counted as other programs count theirs")
@MainActor
struct DriveFramesTests {
  /// A list that is a number.
  private final class Column: DriveTarget {
    private var offset = 0.0
    private let length: Double

    init(length: Double) { self.length = length }

    var position: (now: Double, max: Double) { (offset, length) }
    func scroll(by pixels: Double) { offset = min(max(0, offset + pixels), length) }
    func scrollToTop() { offset = 0 }
    func scrollToMiddle() { offset = length / 2 }
    func setListWidth(_ points: Double) {}
    func insert(front: Int, back: Int) {}
    var firstVisible: (id: Int64, y: Double)? { nil }
    func y(of id: Int64) -> Double? { nil }
  }

  private struct Run {
    var frames = DriveFrames()
    /// Number of all ticks, including those in pauses.
    var ticks = 0
    var seconds = 0.0
  }

  /// At 60 frames a second, each painted after the script has moved the list.
  private func run(_ kind: DriveScript.Kind, length: Double) -> Run {
    let column = Column(length: length)
    var script = DriveScript(kind, at: 0)
    var run = Run()
    var goesOn = true
    while goesOn, run.ticks < 10_000 {
      run.ticks += 1
      run.seconds = Double(run.ticks) / 60
      goesOn = script.advance(to: run.seconds, column)
      run.frames.painted(at: run.seconds, in: script)
    }
    // Frames painted after the end belong to no segment.
    for number in 1...5 {
      run.frames.painted(at: run.seconds + Double(number) / 60, in: script)
    }
    return run
  }

  @Test("W1: an animation of 0.3 s has 18 frames or 19, the pause after it none")
  func thesis() {
    let run = run(.thesis, length: 20_000)
    let (times, segments) = (run.frames.times, run.frames.segments)
    #expect(times.count == segments.count)
    let animations = Set(segments)
    #expect(animations.count > 20)
    for animation in animations {
      #expect((18...19).contains(segments.count { $0 == animation }), "\(animation)")
    }
    // Three quarters of the script are animations.
    #expect(run.ticks * 4 / 5 > times.count)
    for index in times.indices.dropFirst() {
      let interval = times[index] - times[index - 1]
      if segments[index] == segments[index - 1] {
        #expect(interval < 0.02)
      } else {
        #expect(interval > 0.08)
      }
    }
  }

  @Test("a message is where its first row is, also when its second one is the topmost in view")
  func beginnings() {
    func row(_ item: Int64, _ part: UInt32, y: Int) -> VisibleRow {
      VisibleRow(
        position: Int(item), id: RowID(item: ItemID(item), part: part), y: y, height: 40,
        accessibleText: "")
    }
    let rows = [row(7, 1, y: -10), row(8, 0, y: 30), row(8, 1, y: 70), row(9, 0, y: 110)]
    let found = DriveSession.beginnings(of: rows, isAtStart: false)
    #expect(found.map(\.id) == [8, 9] && found.map(\.y) == [30, 110])
    let atStart = DriveSession.beginnings(of: rows, isAtStart: true)
    #expect(atStart.map(\.id) == [7, 8, 9])
    #expect(DriveSession.beginnings(of: [], isAtStart: true).isEmpty)
  }

  @Test("W2 and W4 are one segment each, of all their ticks but the last")
  func even() {
    for kind in [DriveScript.Kind.slow, .back] {
      let run = run(kind, length: 1_000_000)
      #expect(run.frames.times.count == run.ticks - 1)
      #expect(Set(run.frames.segments) == [0])
    }
  }
}
