import LugeEngine
import Testing

@Suite struct ScrollPhysicsTests {
  static let rates = [24.0, 60, 75, 144, 1000]

  /// Runs frames until nothing moves; the pixels of each frame.
  private func run(_ physics: inout ScrollPhysics, from start: Double, rate: Double) -> [Int] {
    var moved: [Int] = []
    var frame = 0.0
    while physics.isMoving, frame < 100_000 {
      frame += 1
      moved.append(physics.advance(to: start + frame / rate))
    }
    return moved
  }

  @Test(arguments: rates) func aNotchMovesExactlyItsDistance(rate: Double) {
    for distance in [1.0, 64, -64, 333, -2000] {
      var physics = ScrollPhysics()
      physics.step(by: distance, at: 10)
      #expect(run(&physics, from: 10, rate: rate).reduce(0, +) == Int(distance))
    }
  }

  @Test(arguments: rates) func notchesAddUp(rate: Double) {
    var physics = ScrollPhysics()
    var total = 0
    for notch in 0..<10 {
      let time = 5 + Double(notch) * 0.03
      physics.step(by: 64.3, at: time)
      total += physics.advance(to: time + 0.01)
    }
    total += run(&physics, from: 5.3, rate: rate).reduce(0, +)
    #expect(abs(Double(total) - 643) <= 0.5)
  }

  @Test(arguments: rates) func motionNeverReverses(rate: Double) {
    for distance in [64.0, -64, 0.7, 100.5] {
      var physics = ScrollPhysics()
      physics.step(by: distance, at: 0)
      physics.step(by: distance, at: 0.02)
      let moved = run(&physics, from: 0, rate: rate)
      #expect(moved.allSatisfy { Double($0) * distance >= 0 })
    }
  }

  @Test func theOppositeDirectionTakesEffectAtOnce() {
    var physics = ScrollPhysics()
    physics.step(by: 600, at: 0)
    _ = physics.advance(to: 0.03)
    physics.step(by: -64, at: 0.03)
    let moved = run(&physics, from: 0.03, rate: 60)
    #expect(moved.reduce(0, +) == -64)
    #expect(moved.allSatisfy { $0 <= 0 })
  }

  @Test func aStepIsOverInItsTime() {
    var physics = ScrollPhysics()
    physics.step(by: 64, at: 1)
    #expect(physics.advance(to: 1.12) == 64)
    #expect(!physics.isMoving)
    #expect(physics.advance(to: 2) == 0)
  }

  /// Moves a finger evenly for 160 ms.
  private func drag(_ physics: inout ScrollPhysics, speed: Double) -> Int {
    physics.touchBegan(y: 500, at: 0, eventTime: 100)
    for event in 1...20 {
      let time = Double(event) * 0.008
      physics.touchMoved(y: 500 - speed * time, eventTime: 100 + time)
    }
    return physics.advance(to: 0.16)
  }

  @Test func aFingerMovesTheContentOneToOne() {
    var physics = ScrollPhysics()
    #expect(drag(&physics, speed: 1000) == 160)
    #expect(drag(&physics, speed: -1000) == -160)
  }

  @Test func aFlingGoesAsFarWhateverTheFrameRate() {
    let totals = Self.rates.map { rate in
      var physics = ScrollPhysics()
      _ = drag(&physics, speed: 2000)
      physics.touchEnded(at: 0.16, eventTime: 100.16)
      let moved = run(&physics, from: 0.16, rate: rate)
      #expect(moved.allSatisfy { $0 >= 0 })
      return moved.reduce(0, +)
    }
    // Speed times time constant.
    #expect(totals.allSatisfy { abs($0 - 650) <= 1 }, "\(totals)")
  }

  @Test func aFlingSlowsDown() {
    var physics = ScrollPhysics()
    _ = drag(&physics, speed: 3000)
    physics.touchEnded(at: 0.16, eventTime: 100.16)
    let moved = run(&physics, from: 0.16, rate: 60)
    for (earlier, later) in zip(moved, moved.dropFirst()) { #expect(later <= earlier + 1) }
  }

  @Test func aFingerThatRestedDoesNotFling() {
    var physics = ScrollPhysics()
    _ = drag(&physics, speed: 2000)
    physics.touchEnded(at: 0.3, eventTime: 100.3)
    #expect(!physics.isMoving)
  }

  @Test func aFingerThatTurnedRoundFlingsTheNewWay() {
    var physics = ScrollPhysics()
    _ = drag(&physics, speed: 2000)
    for event in 1...20 {
      let time = Double(event) * 0.008
      physics.touchMoved(y: 180 + 2000 * time, eventTime: 100.16 + time)
    }
    _ = physics.advance(to: 0.32)
    physics.touchEnded(at: 0.32, eventTime: 100.32)
    #expect(run(&physics, from: 0.32, rate: 60).reduce(0, +) < -500)
  }

  @Test func aTouchStopsTheFling() {
    var physics = ScrollPhysics()
    _ = drag(&physics, speed: 2000)
    physics.touchEnded(at: 0.16, eventTime: 100.16)
    let before = physics.advance(to: 0.26)
    physics.touchBegan(y: 10, at: 0.26, eventTime: 100.26)
    #expect(before > 0)
    #expect(!physics.isMoving)
    #expect(physics.advance(to: 0.5) == 0)
  }

  @Test func speedHasALimit() {
    var physics = ScrollPhysics()
    physics.parameters.maximumFlingSpeed = 1000
    _ = drag(&physics, speed: 50_000)
    physics.touchEnded(at: 0.16, eventTime: 100.16)
    #expect(run(&physics, from: 0.16, rate: 60).reduce(0, +) == 325)
  }

  @Test func fractionsOfTouchpadPixelsAreKept() {
    var physics = ScrollPhysics()
    var total = 0
    for event in 0..<100 {
      let time = Double(event) * 0.01
      physics.scroll(by: 0.3, at: time, eventTime: time)
      total += physics.advance(to: time)
    }
    #expect(total == 30)
  }

  @Test func theEdgeEndsEverything() {
    var physics = ScrollPhysics()
    physics.step(by: 500, at: 0)
    _ = physics.advance(to: 0.01)
    physics.hitEdge()
    #expect(!physics.isMoving)
    #expect(physics.advance(to: 1) == 0)
  }

  @Test func nonsenseIsIgnored() {
    var physics = ScrollPhysics()
    physics.step(by: .nan, at: 0)
    physics.step(by: .infinity, at: 0)
    physics.scroll(by: .nan, at: 0, eventTime: 0)
    #expect(!physics.isMoving)
    #expect(physics.advance(to: 1) == 0)
  }
}
