import Testing

@testable import LugeQt

@Suite("A list's heading comes with the motion and goes at rest") struct HeadingFadeTests {
  @Test("It is there while the list moves, stays a moment, fades, and then wants no frames")
  func fades() {
    var fade = HeadingFade()
    #expect(fade.advance(to: 0, isMoving: false, isSudden: false) == .never)
    var time = 1.0
    for _ in 0..<30 {
      time += 1 / 60
      _ = fade.advance(to: time, isMoving: true, isSudden: false)
    }
    #expect(fade.opacity == 1)
    let end = time + HeadingFade.rest
    let waits = fade.advance(to: time + 1 / 60, isMoving: false, isSudden: false)
    #expect(waits == .at(end), "nothing happens until then")
    time = end
    var last = 1.0
    var frames = 0
    while fade.advance(to: time, isMoving: false, isSudden: false) == .frame {
      #expect(fade.opacity < last)
      last = fade.opacity
      time += 1 / 60
      frames += 1
    }
    #expect(fade.opacity == 0)
    #expect((10...25).contains(frames))
    let after = fade.advance(to: time + 5, isMoving: false, isSudden: false)
    #expect(after == .never)
  }

  @Test("Without motion it comes and goes at once") func sudden() {
    var fade = HeadingFade()
    let shown = fade.advance(to: 1, isMoving: true, isSudden: true)
    #expect(fade.opacity == 1)
    #expect(shown == .at(1 + HeadingFade.rest))
    let gone = fade.advance(to: 1 + HeadingFade.rest, isMoving: false, isSudden: true)
    #expect(fade.opacity == 0 && gone == .never)
  }

  @Test("A move while it fades brings it back") func again() {
    var fade = HeadingFade()
    _ = fade.advance(to: 0, isMoving: true, isSudden: false)
    for step in 1...5 {
      _ = fade.advance(
        to: HeadingFade.rest + Double(step) / 60, isMoving: false, isSudden: false)
    }
    let low = fade.opacity
    _ = fade.advance(to: HeadingFade.rest + 0.1, isMoving: true, isSudden: false)
    #expect(fade.opacity > low)
  }
}
