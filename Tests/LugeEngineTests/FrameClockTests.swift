import Testing

@testable import LugeEngine

/// The part alone: times and pixels go in.
@Suite("Frames as they follow each other") struct FrameClockTests {
  @Test("A steady scroll is met at once, and let go of gently")
  func velocity() {
    var clock = FrameClock()
    var time = 0.0
    #expect(clock.begin(at: time) == 0 && clock.velocity == 0)
    for _ in 0..<5 {
      clock.scroll(by: 10)
      time += 1.0 / 60
      #expect(clock.begin(at: time) == 10)
      #expect(abs(clock.velocity - 600) < 1e-6)
    }
    var last = clock.velocity
    while clock.velocity != 0 {
      time += 1.0 / 60
      _ = clock.begin(at: time)
      #expect(clock.velocity < last)
      last = clock.velocity
    }
  }

  @Test("After a rest the first step counts as one of a frame, not of the rest")
  func rest() {
    var clock = FrameClock()
    _ = clock.begin(at: 0)
    clock.scroll(by: -10)
    _ = clock.begin(at: 60)
    #expect(clock.velocity == -240)
    clock.stop()
    #expect(clock.velocity == 0)
  }

  @Test("Frames of the same time change no speed")
  func noTime() {
    var clock = FrameClock()
    _ = clock.begin(at: 1)
    clock.scroll(by: 5)
    #expect(clock.begin(at: 1) == 5 && clock.velocity == 0)
  }

  @Test(
    "After another environment the next frame is told, and after some more the width is settled")
  func relayout() {
    var clock = FrameClock()
    _ = clock.begin(at: 0)
    #expect(clock.isWidthSettled && !clock.isRelayout)
    clock.environmentChanged()
    var frames = 0
    while !clock.isWidthSettled {
      frames += 1
      _ = clock.begin(at: Double(frames) / 60)
      #expect(clock.isRelayout == (frames == 1))
    }
    #expect(frames > 4)
  }

  @Test("What is ahead is where the content goes")
  func travel() {
    let down = Travel(velocity: 1_000, viewportHeight: 500)
    let up = Travel(velocity: -1_000, viewportHeight: 500)
    #expect(down.reach(ahead: 3, behind: 1) == (1, 3) && up.reach(ahead: 3, behind: 1) == (3, 1))
    #expect(up.distance(in: 0.5, upTo: 9_000) == 500 && up.distance(in: 0.5, upTo: 40) == 40)
    #expect(down.screensPerSecond == 2 && !down.passesAsSkeletons)
    #expect(Travel(velocity: 8_000, viewportHeight: 500).passesAsSkeletons)
  }
}
